//! Why a game was not solved.

use core::fmt;

use super::Halt;
use crate::game::{MOVE_LIMIT, Moves};
use crate::place::Place;

/// What is wrong with the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The game declares more moves than a [`Moves`] holds.
    MoveCount {
        /// The number declared.
        found: u32,
    },
    /// Moves are legal that the game does not declare.
    UnknownMoves {
        /// Those moves.
        found: Moves,
    },
    /// The game goes on, but there is no legal move.
    NoMoves,
    /// The state stood on the board before in the same game, which need never end; and
    /// the game does not say that it [may repeat](crate::Game::may_repeat).
    Cycle,
    /// The state has the key of another.
    SharedKey {
        /// The key of both.
        key: u64,
    },
    /// The state has a tier that it must not have: no later one than the state before
    /// it, or none where others have one.
    Tier {
        /// The tier of the state before; `None` at a start.
        before: Option<u32>,
        /// The tier of the state.
        found: Option<u32>,
    },
    /// The game has more states than this solver counts.
    TooManyStates,
    /// Nothing is wrong with the rules: the solver was told to stop.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoveCount { found } => {
                write!(f, "expected at most {MOVE_LIMIT} moves, found {found}")
            }
            Self::UnknownMoves { found } => {
                write!(
                    f,
                    "expected moves below the game's move count, found {found:?}"
                )
            }
            Self::NoMoves => f.write_str("expected a legal move or an outcome, found neither"),
            Self::Cycle => f.write_str(
                "expected a game without repetition, found a state again \
                 (a game that may repeat says so in `may_repeat`)",
            ),
            Self::SharedKey { key } => {
                write!(
                    f,
                    "expected a key for each state, found two states with {key} (`check` names both)"
                )
            }
            Self::Tier { before, found } => {
                match before {
                    Some(before) => write!(f, "expected a tier after {before}")?,
                    None => f.write_str("expected a tier")?,
                }
                match found {
                    Some(found) => write!(f, ", found {found}"),
                    None => f.write_str(", found none"),
                }
            }
            Self::TooManyStates => {
                write!(f, "expected at most {} states, found more", u32::MAX)
            }
            Self::Stopped => f.write_str("expected to solve the game, but was stopped"),
        }
    }
}

/// Why a game was not solved, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveError {
    fault: Fault,
    place: Place,
}

impl SolveError {
    /// What is wrong.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        self.fault
    }

    /// The state in which it shows, and how a game gets there.
    #[must_use]
    pub const fn place(&self) -> &Place {
        &self.place
    }
}

impl<S: fmt::Debug> From<Halt<S>> for SolveError {
    fn from(halt: Halt<S>) -> Self {
        Self {
            fault: halt.fault,
            place: Place::new(halt.start, halt.moves, halt.state),
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fault)?;
        if self.fault == Fault::Stopped {
            return Ok(());
        }
        write!(f, ", in {}", self.place)
    }
}

impl core::error::Error for SolveError {}
