//! A heuristic player that avoids forks.

use core::convert::Infallible;

use super::cells::{CENTRE, CORNERS};
use crate::strategy::Strategy;
use perfectplay_core::tictactoe::State;
use perfectplay_core::{Move, Moves, Player};

/// A player that wins at once if it can, otherwise blocks at once if it must, and
/// otherwise avoids forks.
///
/// 1. If the only mark on the board is the opponent's: any corner if it is in the centre,
///    the centre if it is in a corner, and corner 0, 6, 2 or 6 if it is on edge 1, 3, 5
///    or 7.
/// 2. Otherwise the first cell that completes a line of its own;
/// 3. otherwise the first cell that would complete a line of the opponent's;
/// 4. otherwise the first *safe* cell;
/// 5. otherwise any empty cell.
///
/// A cell is safe if one of these holds once the player has marked it:
/// - The mark threatens a line, and after the opponent has blocked it (the first such
///   line, if there are several) the opponent has at most one cell to win in.
/// - The mark threatens no line, and no reply leaves the opponent two cells to win in.
///
/// The rules were made for the second player. The player can be beaten on either side; the
/// audit shows how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapAvoider {
    /// The rules as they were published: a cell that threatens a line but is not safe
    /// keeps its mark while the next cells are examined.
    Published,
    /// Every cell is examined on the board as it is.
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

/// Returns the number of cells that would complete a line of the opponent of `own`.
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
            return Ok(Self::first_reply(state.occupied_cells()));
        }
        Ok(state
            .completing(own)
            .first()
            .or_else(|| state.completing(own.other()).first())
            .or_else(|| self.first_safe(state, own))
            .map_or(state.empty(), Moves::from))
    }
}
