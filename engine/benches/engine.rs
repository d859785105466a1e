//! Wall time of the engine's work.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

mod work;

fn engine(criterion: &mut Criterion) {
    for workload in work::tasks::WORKLOADS {
        let mut task = None;
        let mut group = criterion.benchmark_group(workload.name);
        group.throughput(Throughput::Elements((workload.ready)()()));
        group.bench_function(workload.unit, |bencher| {
            let task = task.get_or_insert_with(workload.ready);
            bencher.iter(task);
        });
        group.finish();
    }
}

criterion_group!(benches, engine);
criterion_main!(benches);
