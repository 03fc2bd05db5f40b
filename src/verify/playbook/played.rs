//! The result of playing a book against every reply.

use core::fmt;
use core::ops::ControlFlow;

use crate::playbook::Playbook;
use perfectplay_core::{Hints, Move, Player, Value};

/// The result of playing a book against every reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PlayedThrough {
    /// The number of states in which the book's player was to move. In a game with extra turns,
    /// this number also includes the states in which the opponent was to move. If a playbook stores
    /// a single entry for all states that are symmetric to each other, these states count as one
    /// state. However, they count separately in a game without
    /// [tiers](perfectplay_core::Game::tier).
    pub states: u64,
    /// The number of replies of the opponent that were played.
    pub replies: u64,
    /// The worst result of the book's player in any line of play. Play without end is a draw.
    pub value: Value,
}

/// The reason why a book could not be played against every reply.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError<S> {
    /// The book does not play this side.
    NotForSide(Player),
    /// The book's player is to move in this state, but the book gives no legal move.
    NoMove(S),
    /// The watcher stopped the walk.
    Stopped,
}

impl PlayedThrough {
    pub(super) const NOTHING: Self = Self {
        states: 0,
        replies: 0,
        value: Value::Win,
    };
}

impl<S: fmt::Debug> fmt::Display for PlayError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotForSide(side) => write!(f, "the playbook is not for the {side} player"),
            Self::NoMove(state) => {
                write!(
                    f,
                    "expected a legal move of the playbook in {state:?}, found none"
                )
            }
            Self::Stopped => f.write_str("interrupted"),
        }
    }
}

perfectplay_core::debug_as_display!([S: fmt::Debug] PlayError<S>);

impl<S: fmt::Debug> core::error::Error for PlayError<S> {}

/// Returns the move that the book chooses in a state, or an error if the move is not legal.
pub(super) fn chosen<G: Hints>(
    book: &Playbook<'_, G>,
    state: G::State,
) -> Result<Move, PlayError<G::State>> {
    let legal = book.game().legal(state);
    let chosen = book.choose(state).filter(|&mv| legal.contains(mv));
    chosen.ok_or(PlayError::NoMove(state))
}

/// A function that is called with the number of states played so far. It returns whether to go on.
pub(super) type PlayWatch<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;
