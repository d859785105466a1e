//! The time that decisions take here: processor time of one thread, held to one processor, warmed, in
//! rounds. Where there is no such clock, the clock on the wall.

use std::hint::black_box;
use std::thread;
use std::time::Duration;

use engine::Game;
use hdrhistogram::Histogram;

use super::corpus::{Corpus, Kept, Phase};
use super::thinker::Thinker;

/// Times of one thinker in nanoseconds: a row per position, a column per round.
#[derive(Clone, Debug)]
pub struct Times(Vec<Vec<u64>>);

impl Times {
    fn none(positions: usize) -> Self {
        Self(vec![Vec::new(); positions])
    }

    /// One row per position, one column per round.
    pub fn of(rows: Vec<Vec<u64>>) -> Self {
        Self(rows)
    }

    /// The times of each position.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.0.iter().map(Vec::as_slice)
    }

    /// Decisions.
    pub fn calls(&self) -> u64 {
        self.0.iter().map(|times| times.len() as u64).sum()
    }

    /// The least time in each position: the rest is what else the machine did.
    pub fn least(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().map(|times| times.iter().min().copied().unwrap_or(0))
    }

    /// The worst case: the position whose least time is the greatest, and that time; none without
    /// positions.
    pub fn worst(&self) -> Option<(usize, u64)> {
        self.least().enumerate().max_by_key(|&(_, ns)| ns)
    }

    /// The middle of the least times, the lower of two; none without positions.
    pub fn middle(&self) -> Option<u64> {
        let mut least: Vec<u64> = self.least().collect();
        least.sort_unstable();
        least.get(least.len().saturating_sub(1) / 2).copied()
    }

    /// All times, to three digits.
    ///
    /// # Panics
    ///
    /// Never: the histogram grows with what it is given.
    pub fn histogram(&self) -> Histogram<u64> {
        let mut histogram = Histogram::new(3).expect("three digits can be kept");
        for &ns in self.0.iter().flatten() {
            histogram.record(ns).expect("a histogram that resizes takes every value");
        }
        histogram
    }

    /// The greatest time of all, exact.
    pub fn max(&self) -> u64 {
        self.0.iter().flatten().copied().max().unwrap_or(0)
    }

    /// The sum of the least times, in nanoseconds.
    pub fn total(&self) -> u64 {
        self.least().sum()
    }

    /// The times in the positions that `keep` says.
    #[must_use]
    pub fn only(&self, mut keep: impl FnMut(usize) -> bool) -> Self {
        let kept = self.0.iter().enumerate().filter(|&(index, _)| keep(index));
        Self(kept.map(|(_, times)| times.clone()).collect())
    }
}

/// The Coach on positions that never change: how fast this host is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Microseconds that a suggestion takes, the mean over the positions of their least times.
    pub us: f64,
    /// The mean of their middle times over that of the least, from 1: how unsteady the host was.
    pub spread: f64,
}

impl Calibration {
    /// What the rounds come to.
    fn of(times: &Times) -> Self {
        let positions = times.0.len().max(1) as f64;
        let us = times.total() as f64 / positions / 1e3;
        let middle = |times: &Vec<u64>| {
            let mut sorted = times.clone();
            sorted.sort_unstable();
            sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(0)
        };
        let middle = times.0.iter().map(middle).sum::<u64>() as f64 / positions / 1e3;
        Self { us, spread: (middle / us.max(1e-9)).max(1.0) }
    }
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// By thinker.
    pub times: Vec<Times>,
    /// How fast the host was meanwhile.
    pub calibration: Calibration,
    /// The processor that the thread was held to; none where it cannot be held.
    pub cpu: Option<usize>,
}

/// The positions of the calibration: those of the middle of a game that were drawn.
pub fn calibration_corpus() -> Corpus {
    let mut corpus = Corpus::built_in();
    corpus.retain(|entry| entry.phase == Phase::Middle && entry.kept == Kept::Drawn);
    corpus
}

/// Measures thinkers in every position, `rounds` times, each round a calibration between them; until
/// `stop` says so, but for the first round.
///
/// # Panics
///
/// If the engine does.
pub fn measure(
    games: &[Game<'_>],
    thinkers: &mut [Thinker],
    rounds: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Measured {
    held(|cpu| run(games, thinkers, rounds, stop, cpu))
}

/// Does something on a thread that is held to one processor, which it is told.
pub fn held<T: Send>(work: impl FnOnce(Option<usize>) -> T + Send) -> T {
    // A thread of its own: it is held as long as it lives, and no longer.
    let done = thread::scope(|scope| scope.spawn(|| work(hold())).join());
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn run(
    games: &[Game<'_>],
    thinkers: &mut [Thinker],
    rounds: usize,
    stop: &dyn Fn() -> bool,
    cpu: Option<usize>,
) -> Measured {
    let fixed = calibration_corpus();
    let known = fixed.games();
    let mut coach = Thinker::named(Thinker::COACH).expect("the Coach has its name");
    let mut calibration = Times::none(known.len());
    let mut times = vec![Times::none(games.len()); thinkers.len()];
    // Once for nothing: memory is allocated and code is read.
    pass(&mut coach, &known, None);
    for round in 0..rounds {
        if round > 0 && stop() {
            break;
        }
        pass(&mut coach, &known, Some(&mut calibration));
        for (thinker, times) in thinkers.iter_mut().zip(&mut times) {
            if round == 0 {
                pass(thinker, games, None);
            }
            pass(thinker, games, Some(times));
        }
    }
    Measured { times, calibration: Calibration::of(&calibration), cpu }
}

/// Decides once in each position, and keeps the times.
fn pass(thinker: &mut Thinker, games: &[Game<'_>], mut times: Option<&mut Times>) {
    for (index, game) in games.iter().enumerate() {
        let mut words = Thinker::words();
        let start = clock();
        black_box(thinker.think(black_box(game), &mut words));
        let ns = (clock() - start).as_nanos() as u64;
        if let Some(times) = &mut times {
            times.0[index].push(ns);
        }
    }
}

/// The processor time that this thread has taken: not what other work made it wait.
#[cfg(target_os = "linux")]
pub fn clock() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time since it was asked for first.
#[cfg(not(target_os = "linux"))]
pub fn clock() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Holds this thread to the processor that it is on.
#[cfg(target_os = "linux")]
fn hold() -> Option<usize> {
    use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
    let cpu = sched_getcpu();
    let mut only = CpuSet::new();
    only.set(cpu);
    sched_setaffinity(None, &only).is_ok().then_some(cpu)
}

#[cfg(not(target_os = "linux"))]
fn hold() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_case_is_the_greatest_of_the_least_times_and_the_middle_is_theirs_too() {
        let times = Times(vec![vec![90, 10, 12], vec![30, 20, 25], vec![15, 500, 16]]);
        assert_eq!((times.worst(), times.middle()), (Some((1, 20)), Some(15)));
        assert_eq!(times.only(|index| index != 0).middle(), Some(15));
        assert_eq!(Times::none(0).middle(), None);
        assert_eq!((times.max(), times.calls(), times.total()), (500, 9, 45));
        assert_eq!(times.only(|index| index != 1).worst(), Some((1, 15)));
        let calibration = Calibration::of(&times);
        assert!((calibration.us - 0.015).abs() < 1e-12);
        // The middle times are 12, 25 and 16.
        assert!((calibration.spread - 53.0 / 45.0).abs() < 1e-12);
    }

    #[test]
    fn everything_is_measured_as_often_as_asked() {
        let mut corpus = Corpus::built_in();
        corpus.thin(3);
        let mut thinkers = ["coach", "random"].map(|name| Thinker::named(name).unwrap());
        let measured = measure(&corpus.games(), &mut thinkers, 4, &|| false);
        assert!(measured.times.iter().all(|times| times.calls() == 12));
        assert!(measured.calibration.us > 0.0 && measured.calibration.spread >= 1.0);
        let stopped = measure(&corpus.games(), &mut thinkers, 4, &|| true);
        assert!(stopped.times.iter().all(|times| times.calls() == 3));
    }
}
