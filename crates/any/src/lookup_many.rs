//! Looks up many states at once, given by their keys or boards.

use std::num::NonZero;
use std::ops::Range;
use std::thread;

use perfectplay::{Player, Solved};
use perfectplay_tablebase::parallel;

use crate::board_reader::BoardReader;
use crate::columns::{ColumnSet, Columns, without_moves};
use crate::error::Error;
use crate::position::Position;
use crate::table::AnyTable;
use crate::tablebase;

/// The states to look up.
#[derive(Clone, Copy, Debug)]
pub enum Queries<'a> {
    /// The keys of the states.
    Keys(&'a [u64]),
    /// The boards of the states.
    Boards {
        /// The content of each square as a [code](crate::square_code): all squares of the first board, then all squares
        /// of the second board, and so on.
        codes: &'a [i8],
        /// The player to move in each state; empty if the boards show whose turn it is.
        movers: &'a [Player],
    },
}

impl AnyTable {
    /// Looks up states on all cores. Returns the answers as columns. Each column has one entry for each query, in the
    /// order of the queries. The column `ply` contains only unknown values, because a look-up does not compute how far
    /// a state is from the start.
    ///
    /// # Errors
    ///
    /// Fails when a board belongs to no state, or the table cannot be read. A key that belongs to no state is not an
    /// error; its value is [`Columns::UNKNOWN`].
    pub fn lookup_many(&self, queries: &Queries<'_>, wanted: ColumnSet) -> Result<Columns, Error> {
        let number = self.number(queries)?;
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        // If the groups of states are larger, fewer blocks of a tablebase file are read twice.
        let some = if self.file().is_some() {
            number.div_ceil(2 * threads).clamp(1 << 14, 1 << 19)
        } else {
            1 << 13
        };
        let starts = (0..number).step_by(some).collect();
        let parts = parallel::map(starts, |start: usize| {
            let numbers = start..number.min(start + some);
            self.answer_some(queries, numbers, wanted)
        });
        let mut columns = Columns::new(wanted);
        columns.reserve(number, self.info().squares());
        for part in parts {
            columns.append(&part?);
        }
        Ok(columns)
    }

    /// Returns a position for each query, in the order of the queries; `None` for a key that no state has. The
    /// positions need not be reachable.
    ///
    /// # Errors
    /// Fails when a board belongs to no state.
    pub fn positions(&self, queries: &Queries<'_>) -> Result<Vec<Option<Position<'_>>>, Error> {
        let states = self
            .states_asked(queries, 0..self.number(queries)?)?
            .into_iter();
        Ok(states.map(|state| Some(self.position(state?))).collect())
    }

    fn number(&self, queries: &Queries<'_>) -> Result<usize, Error> {
        Ok(match queries {
            Queries::Keys(keys) => keys.len(),
            Queries::Boards { codes, .. } => {
                self.board_reader()?;
                codes.len() / self.info().squares()
            }
        })
    }

    fn board_reader(&self) -> Result<&BoardReader, Error> {
        let text = || BoardReader::new(&self.start());
        let text = self.board_reader.get_or_init(text).as_ref();
        text.ok_or_else(|| Error::Board {
            number: 0,
            problem: format!(
                "states of {} can look alike: give keys, not boards",
                self.info().spec
            ),
        })
    }

    fn state_of_board(
        &self,
        board: (&[i8], Option<Player>),
        buffer: &mut String,
    ) -> Result<u64, String> {
        let text = self.board_reader().map_err(|error| error.to_string())?;
        text.state(self.game(), self.info(), board, buffer)
    }

    /// Returns a state for each query whose index is in the range `numbers`; `None` for a key that no state has.
    fn states_asked(
        &self,
        queries: &Queries<'_>,
        numbers: Range<usize>,
    ) -> Result<Vec<Option<u64>>, Error> {
        let mut buffer = String::new();
        match *queries {
            Queries::Keys(keys) => {
                let keys = keys[numbers].iter();
                Ok(keys.map(|&key| self.game().0.of_key(key)).collect())
            }
            Queries::Boards { codes, movers } => {
                let squares = self.info().squares();
                let state = |number: usize| {
                    let board = &codes[number * squares..(number + 1) * squares];
                    let mover = movers.get(number).copied();
                    let state = self.state_of_board((board, mover), &mut buffer);
                    state
                        .map(Some)
                        .map_err(|problem| Error::Board { number, problem })
                };
                numbers.map(state).collect()
            }
        }
    }

    fn answer_some(
        &self,
        queries: &Queries<'_>,
        numbers: Range<usize>,
        wanted: ColumnSet,
    ) -> Result<Columns, Error> {
        let states = self.states_asked(queries, numbers)?;
        let mut columns = Columns::new(wanted);
        columns.reserve(states.len(), self.info().squares());
        let mut known = match self.file() {
            Some(file) => {
                let states: Vec<u64> = states.iter().copied().flatten().collect();
                tablebase::know_many(file, &states, wanted.tell_moves())?
            }
            None => Vec::new(),
        }
        .into_iter();
        let is_known = self.file().is_some();
        for state in states {
            let analysis = match state {
                None => None,
                Some(_) if is_known => known.next().flatten(),
                Some(state) if wanted.tell_moves() => self.try_analysis(state)?,
                Some(state) => self.try_score(state)?.map(without_moves),
            };
            match state {
                Some(state) => columns.push_state(self.game(), state),
                None => columns.push_stateless(),
            }
            columns.push_known(analysis.as_ref());
            columns.push_ply(None);
        }
        Ok(columns)
    }

    /// Returns the position whose key is `key`; `None` if no state has this key. Some games cannot compute a state from
    /// its key. In such a game, this method finds only reachable states.
    #[must_use]
    pub fn position_of_key(&self, key: u64) -> Option<Position<'_>> {
        let state = self.game().0.of_key(key)?;
        Some(self.position(state))
    }

    /// Returns the position that has this board. The board is given as the [code](crate::square_code) of each
    /// square. The position need not be reachable. The caller must give the player to move, unless the board
    /// shows whose turn it is.
    ///
    /// # Errors
    /// Fails when no state has this board.
    pub fn position_of_board(
        &self,
        codes: &[i8],
        mover: Option<Player>,
    ) -> Result<Position<'_>, Error> {
        self.board_reader()?;
        let state = self.state_of_board((codes, mover), &mut String::new());
        let state = state.map_err(|problem| Error::Board { number: 0, problem })?;
        Ok(self.position(state))
    }
}
