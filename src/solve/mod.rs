//! The solvers: from rules to what every reachable state is worth.
//!
//! [`solve`] takes the one that fits what the game says of itself:
//!
//! | the game | solver |
//! | --- | --- |
//! | [may repeat](Game::may_repeat) states | [`retrograde`]: backwards from the ends |
//! | has [tiers](Game::tier) | [`by_tiers`]: forwards tier by tier, and back |
//! | promises nothing | [`depth_first`]: along every line of play, each state once |
//!
//! All of them find the same, where they can be used at all.

mod depth_first;
mod error;
mod layers;
mod retrograde;
mod solution;
mod tiers;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::game::{Game, MOVE_LIMIT, Move, Moves};

pub use depth_first::depth_first;
pub use error::{Fault, SolveError};
pub(crate) use layers::Layers;
pub use retrograde::retrograde;
pub use solution::Solution;
pub use tiers::by_tiers;

/// Solves a game: finds every state that some game from a start passes through, and what
/// it is worth.
///
/// ```
/// use perfectplay::{Value, solve, tictactoe::TicTacToe};
///
/// let solution = solve(&TicTacToe)?;
/// assert_eq!(solution.len(), 5478);
/// assert_eq!(solution.start().value, Value::Draw);
/// # Ok::<(), perfectplay::SolveError>(())
/// ```
///
/// # Errors
/// When the rules are not those of a finite game with at most 64 moves and one key a
/// state, or are not what the game says of them; see [`Fault`].
pub fn solve<G: Game>(game: &G) -> Result<Solution<'_, G>, SolveError> {
    solve_watched(game, |_| ControlFlow::Continue(()))
}

/// [`solve`] that tells how far it is, many times a second, and can be stopped.
///
/// # Errors
/// As [`solve`]; and [`Fault::Stopped`] soon after `watch` has told to break.
pub fn solve_watched<'g, G: Game>(
    game: &'g G,
    watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Solution<'g, G>, SolveError> {
    if game.may_repeat() {
        retrograde(game, watch)
    } else if game.tier(game.start()).is_some() {
        by_tiers(game, watch)
    } else {
        depth_first(game, watch)
    }
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// States found so far.
    pub found: u64,
    /// States of which is known what they are worth.
    pub solved: u64,
    /// Whether there are no more to be found, so that `found` is what is to be solved.
    pub all_found: bool,
}

/// Tells about progress, now and then.
struct Watcher<F> {
    watch: F,
    progress: Progress,
    since_told: u32,
}

impl<F: FnMut(Progress) -> ControlFlow<()>> Watcher<F> {
    /// How many steps there are between two reports: a few milliseconds.
    const PERIOD: u32 = 1 << 12;

    fn new(watch: F) -> Self {
        Self {
            watch,
            progress: Progress::default(),
            since_told: 0,
        }
    }

    fn found(&mut self, states: usize) -> Result<(), Fault> {
        self.progress.found += states as u64;
        self.step()
    }

    fn solved(&mut self) -> Result<(), Fault> {
        self.progress.solved += 1;
        self.step()
    }

    fn all_found(&mut self) {
        self.progress.all_found = true;
    }

    fn step(&mut self) -> Result<(), Fault> {
        self.since_told += 1;
        if self.since_told < Self::PERIOD {
            return Ok(());
        }
        self.since_told = 0;
        match (self.watch)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Fault::Stopped),
        }
    }
}

/// The moves that a game declares.
pub(crate) fn declared<G: Game>(game: &G) -> Result<Moves, Fault> {
    let found = game.move_count();
    if found > MOVE_LIMIT {
        return Err(Fault::MoveCount { found });
    }
    Ok(Moves::first_n(found))
}

/// The legal moves of a state that goes on, if they are what they should be.
pub(crate) fn legal<G: Game>(game: &G, state: G::State, declared: Moves) -> Result<Moves, Fault> {
    let legal = game.legal(state);
    if legal.is_empty() {
        return Err(Fault::NoMoves);
    }
    if !legal.is_subset(declared) {
        return Err(Fault::UnknownMoves {
            found: legal - declared,
        });
    }
    Ok(legal)
}

/// What went wrong, and where.
pub(crate) struct Halt<S> {
    pub(crate) fault: Fault,
    pub(crate) start: S,
    /// The moves from the start to the state.
    pub(crate) moves: Vec<Move>,
    pub(crate) state: S,
}

impl<S: Copy + Eq> Halt<S> {
    /// At a start, or nowhere in particular.
    pub(crate) fn at(state: S, fault: Fault) -> Self {
        Self {
            fault,
            start: state,
            moves: Vec::new(),
            state,
        }
    }

    /// In a state that these moves lead to from one of the starts.
    pub(crate) fn after<G: Game<State = S>>(
        game: &G,
        moves: Vec<Move>,
        state: S,
        fault: Fault,
    ) -> Self {
        let start = game
            .starts()
            .find(|&start| leads(game, start, &moves, state));
        Self {
            fault,
            start: start.unwrap_or_else(|| game.start()),
            moves,
            state,
        }
    }
}

/// Whether moves can be played from a state, and lead to another.
fn leads<G: Game>(game: &G, from: G::State, moves: &[Move], to: G::State) -> bool {
    let mut state = from;
    for &mv in moves {
        if game.outcome(state).is_some() || !game.legal(state).contains(mv) {
            return false;
        }
        state = game.play(state, mv);
    }
    state == to
}
