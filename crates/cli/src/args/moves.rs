//! `--moves`: moves that are played before a subcommand answers.

use perfectplay::Move;
use perfectplay_any::{AnyGame, Position};
use perfectplay_present::words::List;

use crate::Failure;
use crate::args::table::read_states;

/// The option `--moves`: moves to play first, before the subcommand looks at the state.
#[derive(clap::Args)]
pub struct MovesArg {
    /// Play these moves first, from the given state or else from the start of the game. In Connect
    /// Four, a move is the letter or the number of a column.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

impl MovesArg {
    pub fn is_given(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Fails if the user gave moves. A subcommand that reads states from standard input calls this
    /// method.
    pub fn expect_none_with_stdin(&self) -> Result<(), Failure> {
        if self.is_given() {
            return Err(Failure::Use(
                "expected no states from standard input with --moves".to_owned(),
            ));
        }
        Ok(())
    }

    /// Returns the names of the moves. One argument may contain several moves, such as a line of moves that was
    /// copied from a report.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().flat_map(|moves| moves.split_whitespace())
    }

    /// Parses the states, and returns them if the user gave no moves. Otherwise, `states` may
    /// contain at most one state. Plays the moves from this state, or from the start of the game if
    /// `states` is empty. Then returns only the state after the last move.
    pub fn states(&self, game: &AnyGame, states: &[&str]) -> Result<Vec<u64>, Failure> {
        let read = read_states(game, states)?;
        if !self.is_given() {
            return Ok(read);
        }
        let rules = game.without_table();
        let mut position = match read[..] {
            [] => rules.start(),
            [state] => rules.position(state),
            _ => {
                let found = read.len();
                return Err(Failure::Use(format!(
                    "expected at most one state with --moves, found {found}"
                )));
            }
        };
        for name in self.names() {
            let mv = find_move(&position, name)?;
            position = position.play(mv).expect("a legal move");
        }
        Ok(vec![position.state()])
    }
}

pub fn find_move(position: &Position<'_>, name: &str) -> Result<Move, Failure> {
    if let Some(mv) = position.find_move(name) {
        return Ok(mv);
    }
    let legal = position.legal();
    if legal.is_empty() {
        return Err(Failure::Use(format!(
            "expected no move after the end of the game at {position}, found {name:?}"
        )));
    }
    let legal: Vec<_> = legal.iter().map(|mv| position.move_name(mv)).collect();
    let legal = List(legal.iter().map(String::as_str));
    let info = position.info();
    let about = match info.move_names {
        "" => String::new(),
        names => format!("; a move of {} is {names}", info.name),
    };
    Err(Failure::Use(format!(
        "expected one of {legal} at {position}, found {name:?}{about}"
    )))
}
