//! Forecasts the size of a game, and the memory that solving the game will take.

mod certainty;
mod effort;
mod survey;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::table::{Layout, RecordCounts, TableHeader, width_of};
pub use certainty::Certainty;
pub use effort::Effort;
use perfectplay_core::solve::SolveError;
use perfectplay_core::{Game, Score};
pub use survey::TierForecast;
use survey::{Survey, Surveyed};

/// The forecast size of a game, and the forecast cost of solving it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forecast {
    /// The number of reachable states.
    pub states: u64,
    /// How reliable the number of states is.
    pub certainty: Certainty,
    /// The total number of legal moves of all states.
    pub moves: u64,
    /// The bytes of memory that [`solve`](crate::solve()) needs, in addition to the few megabytes
    /// that any program takes. If the number of states is exact, the forecast of the memory is
    /// right within a factor of two.
    pub memory: u64,
    /// The size of the game's table in bytes.
    pub table: u64,
}

/// Forecasts the size of a game. It counts the states. If the game has tiers, and more states than
/// `effort` allows to enumerate, the number of states is estimated from a sample.
///
/// ```
/// use perfectplay::forecast;
/// use perfectplay::forecast::{Certainty, Effort};
/// use perfectplay::tictactoe::TicTacToe;
///
/// let all = forecast(&TicTacToe, Effort::default())?;
/// assert_eq!((all.states, all.certainty), (5478, Certainty::Exact));
///
/// let some = forecast(&TicTacToe, Effort { states: 1000, seed: 0 })?;
/// assert_eq!(some.certainty, Certainty::AtLeast); // its rules define no tiers
/// assert!((1001..5478).contains(&some.states));
/// # Ok::<(), perfectplay::solve::SolveError>(())
/// ```
///
/// # Errors
/// Fails when [`solve`](crate::solve()) would fail because of a fault in one of the examined
/// states.
pub fn forecast<G: Game>(game: &G, effort: Effort) -> Result<Forecast, SolveError> {
    Ok(forecast_tiers(game, effort, |_| ControlFlow::Continue(()))?.0)
}

/// Does the same as [`forecast`]. Also returns a forecast of each tier that contains any states, in
/// the order of the tiers. The list is empty if the game has no tiers, or if states may repeat.
/// Apart from rounding, the number of states of the game is the sum over all tiers. Calls `watch`
/// many times a second with the number of states found so far.
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
/// Fails in the same cases as [`forecast`], and with [`SolveError::Stopped`] when `watch` returns
/// `Break`.
pub fn forecast_tiers<G: Game>(
    game: &G,
    effort: Effort,
    mut watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(Forecast, Vec<TierForecast>), SolveError> {
    let (surveyed, tiers) = Survey::survey(game, effort, &mut watch)?;
    let forecast = Forecast {
        states: surveyed.states as u64,
        certainty: surveyed.certainty,
        moves: surveyed.moves as u64,
        memory: memory(game, &surveyed),
        table: table(game, &surveyed),
    };
    Ok((forecast, tiers))
}

/// The bytes of memory that a solution needs for each tier, in addition to the tier's states. These
/// bytes hold the tier's description, and the minimum allocations of the tier's three vectors. The
/// figure was measured on 64-bit Linux, in a game of a million tiers of one state each.
const TIER: f64 = 192.0;

/// Returns the approximate memory that the solver needs for a game, in bytes. If the number of
/// states is exact, the result is right within a factor of two. `crates/cli/tests/forecast.rs`
/// measures the memory.
fn memory<G: Game>(game: &G, surveyed: &Surveyed) -> u64 {
    let state = game.state_bytes() as f64;
    let score = size_of::<Score>() as f64;
    // The nodes of a B-tree are two thirds full.
    let entry = |value: f64| 1.5 * (size_of::<u64>() as f64 + value);
    let &Surveyed { states, moves, .. } = surveyed;
    let bytes = if game.is_loopy() {
        // A state takes an entry in the map from keys to numbers, the state itself, and lists of
        // moves. Each move is in two lists: that of the state before the move, and that of the
        // state after it.
        states * (entry(4.0) + state + 6.0 * 8.0) + moves * 2.0 * 4.0
    } else {
        let has_tiers = game.tier(game.start()).is_some();
        let tiers = if has_tiers { surveyed.depth } else { 1 };
        states * (entry(8.0) + 1.5 * (state + 2.0 * score) + 24.0 + 2.0 * (state + score))
            + f64::from(tiers) * TIER
    };
    bytes as u64
}

/// Returns the approximate size of a game's table in bytes.
fn table<G: Game>(game: &G, surveyed: &Surveyed) -> u64 {
    /// The assumed mean number of states that share one record of the table. The actual mean ranges
    /// from one state in nim to hundreds of states in Connect Four.
    const ALIKE: u32 = 4;
    // A table holds fewer than 2^32 states. For a larger game, assume the same number of bytes for
    // each state as in the largest table.
    let counted = (surveyed.states as u64).clamp(1, u32::MAX.into()) as u32;
    let header = TableHeader {
        layout: Layout {
            moves: game.move_count(),
            distance_bits: width_of(surveyed.depth.into()),
            masks: 0,
        },
        key_bits: width_of(surveyed.greatest_key | 1),
        states: counted,
        counts: RecordCounts {
            wins: counted.div_ceil(ALIKE),
            ..RecordCounts::default()
        },
        multiplier: 1,
        fingerprint: 0,
        name: "",
    };
    (header.parts().end as f64 * surveyed.states / f64::from(counted)) as u64
}
