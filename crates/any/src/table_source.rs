//! The places where the table of a game can be.

use perfectplay::game::Score;
use perfectplay::solve::Solution;
use perfectplay::table::{Table, TableData, TableError};
use perfectplay::{Analysis, Game, Solved};

use crate::error::Error;
use crate::game::AnyGame;
use crate::proofs::AnyOracle;
use crate::tablebase::AnyTablebase;

/// The place of a game's table.
pub(crate) enum TableSource {
    /// No place: the values of all states are unknown.
    Nowhere,
    /// The program, which contains the table.
    Program,
    /// Validated bytes. The number is the number of states.
    Bytes(Vec<u8>, u64),
    /// A solution in memory.
    Memory(Solution<AnyGame>),
    /// A tablebase file.
    File(Box<AnyTablebase>),
    /// Proofs, when somebody asks.
    Oracle(Box<dyn AnyOracle>),
}

impl TableSource {
    /// Validates the bytes of a table, and opens it.
    pub fn from_bytes(game: &AnyGame, bytes: Vec<u8>) -> Result<Self, TableError> {
        let table = Table::from_bytes(game, &bytes)?;
        table.validate()?;
        let states = table.len().into();
        Ok(Self::Bytes(bytes, states))
    }

    /// Returns the number of states.
    pub fn states(&self, game: &AnyGame) -> u64 {
        match self {
            Self::Nowhere => 0,
            Self::Program => game.0.baked_states().unwrap_or(0),
            Self::Bytes(_, states) => *states,
            Self::Memory(solution) => solution.states(),
            Self::File(file) => file.states(),
            Self::Oracle(_) => 0,
        }
    }

    /// Returns the analysis of a state; `None` if no game reaches it.
    pub fn analysis(&self, game: &AnyGame, state: u64) -> Result<Option<Analysis>, Error> {
        Ok(match self {
            Self::Nowhere => None,
            Self::Program => game.0.baked_analysis(state),
            Self::Bytes(bytes, _) => {
                // Reading the header again is faster than answering.
                let data = TableData::from_bytes(bytes);
                data.ok().and_then(|data| data.get(game.key(state)))
            }
            Self::Memory(solution) => solution.lookup(state),
            Self::File(file) => file.lookup(state)?,
            Self::Oracle(oracle) => oracle.analysis(state)?,
        })
    }

    /// Returns the score of a state; `None` if no game reaches it.
    pub fn score(&self, game: &AnyGame, state: u64) -> Result<Option<Score>, Error> {
        match self {
            Self::Memory(solution) => Ok(solution.score(state)),
            Self::File(file) => Ok(file.score(state)?),
            Self::Oracle(oracle) => oracle.score(state),
            _ => {
                let analysis = self.analysis(game, state)?;
                Ok(analysis.map(|analysis| analysis.score()))
            }
        }
    }
}
