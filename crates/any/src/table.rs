//! A solved game whose Rust type is erased.

use std::path::Path;
use std::sync::OnceLock;

use perfectplay::game::{ParseStateError, Score, score_of_move};
use perfectplay::graph::{ExploreError, Explored, Nodes, explore_all};
use perfectplay::solved::LookupError;
use perfectplay::table::{Table, TableError};
use perfectplay::verify::{Verified, VerifyError, verify_watched};
use perfectplay::{Analysis, Game, Moves, Solved};
use perfectplay_tablebase::Source;

use crate::board_reader::BoardReader;
use crate::error::Error;
use crate::game::AnyGame;
use crate::info::Info;
use crate::position::{AnyAnswers, Position};
use crate::proofs::AnyOracle;
use crate::table_source::TableSource;
use crate::tablebase::{self, AnyTablebase};
use crate::watch::{Limits, Phase, Progress};

/// Functions that go through all states of a tablebase file go tier by tier if the file has more than `MOST_IN_MEMORY`
/// states. They go through a smaller file ply by ply, and keep all of its states in memory.
pub(crate) const MOST_IN_MEMORY: u64 = 1_000_000;

/// A solved game whose Rust type is erased. The table of the game may be stored in the program, in memory or in a
/// file. Every function of the library that takes a solved game accepts an `AnyTable`, because `AnyTable`
/// implements [`Solved`].
pub struct AnyTable {
    game: AnyGame,
    pub(crate) source: TableSource,
    /// Finds a state from the pieces on its board and the player to move. The reader is created when a board is looked
    /// up for the first time. It is `None` if these data do not determine the state.
    pub(crate) board_reader: OnceLock<Option<BoardReader>>,
}

impl Solved for AnyTable {
    type Game = AnyGame;
    type Error = Error;

    fn game(&self) -> &AnyGame {
        &self.game
    }

    fn knows_distances(&self) -> bool {
        !self.is_oracle()
    }

    fn states(&self) -> u64 {
        self.source.states(&self.game)
    }

    fn try_analysis(&self, state: u64) -> Result<Option<Analysis>, Error> {
        let found = self.source.analysis(&self.game, state)?;
        if found.is_some() || self.try_score(state)?.is_none() {
            return Ok(found);
        }
        // The table has no record of this state itself, but of the state that stands in for it.
        if let Some(outcome) = self.game.outcome(state) {
            return Ok(Some(Analysis::finished(outcome)));
        }
        let mut moves = Vec::new();
        for mv in self.game.legal(state) {
            let after = self.game.play(state, mv);
            let Some(score) = self.try_score(after)? else {
                return Ok(None);
            };
            moves.push((mv, score_of_move(&self.game, state, after, score)));
        }
        Ok(Some(Analysis::from_moves(moves)))
    }

    fn try_legal(&self, state: u64) -> Result<Option<Moves>, LookupError<u64, Error>> {
        let position = self.position(state);
        let is_known = match self.oracle() {
            Some(_) => position.why_unreachable().is_none(),
            None => self.try_score(state)?.is_some(),
        };
        Ok(is_known.then(|| position.legal()))
    }

    fn try_score(&self, state: u64) -> Result<Option<Score>, Error> {
        let found = self.source.score(&self.game, state)?;
        if found.is_some() {
            return Ok(found);
        }
        match self.game.0.stand_in(state) {
            Some(stand_in) => self.source.score(&self.game, stand_in),
            None => Ok(None),
        }
    }
}

impl AnyAnswers for AnyTable {
    fn oracle(&self) -> Option<&dyn AnyOracle> {
        Self::oracle(self)
    }
}

impl AnyGame {
    /// Validates the bytes of a table, and opens the table.
    ///
    /// # Errors
    ///
    /// Fails when the bytes are not a table of this game.
    pub fn open_bytes(&self, bytes: Vec<u8>) -> Result<AnyTable, TableError> {
        let table = Table::from_bytes(self, &bytes)?;
        table.validate()?;
        let states = table.len().into();
        Ok(AnyTable::new(
            self.clone(),
            TableSource::Bytes(bytes, states),
        ))
    }

    /// Opens a table from any source. The returned table reads its records from `source` when they are needed.
    /// Error messages call the source `path`.
    ///
    /// # Errors
    /// Fails when the source cannot be read, or is not a table of this game.
    pub fn open_tiers(&self, source: Box<dyn Source>, path: &Path) -> Result<AnyTable, Error> {
        let file = tablebase::open(self, source, path)?;
        Ok(AnyTable::new(
            self.clone(),
            TableSource::File(Box::new(file)),
        ))
    }

    /// Returns an empty table, which has no record of any state. An empty table is enough to parse positions,
    /// play moves, draw boards and use playbooks.
    #[must_use]
    pub fn without_table(&self) -> AnyTable {
        AnyTable::new(self.clone(), TableSource::Nowhere)
    }
}

impl AnyTable {
    pub(crate) const fn new(game: AnyGame, source: TableSource) -> Self {
        Self {
            game,
            source,
            board_reader: OnceLock::new(),
        }
    }

    pub(crate) const fn file(&self) -> Option<&AnyTablebase> {
        match &self.source {
            TableSource::File(file) => Some(file),
            _ => None,
        }
    }

    pub(crate) fn oracle(&self) -> Option<&dyn AnyOracle> {
        match &self.source {
            TableSource::Oracle(oracle) => Some(&**oracle),
            _ => None,
        }
    }

    /// Returns the tablebase file of a table with more than [`MOST_IN_MEMORY`] states. Returns `None` if the table
    /// has fewer states, or is not in a file.
    pub(crate) fn large(&self) -> Option<&AnyTablebase> {
        self.file().filter(|file| file.states() > MOST_IN_MEMORY)
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the description of the game: its name, its players and its board.
    #[must_use]
    pub fn info(&self) -> &Info {
        self.game().info()
    }

    /// Returns the number of reachable states. If a tablebase file stores one entry for several symmetric states, these
    /// states count as one.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.source.states(&self.game)
    }

    /// Returns whether this table is an [oracle](AnyGame::oracle). An oracle proves each answer when a caller asks
    /// for it, and cannot list its states.
    #[must_use]
    pub fn is_oracle(&self) -> bool {
        self.oracle().is_some()
    }

    /// Returns whether the table is in a file and has too many states to hold them in memory at once.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.large().is_some()
    }

    /// Returns the position of a state. `state` must be a state of the [game](Self::game) of this table.
    #[must_use]
    pub fn position(&self, state: u64) -> Position<'_> {
        Position {
            solved: self,
            state,
        }
    }

    /// Returns the start of the game, or the first of several starts.
    #[must_use]
    pub fn start(&self) -> Position<'_> {
        self.position(self.game().start())
    }

    /// Parses a position, which need not be reachable.
    ///
    /// # Errors
    ///
    /// Fails when the text is not a state.
    pub fn parse(&self, text: &str) -> Result<Position<'_>, ParseStateError> {
        Ok(self.position(self.game().0.read_state(text)?))
    }

    /// Reads the blocks of a tablebase file that are needed to answer questions about `positions`. Reading all
    /// these blocks together is much faster than reading them one by one.
    ///
    /// # Errors
    /// Fails when the table cannot be read.
    pub fn prefetch(&self, positions: &[Position<'_>]) -> Result<(), Error> {
        let states = positions.iter().map(|position| position.state);
        match self.file() {
            Some(file) => Ok(file.prefetch(&states.collect::<Vec<_>>())?),
            None => Ok(()),
        }
    }

    /// Converts the error of a look-up into an [`Error`]. If a record is missing or contradicts the rules, the
    /// returned error names the state.
    #[must_use]
    pub fn error(&self, error: LookupError<u64, Error>) -> Error {
        self.game.lacking(error)
    }

    /// Verifies the table against the rules.
    ///
    /// # Errors
    /// Fails when a record is wrong, or the table cannot be read.
    pub fn verify(&self, limits: &Limits<'_>) -> Result<Verified, Error> {
        if let Some(file) = self.file() {
            return tablebase::verify(file, limits);
        }
        let total = self.states();
        // The caller cannot stop this loop, because it takes only seconds to verify a table in memory.
        let watch = |done| {
            let _ = (limits.watch)(Progress::of_states(Phase::Verifying, done, total));
        };
        verify_watched(self, watch).map_err(|error| match error {
            VerifyError::Read(error) => error,
            error => Error::Flaw(error.to_string()),
        })
    }

    /// Explores all states and the moves between them.
    ///
    /// # Errors
    /// Fails when two states have the same key, or when there are 2^32 - 1 states or more.
    pub fn explore(&self) -> Result<Explored<u64>, Error> {
        explore_all(self.game(), Nodes::States).map_err(unexplored)
    }

    /// Counts the lines of play from a start to an end. Returns `None` if the number of lines is infinite, or
    /// if counting would take too much memory.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        if self.is_large() {
            return None;
        }
        self.explore().ok()?.graph.games()
    }
}

/// A round of any game: a course of play, with undo and redo. To show a state of the round, get the table of the game
/// with [`Round::solved`](perfectplay::Round::solved), and pass the state to [`AnyTable::position`].
pub type Round<'t> = perfectplay::Round<&'t AnyTable>;

pub(crate) fn unexplored<E>(error: ExploreError<u64, E>) -> Error {
    Error::Flaw(match error {
        ExploreError::SharedKey { key, .. } => format!("two states have the same key {key}"),
        _ => format!("the game has more than {} states", u32::MAX),
    })
}
