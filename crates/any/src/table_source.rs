//! Names the source from which a game gets its table, for example a file or the program itself.

use perfectplay::game::Score;
use perfectplay::solve::Solution;
use perfectplay::table::TableData;
use perfectplay::{Analysis, Game, Solved};

use crate::error::Error;
use crate::game::AnyGame;
use crate::proofs::AnyOracle;
use crate::tablebase::AnyTablebase;

pub(crate) enum TableSource {
    /// There is no table, so the values of all states are unknown.
    Nowhere,
    /// The table is built into the program.
    Program,
    /// `.0`: the validated bytes of the table. `.1`: the number of states.
    Bytes(Vec<u8>, u64),
    Memory(Solution<AnyGame>),
    File(Box<AnyTablebase>),
    /// There is no table. An oracle proves each answer when somebody asks for it.
    Oracle(Box<dyn AnyOracle>),
}

impl TableSource {
    /// Returns the number of states in the table.
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

    /// Returns the analysis of a state; `None` if the state is unreachable.
    pub fn analysis(&self, game: &AnyGame, state: u64) -> Result<Option<Analysis>, Error> {
        Ok(match self {
            Self::Nowhere => None,
            Self::Program => game.0.baked_analysis(state),
            Self::Bytes(bytes, _) => {
                // Reading the header again takes less time than the look-up.
                let data = TableData::from_bytes(bytes);
                data.ok().and_then(|data| data.get(game.key(state)))
            }
            Self::Memory(solution) => solution.lookup(state),
            Self::File(file) => file.lookup(state)?,
            Self::Oracle(oracle) => oracle.analysis(state)?,
        })
    }

    /// Returns the score of a state; `None` if the state is unreachable.
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
