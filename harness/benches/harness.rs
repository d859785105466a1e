//! Wall time of the harness: its whole ply loop by how much is checked, and runs by threads.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use harness::config::Options;
use harness::event::Event;
use harness::exit::RunError;
use harness::interrupt::Interrupt;
use harness::run::{Outcome, run};
use harness::sink::Sink;

mod plies;

/// Takes everything and keeps nothing.
struct Nowhere;

impl Sink for Nowhere {
    fn take(&mut self, _: &Event<'_>) -> Result<(), RunError> {
        Ok(())
    }

    fn finish(&mut self, _: &Outcome) -> Result<(), RunError> {
        Ok(())
    }
}

fn checks(criterion: &mut Criterion) {
    for (name, ready) in plies::PLIES {
        let mut task = None;
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(ready()()));
        group.bench_function("ply", |bencher| {
            let task = task.get_or_insert_with(ready);
            bencher.iter(task);
        });
        group.finish();
    }
}

fn threads(criterion: &mut Criterion) {
    let config = plies::random_games(64, 4, 100);
    let mut group = criterion.benchmark_group("harness/threads");
    group.throughput(Throughput::Elements(config.games));
    for threads in [1, 2] {
        group.bench_function(format!("{threads}"), |bencher| {
            let options = Options { threads, ..Options::default() };
            bencher.iter(|| run(&config, &options, &Interrupt::new(), &mut Nowhere));
        });
    }
    group.finish();
}

criterion_group!(benches, checks, threads);
criterion_main!(benches);
