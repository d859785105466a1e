//! Games in blocks, on several threads, until there are enough.

use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::exit::RunError;
use crate::interrupt::Interrupt;

/// Games of a block: a hunt ends after whole blocks, unless it ends after so many games.
pub const BLOCK: u64 = 64;

/// How long a hunt goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Games in all; none is no bound.
    pub games: Option<u64>,
    /// Time, looked at after each block; none is no bound.
    pub time: Option<Duration>,
}

/// Why it came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It had played all its games.
    Games,
    /// Its time was up.
    Time,
    /// It was interrupted.
    Interrupted,
}

/// Plays games 0, 1, … and hands each to `take`, in order, whatever the number of threads.
///
/// # Errors
///
/// What `take` returns, after which nothing more is played; or if no threads can be had.
pub fn blocks<T: Send>(
    limits: Limits,
    threads: usize,
    interrupt: &Interrupt,
    play: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), RunError>,
) -> Result<Ended, RunError> {
    let start = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| RunError::data(format!("cannot start threads: {error}")))?;
    let mut next = 0;
    loop {
        let end = limits.games.unwrap_or(u64::MAX).min(next + BLOCK);
        if next == end {
            return Ok(Ended::Games);
        }
        let games: Vec<T> = pool.install(|| (next..end).into_par_iter().map(&play).collect());
        games.into_iter().try_for_each(&mut take)?;
        next = end;
        if interrupt.count() > 0 {
            return Ok(Ended::Interrupted);
        }
        if limits.time.is_some_and(|time| start.elapsed() >= time) {
            let done = limits.games == Some(next);
            return Ok(if done { Ended::Games } else { Ended::Time });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(limits: Limits, threads: usize) -> (Ended, Vec<u64>) {
        let mut games = Vec::new();
        let take = |game| {
            games.push(game);
            Ok(())
        };
        let ended = blocks(limits, threads, &Interrupt::new(), |game| game, take).unwrap();
        (ended, games)
    }

    #[test]
    fn games_come_in_order_and_no_more_than_asked() {
        let limits = Limits { games: Some(100), time: None };
        for threads in [1, 2] {
            assert_eq!(played(limits, threads), (Ended::Games, (0..100).collect()));
        }
        assert_eq!(played(Limits { games: Some(0), ..limits }, 1).1, [0_u64; 0]);
    }

    #[test]
    fn time_is_up_after_a_whole_block() {
        let limits = Limits { games: None, time: Some(Duration::ZERO) };
        assert_eq!(played(limits, 2), (Ended::Time, (0..BLOCK).collect()));
    }

    #[test]
    fn an_interrupt_ends_it_and_an_error_too() {
        let interrupt = Interrupt::new();
        let mut seen = 0;
        let ended = blocks(
            Limits::default(),
            1,
            &interrupt,
            |_| interrupt.raise(),
            |()| {
                seen += 1;
                Ok(())
            },
        );
        assert_eq!((ended, seen), (Ok(Ended::Interrupted), BLOCK));
        let refused = blocks(
            Limits::default(),
            1,
            &Interrupt::new(),
            |game| game,
            |game| {
                if game == 3 { Err(RunError::data("full")) } else { Ok(()) }
            },
        );
        assert_eq!(refused, Err(RunError::data("full")));
    }
}
