//! Measures how long it takes to solve each game of `perfectplay-games`, and to look up every state
//! of the game once. Each game has its default parameters. The look-ups read a table that was baked
//! into bytes.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use perfectplay::{Analysis, Table, bake, solve};
use perfectplay_games::{self as games, LIST, Listed, Visitor};

fn games(criterion: &mut Criterion) {
    for listing in LIST {
        let mut group = criterion.benchmark_group(listing.name);
        games::open(listing.name, Bench(&mut group)).expect("a game on the list");
        group.finish();
    }
}

struct Bench<'a, 'c>(&'a mut BenchmarkGroup<'c, WallTime>);

impl Visitor for Bench<'_, '_> {
    type Output = ();

    fn visit<G: Listed + 'static>(self, game: G) {
        let solution = solve(&game).expect("a game that can be solved");
        let bytes = bake::table(G::NAME, &solution).expect("a table");
        // The states are in the order of their keys, which is unrelated to the order of
        // the table.
        let expected: Vec<(G::State, Analysis)> = solution.iter().collect();
        drop(solution);
        let table = Table::from_bytes(game, &bytes).expect("a whole table");
        for &(state, analysis) in &expected {
            assert_eq!(table.lookup(state), Some(analysis), "{state:?}");
        }
        let Self(group) = self;
        group.throughput(Throughput::Elements(expected.len() as u64));
        group.bench_function("solve", |bencher| {
            bencher.iter(|| solve(black_box(table.game())).map(|solution| solution.len()));
        });
        group.bench_function("lookup", |bencher| {
            bencher.iter(|| {
                let found = expected.iter().map(|&(state, _)| table.lookup(state));
                found
                    .flatten()
                    .map(|analysis| analysis.best().len())
                    .sum::<u32>()
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = games
}
criterion_main!(benches);
