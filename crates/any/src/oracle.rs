//! Creates oracles, which answer questions about a game that is too large to solve. The caller need not know the type
//! of the game.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use perfectplay::game::{Hints, Score};
use perfectplay::oracle::{MoveSearch, Opening, Oracle, Sourced};
use perfectplay::prove::ProveError;
use perfectplay::{Analysis, Game, Solved};

use crate::error::Error;
use crate::game::AnyGame;
use crate::proofs::{AnyOracle, OracleOptions};
use crate::prover::prover;
use crate::table::AnyTable;
use crate::table_source::TableSource;
use crate::watch::Progress;

/// An oracle whose caller passes each state as a number. The function `state` converts the number to the state of the
/// game.
pub(crate) struct NumberedOracle<G: Hints, N> {
    oracle: Oracle<G>,
    state: N,
    /// The time when the oracle began to answer the present question; `None` if questions have no time limit. The clock
    /// is read only if there is a time limit, because WebAssembly in a browser has no such clock.
    begun: Arc<Mutex<Option<Instant>>>,
    /// A thread that asks a question holds this lock until it gets the answer. Other threads that ask wait for the
    /// lock. This wait does not count towards the time limit of their questions.
    turn: Mutex<()>,
    ended: Arc<dyn Fn() + Send + Sync>,
}

impl<G: Hints<State: Send + Sync> + Sync, N: Fn(u64) -> G::State> NumberedOracle<G, N> {
    /// Asks the oracle about a state. If several threads ask at the same time, their questions are answered one
    /// after the other.
    fn ask<T>(
        &self,
        state: u64,
        question: impl FnOnce(&Oracle<G>, G::State) -> Result<T, ProveError>,
    ) -> Result<T, Error> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(begun) = &mut *self.begun.lock().unwrap_or_else(PoisonError::into_inner) {
            *begun = Instant::now();
        }
        let answer = question(&self.oracle, (self.state)(state));
        (self.ended)();
        answer.map_err(|error| match error {
            ProveError::Stopped => Error::Unproved,
            error => error.into(),
        })
    }
}

impl<G, N> AnyOracle for NumberedOracle<G, N>
where
    G: Hints<State: Send + Sync> + Send + Sync,
    N: Fn(u64) -> G::State + Send + Sync,
{
    fn analysis(&self, state: u64) -> Result<Option<Analysis>, Error> {
        self.ask(state, |oracle, state| oracle.try_analysis(state))
    }

    fn score(&self, state: u64) -> Result<Option<Score>, Error> {
        self.ask(state, |oracle, state| oracle.try_score(state))
    }

    fn find_more(&self, state: u64, search: &mut MoveSearch) -> Result<Option<Analysis>, Error> {
        self.ask(state, |oracle, state| {
            oracle.find_more(state, search)?;
            Ok(oracle.analysis_of(state, search.moves()))
        })
    }

    fn recall(&self, state: u64) -> Result<Option<Sourced>, Error> {
        match self.ask(state, |oracle, state| oracle.find_within(0, state)) {
            Err(Error::Unproved) => Ok(None),
            found => found,
        }
    }
}

impl AnyGame {
    /// Returns whether an opening table of this game is built into the program.
    #[must_use]
    pub fn has_opening(&self) -> bool {
        self.0.opening().is_some()
    }

    /// Returns a table that proves the value of a state when a caller asks about this state. The table answers for
    /// every state of the game, but does not know how many states there are.
    ///
    /// # Errors
    /// Fails when the game is loopy, the opening or the playbook belongs to another game, or there is not enough
    /// memory.
    pub fn oracle(&self, mut options: OracleOptions) -> Result<AnyTable, Error> {
        if self.is_loopy() {
            return Err(ProveError::Loopy.into());
        }
        let of_program = || self.0.opening().map(<[u8]>::to_vec);
        options.opening = options.opening.or_else(of_program);
        let oracle = self.proofs().oracle(options)?;
        Ok(AnyTable::new(self.clone(), TableSource::Oracle(oracle)))
    }
}

/// Creates an oracle. `state` is a function that returns the state for a number.
pub(crate) fn numbered<G, N>(
    game: G,
    state: N,
    options: OracleOptions,
) -> Result<Box<dyn AnyOracle>, Error>
where
    G: Hints<State: Send + Sync> + Send + Sync + 'static,
    N: Fn(u64) -> G::State + Send + Sync + 'static,
{
    let opening = options.opening.as_deref();
    let opening = opening.map(|bytes| Opening::from_bytes(&game, bytes));
    let opening = opening.transpose();
    let opening = opening.map_err(|error| Error::Flaw(format!("the opening: {error}")))?;
    let begun = Arc::new(Mutex::new(options.time.map(|_| Instant::now())));
    let (started, watch, time) = (Arc::clone(&begun), options.watch, options.time);
    let watch = move |progress: Progress| {
        let begun = *started.lock().unwrap_or_else(PoisonError::into_inner);
        if begun.is_some_and(|begun| Some(begun.elapsed()) >= time) {
            return ControlFlow::Break(());
        }
        watch(progress)
    };
    let prover = prover(game, options.memory, options.threads)?;
    let mut oracle = Oracle::new(prover).watched(watch);
    if let Some(opening) = opening {
        oracle = oracle.with_opening(opening);
    }
    if let Some(book) = options.winning_playbook {
        let with_book = oracle.with_winning_playbook(book);
        oracle = with_book.map_err(|error| Error::Flaw(format!("the playbook: {error}")))?;
    }
    if options.distances {
        oracle = oracle.with_distances();
    }
    if let Some(states) = options.states {
        oracle = oracle.with_limit(states);
    }
    Ok(Box::new(NumberedOracle {
        oracle,
        state,
        begun,
        turn: Mutex::new(()),
        ended: options.ended,
    }))
}
