//! Plays tic-tac-toe with the playbook against every reply.

use crate::tally::Tally;
use crate::tictactoe::{Over, choose, legal, over, play};

/// Plays the playbook against every reply from an empty board. The playbook begins if `begins`.
pub fn games(begins: bool) -> Tally {
    let mut tally = Tally::default();
    go_on([0, 0], begins, &mut tally);
    tally
}

/// Continues from a board. X is to move if both players have equally many marks.
fn go_on([x, o]: [u16; 2], own: bool, tally: &mut Tally) {
    let is_x = x.count_ones() == o.count_ones();
    match (over(x, o), own) {
        (Some(Over::Draw), _) => tally.drawn += 1,
        (Some(Over::Line), true) => tally.lost += 1,
        (Some(Over::Line), false) => tally.won += 1,
        (None, _) => {
            let chosen = if own { choose(x, o) } else { None };
            let is_legal = |&cell: &u8| legal(x, o) >> cell & 1 == 1;
            if own && !chosen.as_ref().is_some_and(is_legal) {
                tally.faults += 1;
                return;
            }
            for cell in (0..9).filter(is_legal) {
                if !own || chosen == Some(cell) {
                    let after = if is_x {
                        [play(x, cell), o]
                    } else {
                        [x, play(o, cell)]
                    };
                    go_on(after, !own, tally);
                }
            }
        }
    }
}
