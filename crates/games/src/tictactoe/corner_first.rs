//! A heuristic player that prefers corners.

use core::convert::Infallible;

use perfectplay::Moves;
use perfectplay::level::Strategy;
use perfectplay::tictactoe::{Line, State};

pub(super) const CENTRE: Moves = Moves::from_bits(0b000_010_000);

/// A player that wins at once if it can. If it cannot win at once, it blocks a line of the opponent
/// if it must. Otherwise, it prefers the centre and opposite corners. It examines the lines in this
/// order: the rows, the columns, the diagonal 0-4-8, the diagonal 2-4-6. The player marks the first
/// cell in the following list that exists:
///
/// 1. The empty cell of the first line whose other two cells hold marks of the player.
/// 2. The empty cell of the first line whose other two cells hold marks of the opponent.
/// 3. The centre.
/// 4. Edge 1, or else edge 7, if the opponent holds both ends of a diagonal.
/// 5. One of two opposite corners, if both are empty. Corners 0 and 8 come before corners 2 and 6.
/// 6. The first empty cell of the first line that has an empty cell and no cell of the opponent. If
///    every line is full or has a cell of the opponent, the first empty cell of the board.
///
/// The player can be beaten if it moves second. An audit shows how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CornerFirst;

impl Strategy<State> for CornerFirst {
    type Error = Infallible;

    fn choices(&self, state: State) -> Result<Moves, Infallible> {
        const DIAGONALS: [Moves; 2] = [
            Moves::from_bits(0b100_000_001),
            Moves::from_bits(0b001_000_100),
        ];
        const EDGES: [Moves; 2] = [
            Moves::from_bits(0b000_000_010),
            Moves::from_bits(0b010_000_000),
        ];
        if state.status().is_over() {
            return Ok(Moves::EMPTY);
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
        Ok(at_hand(own)
            .or_else(|| at_hand(own.other()))
            .or_else(|| CENTRE.is_subset(empty).then_some(CENTRE))
            .or_else(edge)
            .or_else(|| DIAGONALS.into_iter().find(|ends| ends.is_subset(empty)))
            .unwrap_or_else(untouched))
    }
}
