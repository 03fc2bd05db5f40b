//! Tables of one game by where they are kept, with one type of error: what asks them is compiled
//! once for a game, and not for each kind of table.

use std::convert::Infallible;

use perfectplay::game::Score;
use perfectplay::solved::{LookupError, StateOf};
use perfectplay::table::TableError;
use perfectplay::{Analysis, Game, Solved, Table};
use perfectplay_games::Listed;

use crate::error::Error;
use crate::info::text;

/// Any table of a game.
pub(crate) type Any<'a, G> = dyn Solved<Game = G, Error = Error> + Send + Sync + 'a;

/// A table whose errors are made [`Error`]s.
pub(crate) struct Adapted<T>(pub T);

impl<T: Solved<Error: Into<Error>>> Solved for Adapted<T> {
    type Game = T::Game;
    type Error = Error;

    fn game(&self) -> &T::Game {
        self.0.game()
    }

    fn states(&self) -> u64 {
        self.0.states()
    }

    fn try_analysis(&self, state: StateOf<T>) -> Result<Option<Analysis>, Error> {
        self.0.try_analysis(state).map_err(Into::into)
    }

    fn try_score(&self, state: StateOf<T>) -> Result<Option<Score>, Error> {
        self.0.try_score(state).map_err(Into::into)
    }
}

/// The table that a program has in itself.
pub(crate) struct Baked<G>(G);

impl<G: Listed> Baked<G> {
    /// `None` if the program has none.
    pub(crate) fn new(game: &G) -> Option<Self> {
        game.baked()?;
        Some(Self(game.clone()))
    }
}

impl<G: Listed> Solved for Baked<G> {
    type Game = G;
    type Error = Infallible;

    fn game(&self) -> &G {
        &self.0
    }

    fn states(&self) -> u64 {
        self.0.baked().map_or(0, |table| table.states())
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, Infallible> {
        match self.0.baked() {
            Some(table) => table.try_analysis(state),
            None => Ok(None),
        }
    }
}

/// The rules alone: nothing is known of any state.
pub(crate) struct Unknown<G>(pub G);

impl<G: Game> Solved for Unknown<G> {
    type Game = G;
    type Error = Infallible;

    fn game(&self) -> &G {
        &self.0
    }

    fn states(&self) -> u64 {
        0
    }

    fn try_analysis(&self, _: G::State) -> Result<Option<Analysis>, Infallible> {
        Ok(None)
    }
}

/// A table in the bytes that it owns.
pub(crate) struct Bytes<G> {
    game: G,
    bytes: Vec<u8>,
    states: u64,
}

impl<G: Game + Clone> Bytes<G> {
    /// The table in these bytes, all of which are validated.
    pub(crate) fn new(game: &G, bytes: Vec<u8>) -> Result<Self, TableError> {
        let table = Table::from_bytes(game, &bytes)?;
        table.validate()?;
        let states = table.len().into();
        Ok(Self {
            game: game.clone(),
            states,
            bytes,
        })
    }
}

impl<G: Game> Solved for Bytes<G> {
    type Game = G;
    type Error = Infallible;

    fn game(&self) -> &G {
        &self.game
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, Infallible> {
        // To read the header again takes less than to answer.
        let data = perfectplay::table::TableData::from_bytes(&self.bytes);
        Ok(data.ok().and_then(|data| data.get(self.game.key(state))))
    }
}

/// The error for an answer that a table does not have, or that the rules contradict.
pub(crate) fn lacking<G: Listed>(game: &G, error: LookupError<G::State, Error>) -> Error {
    match error {
        LookupError::Missing { state } | LookupError::Contradiction { state } => Error::Record {
            state: text(&|out| game.write_state(state, out)),
        },
        LookupError::Read(error) => error,
        // What a later version may add is one of these.
        _ => Error::Flaw("the rules contradict the table".to_owned()),
    }
}
