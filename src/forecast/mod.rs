//! What solving a game will take, known before it is solved.

mod advice;
mod certainty;
mod cost;
mod effort;
mod survey;

use core::time::Duration;

use crate::kernel::Game;
use crate::kernel::solve::SolveError;

pub use advice::Advice;
pub use certainty::Certainty;
pub use effort::Effort;
use survey::Survey;

/// What solving a game will take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// How many states are reachable.
    pub states: u64,
    /// What this number is worth.
    pub certainty: Certainty,
    /// How many moves the states have together.
    pub moves: u64,
    /// How many of them the forecast has played.
    pub played: u64,
    /// How many bytes of memory [`solve`](crate::solve()) takes.
    pub memory: u64,
    /// How many bytes the table takes.
    pub table: u64,
}

impl Forecast {
    /// The most states that are advised to be a map in source: its compiler takes
    /// seconds from there on.
    pub const MAP_STATES: u64 = 50_000;

    /// The largest table that a program is advised to carry, in bytes.
    pub const BAKED_BYTES: u64 = 32 << 20;

    /// What to do with the game.
    #[must_use]
    pub const fn advice(&self) -> Advice {
        if self.states <= Self::MAP_STATES {
            Advice::Map
        } else if self.table <= Self::BAKED_BYTES {
            Advice::Bytes
        } else if self.states <= u32::MAX as u64 {
            Advice::File
        } else {
            Advice::TooLarge
        }
    }

    /// About how long it takes to solve the game, if the forecast took `elapsed`: who has
    /// a clock tells, since this library has none.
    #[must_use]
    pub fn time(&self, elapsed: Duration) -> Duration {
        let moves = self.moves as f64 / self.played.max(1) as f64;
        let seconds = elapsed.as_secs_f64() * moves * SOLVER_PACE;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// Forecasts what it takes to solve a game, by a sample of its states.
///
/// ```
/// use perfectplay::{Advice, Certainty, Effort, forecast, tictactoe::TicTacToe};
///
/// let all = forecast(&TicTacToe, Effort::default())?;
/// assert_eq!((all.states, all.certainty), (5478, Certainty::Exact));
/// assert_eq!(all.advice(), Advice::Map);
///
/// let some = forecast(&TicTacToe, Effort { states: 1000, seed: 0 })?;
/// assert_eq!(some.certainty, Certainty::Rough); // its rules tell no tiers
/// assert!((2739..=10956).contains(&some.states));
/// # Ok::<(), perfectplay::SolveError>(())
/// ```
///
/// # Errors
/// As [`solve`](crate::solve()), for what is wrong with the states that it looks at.
pub fn forecast<G: Game>(game: &G, effort: Effort) -> Result<Forecast, SolveError> {
    let surveyed = Survey::of(game, effort)?;
    Ok(Forecast {
        states: surveyed.states as u64,
        certainty: surveyed.certainty,
        moves: surveyed.moves as u64,
        played: surveyed.played,
        memory: cost::memory(game, &surveyed),
        table: cost::table(game, &surveyed),
    })
}

/// How many times as long as the forecast a solver takes for a move.
const SOLVER_PACE: f64 = 2.0;
