//! The cells that heuristic players prefer.

use perfectplay_core::Moves;

/// The corner cells.
pub(super) const CORNERS: Moves = Moves::from_bits(0b101_000_101);
/// The centre cell.
pub(super) const CENTRE: Moves = Moves::from_bits(0b000_010_000);
