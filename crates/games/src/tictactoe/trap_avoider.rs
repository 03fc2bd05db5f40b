//! A heuristic player that avoids forks.

use core::convert::Infallible;

use perfectplay::level::Strategy;
use perfectplay::tictactoe::State;
use perfectplay::{Move, Moves, Player};

use super::corner_first::CENTRE;

const CORNERS: Moves = Moves::from_bits(0b101_000_101);

/// A player that wins at once if it can. Otherwise it blocks at once if it must. Otherwise it
/// avoids forks. It plays by the first of these rules that applies:
///
/// 1. If the only mark on the board is the opponent's, answer it by a fixed reply. The reply to the
///    centre is any corner, and the reply to a corner is the centre. The reply to edge 1 is corner
///    0, the reply to edge 3 or 7 is corner 6, and the reply to edge 5 is corner 2.
/// 2. Mark the first cell that completes a line of the player.
/// 3. Mark the first cell that would complete a line of the opponent.
/// 4. Mark the first *safe* cell.
/// 5. Mark any empty cell.
///
/// A cell is safe if one of these is true after the player has marked it:
/// - The mark threatens to complete a line, or several lines. After the opponent blocks the first
///   of the threatened lines, there is at most one cell where the opponent can win.
/// - The mark threatens no line, and after each reply there is at most one cell where the opponent
///   can win.
///
/// The rules were made for the second player. A player who follows these rules can be beaten,
/// whether it moves first or second. An audit shows how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapAvoider {
    /// The rules as they were published, with a mistake. To test whether a cell is safe, the player
    /// puts a mark there on trial. If this mark threatens a line but the cell is not safe, the mark
    /// stays on the board while the player tests the next cells.
    Published,
    /// The corrected rules. After each test of a cell, the player removes the mark from this cell.
    Corrected,
}

impl TrapAvoider {
    fn first_reply(opponent: Moves) -> Moves {
        const BY_EDGE: [(u64, u64); 4] = [(1, 0), (3, 6), (5, 2), (7, 6)];
        if opponent == CENTRE {
            CORNERS
        } else if opponent.is_subset(CORNERS) {
            CENTRE
        } else {
            BY_EDGE
                .into_iter()
                .filter(|(edge, _)| opponent.bits() == 1 << edge)
                .fold(Moves::EMPTY, |reply, (_, corner)| {
                    reply | Moves::from_bits(1 << corner)
                })
        }
    }

    fn first_safe(self, state: State, own: Player) -> Option<Move> {
        let mut board = state;
        state.empty().iter().find(|candidate| {
            let marked = board.with(own, candidate.index());
            let threat = marked.completions(own).next();
            let safe = match threat {
                Some((_, block)) => wins_at_hand(marked.with(own.other(), block.index()), own) < 2,
                None => marked
                    .empty()
                    .iter()
                    .all(|reply| wins_at_hand(marked.with(own.other(), reply.index()), own) < 2),
            };
            if !safe && threat.is_some() && self == Self::Published {
                board = marked;
            }
            safe
        })
    }
}

/// Returns the number of cells in which the opponent of `own` would complete a line.
const fn wins_at_hand(state: State, own: Player) -> u32 {
    state.completing(own.other()).len()
}

impl Strategy<State> for TrapAvoider {
    type Error = Infallible;

    fn choices(&self, state: State) -> Result<Moves, Infallible> {
        if state.status().is_over() {
            return Ok(Moves::EMPTY);
        }
        let own = state.to_move();
        if state.marks() == 1 {
            return Ok(Self::first_reply(Moves::from_bits(state.occupied().into())));
        }
        Ok(state
            .completing(own)
            .first()
            .or_else(|| state.completing(own.other()).first())
            .or_else(|| self.first_safe(state, own))
            .map_or(state.empty(), Moves::from))
    }
}
