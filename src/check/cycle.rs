//! Whether a state comes back.

use alloc::vec;
use alloc::vec::Vec;

use crate::kernel::{Move, Moves};

/// How far the search has come with a state.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Untouched,
    /// On the way that is being looked at.
    Open,
    /// No cycle leads through it.
    Closed,
}

/// The number of a state that comes back, and the moves that bring it back. Of each state
/// `legal` has the moves to be tried, and `next` tells where one leads.
pub(super) fn cycle(
    legal: &[Option<Moves>],
    next: &dyn Fn(usize, Move) -> Option<usize>,
) -> Option<(usize, Vec<Move>)> {
    let moves = |number: usize| legal[number].unwrap_or_default().iter();
    let mut marks = vec![Mark::Untouched; legal.len()];
    for root in 0..legal.len() {
        if marks[root] == Mark::Closed {
            continue;
        }
        marks[root] = Mark::Open;
        // The states of the way, and the moves between them: an explicit stack, since a
        // way may be as long as the game has states.
        let mut way = vec![(root, moves(root))];
        let mut played: Vec<Move> = Vec::new();
        while let Some((number, rest)) = way.last_mut() {
            let Some(mv) = rest.next() else {
                marks[*number] = Mark::Closed;
                way.pop();
                played.pop();
                continue;
            };
            let Some(next) = next(*number, mv) else {
                continue;
            };
            match marks[next] {
                Mark::Closed => {}
                Mark::Untouched => {
                    marks[next] = Mark::Open;
                    way.push((next, moves(next)));
                    played.push(mv);
                }
                Mark::Open => {
                    let first = way.iter().position(|(number, _)| *number == next)?;
                    played.push(mv);
                    return Some((next, played.split_off(first)));
                }
            }
        }
    }
    None
}
