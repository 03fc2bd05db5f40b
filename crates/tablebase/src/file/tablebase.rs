//! Looks up states in a tablebase file.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use perfectplay::game::Score;
use perfectplay::{Analysis, Game, Solved};

use super::answers::{After, Answers, StatesToAnswer};
use super::reader::TableFile;
use crate::error::Error;
use crate::file::code::Codes;
use crate::file::source::Source;
use crate::file::summary::Summary;
use crate::index::{Index, Place};

/// An open tablebase file, which stores the score of every reachable state of a game.
///
/// Opening the file takes a millisecond, however large it is. A look-up reads the blocks that
/// contain the state and the states after its moves. Recently read blocks stay in memory.
///
/// ```
/// use perfectplay_games::Listed;
/// use perfectplay_games::mnk::Connect;
/// use perfectplay::{Game, Value};
/// use perfectplay_tablebase::{DenseIndex, Limits, Solver, Tablebase};
///
/// # let directory = tempfile::tempdir()?;
/// let path = directory.path().join("connect.table");
/// let game = Connect::with_parameters("4x4").expect("a game");
/// Solver::new(DenseIndex(game), "connect:4x4,4")?.solve_to(&path, &Limits::default())?;
///
/// let table = Tablebase::open(DenseIndex(game), &path)?;
/// let start = table.lookup(game.start())?.expect("a reachable state");
/// assert_eq!(start.value(), Value::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tablebase<I> {
    index: I,
    answers: Answers,
}

pub(super) type StateOf<I> = <<I as Index>::Game as Game>::State;

impl<I: Index> Tablebase<I> {
    /// A longer list of states is looked up in parts of at most this many states.
    const TOGETHER: usize = 1 << 14;

    /// Opens the tablebase file of a game.
    ///
    /// # Errors
    /// Fails when the file cannot be read, is not a tablebase file, or is damaged at its beginning
    /// or end. Fails when the file was made with other rules or another index.
    pub fn open(index: I, path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::io(path))?;
        Self::open_source(index, Box::new(file), path)
    }

    /// Opens a tablebase file from any source. In errors, `path` is the name of the source.
    ///
    /// # Errors
    /// Fails in the same cases as [`open`](Self::open).
    pub fn open_source(index: I, source: Box<dyn Source>, path: &Path) -> Result<Self, Error> {
        Ok(Self {
            answers: Answers::new(TableFile::open(source, path, &index)?),
            index,
        })
    }

    /// Returns the game.
    pub fn game(&self) -> &I::Game {
        self.index.game()
    }

    /// Returns the index that finds the states of the game.
    pub const fn index(&self) -> &I {
        &self.index
    }

    /// Returns all bytes of the file, if they are in memory.
    pub fn in_memory(&self) -> Option<&[u8]> {
        self.file().in_memory()
    }

    /// Returns a summary that counts the states with each score.
    pub const fn summary(&self) -> &Summary {
        self.file().summary()
    }

    /// Returns the number of reachable states.
    pub fn states(&self) -> u64 {
        self.summary().states()
    }

    /// Returns the codes of scores.
    pub const fn codes(&self) -> Codes {
        self.file().codes()
    }

    pub(super) const fn answers(&self) -> &Answers {
        &self.answers
    }

    pub(super) const fn file(&self) -> &TableFile {
        &self.answers.file
    }

    /// Returns the score of a state; `None` for an unreachable state.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or is damaged in a section that the look-up reads.
    pub fn score(&self, state: StateOf<I>) -> Result<Option<Score>, Error> {
        Ok(self.score_many(&[state])?.pop().flatten())
    }

    /// Returns the analysis of a state; `None` for an unreachable state.
    ///
    /// # Errors
    /// Fails in the same cases as [`score`](Self::score), and also when the file contradicts the
    /// rules.
    pub fn lookup(&self, state: StateOf<I>) -> Result<Option<Analysis>, Error> {
        Ok(self.lookup_many(&[state])?.pop().flatten())
    }

    /// Returns the analyses of `states`, in the same order; `None` for each unreachable state.
    /// States in the same block share one read of the block. So looking up a thousand states
    /// together takes much less time than looking them up one by one.
    ///
    /// # Errors
    /// Fails in the same cases as [`lookup`](Self::lookup), for any of the states.
    pub fn lookup_many(&self, states: &[StateOf<I>]) -> Result<Vec<Option<Analysis>>, Error> {
        if states.len() <= Self::TOGETHER {
            return self.lookup_some(states);
        }
        // The states are looked up in the order of their places, so that the states of a piece, and
        // the states after their moves, are in few blocks.
        let places = states.iter().map(|&state| self.index.place(state));
        let mut asked: Vec<(Option<Place>, usize)> = places.zip(0..).collect();
        asked.sort_unstable();
        let mut found = vec![None; states.len()];
        for piece in asked.chunks(Self::TOGETHER) {
            let some: Vec<StateOf<I>> = piece.iter().map(|&(_, at)| states[at]).collect();
            for (&(_, at), known) in piece.iter().zip(self.lookup_some(&some)?) {
                found[at] = known;
            }
        }
        Ok(found)
    }

    /// Returns the scores of `states`, in the same order; `None` for each unreachable state.
    ///
    /// # Errors
    /// Fails in the same cases as [`score`](Self::score), for any of the states.
    pub fn score_many(&self, states: &[StateOf<I>]) -> Result<Vec<Option<Score>>, Error> {
        self.scores_at(&self.places(states))
    }

    /// Reads ahead the data that look-ups of `states` will need. Each block is read only once.
    /// Discards the data that the previous call read ahead. If you look up many states one by one,
    /// call this method first, for several thousand states at a time.
    ///
    /// # Errors
    /// Fails in the same cases as [`lookup`](Self::lookup), for any of the states.
    pub fn prefetch(&self, states: &[StateOf<I>]) -> Result<(), Error> {
        let places = self.places(states);
        let own = self.scores_at(&places)?;
        let after = self.after(states, &own).after;
        let places = places
            .into_iter()
            .chain(after.iter().map(|after| after.look.place));
        self.answers
            .read_ahead(&self.index, places.flatten().collect())
    }

    fn lookup_some(&self, states: &[StateOf<I>]) -> Result<Vec<Option<Analysis>>, Error> {
        let places = self.places(states);
        let own = self.scores_at(&places)?;
        let asked = self.after(states, &own);
        self.answers.analyses(&self.index, &places, &own, asked)
    }

    /// Returns the states that one move reaches from `states`. Leaves out the moves of a state
    /// without a score in `own`.
    fn after(&self, states: &[StateOf<I>], own: &[Option<Score>]) -> StatesToAnswer {
        let mut asked = StatesToAnswer::default();
        for (&state, own) in states.iter().zip(own) {
            let outcome = own.and_then(|_| {
                self.index.each_move(state, &mut |look| {
                    let score = look.outcome.map(Score::finished);
                    asked.after.push(After { look, score });
                })
            });
            asked.states.push((outcome, asked.after.len()));
        }
        asked
    }

    fn places(&self, states: &[StateOf<I>]) -> Vec<Option<Place>> {
        let places = states.iter().map(|&state| self.index.place(state));
        places.collect()
    }

    fn scores_at(&self, places: &[Option<Place>]) -> Result<Vec<Option<Score>>, Error> {
        self.answers.scores_at(&self.index, places)
    }

    /// Visits every reachable state with its score, tier by tier. One block is in memory at a
    /// time.
    ///
    /// # Errors
    /// Fails in the same cases as [`score`](Self::score). Fails after the last state if the number
    /// of states with some score differs from the number that the file declares.
    pub fn visit(
        &self,
        mut each: impl FnMut(StateOf<I>, Score) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let scores = self.codes().scores();
        let mut counts = vec![0; scores.len()];
        for entry in self.file().entries(&self.index)? {
            for number in self.file().blocks_of(entry) {
                let (numbers, codes) = self.file().numbers_of(entry, number)?;
                let mut codes = codes.into_iter();
                let flow = self.index.each_state(entry.tier, &numbers, &mut |state| {
                    let code = codes.next().unwrap_or_default();
                    counts[code as usize] += 1;
                    // All codes of a block are codes of scores.
                    let score = scores[code as usize];
                    score.map_or(ControlFlow::Continue(()), |score| each(state, score))
                })?;
                if flow.is_break() {
                    return Ok(());
                }
            }
        }
        self.file().expect_counts(&counts)
    }
}

impl<I: Index> Solved for Tablebase<I> {
    type Game = I::Game;
    type Error = Error;

    fn game(&self) -> &I::Game {
        Self::game(self)
    }

    fn try_analysis(&self, state: StateOf<I>) -> Result<Option<Analysis>, Error> {
        self.lookup(state)
    }

    fn try_score(&self, state: StateOf<I>) -> Result<Option<Score>, Error> {
        Self::score(self, state)
    }

    fn states(&self) -> u64 {
        Self::states(self)
    }
}
