//! Tables in memory.

use std::convert::Infallible;

use perfectplay::bake::{self, BakeError};
use perfectplay::solve::Solution;
use perfectplay::table::{TableData, TableError};
use perfectplay::{Analysis, Game, Solved, Table, Value};
use perfectplay_games::Listed;

use crate::error::Error;
use crate::game::{AnyGame, ByNumber, Stored};

/// A table that is part of the program.
pub(crate) struct Baked<G>(G);

impl<G: Listed> Baked<G> {
    /// Returns the table, or `None` if the program has none for this game.
    pub fn new(game: &G) -> Option<Self> {
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

impl<G: Listed> Stored for ByNumber<G, Baked<G>> {}

impl<G: Listed> Stored for ByNumber<G, Solution<G>> {
    fn counts(&self) -> Option<[u64; 3]> {
        let mut counts = [0; 3];
        let scores = self.solved.scores();
        scores.for_each(|(_, score)| count(&mut counts, score.value()));
        Some(counts)
    }

    fn bytes(&self, baked: &mut dyn FnMut(u64)) -> Option<Result<Vec<u8>, BakeError>> {
        let spec = &self.typed.info.spec;
        Some(bake::table_watched(spec, &self.solved, baked))
    }
}

/// Counts a win, a draw or a loss.
pub(crate) const fn count(counts: &mut [u64; 3], value: Value) {
    counts[match value {
        Value::Win => 0,
        Value::Draw => 1,
        Value::Loss => 2,
    }] += 1;
}

/// A game without a table: no state is known.
pub(crate) struct Unknown(pub AnyGame);

impl Solved for Unknown {
    type Game = AnyGame;
    type Error = Error;

    fn game(&self) -> &AnyGame {
        &self.0
    }

    fn states(&self) -> u64 {
        0
    }

    fn try_analysis(&self, _: u64) -> Result<Option<Analysis>, Error> {
        Ok(None)
    }
}

impl Stored for Unknown {}

/// A table that owns its bytes.
pub(crate) struct Bytes {
    game: AnyGame,
    bytes: Vec<u8>,
    states: u64,
}

impl Bytes {
    /// Opens a table, and validates all its bytes.
    pub fn new(game: &AnyGame, bytes: Vec<u8>) -> Result<Self, TableError> {
        let table = Table::from_bytes(game, &bytes)?;
        table.validate()?;
        let states = table.len().into();
        let game = game.clone();
        Ok(Self {
            game,
            bytes,
            states,
        })
    }
}

impl Solved for Bytes {
    type Game = AnyGame;
    type Error = Error;

    fn game(&self) -> &AnyGame {
        &self.game
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn try_analysis(&self, state: u64) -> Result<Option<Analysis>, Error> {
        // Reading the header again takes less time than answering.
        let data = TableData::from_bytes(&self.bytes);
        Ok(data.ok().and_then(|data| data.get(self.game.key(state))))
    }
}

impl Stored for Bytes {}
