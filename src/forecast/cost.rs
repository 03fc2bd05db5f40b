//! The cost of a game of a known size: the memory for solving it, and the size of its table.

use super::survey::Surveyed;
use crate::table::{Counts, Header, Layout, width_of};
use perfectplay_core::{Game, Score};

/// Returns the approximate memory that the solver needs for a game, in bytes. It is right
/// within a factor of two if the number of states is exact. `crates/cli/tests/forecast.rs` measures
/// it.
pub(super) fn memory<G: Game>(game: &G, surveyed: &Surveyed) -> u64 {
    let state = game.state_bytes() as f64;
    let score = size_of::<Score>() as f64;
    // The nodes of a B-tree are two thirds full.
    let entry = |value: f64| 1.5 * (size_of::<u64>() as f64 + value);
    let &Surveyed { states, moves, .. } = surveyed;
    let bytes = if game.is_loopy() {
        // Each state has a number by key, the state itself, and lists of moves. Each move has
        // two ends.
        states * (entry(4.0) + state + 6.0 * 8.0) + moves * 2.0 * 4.0
    } else {
        states * (entry(8.0) + 1.5 * (state + 2.0 * score) + 24.0 + 2.0 * (state + score))
    };
    bytes as u64
}

/// Returns the approximate size of a game's win/draw/loss table in bytes.
pub(super) fn values<G: Game>(game: &G, surveyed: &Surveyed) -> Option<u64> {
    /// One value in three takes one bit and the others take two; the layout adds an eighth.
    const BITS: f64 = 5.0 / 3.0 * 9.0 / 8.0;
    let [even, odd] = surveyed.undecided;
    let kept = if surveyed.alternating {
        even.min(odd)
    } else {
        even + odd
    };
    (!game.is_loopy()).then_some((kept * BITS / 8.0) as u64)
}

/// Returns the approximate size of a game's table in bytes.
pub(super) fn table<G: Game>(game: &G, surveyed: &Surveyed) -> u64 {
    /// The number of states that share a record. It ranges from one in nim to hundreds in
    /// Connect Four.
    const ALIKE: u32 = 4;
    // A table holds fewer than 2^32 states. For a larger game, the same number of bytes per
    // state is assumed.
    let counted = (surveyed.states as u64).clamp(1, u32::MAX.into()) as u32;
    let header = Header {
        layout: Layout {
            moves: game.move_count(),
            distance_bits: width_of(surveyed.depth.into()),
            masks: 0,
        },
        key_bits: width_of(surveyed.greatest_key | 1),
        states: counted,
        counts: Counts {
            wins: counted.div_ceil(ALIKE),
            ..Counts::default()
        },
        multiplier: 1,
        fingerprint: 0,
        name: "",
    };
    (header.parts().end as f64 * surveyed.states / f64::from(counted)) as u64
}
