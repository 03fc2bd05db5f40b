//! Scores: their order, and their limits.

use perfectplay::{Score, Value};

/// Distances near each limit, those beyond the greatest included.
fn distances() -> impl Iterator<Item = u32> {
    let limits = [0, Score::MAX_DISTANCE, 1 << 31, u32::MAX];
    let near = |limit: u32| limit.saturating_sub(2)..=limit.saturating_add(2);
    limits.into_iter().flat_map(near)
}

#[test]
fn no_distance_turns_round() {
    for value in [Value::Loss, Value::Draw, Value::Win] {
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
        }
    }
    assert_eq!(Score::ENDLESS.before(), Score::ENDLESS);
}

/// The order of a player's preference.
#[test]
fn scores_are_ordered() {
    let greatest = Score::MAX_DISTANCE;
    let near = [0, 1, greatest - 1, greatest];
    let far = [greatest, greatest - 1, 1, 0];
    let losses = near.map(|plies| Score::new(Value::Loss, Some(plies)));
    let draws = far.map(|plies| Score::new(Value::Draw, Some(plies)));
    let wins = far.map(|plies| Score::new(Value::Win, Some(plies)));
    let all = [&losses[..], &[Score::ENDLESS], &draws, &wins].concat();
    assert!(all.is_sorted_by(|worse, better| worse < better));
}
