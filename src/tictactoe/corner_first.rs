//! A player by rules of thumb that prefers corners.

use super::{CENTRE, Line, State};
use crate::kernel::Moves;
use crate::strategy::Strategy;

/// A player that wins at once, else blocks at once, and else prefers the centre and
/// opposite corners. Lines are taken in their order: rows, columns, 0-4-8, 2-4-6.
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
/// It can be beaten as the second player; the audit shows how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CornerFirst;

impl Strategy<State> for CornerFirst {
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
