//! Contains a function for each kind of input that the command reads. Each function takes any
//! bytes. Whatever the bytes are, the command does not panic, reports an error on one line, and
//! accepts only complete and correct input.

use std::fmt;

use perfectplay::game::{Hints, ParseStateError};
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Game, Move, Moves, Value};
use perfectplay_cli::{Program, fuzzing};
use perfectplay_games::Listed;

/// A function that reads bytes.
pub type Reader = fn(&[u8]);

/// The functions that read input, each with the name of its directory in the corpus.
pub const READERS: &[(&str, Reader)] = &[("verify", verify), ("answers", answers)];

/// A game with a heap. A player takes one, two or three objects, and the player who takes the last
/// object wins.
#[derive(Clone)]
struct Heap;

impl Heap {
    const SIZE: u32 = 5;
}

impl Game for Heap {
    type State = u32;

    fn move_count(&self) -> u32 {
        3
    }

    fn start(&self) -> u32 {
        Self::SIZE
    }

    fn outcome(&self, left: u32) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }

    fn legal(&self, left: u32) -> Moves {
        Moves::first_n(left.min(3))
    }

    fn play(&self, left: u32, mv: Move) -> u32 {
        left - 1 - u32::from(mv.index())
    }

    fn key(&self, left: u32) -> u64 {
        left.into()
    }
}
impl Hints for Heap {}

impl Listed for Heap {
    const NAME: &'static str = "heap";
    const RULES: &'static str = "Take one, two or three from a heap; take the last and win.";
    const STATES: &'static str = "how many are left, such as 5";

    fn with_parameters(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }

    fn write_state(&self, left: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{left}")
    }

    fn read_state(&self, text: &str) -> Result<u32, ParseStateError> {
        let left = text.parse().ok().filter(|&left| left <= Self::SIZE);
        left.ok_or_else(|| ParseStateError::at(text, 0, "a number up to 5"))
    }
}

/// Returns two commands, each with the two games `Heap` and tic-tac-toe. CSV lines and archives
/// do not name their game, so a command assumes that they belong to the first game in its list. So
/// the two commands list the games in different orders.
pub fn programs() -> [Program; 2] {
    let program = || Program::new("fuzz", "0");
    [
        program().game::<TicTacToe>().game::<Heap>(),
        program().game::<Heap>().game::<TicTacToe>(),
    ]
}

/// Verifies bytes as a table of `Heap` or of tic-tac-toe, in any format.
pub fn verify(data: &[u8]) {
    for program in programs() {
        match fuzzing::verify(&program, data) {
            Ok(report) => {
                // There are 5,478 reachable boards of tic-tac-toe; tests/engine/counts.rs
                // counts them.
                let whole = ["heap: 6 states. Every", "tictactoe: 5,478 states. Every"];
                assert!(whole.iter().any(|whole| report.contains(whole)), "{report}");
            }
            Err(problem) => is_one_line(&problem),
        }
    }
}

/// Reads bytes as the output of a player's program, with one answer on each line.
pub fn answers(data: &[u8]) {
    for names in [&["0", "1", "2"][..], &["4"], &["a1", "b1", "b2"]] {
        for answer in fuzzing::answers(data, names) {
            match answer {
                Ok(moves) => {
                    let legal = Moves::first_n(names.len() as u32);
                    assert!(!moves.is_empty() && moves.is_subset(legal));
                }
                Err(problem) => is_one_line(&problem),
            }
        }
    }
}

fn is_one_line(problem: &str) {
    assert!(!problem.is_empty() && !problem.contains('\n'), "{problem}");
}
