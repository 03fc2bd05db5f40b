//! Measures several ways to look up a state, called contenders. Criterion shows how much each
//! contender's time has changed since the last run. The benchmark `ratios` compares the contenders
//! with each other.

mod contenders;

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use contenders::{Workload, contenders};

fn lookup(criterion: &mut Criterion) {
    let contenders = contenders();
    for workload in Workload::ALL {
        let mut group = criterion.benchmark_group(workload.name());
        group.throughput(Throughput::Elements(workload.questions()));
        for contender in &contenders {
            group.bench_function(contender.name, |bencher| {
                bencher.iter_custom(|times| contender.time(workload, times));
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    // Thirty measurements in about a minute.
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = lookup
}
criterion_main!(benches);
