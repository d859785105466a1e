//! Processor time, which counts only what this program does, however busy the machine is.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::work::{Task, Workload};

/// Processor time of this process so far.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Does a piece of work for a while; units a second of processor time.
pub(crate) fn rate(task: &mut Task, while_: Duration) -> f64 {
    let start = now();
    let mut units = 0;
    loop {
        units += task();
        let elapsed = now() - start;
        if elapsed >= while_ {
            return units as f64 / elapsed.as_secs_f64();
        }
    }
}

/// Prints what a unit of each takes: the least of several rounds, which go round all of them so
/// that a busy moment hits one round of each and not one of them in all its rounds.
pub(crate) fn time(works: &[Workload]) {
    const ROUNDS: usize = 7;
    let mut tasks: Vec<Task> = works.iter().map(|work| (work.ready)()).collect();
    let mut best = vec![0.0_f64; tasks.len()];
    for _ in 0..ROUNDS {
        for (task, best) in tasks.iter_mut().zip(&mut best) {
            *best = best.max(rate(task, Duration::from_millis(60)));
        }
    }
    for (work, rate) in works.iter().zip(best) {
        println!("{:30} {:>12.1} ns a {:8} {rate:>14.0} /s", work.name, 1e9 / rate, work.unit);
    }
}
