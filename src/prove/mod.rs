//! Proves the values of single states, for games that are too large to solve whole.
//!
//! A [`Prover`] finds out whether the player to move wins, or at least draws. A prover needs no
//! table of all states, and its memory is bounded.

mod bound;
mod error;
mod search;
mod table;

#[cfg(feature = "std")]
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use core::num::NonZero;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};

#[cfg(feature = "std")]
use crate::threads::beside;
use bound::{Bound, bound, distance, value};
use perfectplay_core::solve::declared;
use perfectplay_core::watch::{Phase, Progress};
use perfectplay_core::{Finding, Hints, Outlook, Route, Score, Value};
#[cfg(feature = "std")]
use search::Halt;
use search::{Busy, PERIOD, ProofSearch, Shared};
use table::ProofTable;

pub use error::ProveError;
pub use search::MOST_PLIES;
#[cfg(feature = "bake")]
pub(crate) use table::zeros;

/// A prover, which proves the values of states. The prover remembers the bounds of scores that it
/// finds, as far as its memory allows. So later questions take less time.
///
/// A prover works for every game that is not [loopy](perfectplay_core::Game::is_loopy). The game's
/// [`Hints`] make the prover fast. The answers are exact. The answers do not depend on the memory,
/// on the number of threads, or on earlier questions.
///
/// ```
/// use core::ops::ControlFlow;
/// use perfectplay::prove::{Proof, Prover};
/// use perfectplay::tictactoe::{TicTacToe, state};
/// use perfectplay::Value;
///
/// let prover = Prover::new(TicTacToe, 1 << 16);
/// let mut watch = |_| ControlFlow::Continue(());
/// let state = state!(X . O / . . . / . . .); // X to move
/// assert!(prover.is_at_least(Value::Win, state, &mut watch)?);
/// assert_eq!(prover.score(state, &mut watch)?, Proof { value: Value::Win, distance: Some(5) });
/// # Ok::<(), perfectplay::prove::ProveError>(())
/// ```
///
/// # How it works
/// An alpha-beta search answers one question at a time, namely whether the state has at least a
/// given score. The search stores each bound that it finds in a transposition table, together with
/// the move that gave the bound. When the table is full, new bounds replace those that took the
/// least effort. The present line of play is kept on the heap, so that a long line does not
/// overflow the stack of the thread. All threads search for the same answer and share the table. A
/// thread avoids the states that other threads are searching.
pub struct Prover<G> {
    game: G,
    table: ProofTable,
    threads: usize,
    nodes: AtomicU64,
}

/// Returns whether a pair of numbers has the form of a bound that
/// [`remembered`](Prover::remembered) returns.
#[cfg(feature = "bake")]
pub(crate) fn can_be_remembered([_, data]: [u64; 2]) -> bool {
    table::ProofEntry::can_be_stored(data)
}

/// The proved value of a state for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The value.
    pub value: Value,
    /// The number of plies to the end when the winner hurries and the loser delays. `None` for a
    /// draw.
    pub distance: Option<u32>,
}

/// A function that gets the progress of a search many times a second, and decides whether the
/// search goes on.
pub type ProofWatch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// The range in which the score of a state lies.
#[derive(Clone, Copy)]
struct ScoreWindow {
    lower: Bound,
    upper: Bound,
}

impl<G: Hints<State: Send + Sync> + Sync> Prover<G> {
    /// Creates a prover with a table of `bytes` bytes, rounded down to a multiple of 64, but at
    /// least 64. The table takes memory only as it fills.
    ///
    /// # Panics
    /// Panics when the system cannot provide the memory for the table. [`try_new`](Self::try_new)
    /// returns an error instead.
    #[must_use]
    pub fn new(game: G, bytes: usize) -> Self {
        match Self::try_new(game, bytes) {
            Ok(prover) => prover,
            Err(error) => panic!("{error}"),
        }
    }

    /// Does the same as [`new`](Self::new), but returns an error where `new` panics.
    ///
    /// # Errors
    /// Fails when the system cannot provide the memory for the table.
    pub fn try_new(game: G, bytes: usize) -> Result<Self, ProveError> {
        Ok(Self {
            game,
            table: ProofTable::new(bytes).ok_or(ProveError::Memory { bytes })?,
            threads: 1,
            nodes: AtomicU64::new(0),
        })
    }

    /// Sets the number of threads. Use at most as many threads as the machine has cores, because
    /// more threads make a search slower. If the system does not start a thread, the search goes on
    /// without this thread.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn threads(self, threads: NonZero<usize>) -> Self {
        let threads = threads.get();
        Self { threads, ..self }
    }

    /// Returns the number of threads that search.
    #[must_use]
    pub const fn thread_count(&self) -> usize {
        self.threads
    }

    /// Returns the rules.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the number of states searched for all questions together. A state that is searched
    /// twice counts twice.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the size of the table in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Returns the remembered bounds whose search took at least 2^`effort` states. Each bound is a
    /// pair of numbers, which another prover of this game can [take](Self::remember).
    #[cfg(feature = "bake")]
    pub(crate) fn remembered(&self, effort: u8) -> impl Iterator<Item = [u64; 2]> {
        self.table.entries(effort)
    }

    /// Adds the bounds that another prover of this game has [returned](Self::remembered). The
    /// prover does not check the bounds, so wrong bounds lead to wrong answers.
    #[cfg(feature = "bake")]
    pub(crate) fn remember(&self, remembered: impl IntoIterator<Item = [u64; 2]>) {
        remembered.into_iter().for_each(|pair| self.table.add(pair));
    }

    /// Forgets all bounds.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Returns whether a state has at least the value `value` for the player to move. Both answers
    /// are proved.
    ///
    /// # Errors
    /// Fails when the game is loopy, a line of play is too long, the rules have a fault, or `watch`
    /// returns `Break`.
    pub fn is_at_least(
        &self,
        value: Value,
        state: G::State,
        watch: ProofWatch<'_>,
    ) -> Result<bool, ProveError> {
        self.is_worth(value, state, PERIOD, watch)
    }

    /// Does the same as [`is_at_least`](Self::is_at_least), but gives up and returns `None` after
    /// about `limit` states. With a small limit, it answers only if the prover remembers the
    /// answer, or finds it by a short search.
    ///
    /// # Errors
    /// Fails in the same cases as [`is_at_least`](Self::is_at_least).
    pub fn is_at_least_within(
        &self,
        limit: u64,
        value: Value,
        state: G::State,
        watch: ProofWatch<'_>,
    ) -> Result<Option<bool>, ProveError> {
        let period = limit.clamp(1, PERIOD);
        self.within(limit, watch, &mut |watch| {
            self.is_worth(value, state, period, watch)
        })
    }

    /// Calls `question`, a function that starts a search. Ends the search and returns `None` after
    /// about `limit` states.
    pub(crate) fn within<T>(
        &self,
        limit: u64,
        watch: ProofWatch<'_>,
        question: &mut dyn FnMut(ProofWatch<'_>) -> Result<T, ProveError>,
    ) -> Result<Option<T>, ProveError> {
        let (begun, mut gives_up) = (self.nodes(), false);
        let answer = question(&mut |progress: Progress| {
            watch(progress)?;
            gives_up = progress.done - begun >= limit;
            if gives_up {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match answer {
            Err(ProveError::Stopped) if gives_up => Ok(None),
            answer => answer.map(Some),
        }
    }

    fn is_worth(
        &self,
        value: Value,
        state: G::State,
        period: u64,
        watch: ProofWatch<'_>,
    ) -> Result<bool, ProveError> {
        let least = match value {
            Value::Loss => return Ok(true),
            Value::Draw => 0,
            Value::Win => 1,
        };
        let mut window = self.window(state)?;
        self.ask(state, least, &mut window, period, watch)?;
        Ok(window.lower >= least)
    }

    /// Proves the value of a state.
    ///
    /// # Errors
    /// Fails in the same cases as [`is_at_least`](Self::is_at_least).
    pub fn value(&self, state: G::State, watch: ProofWatch<'_>) -> Result<Value, ProveError> {
        Ok(value(self.value_window(state, watch)?.lower))
    }

    /// Proves the value of a state and, unless the value is a draw, the distance. This takes longer
    /// than to prove the value alone.
    ///
    /// # Errors
    /// Fails in the same cases as [`is_at_least`](Self::is_at_least).
    pub fn score(&self, state: G::State, watch: ProofWatch<'_>) -> Result<Proof, ProveError> {
        let mut window = self.value_window(state, watch)?;
        while window.lower < window.upper {
            let middle = window.lower + (window.upper - window.lower + 1) / 2;
            self.ask(state, middle, &mut window, PERIOD, watch)?;
        }
        Ok(Proof {
            value: value(window.lower),
            distance: distance(window.lower),
        })
    }

    /// Returns a range that contains the score of a state. All scores in this range have the same
    /// value: win, draw or loss. This takes at most two searches.
    fn value_window(
        &self,
        state: G::State,
        watch: ProofWatch<'_>,
    ) -> Result<ScoreWindow, ProveError> {
        let mut window = self.window(state)?;
        for least in [1, 0] {
            self.ask(state, least, &mut window, PERIOD, watch)?;
        }
        Ok(window)
    }

    /// Returns a range that contains the score of a state. The range follows from the rules alone,
    /// without a search.
    fn window(&self, state: G::State) -> Result<ScoreWindow, ProveError> {
        let game = &self.game;
        if game.is_loopy() {
            return Err(ProveError::Loopy);
        }
        declared(game).map_err(|fault| {
            let route = Route::new(game, state, [].into(), state);
            ProveError::Rules(Finding { fault, route })
        })?;
        // Some games have an outlook only for states that are not over.
        let outlook = match game.outcome(state) {
            Some(value) => Outlook::Known(Score::finished(value)),
            None => game.outlook(state),
        };
        let (least, most) = match outlook {
            Outlook::Known(score) => (score, score),
            Outlook::Open { least, most, .. } => (least, most),
        };
        let (lower, upper) = (bound(least), bound(most));
        Ok(ScoreWindow { lower, upper })
    }

    /// Finds out whether the score of a state is at least `least`. Narrows `window`, the range in
    /// which the score lies, by the answer.
    fn ask(
        &self,
        state: G::State,
        least: Bound,
        window: &mut ScoreWindow,
        period: u64,
        watch: ProofWatch<'_>,
    ) -> Result<(), ProveError> {
        if window.lower >= least || window.upper < least {
            return Ok(());
        }
        let answer = self.search(state, least, period, watch)?;
        if answer >= least {
            window.lower = window.lower.max(answer);
        } else {
            window.upper = window.upper.min(answer);
        }
        Ok(())
    }

    fn search(
        &self,
        state: G::State,
        least: Bound,
        period: u64,
        watch: ProofWatch<'_>,
    ) -> Result<Bound, ProveError> {
        let is_over = AtomicBool::new(false);
        let count = |nodes| {
            self.nodes.fetch_add(nodes, Ordering::Relaxed);
            !is_over.load(Ordering::Relaxed)
        };
        let watched = &mut |nodes| {
            let goes_on = count(nodes);
            watch(Progress::of_states(Phase::Proving, self.nodes(), 0)).is_continue() && goes_on
        };
        #[cfg(feature = "std")]
        if self.threads > 1 {
            let busy = Busy::new();
            let answer = first_answer(
                self.threads - 1,
                &is_over,
                &|| {
                    self.searcher(&busy, PERIOD)
                        .ask(state, least, &mut |nodes| count(nodes))
                },
                &mut || self.searcher(&busy, period).ask(state, least, watched),
            );
            return answer.map_err(ProveError::from);
        }
        let busy = Busy::default();
        let answer = self.searcher(&busy, period).ask(state, least, watched);
        answer.map_err(ProveError::from)
    }

    fn searcher<'s>(&'s self, busy: &'s Busy, period: u64) -> ProofSearch<'s, G> {
        let shared = Shared {
            game: &self.game,
            table: &self.table,
            busy,
        };
        ProofSearch::new(shared, period)
    }
}

/// Searches with this thread and with `others` other threads, and returns the first answer.
#[cfg(feature = "std")]
fn first_answer(
    others: usize,
    is_over: &AtomicBool,
    search: &(dyn Fn() -> Result<Bound, Halt> + Sync),
    own: &mut dyn FnMut() -> Result<Bound, Halt>,
) -> Result<Bound, Halt> {
    let answers = Mutex::new(Vec::new());
    let put = |answer| {
        let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.push(answer);
    };
    let work = || {
        let _over = StopOthers(is_over);
        put(search());
    };
    let mut own_answer = Err(Halt::Stopped);
    beside(others, &work, &mut |_| {
        let _over = StopOthers(is_over);
        own_answer = own();
    });
    let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    while let (Err(Halt::Stopped), Some(answer)) = (&own_answer, answers.pop()) {
        own_answer = answer;
    }
    own_answer
}

/// A guard that tells the other threads to stop when its own thread ends, even by a panic.
#[cfg(feature = "std")]
struct StopOthers<'a>(&'a AtomicBool);

#[cfg(feature = "std")]
impl Drop for StopOthers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<G> fmt::Debug for Prover<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover")
            .field("bytes", &self.table.bytes())
            .field("threads", &self.threads)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}
