//! Every game on the list with its default parameters: the time to solve it, and to look
//! up each state once in its table in bytes.

mod stopwatch;

use std::hint::black_box;

use perfectplay::{Analysis, Table, bake, solve};
use perfectplay_games::{self as games, LIST, Listed, Visitor};

use stopwatch::seconds;

fn main() {
    println!("| game | states | solve, ms | look-up, ns |");
    println!("| --- | --: | --: | --: |");
    for listing in LIST {
        games::open(listing.name, Bench).expect("a game on the list");
    }
}

/// Measures a game.
struct Bench;

impl Visitor for Bench {
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
        let to_solve = seconds(|| solve(black_box(table.game())).map(|found| found.len()));
        let to_look_up = seconds(|| {
            let found = expected.iter().map(|&(state, _)| table.lookup(state));
            let best = found.flatten().map(|analysis| analysis.best.len());
            best.sum::<u32>()
        });
        println!(
            "| {} | {} | {:.2} | {:.1} |",
            G::NAME,
            expected.len(),
            1e3 * to_solve,
            1e9 * to_look_up / expected.len() as f64,
        );
    }
}
