//! Tests published scores of positions of Connect Four 7×6.

use serde_json::Value as Json;

use crate::streams::piped;

/// The published positions. Each line lists the columns of the moves, and then the score of the
/// position. A line that begins with # names a source.
const POSITIONS: &str = include_str!("connect-7x6.txt");

/// Converts a published score of a position with `stones` stones to its value and its distance in
/// plies.
fn value_and_distance(stones: i64, score: i64) -> (&'static str, Option<i64>) {
    let (mine, theirs) = (stones / 2, (stones + 1) / 2);
    match score {
        0 => ("draw", None),
        1.. => ("win", Some(2 * (22 - score - mine) - 1)),
        _ => ("loss", Some(2 * (22 + score - theirs))),
    }
}

#[test]
fn published_scores_are_proved() {
    proved(5);
}

#[test]
#[ignore = "proves the scores of all positions; run by .ci/run"]
fn published_scores_in_full() {
    proved(1);
}

/// Proves the score of each published position whose number is divisible by `step`.
fn proved(step: usize) {
    let published = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let published = published.filter_map(|line| line.split_once(' '));
    let published: Vec<(&str, &str)> = published.step_by(step).collect();
    assert!(
        published.len() >= 200 / step,
        "{} positions",
        published.len()
    );

    let args = "prove --game connect:7x6 --distance --json --memory 16MiB -";
    let questions: String = published
        .iter()
        .map(|(moves, _)| format!("{moves}\n"))
        .collect();
    let args: Vec<&str> = args.split(' ').collect();
    let (status, text, errors) = piped(&args, &questions);
    assert_eq!(status, Some(0), "{errors}");

    let answers: Vec<Json> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(answers.len(), published.len());
    for ((moves, score), proved) in published.iter().zip(answers) {
        let score = score.parse().expect("a score");
        let expected = value_and_distance(moves.len() as i64, score);
        let proved = (proved["value"].as_str(), proved["distance"].as_i64());
        assert_eq!(proved, (Some(expected.0), expected.1), "{moves} {score}");
    }
}
