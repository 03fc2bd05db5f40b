//! Strategies: for a state, the set of moves that a player may choose; and two players
//! by rules of thumb, kept as yardsticks for the audit.

use crate::game::{Move, Moves};
use crate::games::tictactoe::{Line, Player, State};

/// A way to play: what a player may choose in each state.
///
/// Only the state counts, not how the game came to it. The levels of play are
/// strategies, and so are the players of this module; [`audit`](crate::audit()) plays
/// any of them against every reply. The states are those of tic-tac-toe, unless another
/// game's are named: `impl Strategy<u32> for …`.
///
/// ```
/// use perfectplay::{Moves, State, Strategy};
///
/// /// Plays in the first empty cell.
/// struct InOrder;
///
/// impl Strategy for InOrder {
///     fn choices(&self, state: State) -> Moves {
///         state.legal().first().map_or(Moves::EMPTY, Moves::from)
///     }
/// }
/// ```
pub trait Strategy<S: Copy = State> {
    /// The moves that the player may choose: one at least, and legal ones only, for
    /// every state that goes on; none when the game is over.
    fn choices(&self, state: S) -> Moves;

    /// How likely the player is to choose the move, `0.0..=1.0`; the same for each of
    /// the choices, unless a strategy says otherwise.
    fn probability(&self, state: S, mv: Move) -> f64 {
        let choices = self.choices(state);
        if choices.contains(mv) {
            1.0 / f64::from(choices.len())
        } else {
            0.0
        }
    }
}

impl<S: Copy, P: Strategy<S> + ?Sized> Strategy<S> for &P {
    fn choices(&self, state: S) -> Moves {
        (**self).choices(state)
    }

    fn probability(&self, state: S, mv: Move) -> f64 {
        (**self).probability(state, mv)
    }
}

/// The corner cells.
const CORNERS: Moves = Moves::from_bits(0b101_000_101);
/// The centre cell.
const CENTRE: Moves = Moves::from_bits(0b000_010_000);

/// A player who wins at once, blocks at once, and else avoids being forked.
///
/// 1. With one mark on the board, the opponent's: in the centre, any corner; in a corner,
///    the centre; on the edges 1, 3, 5, 7 the corners 0, 6, 2, 6.
/// 2. Else the first cell that finishes an own line;
/// 3. else the first cell that would finish one of the opponent's;
/// 4. else the first *safe* cell;
/// 5. else any empty cell.
///
/// A cell is safe if, with the own mark in it, one of these holds:
/// - It threatens a line, and when the opponent has blocked that (the first such line,
///   of more) the opponent has at most one cell to win in.
/// - It threatens none, and no reply leaves the opponent two cells to win in.
///
/// Made for the second player, and beaten as either; the audit tells how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapAvoider {
    /// As it was published: a cell that threatens a line and is not safe keeps its mark
    /// while the cells after it are judged.
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

impl Strategy for TrapAvoider {
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

/// A player who wins at once, blocks at once, and else likes the centre and opposite
/// corners. Lines are taken in their order: rows, columns, 0-4-8, 2-4-6.
///
/// 1. The empty cell of the first line that lacks just that cell and that the opponent
///    has not touched;
/// 2. else that of the first such line of the opponent;
/// 3. else the centre;
/// 4. else, if the opponent holds both ends of a diagonal, the edge 1, or 7;
/// 5. else either of two opposite corners that are both empty, 0 and 8 before 2 and 6;
/// 6. else the first empty cell of the first line that has one and that the opponent
///    has not touched, or the first empty cell at all.
///
/// Beaten as the second player; the audit tells how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CornerFirst;

impl Strategy for CornerFirst {
    fn choices(&self, state: State) -> Moves {
        const DIAGONALS: [Moves; 2] = [
            Moves::from_bits(0b100_000_001),
            Moves::from_bits(0b001_000_100),
        ];
        const EDGES: [Moves; 2] = [
            Moves::from_bits(0b000_000_010),
            Moves::from_bits(0b010_000_000),
        ];
        if state.status().is_over() {
            return Moves::EMPTY;
        }
        let own = state.to_move();
        let empty = state.empty();
        let theirs = Moves::from_bits(state.held_by(own.other()).into());
        let at_hand = |player| {
            state
                .completions(player)
                .map(|(_, cell)| cell.into())
                .next()
        };
        let edge = || {
            DIAGONALS
                .into_iter()
                .any(|ends| ends.is_subset(theirs))
                .then_some(EDGES)
                .and_then(|edges| edges.into_iter().find(|edge| edge.is_subset(empty)))
        };
        let untouched = || {
            Line::all()
                .filter(|line| (line.moves() & theirs).is_empty())
                .map(|line| line.moves() & empty)
                .chain([empty])
                .find_map(Moves::first)
                .map_or(Moves::EMPTY, Moves::from)
        };
        at_hand(own)
            .or_else(|| at_hand(own.other()))
            .or_else(|| CENTRE.is_subset(empty).then_some(CENTRE))
            .or_else(edge)
            .or_else(|| DIAGONALS.into_iter().find(|ends| ends.is_subset(empty)))
            .unwrap_or_else(untouched)
    }
}
