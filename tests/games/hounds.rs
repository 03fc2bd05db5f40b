//! Tests Hare and Hounds. Compares the library's result with the published result. Also compares
//! the library's answer for every state with the answer of a second solver, which uses a second
//! implementation of the rules.

use std::collections::BTreeSet;

use crate::oracles::extra_turns::{Position, histogram, histogram_of};
use crate::oracles::line::play_line;
use perfectplay::{Game, Level, Player, Value, audit, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::hounds::HareAndHounds;

/// Winning Ways, chapter 21, states that the hounds win.
#[test]
fn the_hounds_win() {
    let solution = solve(&HareAndHounds).unwrap();
    let start = solution.start();
    assert_eq!(
        (solution.len(), start.value(), start.distance()),
        (2396, Value::Win, Some(23))
    );
    // The hounds win against every play of the hare.
    let perfect = Level::Perfect.on(&solution);
    let hounds = audit(&solution, &perfect, Player::First).unwrap();
    assert!(hounds.is_unbeatable());
    let games = hounds.games().unwrap();
    assert_eq!((games.lost, games.drawn), (0, 0));
}

/// The lines of the board. Each line is given by the names of the two points that it joins.
const LINES: [&str; 22] = [
    "a2b3", "a2b2", "a2b1", "b3b2", "b2b1", "b3c3", "b3c2", "b2c2", "b1c2", "b1c1", "c3c2", "c2c1",
    "c3d3", "c2d3", "c2d2", "c2d1", "c1d1", "d3d2", "d2d1", "d3e2", "d2e2", "d1e2",
];

/// A state for the second implementation of the rules. `.0` contains the points of the hounds, `.1`
/// is the point of the hare, and `.2` is the player to move.
type Hunt = (BTreeSet<&'static str>, &'static str, Player);

fn hunt((hounds, hare, mover): &Hunt) -> Position<Hunt> {
    let neighbours = |point: &str| {
        let ends = LINES.iter().map(|line| line.split_at(2));
        let other = ends.filter_map(move |(a, b)| match (a == point, b == point) {
            (true, _) => Some(b),
            (_, true) => Some(a),
            _ => None,
        });
        let free = |end: &&'static str| !hounds.contains(end) && end != hare;
        other.filter(free).collect::<Vec<_>>()
    };
    let column = |point: &str| point.as_bytes()[0];
    if hounds.iter().all(|hound| column(hound) > column(hare)) {
        return Position::Over(Some(Player::Second));
    }
    let after: Vec<Hunt> = match mover {
        Player::Second => {
            let to = neighbours(hare).into_iter();
            to.map(|to| (hounds.clone(), to, Player::First)).collect()
        }
        Player::First => {
            let steps = hounds.iter().flat_map(|hound| {
                let to = neighbours(hound).into_iter();
                let to = to.filter(|to| column(to) >= column(hound));
                to.map(|to| (*hound, to)).collect::<Vec<_>>()
            });
            steps
                .map(|(from, to)| {
                    let mut hounds = hounds.clone();
                    hounds.remove(from);
                    hounds.insert(to);
                    (hounds, *hare, Player::Second)
                })
                .collect()
        }
    };
    if after.is_empty() {
        assert_eq!(*mover, Player::Second, "some hound can always move");
        return Position::Over(Some(Player::First));
    }
    Position::Open(*mover, after)
}

#[test]
fn every_state() {
    let solution = solve(&HareAndHounds).unwrap();
    let start = (BTreeSet::from(["a2", "b1", "b3"]), "e2", Player::First);
    assert_eq!(histogram_of(&solution), histogram(start, hunt));
    assert_eq!(verify(&solution).unwrap().states, solution.len() as u64);
}

#[test]
fn moves() {
    let game = HareAndHounds;
    assert_eq!(
        game.state_text(game.start()).to_string(),
        ".X.../X...O/.X... X"
    );
    play_line(
        &game,
        &[
            ("b3-c2", "...../X.X.O/.X... O"),
            ("e2-d3", "...O./X.X../.X... X"),
            ("b1-b2", "...O./XXX../..... O"),
            ("d3-c3", "..O../XXX../..... X"),
            ("b2-b3", ".XO../X.X../..... O"),
        ],
    );
    for (text, outcome) in [
        ("..X../..XXO/..... O", None),
        ("...X./...XO/...X. O", Some(Value::Loss)),
        // The hare has passed the hounds: first by a move of the hare, and then by a move of the
        // hounds.
        (".X.../OX.../.X... X", Some(Value::Loss)),
        (".OX../..X../..X.. O", Some(Value::Win)),
        // A hare beside the last hound has not passed it.
        (".OX../.XX../..... X", None),
    ] {
        let state = game.read_state(text).unwrap();
        assert_eq!(game.outcome(state), outcome, "{text}");
    }
}

#[test]
fn texts_that_are_no_state() {
    for (text, position) in [
        ("", 1),
        ("XX.../X...O/.X... X", 1),
        (".XX../X...O/.X... X", 14),
        (".X.../XO..O/.X... X", 11),
        (".X.../....O/.X... X", 1),
        (".X.../X..../.X... X", 1),
    ] {
        let error = HareAndHounds.read_state(text).unwrap_err();
        assert_eq!(error.position, position, "{text}");
    }
}
