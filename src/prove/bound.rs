//! Represents values and distances as numbers for alpha-beta.

use perfectplay_core::{Score, Value};

/// The score of a state for the player to move, or a bound of this score, as one number. The number
/// is 0 for a draw, `WIN` - *d* for a win in *d* plies, and *d* - `WIN` for a loss in *d* plies.
//
// Unlike `perfectplay_core::Score`, a bound is zero-sum: a gain of one player is an equal loss of
// the other. So the length of a draw does not count, since both players might prefer a short draw.
pub(super) type Bound = i32;

/// A number above every distance.
pub(super) const WIN: Bound = 1 << 24;

/// The greatest distance that a `Bound` can tell. [`bound`] uses it in place of a greater or
/// unknown distance. The search adds plies to distances, so this limit is far below [`WIN`].
const MOST_TOLD: u32 = 1 << 23;

#[inline]
pub(super) const fn bound(score: Score) -> Bound {
    let lost = match score.distance() {
        Some(plies) if plies < MOST_TOLD => plies as Bound - WIN,
        _ => MOST_TOLD as Bound - WIN,
    };
    match score.value() {
        Value::Win => -lost,
        Value::Draw => 0,
        Value::Loss => lost,
    }
}

pub(super) const fn value(score: Bound) -> Value {
    match score {
        1.. => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

/// Returns the distance of an exact score; `None` for a draw.
pub(super) const fn distance(score: Bound) -> Option<u32> {
    match score {
        0 => None,
        _ => Some((WIN - score.abs()) as u32),
    }
}

/// Returns the score of a move for the player who makes it, from the score of the state after the
/// move.
#[inline]
pub(super) const fn before(after: Bound, is_extra_turn: bool) -> Bound {
    let later = after - after.signum();
    if is_extra_turn { later } else { -later }
}

/// Returns the bound *b* with which a search finds out whether a move is worth at least `least`.
/// The search asks whether the state after the move is worth at least *b*. If the move gives an
/// extra turn, it is worth at least `least` if and only if the answer is yes. If the move gives no
/// extra turn, it is worth at least `least` if and only if the answer is no.
#[inline]
pub(super) const fn question_after(least: Bound, is_extra_turn: bool) -> Bound {
    if is_extra_turn {
        least + least.signum()
    } else if least > 0 {
        -least
    } else if least == 0 {
        1
    } else {
        2 - least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all scores with a distance below `PLIES`, from the worst to the best.
    fn scores() -> impl Iterator<Item = Bound> + Clone {
        const PLIES: Bound = 9;
        let losses = (0..PLIES).map(|plies| plies - WIN);
        losses
            .chain([0])
            .chain((0..PLIES).rev().map(|plies| WIN - plies))
    }

    #[test]
    fn the_question_after_a_move_answers_the_one_before_it() {
        for after in scores() {
            for least in scores() {
                for is_extra_turn in [false, true] {
                    let is_reached = before(after, is_extra_turn) >= least;
                    let answer = after >= question_after(least, is_extra_turn);
                    assert_eq!(is_reached, answer == is_extra_turn, "{least} {after}");
                }
            }
        }
    }

    #[test]
    fn the_best_for_one_player_is_the_worst_for_the_other() {
        let befores = scores().map(|after| before(after, false));
        assert!(befores.is_sorted_by(|one, other| one > other));
        assert!(scores().map(|after| before(after, true)).is_sorted());
    }
}
