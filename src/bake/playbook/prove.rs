//! Proves a playbook by playing it against every reply.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::explore::Rule;
use crate::playbook::{Keep, Playbook};
use crate::solved::{Solved, StateOf, lawful_record};
use perfectplay_core::{Analysis, Game, Hints, Player, Value, described, is_extra_turn, starts};

/// Plays a book on one side against every reply. In each state, the player first asks `rule`. If
/// `rule` gives no move, the player asks the book. Returns the number of positions in which it is
/// the player's turn.
///
/// # Errors
/// Fails when the book makes a mistake. The error describes the mistake.
pub(super) fn prove<T: Solved>(
    solved: &T,
    book: &Playbook<'_, &T::Game>,
    rule: Option<Rule<'_, StateOf<T>>>,
    side: Player,
) -> Result<u64, String>
where
    T::Game: Hints,
{
    let keep = book.data().keep();
    let floor = match keep {
        Keep::Value | Keep::Distance => Value::Win,
        Keep::Start => floor(solved, side)?,
    };
    let game = solved.game();
    let mut seen = BTreeSet::new();
    let mut open = Vec::new();
    for start in starts(game) {
        open.push((start, game.to_move(start).unwrap_or(Player::First) == side));
    }
    let (mut met, mut next) = (0, 0);
    // Visit states in the order of plies: a table in a file answers them faster in this order.
    while let Some(&(state, own)) = open.get(next) {
        next += 1;
        if game.outcome(state).is_some() || !seen.insert((game.key(state), own)) {
            continue;
        }
        let mut moves = game.legal(state);
        if own {
            met += 1;
            let chosen = rule.and_then(|rule| rule(state));
            let chosen = chosen.or_else(|| book.choose(state));
            let Some(mv) = chosen.filter(|&mv| moves.contains(mv)) else {
                let state = described(game, state);
                return Err(format!("has no legal move in {state}"));
            };
            let known = known(solved, state)?;
            let before = known.value();
            let values = [Value::Win, Value::Draw, Value::Loss].into_iter();
            let mut after = values.filter(|&value| known.of_kind(value).contains(mv));
            let after = after.next().unwrap_or(Value::Loss);
            if after < before.min(floor) {
                let state = described(game, state);
                return Err(format!(
                    "makes a mistake in {state}: a {before} becomes a {after}"
                ));
            }
            // Where states repeat, only moves that shorten the distance reach the win for certain.
            let is_exact =
                keep == Keep::Distance || game.is_loopy() && before.min(floor) == Value::Win;
            if is_exact && !known.best().contains(mv) {
                let state = described(game, state);
                return Err(format!("makes a move in {state} that is not the best"));
            }
            moves = mv.into();
        }
        for mv in moves {
            let after = game.play(state, mv);
            open.push((after, own == is_extra_turn(game, state, after)));
        }
    }
    Ok(met)
}

/// Returns the best value that `side` has in any start of the game.
fn floor<T: Solved>(solved: &T, side: Player) -> Result<Value, String> {
    let game = solved.game();
    let mut floor = Value::Loss;
    for start in starts(game) {
        let value = known(solved, start)?.value();
        let first = game.to_move(start).unwrap_or(Player::First);
        floor = floor.max(if first == side { value } else { value.flip() });
    }
    Ok(floor)
}

fn known<T: Solved>(solved: &T, state: StateOf<T>) -> Result<Analysis, String> {
    lawful_record(solved, state).map_err(|error| format!("cannot be compared: {error}"))
}
