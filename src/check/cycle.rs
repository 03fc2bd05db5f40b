//! The search for a state that repeats.

use alloc::vec;
use alloc::vec::Vec;

use perfectplay_core::{Move, Moves};

/// The progress of the search at a state.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Untouched,
    /// The state is on the current path.
    Open,
    /// No cycle leads through the state.
    Closed,
}

/// Finds a state that repeats: its number, and the moves that lead from it back to it.
/// `legal` contains the moves of each state, and `next` finds the state to which a move
/// leads.
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
        // The states of the path, and the moves between them. The stack is explicit because
        // a path may contain every state of the game.
        let mut path = vec![(root, moves(root))];
        let mut played: Vec<Move> = Vec::new();
        while let Some((number, rest)) = path.last_mut() {
            let Some(mv) = rest.next() else {
                marks[*number] = Mark::Closed;
                path.pop();
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
                    path.push((next, moves(next)));
                    played.push(mv);
                }
                Mark::Open => {
                    let first = path.iter().position(|(number, _)| *number == next)?;
                    played.push(mv);
                    return Some((next, played.split_off(first)));
                }
            }
        }
    }
    None
}
