//! Measures how long it takes to find the value of every legal move in a position of Connect Four 7×6. In the first
//! plies, the values come from a table that is built into the program. In later plies, a search proves the values.
//!
//! ```console
//! $ cd benches/large
//! $ cargo run --release --bin masks -- 100
//! ```
//!
//! The program divides positions into classes by the number of marks on the board, such as 9 to 12. The argument says
//! how many positions the program measures in each class. Positions come from random moves. The program searches each
//! position with one thread, and with a transposition table of 256 MiB that is empty at first. Before the measurement,
//! the program compares the value of each position with the value that `connect-four-ai` computes without its opening
//! book.

use std::env;
use std::error::Error;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use connect_four_ai::{Position, Solver};
use large::{Xorshift, exit_code};
use perfectplay::oracle::{Opening, Oracle, Sourced};
use perfectplay::prove::Prover;
use perfectplay::{Game, Move, Value};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;

type SampledState = <Connect as Game>::State;

/// The classes of positions. Each class is a range of the number of marks on the board.
const CLASSES: [RangeInclusive<usize>; 5] = [0..=7, 8..=8, 9..=12, 13..=16, 17..=41];

fn main() -> ExitCode {
    exit_code("masks", run(&env::args().skip(1).collect::<Vec<_>>()))
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [count] = arguments else {
        return Err("expected a number of positions such as 100".into());
    };
    let count: usize = count.parse()?;
    let game = Connect::with_parameters("7x6").ok_or("expected a board")?;
    let bytes = game.opening().ok_or("expected an opening")?;
    let opening = Opening::from_bytes(&game, bytes)?;
    let mut solver = Solver::empty();
    let mut random = Xorshift(1);
    println!("| marks | median | 99 of 100 |");
    println!("| --- | --: | --: |");
    for class in CLASSES {
        let mut times = Vec::new();
        while times.len() < count {
            let (state, position) = random_position(&mut random, &game, &class);
            let prover = Prover::new(game, 256 << 20);
            let oracle = Oracle::new(prover).with_opening(opening.clone());
            let begin = Instant::now();
            let found = oracle.find_moves(state)?;
            times.push(begin.elapsed());
            let values = found
                .iter()
                .map(|(_, found)| found.map(|found: Sourced| found.value));
            let values: Option<Vec<Value>> = values.collect();
            let best = values.ok_or("expected all values")?.into_iter().max();
            // Its proofs of the first plies take minutes. A test compares these with published counts.
            if position.get_moves() >= 9 {
                solver.reset();
                assert_eq!(best, Some(value_of(&mut solver, &position)), "{position:?}");
            }
        }
        times.sort_unstable();
        let [median, most] = [50, 99].map(|percent| place(&times, percent));
        println!(
            "| {} to {} | {median:.1?} | {most:.1?} |",
            class.start(),
            class.end()
        );
    }
    Ok(())
}

/// Returns a percentile of `times`: `percent` % of the times are at most as long as the returned time. `times` must be
/// sorted.
fn place(times: &[Duration], percent: usize) -> Duration {
    times[(times.len() * percent).div_ceil(100).max(1) - 1]
}

/// Returns the value that `connect-four-ai` computes for a position.
fn value_of(solver: &mut Solver, position: &Position) -> Value {
    let wins = (0..Position::WIDTH)
        .any(|column| position.is_playable(column) && position.is_winning_move(column));
    if wins {
        return Value::Win;
    }
    match solver.solve(position) {
        1.. => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

/// Returns an unfinished position after random moves.
fn random_position(
    random: &mut Xorshift,
    game: &Connect,
    marks: &RangeInclusive<usize>,
) -> (SampledState, Position) {
    loop {
        let marks = marks.start() + random.below(marks.end() - marks.start() + 1);
        let (mut state, mut position) = (game.start(), Position::new());
        while position.get_moves() < marks {
            let column = random.below(Position::WIDTH);
            if !position.is_playable(column) {
                continue;
            }
            if position.is_winning_move(column) {
                break;
            }
            position.play(column);
            state = game.play(state, Move::new(column as u8).expect("a column"));
        }
        if position.get_moves() == marks {
            return (state, position);
        }
    }
}
