//! Compares the times that two solvers need to prove the same random positions of Connect Four 7×6. One solver is the
//! prover of this project. The other solver is `connect-four-ai`, a public solver that knows only Connect Four.
//!
//! ```console
//! $ cd benches/large
//! $ cargo run --release --bin prover -- 12 100 values
//! ```
//!
//! The arguments are the number of marks on the board, the number of positions, and `values` or `distances`.
//! `connect-four-ai` always finds distances, even if the argument is `values`. The program uses only positions in which
//! nobody can win with the next mark. Each solver has one thread, 64 MiB for its transposition table, and no opening
//! book. The solvers take turns, position by position, so that other work of the machine slows down both. The output
//! groups the positions by the number of plies to the end, with one row for each group. The program checks every answer
//! before it prints a row.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fmt, iter};

use connect_four_ai::{Position, Solver, TTEntry, TranspositionTable};
use large::{Xorshift, exit_code};
use perfectplay::prove::{Proof, Prover};
use perfectplay::{Game, Move, Value};
use perfectplay_games::mnk::Connect;

type ProvedState = <Connect as Game>::State;

const COLUMNS: usize = Position::WIDTH;
const CELLS: usize = Position::BOARD_SIZE;

fn main() -> ExitCode {
    exit_code("prover", run(&env::args().skip(1).collect::<Vec<_>>()))
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [marks, count, asked] = arguments else {
        return Err("expected a number of marks such as 12, a number of positions, and `values` or `distances`".into());
    };
    let with_distances = match asked.as_str() {
        "values" => false,
        "distances" => true,
        _ => return Err("expected `values` or `distances`".into()),
    };
    let (marks, count): (usize, usize) = (marks.parse()?, count.parse()?);
    let game = Connect::new(COLUMNS as u8, Position::HEIGHT as u8, 4, false);
    let game = game.ok_or("expected a board")?;
    let prover = Prover::new(game, TranspositionTable::MAX_SIZE * size_of::<TTEntry>());
    let mut solver = Solver::empty();
    let mut classes = BTreeMap::<usize, PairedCosts>::new();
    let mut random = Xorshift(1);
    for (state, position) in
        iter::repeat_with(|| random_position(&mut random, &game, marks)).take(count)
    {
        // The tables of both solvers are empty at first.
        prover.forget();
        solver.reset();
        let searched = prover.nodes();
        let mut unwatched = |_| ControlFlow::Continue(());
        let begin = Instant::now();
        let proof = if with_distances {
            prover.score(state, &mut unwatched)?
        } else {
            let (value, distance) = (prover.value(state, &mut unwatched)?, None);
            Proof { value, distance }
        };
        let time = begin.elapsed();
        let begin = Instant::now();
        let score = solver.solve(&position);
        let other_time = begin.elapsed();
        if with_distances {
            assert_eq!(score_of(proof, CELLS - marks), score, "{position:?}");
        } else {
            assert_eq!(proof.value, value_of(score), "{position:?}");
        }
        let costs = classes
            .entry(plies_to_end(score, CELLS - marks))
            .or_default();
        costs.positions += 1;
        costs.searched[0] += prover.nodes() - searched;
        costs.searched[1] += solver.explored_positions as u64;
        costs.times[0] += time;
        costs.times[1] += other_time;
    }
    println!(
        "| plies to the end | positions | states searched | by the other solver | time | of the other solver |"
    );
    println!("| --: | --: | --: | --: | --: | --: |");
    let mut all = PairedCosts::default();
    for (plies, costs) in &classes {
        println!("| {plies} | {costs} |");
        all.add(costs);
    }
    println!("| all | {all} |");
    let [time, other_time] = all.times.map(|time| time.as_secs_f64());
    println!("\n{:.2} times the time", time / other_time);
    Ok(())
}

/// The costs of some positions. In each array, `[0]` belongs to the prover of this project, and `[1]` belongs to
/// `connect-four-ai`.
#[derive(Default)]
struct PairedCosts {
    positions: usize,
    searched: [u64; 2],
    times: [Duration; 2],
}

impl PairedCosts {
    fn add(&mut self, costs: &Self) {
        self.positions += costs.positions;
        for solver in 0..2 {
            self.searched[solver] += costs.searched[solver];
            self.times[solver] += costs.times[solver];
        }
    }
}

impl fmt::Display for PairedCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            positions,
            searched: [states, others],
            ..
        } = self;
        let [time, other_time] = self.times.map(|time| time.as_secs_f64());
        write!(
            f,
            "{positions} | {states} | {others} | {time:.2} s | {other_time:.2} s"
        )
    }
}

/// Converts a score of `connect-four-ai` to the number of plies to the end. A draw ends with a full board.
fn plies_to_end(score: i8, left: usize) -> usize {
    let rest = usize::from(score.unsigned_abs());
    match score {
        0 => left,
        // The player to move makes the last mark, after an odd number of plies.
        1.. => left.next_multiple_of(2) - 1 - 2 * (rest - 1),
        _ => left / 2 * 2 - 2 * (rest - 1),
    }
}

/// Converts a score of `connect-four-ai` to a value.
const fn value_of(score: i8) -> Value {
    match score {
        1.. => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

/// Converts a proof to the kind of score that `connect-four-ai` uses. The score of a win is the number of marks that
/// the winner still has in hand just before the winning mark is set. The score of a loss is negative.
fn score_of(proof: Proof, left: usize) -> i8 {
    let plies = proof.distance.unwrap_or_default() as usize;
    let rest = ((left - plies.min(left)) / 2 + 1) as i8;
    match proof.value {
        Value::Win => rest,
        Value::Draw => 0,
        Value::Loss => -rest,
    }
}

/// Returns a random position with `marks` marks. Nobody has won, and nobody can win with the next mark.
fn random_position(random: &mut Xorshift, game: &Connect, marks: usize) -> (ProvedState, Position) {
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
        if position.get_moves() == marks && !position.can_win_next() && !is_threatened(&position) {
            return (state, position);
        }
    }
}

/// Returns whether some move loses at once: after this move, the opponent wins with a mark in a different column.
fn is_threatened(position: &Position) -> bool {
    let playable = || (0..COLUMNS).filter(|&column| position.is_playable(column));
    playable().any(|column| {
        let mut after = *position;
        after.play(column);
        playable().any(|other| other != column && after.is_winning_move(other))
    })
}
