//! The common parts of games in which pieces only go ahead: those of X up, those of O down.

use super::pieces::{Pieces, cells};
use crate::board::Board;
use crate::kernel::Player;

/// The cell with rows counted from the player's first; and from there back again.
#[inline]
pub(super) const fn seen_by(board: Board, player: Player, cell: u8) -> u8 {
    let (row, column) = board.place(cell);
    match player {
        Player::First => (board.rows - 1 - row) * board.columns + column,
        Player::Second => cell,
    }
}

/// The mask of this many rows, those that are farthest from the player.
#[inline]
pub(super) const fn last_rows(board: Board, player: Player, rows: u8) -> u32 {
    let top = (1 << (board.columns * rows)) - 1;
    match player {
        Player::First => top,
        Player::Second => top << (board.columns * (board.rows - rows)),
    }
}

/// A tier: the fewer rows all pieces on the board have left to go, the later. A move takes
/// away one of these rows, and a capture also those of the captured piece.
#[inline]
pub(super) fn tier(board: Board, state: Pieces) -> u32 {
    let left = |player| {
        let rows_behind = move |cell| board.place(seen_by(board, player, cell)).0;
        let rows = cells(state.held_by(player)).map(rows_behind);
        rows.map(|row| u32::from(board.rows - 1 - row)).sum::<u32>()
    };
    let most = u32::from(board.cells()) * u32::from(board.rows);
    most - left(Player::First) - left(Player::Second)
}

/// The cell in the mirror that exchanges left and right.
#[inline]
pub(super) const fn mirrored(board: Board, cell: u8) -> u8 {
    let (row, column) = board.place(cell);
    (row + 1) * board.columns - 1 - column
}
