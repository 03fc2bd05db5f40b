//! A player by rules of thumb that avoids forks.

use super::{CENTRE, CORNERS, State};
use crate::kernel::{Move, Moves, Player};
use crate::strategy::Strategy;

/// A player that wins at once, else blocks at once, and else avoids forks.
///
/// 1. With one mark on the board, the opponent's: in the centre, any corner; in a corner,
///    the centre; on the edges 1, 3, 5, 7 the corners 0, 6, 2, 6.
/// 2. Else the first cell that finishes a line of its own;
/// 3. else the first cell that would finish one of the opponent's;
/// 4. else the first *safe* cell;
/// 5. else any empty cell.
///
/// A cell is safe if, with the player's mark in it, one of these holds:
/// - It threatens a line, and when the opponent has blocked that (the first such line,
///   of more) the opponent has at most one cell to win in.
/// - It threatens none, and no reply leaves the opponent two cells to win in.
///
/// It was made for the second player. It can be beaten as either; the audit shows how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapAvoider {
    /// As it was published: a cell that threatens a line but is not safe keeps its mark
    /// while the next cells are judged.
    Published,
    /// Every cell is judged on the board as it stands.
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

/// In how many cells the opponent of a player could finish a line.
const fn wins_at_hand(state: State, own: Player) -> u32 {
    state.completing(own.other()).len()
}

impl Strategy<State> for TrapAvoider {
    fn choices(&self, state: State) -> Moves {
        if state.status().is_over() {
            return Moves::EMPTY;
        }
        let own = state.to_move();
        if state.marks() == 1 {
            return Self::first_reply(state.occupied_cells());
        }
        state
            .completing(own)
            .first()
            .or_else(|| state.completing(own.other()).first())
            .or_else(|| self.first_safe(state, own))
            .map_or(state.empty(), Moves::from)
    }
}
