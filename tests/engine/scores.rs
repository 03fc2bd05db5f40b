//! Tests the order of scores, their limits, and their display. Also tests values and players.

use std::cmp::Ordering;

use perfectplay::game::Score;
use perfectplay::{Player, Value};

const VALUES: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

/// Generates distances near each limit, some of them too great for a score.
fn distances() -> impl Iterator<Item = u32> {
    let limits = [0, Score::MAX_DISTANCE, 1 << 31, u32::MAX];
    let near = |limit: u32| limit.saturating_sub(2)..=limit.saturating_add(2);
    limits.into_iter().flat_map(near)
}

#[test]
fn no_distance_turns_round() {
    for value in VALUES {
        for distance in distances() {
            let counted = distance.min(Score::MAX_DISTANCE);
            let score = Score::new(value, Some(distance));
            assert_eq!((score.value(), score.distance()), (value, Some(counted)));

            let before = score.before();
            let next = (counted + 1).min(Score::MAX_DISTANCE);
            assert_eq!(
                (before.value(), before.distance()),
                (value.flip(), Some(next))
            );
            let later = score.later();
            assert_eq!((later.value(), later.distance()), (value, Some(next)));
        }
        assert_eq!(Score::finished(value), Score::new(value, Some(0)));
        // An unknown distance stays unknown.
        let unknown = Score::new(value, None);
        assert_eq!((unknown.value(), unknown.distance()), (value, None));
        assert_eq!(unknown.before(), Score::new(value.flip(), None));
        assert_eq!(unknown.later(), unknown);
    }
    assert_eq!(Score::new(Value::Draw, None), Score::ENDLESS);
    assert_eq!(Score::ENDLESS.before(), Score::ENDLESS);
    assert_eq!(Score::ENDLESS.later(), Score::ENDLESS);
    let (value, distance) = (Score::ENDLESS.value(), Score::ENDLESS.distance());
    assert_eq!((value, distance), (Value::Draw, None));
}

/// A player prefers the greater of two scores.
#[test]
fn scores_are_ordered() {
    let greatest = Score::MAX_DISTANCE;
    let near = [0, 1, greatest - 1, greatest];
    let far = [greatest, greatest - 1, 1, 0];
    let losses = near.map(|plies| Score::new(Value::Loss, Some(plies)));
    let draws = far.map(|plies| Score::new(Value::Draw, Some(plies)));
    let wins = far.map(|plies| Score::new(Value::Win, Some(plies)));
    // The unknown distance of a win or a loss may be greater than any known distance.
    let [loss, win] = [Value::Loss, Value::Win].map(|value| [Score::new(value, None)]);
    let all = [&losses[..], &loss, &[Score::ENDLESS], &draws, &win, &wins].concat();
    assert!(all.is_sorted_by(|worse, better| worse < better));
}

#[test]
fn a_score_tells_value_and_distance() {
    for (score, text) in [
        (Score::new(Value::Win, Some(3)), "win in 3"),
        (Score::new(Value::Draw, Some(0)), "draw in 0"),
        (Score::new(Value::Loss, Some(12)), "loss in 12"),
        (Score::ENDLESS, "endless draw"),
    ] {
        assert_eq!(score.to_string(), text);
        assert_eq!(format!("{score:?}"), text);
    }
}

#[test]
fn each_value_is_the_others_opposite() {
    assert_eq!(
        VALUES.map(Value::flip),
        [Value::Win, Value::Draw, Value::Loss]
    );
    let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    assert_eq!(orders.map(Value::from), VALUES);
    assert_eq!(
        VALUES.map(|value| format!("{value:>5}")),
        [" loss", " draw", "  win"]
    );
}

#[test]
fn players_take_turns() {
    let turns = [0, 1, 2, 3, u32::MAX].map(Player::after_plies);
    let [first, second] = Player::BOTH;
    assert_eq!(turns, [first, second, first, second, second]);
    assert_eq!([first.other(), second.other()], [second, first]);
    assert_eq!(format!("{first:>6}, {second}"), " first, second");
}
