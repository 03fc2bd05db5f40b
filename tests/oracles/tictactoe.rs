//! A second solution of tic-tac-toe, for comparison with the library's solution.
//!
//! This solver shares no code with the crate, and never plays the game from its start. A rule about
//! the board alone determines which positions can occur. Values spread backwards from the finished
//! boards, one ply in each step. A position that gets its value in step *d* has the distance *d*.
//!
//! A position is `(x, o)`: the mask of the cells of X, and the mask of the cells of O. Cell 0 is
//! bit 0, and cells are numbered row by row. X moves first.

use std::collections::BTreeMap;

type Position = (u16, u16);

/// The analysis of a position for the player to move. A finished position has no moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The cells where a mark wins the game under perfect play.
    pub winning: u16,
    /// The cells where a mark loses the game under perfect play.
    pub losing: u16,
    /// The other legal cells.
    pub neutral: u16,
    /// The best cells. In a won position, the best cells win in the fewest plies. In a drawn
    /// position, all neutral cells are best. In a lost position, the best cells delay the loss the
    /// longest.
    pub best: u16,
    /// 1 for a win, 0 for a draw, -1 for a loss. A board that has just been won is a loss for the
    /// player to move.
    pub value: i8,
    /// The number of plies to the end of the game. The winner hurries, and the loser delays. A
    /// drawn game ends when the board is full.
    pub distance: u8,
}

/// The answer for every position that can occur in a game.
pub struct Oracle {
    /// The key is the number of marks, then `x`, then `o`.
    answers: BTreeMap<(u32, u16, u16), Answer>,
}

impl Oracle {
    /// Solves the game.
    pub fn new() -> Oracle {
        let pairs = (0..512).flat_map(|x| (0..512).map(move |o| (x, o)));
        let values = settle(pairs.filter(|&pair| can_occur(pair)));
        let answer = |&at: &Position| (key(at), explain(at, &values));
        let answers = values.keys().map(answer).collect();
        Oracle { answers }
    }

    /// Returns the answer for a position; `None` if no game leads to this position.
    pub fn answer(&self, x: u16, o: u16) -> Option<Answer> {
        self.answers.get(&key((x, o))).copied()
    }

    /// Returns every position that can occur, in the order of (marks, `x`, `o`).
    pub fn positions(&self) -> impl Iterator<Item = (u16, u16)> {
        self.answers.keys().map(|&(_, x, o)| (x, o))
    }
}

fn key((x, o): Position) -> (u32, u16, u16) {
    (x.count_ones() + o.count_ones(), x, o)
}

/// Returns whether one side has three in a row. The cells are numbered as in a magic square. Three
/// cells are in line exactly if their numbers add up to 15.
fn has_line(side: u16) -> bool {
    let square = [2, 7, 6, 9, 5, 1, 4, 3, 8];
    let cells = (0..9).filter(|c| side >> c & 1 == 1);
    let own: Vec<i32> = cells.map(|c| square[c]).collect();
    let pair = |a, b| a < b && b < 15 - a - b && own.contains(&(15 - a - b));
    own.iter().any(|&a| own.iter().any(|&b| pair(a, b)))
}

/// Returns whether a course of play leads to a position.
///
/// The player to move must not have a line. If this player had a line, the game would have ended
/// before the other player's last mark. Also, X must have as many marks as O, or one more. These
/// two conditions are enough. There are two cases. If nobody has a line, the players may place
/// their marks in any order, and no line appears on the way. If the player who moved last has
/// lines, the last mark must lie on all of these lines. Two lines of this player always have a
/// common cell. Two separate lines would need six marks, and nobody has more than five. Two lines
/// that cross use all five marks, so there is no third line.
fn can_occur((x, o): Position) -> bool {
    match x.count_ones().checked_sub(o.count_ones()) {
        Some(0) => x & o == 0 && !has_line(x),
        Some(1) => x & o == 0 && !has_line(o),
        _ => false,
    }
}

/// Returns the legal moves, each as the bit of its cell and the position after it.
fn moves((x, o): Position) -> Vec<(u16, Position)> {
    if has_line(x) || has_line(o) {
        return Vec::new();
    }
    let place = |bit| match x.count_ones() == o.count_ones() {
        true => (x | bit, o),
        false => (x, o | bit),
    };
    let empty = (0..9).filter(|cell| (x | o) >> cell & 1 == 0);
    empty.map(|cell| (1 << cell, place(1 << cell))).collect()
}

/// Computes the value and distance of every position.
///
/// A board that is already won is lost for the player to move. A position that is not won yet is at
/// first a draw, and its distance is the number of its empty cells. Step d finds the positions in
/// which a win or a loss can be forced in d plies. A position is won as soon as one next position
/// is lost, because the winner hurries. A position is lost as soon as all next positions are won,
/// because the loser delays. A position in which no step finds a forced win or loss stays a draw.
fn settle(positions: impl Iterator<Item = Position>) -> BTreeMap<Position, (i8, u8)> {
    let start = |(x, o): Position| match has_line(x) || has_line(o) {
        true => (-1, 0),
        false => (0, 9 - (x | o).count_ones() as u8),
    };
    let mut values: BTreeMap<_, _> = positions.map(|at| (at, start(at))).collect();
    for step in 1..=9 {
        let open = values.iter().filter(|(_, (value, _))| *value == 0);
        let settled = open.filter_map(|(&at, _)| {
            let theirs = moves(at).iter().map(|(_, after)| values[after].0).min()?;
            (theirs != 0).then_some((at, (-theirs, step)))
        });
        // Collect the results first, so that no position is settled by another position of the same
        // step.
        values.extend(settled.collect::<Vec<_>>());
    }
    values
}

/// Groups the moves of a position by the values of the positions after them.
fn explain(at: Position, values: &BTreeMap<Position, (i8, u8)>) -> Answer {
    let (value, distance) = values[&at];
    let moves = moves(at);
    let cells = |wanted: &dyn Fn((i8, u8)) -> bool| {
        let chosen = moves.iter().filter(|(_, after)| wanted(values[after]));
        chosen.map(|(bit, _)| bit).sum()
    };
    Answer {
        winning: cells(&|(theirs, _)| theirs == -1),
        losing: cells(&|(theirs, _)| theirs == 1),
        neutral: cells(&|(theirs, _)| theirs == 0),
        // Perfect play keeps the value, and brings the end nearer by exactly one ply.
        best: cells(&|after| after == (-value, distance - 1)),
        value,
        distance,
    }
}
