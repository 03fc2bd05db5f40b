//! Times proofs of Connect Four 7×6 beside `connect-four-ai`, a public solver of that game alone, on
//! the same random positions.
//!
//! ```console
//! $ cd benches/large
//! $ cargo run --release --bin prover -- 12 100
//! ```
//!
//! The numbers are the marks on the board, and the positions. Both solvers have 64 MiB for their
//! tables, one thread, and no opening book. They take turns, position by position, so that what else
//! the machine does slows down both. Every answer is asserted before a row is printed.

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{array, env, iter};

use connect_four_ai::{Position, Solver, TTEntry, TranspositionTable};
use large::{Random, exit_code};
use perfectplay::prove::{Proof, Prover};
use perfectplay::{Game, Move, Value};
use perfectplay_games::mnk::Connect;

type State = <Connect as Game>::State;

const COLUMNS: usize = Position::WIDTH;
const CELLS: usize = Position::BOARD_SIZE;

fn main() -> ExitCode {
    exit_code("prover", run(&env::args().skip(1).collect::<Vec<_>>()))
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [marks, count] = arguments else {
        return Err("expected a number of marks such as 12, and a number of positions".into());
    };
    let (marks, count): (usize, usize) = (marks.parse()?, count.parse()?);
    let game = Connect::new(COLUMNS as u8, Position::HEIGHT as u8, 4, false);
    let game = game.ok_or("expected a board")?;
    let prover = Prover::new(game, TranspositionTable::MAX_SIZE * size_of::<TTEntry>());
    let mut solver = Solver::empty();
    let mut times = [Duration::ZERO; 2];
    let mut searched = [0, 0];
    let mut random = Random(1);
    for (state, position) in
        iter::repeat_with(|| random_position(&mut random, &game, marks)).take(count)
    {
        let begin = Instant::now();
        let proof = prover.score(state, &mut |_| ControlFlow::Continue(()))?;
        times[0] += begin.elapsed();
        let begin = Instant::now();
        let score = solver.solve(&position);
        times[1] += begin.elapsed();
        searched[1] += solver.explored_positions as u64;
        assert_eq!(score_of(proof, CELLS - marks), score, "{position:?}");
    }
    searched[0] = prover.nodes();
    println!("| solver | positions a second | states searched | states a second |");
    println!("| --- | --: | --: | --: |");
    let names = ["`perfectplay::prove`", "`connect-four-ai` 1.0.0"];
    let rates: [[f64; 2]; 2] = array::from_fn(|number| {
        let seconds = times[number].as_secs_f64();
        [count as f64, searched[number] as f64].map(|done| done / seconds)
    });
    for ((name, searched), [positions, states]) in names.iter().zip(searched).zip(rates) {
        println!("| {name} | {positions:.1} | {searched} | {states:.0} |");
    }
    println!(
        "\n{:.2} times the time a position, {:.2} times the time a state",
        rates[1][0] / rates[0][0],
        rates[1][1] / rates[0][1]
    );
    Ok(())
}

/// Converts a proof to the score of the other solver: the number of the winner's marks that are left
/// at the end, the last one counted, with a minus for a loss.
fn score_of(proof: Proof, left: usize) -> i8 {
    let plies = proof.distance.unwrap_or_default() as usize;
    let rest = ((left - plies.min(left)) / 2 + 1) as i8;
    match proof.value {
        Value::Win => rest,
        Value::Draw => 0,
        Value::Loss => -rest,
    }
}

/// Returns a position after random moves that do not win.
fn random_position(random: &mut Random, game: &Connect, marks: usize) -> (State, Position) {
    loop {
        let (mut state, mut position) = (game.start(), Position::new());
        for _ in 0..marks {
            let column = random.below(COLUMNS);
            if !position.is_playable(column) || position.is_winning_move(column) {
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
