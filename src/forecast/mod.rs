//! Estimates the cost of solving a game before it is solved.

mod advice;
mod certainty;
mod cost;
mod effort;
mod layers;
mod survey;

use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::time::Duration;

use perfectplay_core::Game;
use perfectplay_core::solve::SolveError;

pub use advice::Advice;
pub use certainty::Certainty;
pub use effort::Effort;
use survey::{Layer, Survey, Surveyed};

/// The cost of solving a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The number of reachable states.
    pub states: u64,
    /// How reliable that number is.
    pub certainty: Certainty,
    /// The number of moves of all states together.
    pub moves: u64,
    /// The number of moves that the forecast has played.
    pub played: u64,
    /// The memory that [`solve`](crate::solve()) needs, in bytes, besides the few megabytes of
    /// any program: within a factor of two, if the number of states is exact.
    pub memory: u64,
    /// The size of the table in bytes.
    pub table: u64,
    /// The size of a [`Wdl`](crate::Wdl) of the game in bytes, if all three values are equally
    /// frequent; otherwise it is up to a third less. `None` if the game cannot have one,
    /// because states may repeat.
    pub values: Option<u64>,
}

impl Forecast {
    fn new<G: Game>(game: &G, surveyed: &Surveyed) -> Self {
        Self {
            states: surveyed.states as u64,
            certainty: surveyed.certainty,
            moves: surveyed.moves as u64,
            played: surveyed.played,
            memory: cost::memory(game, surveyed),
            table: cost::table(game, surveyed),
            values: cost::values(game, surveyed),
        }
    }

    /// The size in bytes of the largest table that a program is advised to carry.
    pub const BAKED_BYTES: u64 = 32 << 20;

    /// Returns the recommended way to keep the game's table.
    #[must_use]
    pub const fn advice(&self) -> Advice {
        if self.table <= Self::BAKED_BYTES {
            Advice::Bake
        } else if self.states <= u32::MAX as u64 {
            Advice::File
        } else {
            Advice::TooLarge
        }
    }

    /// Returns the approximate time for solving the game. The caller measures `elapsed`, the
    /// time that the forecast took, because this library has no clock.
    #[must_use]
    pub fn time(&self, elapsed: Duration) -> Duration {
        let moves = self.moves as f64 / self.played.max(1) as f64;
        let seconds = elapsed.as_secs_f64() * moves * SOLVER_PACE;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// Forecasts the cost of solving a game from a sample of its states.
///
/// ```
/// use perfectplay::forecast::{Advice, Certainty, Effort};
/// use perfectplay::tictactoe::TicTacToe;
/// use perfectplay::forecast;
///
/// let all = forecast(&TicTacToe, Effort::default())?;
/// assert_eq!((all.states, all.certainty), (5478, Certainty::Exact));
/// assert_eq!(all.advice(), Advice::Bake);
///
/// let some = forecast(&TicTacToe, Effort { states: 1000, seed: 0 })?;
/// assert_eq!(some.certainty, Certainty::Rough); // its rules define no tiers
/// assert!((2739..=10956).contains(&some.states));
/// # Ok::<(), perfectplay::solve::SolveError>(())
/// ```
///
/// # Errors
/// As for [`solve`](crate::solve()), for faults in the examined states.
pub fn forecast<G: Game>(game: &G, effort: Effort) -> Result<Forecast, SolveError> {
    forecast_watched(game, effort, |_| ControlFlow::Continue(()))
}

/// Does the same as [`forecast`], reports after each layer what it has counted so far, and can
/// be stopped. After a stop, the number of states is a [lower bound](Certainty::AtLeast). So a
/// caller learns that a game is too large before its size is known.
///
/// ```
/// use core::ops::ControlFlow;
///
/// use perfectplay::forecast::{Certainty, Effort, forecast_watched};
/// use perfectplay::tictactoe::TicTacToe;
///
/// let enough = forecast_watched(&TicTacToe, Effort::default(), |so_far| {
///     if so_far.states > 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// })?;
/// assert_eq!(enough.certainty, Certainty::AtLeast);
/// assert!((1001..5478).contains(&enough.states));
/// # Ok::<(), perfectplay::solve::SolveError>(())
/// ```
///
/// # Errors
/// As for [`forecast`].
pub fn forecast_watched<G: Game>(
    game: &G,
    effort: Effort,
    mut watch: impl FnMut(&Forecast) -> ControlFlow<()>,
) -> Result<Forecast, SolveError> {
    Ok(surveyed(game, effort, &mut watch)?.0)
}

/// Surveys a game. The watcher is a trait object, so that this is compiled only once for each
/// game.
fn surveyed<G: Game>(
    game: &G,
    effort: Effort,
    watch: &mut dyn FnMut(&Forecast) -> ControlFlow<()>,
) -> Result<(Forecast, Vec<Layer>), SolveError> {
    let watch = &mut |so_far: &Surveyed| watch(&Forecast::new(game, so_far));
    let (surveyed, layers) = Survey::survey(game, effort, watch)?;
    Ok((Forecast::new(game, &surveyed), layers))
}

/// The forecast of one [tier](Game::tier).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierForecast {
    /// The number of the tier.
    pub tier: u32,
    /// The number of its reachable states.
    pub states: u64,
    /// The number of moves of these states together.
    pub moves: u64,
}

/// Forecasts a game, and each of its tiers that has states, in the order of their numbers.
/// There are no tiers if the game has none, or if states may repeat. The states of all tiers
/// add up to those of the game, up to rounding. `watch` is called with the counts so far,
/// and can stop the forecast, as in [`forecast_watched`].
///
/// ```
/// use core::ops::ControlFlow;
///
/// use perfectplay_games::{Listed, domineering::Domineering};
/// use perfectplay::forecast::{Effort, forecast_tiers};
///
/// let game = Domineering::with_parameters("3x3").expect("a board");
/// let (whole, tiers) = forecast_tiers(&game, Effort::default(), |_| ControlFlow::Continue(()))?;
/// // Each move covers two of nine cells.
/// assert_eq!(tiers.iter().map(|tier| tier.tier).collect::<Vec<_>>(), [0, 2, 4, 6, 8]);
/// assert_eq!(tiers.iter().map(|tier| tier.states).sum::<u64>(), whole.states);
/// # Ok::<(), perfectplay::solve::SolveError>(())
/// ```
///
/// # Errors
/// As for [`forecast`].
pub fn forecast_tiers<G: Game>(
    game: &G,
    effort: Effort,
    mut watch: impl FnMut(&Forecast) -> ControlFlow<()>,
) -> Result<(Forecast, Vec<TierForecast>), SolveError> {
    let (forecast, layers) = surveyed(game, effort, &mut watch)?;
    let tiers = layers.iter().map(|layer| TierForecast {
        tier: layer.number,
        states: layer.states as u64,
        moves: layer.moves as u64,
    });
    Ok((forecast, tiers.collect()))
}

/// The time that the solver takes for a move, relative to the forecast.
const SOLVER_PACE: f64 = 2.0;
