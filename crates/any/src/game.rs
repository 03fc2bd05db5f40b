//! Implements [`Game`] for [`AnyGame`].

use std::{fmt, iter};

use perfectplay::game::{Hints, Outlook, ParseStateError};
use perfectplay::solved::LookupError;
use perfectplay::{Game, Move, Moves, Player, Value};
use perfectplay_games::show::Square;

use crate::erased::{game_rules, hint_rules};
use crate::error::Error;
use crate::info::{Info, text};

pub use crate::erased::AnyGame;

impl AnyGame {
    /// Returns the description of the game: its name, its players and its board.
    #[must_use]
    pub fn info(&self) -> &Info {
        self.0.info()
    }

    /// Parses a state.
    ///
    /// # Errors
    /// Fails when the text is not a state of the game.
    pub fn parse(&self, text: &str) -> Result<u64, ParseStateError> {
        self.0.read_state(text)
    }

    /// Returns a warning if the text of a state says something that the rules ignore.
    #[must_use]
    pub fn warning(&self, text: &str) -> Option<&'static str> {
        self.0.warning(text)
    }

    /// Returns a state as text.
    #[must_use]
    pub fn text(&self, state: u64) -> String {
        text(&|out| self.0.write_state(state, out))
    }

    pub(crate) fn squares(&self, state: u64) -> Vec<Square> {
        let mut squares = Vec::with_capacity(self.info().squares());
        self.0
            .each_square(state, &mut |square| squares.push(square));
        squares
    }

    /// Returns the name of a legal move.
    #[must_use]
    pub fn move_name(&self, state: u64, mv: Move) -> String {
        text(&|out| self.0.write_move(state, mv, out))
    }

    /// Converts an error of a look-up to an [`Error`]. The new error names the state as text.
    pub(crate) fn lacking(&self, error: LookupError<u64, Error>) -> Error {
        match error {
            LookupError::Missing { state } | LookupError::Contradiction { state } => {
                Error::Record {
                    state: self.text(state),
                }
            }
            LookupError::Read(error) => error,
            // A later version of the library may add other errors.
            _ => Error::Flaw("the rules contradict the table".to_owned()),
        }
    }
}

/// For each listed method, defines a method of [`AnyGame`] that calls the method of the same name
/// in `self.0`.
macro_rules! asked {
    ($(
        fn $name:ident($($state:ident $(, $argument:ident: $type:ty)*)?)
            -> $result:ty;
    )+) => {
        $(
            #[inline]
            fn $name(&self $(, $state: u64 $(, $argument: $type)*)?) -> $result {
                self.0.$name($($state $(, $argument)*)?)
            }
        )+
    };
}

impl Game for AnyGame {
    type State = u64;

    /// `false`, because an [`AnyGame`] may hold a game in which turns do not alternate. Call
    /// [`turns_alternate`](Game::turns_alternate) to ask the game itself.
    const TURNS_ALTERNATE: bool = false;

    game_rules!(asked);

    fn describe(&self, state: u64, out: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_state(state, out)
    }

    fn start(&self) -> u64 {
        self.0.start()
    }

    #[inline]
    fn play(&self, state: u64, mv: Move) -> u64 {
        self.0.play(state, mv)
    }

    fn turns_alternate(&self) -> bool {
        !self.info().has_extra_turns
    }

    fn move_count(&self) -> u32 {
        self.info().moves
    }

    fn other_starts(&self) -> impl Iterator<Item = u64> {
        iter::from_fn(self.0.other_starts())
    }

    #[inline]
    fn key(&self, state: u64) -> u64 {
        self.0.key(state)
    }

    fn is_loopy(&self) -> bool {
        self.info().is_loopy
    }
}

impl Hints for AnyGame {
    hint_rules!(asked);

    fn symmetries(&self) -> u32 {
        self.info().symmetries
    }

    fn image(&self, symmetry: u32, state: u64) -> u64 {
        self.0.image(symmetry, state)
    }

    fn image_of_move(&self, symmetry: u32, state: u64, mv: Move) -> Move {
        self.0.image_of_move(symmetry, state, mv)
    }

    fn may_reach(&self, from: u64, to: u64) -> bool {
        self.0.may_reach(from, to)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({})", self.info().spec)
    }
}
