//! Reads scores from a tablebase file, and computes analyses of states from the scores. This code
//! does not ask the rules of the game for moves: its caller supplies the moves. So the code is not
//! generic over the game, and is compiled only once for all games.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use perfectplay::game::Score;
use perfectplay::{Analysis, Move, Value};

use super::reader::TableFile;
use crate::error::Error;
use crate::index::{ErasedIndex, MoveLook, Place};

/// The states that a caller asks about, and data from the rules: the value of each finished state,
/// and the moves of each unfinished state.
#[derive(Debug, Default)]
pub(super) struct StatesToAnswer {
    /// One pair for each state. `.0` is the value of the state; `None` unless the game is over.
    /// `.1` is the end of the range in `after` that holds the moves of this state. The range begins
    /// where the range of the previous state ends.
    pub states: Vec<(Option<Value>, usize)>,
    pub after: Vec<After>,
}

/// A move, and the score of the state after the move, if this score is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    pub look: MoveLook,
    pub score: Option<Score>,
}

#[derive(Debug)]
pub(super) struct Answers {
    pub file: TableFile,
    fetched: Mutex<HashMap<Place, u32>>,
}

impl Answers {
    pub fn new(file: TableFile) -> Self {
        Self {
            file,
            fetched: Mutex::default(),
        }
    }

    /// Reads the score codes of the states at `places` from the file, and keeps the codes for later
    /// calls of `scores_at`. Reads each block of the file only once. Forgets the codes of the
    /// previous call.
    pub fn read_ahead(&self, rules: &dyn ErasedIndex, places: Vec<Place>) -> Result<(), Error> {
        let codes = self.file.codes_of(rules, &places)?;
        *self.fetched() = places.into_iter().zip(codes).collect();
        Ok(())
    }

    fn fetched(&self) -> MutexGuard<'_, HashMap<Place, u32>> {
        self.fetched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn scores_at(
        &self,
        rules: &dyn ErasedIndex,
        places: &[Option<Place>],
    ) -> Result<Vec<Option<Score>>, Error> {
        let known: Vec<Place> = places.iter().copied().flatten().collect();
        let fetched = self.fetched();
        let found: Option<Vec<u32>> = known
            .iter()
            .map(|place| fetched.get(place).copied())
            .collect();
        drop(fetched);
        let codes = match found {
            Some(codes) => codes,
            None => self.file.codes_of(rules, &known)?,
        };
        let mut codes = codes.into_iter();
        let score =
            |place: Option<Place>| self.file.codes().score(place.and_then(|_| codes.next())?);
        Ok(places.iter().copied().map(score).collect())
    }

    /// Returns the analyses of the states at `places`. `own` holds the scores of these states.
    pub fn analyses(
        &self,
        rules: &dyn ErasedIndex,
        places: &[Option<Place>],
        own: &[Option<Score>],
        mut asked: StatesToAnswer,
    ) -> Result<Vec<Option<Analysis>>, Error> {
        // A state after a move is often one of the asked states, and then its score is known.
        let known = places.iter().zip(own);
        let known = known.filter_map(|(&place, &own)| Some((place?, own?)));
        let mut known: Vec<(Place, Score)> = known.collect();
        known.sort_unstable();
        for after in &mut asked.after {
            let at = |place| known.binary_search_by_key(&place, |&(known, _)| known).ok();
            after.score = after
                .score
                .or_else(|| Some(known[at(after.look.place?)?].1));
        }
        let unread = asked.after.iter().filter(|after| after.score.is_none());
        let unread: Vec<Option<Place>> = unread.map(|after| after.look.place).collect();
        let read = self.scores_at(rules, &unread)?;
        let unknown = asked.after.iter_mut().filter(|after| after.score.is_none());
        for (after, read) in unknown.zip(read) {
            after.score = read;
        }
        let mut begin = 0;
        let analyses = asked
            .states
            .into_iter()
            .zip(own)
            .map(|((outcome, end), &own)| {
                let after = &asked.after[begin..end];
                begin = end;
                let own = own.map(|own| {
                    let scored = after.iter().map(|&After { look, score }| {
                        Some((look.mv, score?.of_move(look.is_again)))
                    });
                    self.analysis(outcome, own, scored.collect())
                });
                own.transpose()
            });
        analyses.collect()
    }

    /// Returns the analysis of a state with the score `own`. `after` lists the moves with their
    /// scores; `None` if any of these scores is unknown. The rules, not the score, decide whether
    /// the game is over, because the file may be damaged.
    pub fn analysis(
        &self,
        outcome: Option<Value>,
        own: Score,
        after: Option<Vec<(Move, Score)>>,
    ) -> Result<Analysis, Error> {
        if let Some(value) = outcome {
            return if own == Score::finished(value) {
                Ok(Analysis::finished(value))
            } else {
                Err(self.file.damaged("the value of a finished game"))
            };
        }
        match after {
            None => Err(self.file.damaged("the states after a move")),
            Some(after) if after.is_empty() => Err(self.file.damaged("a state with a move")),
            Some(after) => Ok(Analysis::from_moves(after)),
        }
    }
}
