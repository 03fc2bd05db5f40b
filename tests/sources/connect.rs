//! Plays Connect Four with the playbook against every reply.

use crate::connect::{Over, START, State, choose, legal, over, play};
use crate::tally::Tally;

/// Plays the playbook against every reply from an empty board. The playbook begins if `begins`.
pub fn games(begins: bool) -> Tally {
    let mut tally = Tally::default();
    go_on(START, begins, &mut tally);
    tally
}

fn go_on(state: State, own: bool, tally: &mut Tally) {
    match (over(state), own) {
        (Some(Over::Draw), _) => tally.drawn += 1,
        (Some(Over::Line), true) => tally.lost += 1,
        (Some(Over::Line), false) => tally.won += 1,
        (None, _) => {
            let chosen = if own { choose(state) } else { None };
            let is_legal = |&column: &u8| legal(state) >> column & 1 == 1;
            if own && !chosen.as_ref().is_some_and(is_legal) {
                tally.faults += 1;
                return;
            }
            for column in (0..8).filter(is_legal) {
                if !own || chosen == Some(column) {
                    go_on(play(state, column), !own, tally);
                }
            }
        }
    }
}
