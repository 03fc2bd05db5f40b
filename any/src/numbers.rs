//! A game whose states are numbers: what works with it is compiled once for all games.

use std::fmt;

use perfectplay::game::{Score, Symmetric};
use perfectplay::solved::LookupError;
use perfectplay::{Analysis, Game, Move, Moves, Player, Solved, Value};

use crate::error::Error;
use crate::info::Info;
use crate::typed::Position;

pub use crate::typed::Numbers;

impl<'t> Numbers<'t> {
    /// What there is to tell of the game.
    #[must_use]
    pub fn info(&self) -> &'t Info {
        self.info
    }

    /// The position with a number.
    #[must_use]
    pub fn position(&self, number: u32) -> Position<'t> {
        self.game.position(number)
    }

    /// What one of the [players of the game's own](Info::own_players) may choose, by the index of
    /// the player.
    pub(crate) fn own_choices(&self, player: usize, number: u32) -> Moves {
        self.game.own_choices(player, number)
    }

    /// The error for an answer that a table does not have.
    #[must_use]
    pub fn error(&self, error: LookupError<u32, Error>) -> Error {
        match error {
            LookupError::Missing { state } | LookupError::Contradiction { state } => {
                self.position(state).no_record()
            }
            LookupError::Read(error) => error,
            _ => Error::Flaw("the rules contradict the table".to_owned()),
        }
    }
}

impl Game for Numbers<'_> {
    type State = u32;

    /// Some games have extra turns. A state of any other never tells the same player as the
    /// state before it.
    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        self.info.moves
    }

    fn start(&self) -> u32 {
        0
    }

    fn other_starts(&self) -> impl Iterator<Item = u32> {
        1..self.game.roots()
    }

    fn outcome(&self, number: u32) -> Option<Value> {
        self.game.outcome(number)
    }

    fn legal(&self, number: u32) -> Moves {
        self.game.legal(number)
    }

    fn play(&self, number: u32, mv: Move) -> u32 {
        self.game.play(number, mv)
    }

    fn key(&self, number: u32) -> u64 {
        self.game.key(number)
    }

    fn to_move(&self, number: u32) -> Option<Player> {
        self.game.to_move(number)
    }

    fn is_loopy(&self) -> bool {
        self.info.is_loopy
    }

    fn last_mover_may_lose(&self) -> bool {
        self.game.last_mover_may_lose()
    }
}

impl Symmetric for Numbers<'_> {
    fn symmetries(&self) -> u32 {
        self.info.symmetries
    }

    fn image(&self, symmetry: u32, number: u32) -> u32 {
        self.game.image(symmetry, number)
    }

    fn image_of_move(&self, symmetry: u32, number: u32, mv: Move) -> Move {
        self.game.image_of_move(symmetry, number, mv)
    }
}

impl Solved for Numbers<'_> {
    type Game = Self;
    type Error = Error;

    fn game(&self) -> &Self {
        self
    }

    fn states(&self) -> u64 {
        self.game.states()
    }

    fn try_analysis(&self, number: u32) -> Result<Option<Analysis>, Error> {
        self.game.analysis(number)
    }

    fn try_score(&self, number: u32) -> Result<Option<Score>, Error> {
        self.game.score(number)
    }
}

impl fmt::Debug for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Numbers({})", self.info.spec)
    }
}
