//! Checks the promises that the library keeps for every table, even for a table of invented bytes.

use perfectplay::{Game, Level, Moves, Solved, principal_variation, walk};

/// A check visits at most this number of states in a walk, and follows a line of best play for at
/// most this number of moves.
pub const MANY: usize = 1000;

/// Asserts that every move that a table gives, or that a level chooses from it, is legal.
pub fn plays_by_the_rules<T: Solved>(table: &T) {
    let game = table.game();
    for visit in walk(table).take(MANY).flatten() {
        let legal = match game.outcome(visit.state) {
            Some(_) => Moves::EMPTY,
            None => game.legal(visit.state),
        };
        for level in [Level::Perfect, Level::Invincible, Level::Random] {
            let chosen = level.try_choose(table, visit.state, visit.ply.into());
            let chosen = chosen.ok().flatten();
            assert!(chosen.is_none_or(|mv| legal.contains(mv)));
        }
        let known = table.try_moves(visit.state).into_iter().flatten();
        assert!(known.into_iter().all(|known| legal.contains(known.mv)));
    }
    let mut at = game.start();
    for (mv, after) in principal_variation(table, at).take(MANY).flatten() {
        assert!(game.legal(at).contains(mv) && game.play(at, mv) == after);
        at = after;
    }
}
