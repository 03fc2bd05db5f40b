//! Proves a playbook by playing it against every reply.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;

use super::explore::Rule;
use crate::audit::audit;
use crate::playbook::{Keep, Playbook};
use crate::solved::{Solved, StateOf, lawful_record};
use crate::strategy::Strategy;
use perfectplay_core::{
    Analysis, Game, Hints, Move, Moves, Player, Value, described, is_extra_turn, starts,
};

/// A player who asks the user's rule first, and then the book.
struct ByTheBook<'b, 'r, 'a, G: Game> {
    book: &'b Playbook<'a, &'b G>,
    rule: Option<Rule<'r, G::State>>,
}

impl<G: Hints> ByTheBook<'_, '_, '_, G> {
    fn choose(&self, state: G::State) -> Option<Move> {
        let ruled = self.rule.and_then(|rule| rule(state));
        ruled.or_else(|| self.book.choose(state))
    }
}

impl<G: Hints> Strategy<G::State> for ByTheBook<'_, '_, '_, G> {
    type Error = Infallible;

    fn choices(&self, state: G::State) -> Result<Moves, Infallible> {
        Ok(self.choose(state).map_or(Moves::EMPTY, Moves::from))
    }
}

/// Plays a book on one side against every reply. First an audit looks for moves that give away
/// value. Then a second pass counts the positions. Where the distance matters, this pass also
/// checks that each move is a best move. Returns the number of positions in which it is the
/// player's turn.
///
/// # Errors
/// When the book makes a mistake. The error describes the mistake.
pub(super) fn prove<T: Solved>(
    solved: &T,
    book: &Playbook<'_, &T::Game>,
    rule: Option<Rule<'_, StateOf<T>>>,
    side: Player,
) -> Result<u64, String>
where
    T::Game: Hints,
{
    let (keep, player) = (book.data().keep(), ByTheBook { book, rule });
    let floor = match keep {
        Keep::Value | Keep::Distance => Value::Win,
        Keep::Start => floor(solved, side)?,
    };
    let audit = audit(solved, &player, side).map_err(|error| error.to_string())?;
    for mistake in audit.mistakes() {
        if mistake.after < mistake.before.min(floor) {
            return Err(format!(
                "a mistake in {}: a {} becomes a {}",
                described(solved.game(), mistake.state),
                mistake.before,
                mistake.after
            ));
        }
    }
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
        let moves = if own {
            met += 1;
            let moves = player.choose(state).map_or(Moves::EMPTY, Moves::from);
            let known = known(solved, state)?;
            // Where states repeat, only moves that shorten the distance reach the win for certain.
            let is_exact =
                keep == Keep::Distance || game.is_loopy() && known.value().min(floor) == Value::Win;
            if is_exact && !moves.is_subset(known.best()) {
                return Err(format!(
                    "a move in {} that is not the best",
                    described(game, state)
                ));
            }
            moves
        } else {
            game.legal(state)
        };
        for mv in moves {
            let after = game.play(state, mv);
            open.push((after, own == is_extra_turn(game, state, after)));
        }
    }
    Ok(met)
}

/// Returns the value, for `side`, of the start that is best for `side`.
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
    lawful_record(solved, state).map_err(|error| error.to_string())
}
