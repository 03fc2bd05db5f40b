//! Compares the results of Dots and Boxes with published results. Also compares the result of every
//! state with other solvers and with a second implementation of the rules.

use std::collections::{BTreeSet, HashMap};

use crate::oracles::extra_turns::{Position, histogram, histogram_of};
use crate::oracles::line::play_line;
use perfectplay::{Game, Player, Value, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::dots::DotsAndBoxes;

#[test]
fn the_published_results() {
    let game = |width, height| DotsAndBoxes::new(width, height).unwrap();
    for (width, height, states, value, lines) in [
        (1, 1, 16, Value::Loss, 4),
        (2, 1, 142, Value::Draw, 7),
        (1, 2, 142, Value::Draw, 7),
        (3, 1, 1238, Value::Loss, 10),
        (2, 2, 5349, Value::Win, 12),
        (4, 1, 10_612, Value::Draw, 13),
    ] {
        let game = game(width, height);
        let solution = solve(&game).unwrap();
        let start = solution.start();
        assert_eq!(
            (solution.len(), start.value(), start.distance()),
            (states, value, Some(lines)),
            "{width}x{height}"
        );
    }
    // According to Winning Ways, chapter 16, a first line on the rim of the 2 by 2 board wins.
    // After a first line inside, the second player can draw by copying every move, turned by half a
    // turn of the board.
    let game = game(2, 2);
    let solution = solve(&game).unwrap();
    let start = solution.start();
    let inside = ["a2-b2", "b2-c2", "b1-b2", "b2-b3"];
    for mv in start.legal() {
        let name = game.move_text(game.start(), mv).to_string();
        let is_inside = inside.contains(&&*name);
        assert_eq!(start.neutral().contains(mv), is_inside, "{name}");
        assert_eq!(start.winning().contains(mv), !is_inside, "{name}");
    }
}

/// A state for the second implementation of the rules. `.0` contains the middle of each drawn line,
/// on a grid in which dots have even coordinates and boxes have odd coordinates. `.1` is the number
/// of boxes of each player. `.2` is the player to move.
type Sheet = (BTreeSet<(i8, i8)>, [u8; 2], Player);

fn dots(width: i8, height: i8, (drawn, boxes, mover): &Sheet) -> Position<Sheet> {
    let places = || (0..=2 * height).flat_map(move |y| (0..=2 * width).map(move |x| (x, y)));
    let missing: Vec<(i8, i8)> = places()
        .filter(|&(x, y)| (x + y) % 2 == 1 && !drawn.contains(&(x, y)))
        .collect();
    if missing.is_empty() {
        return Position::Over(match boxes {
            [first, second] if first > second => Some(Player::First),
            [first, second] if first < second => Some(Player::Second),
            _ => None,
        });
    }
    let after = missing.into_iter().map(|(x, y)| {
        let mut drawn = drawn.clone();
        drawn.insert((x, y));
        let closed = |(x, y): (i8, i8)| {
            let sides = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            x % 2 != 0 && y % 2 != 0 && sides.iter().all(|side| drawn.contains(side))
        };
        let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let won = beside.into_iter().filter(|&place| closed(place)).count() as u8;
        let mut boxes = *boxes;
        boxes[*mover as usize] += won;
        let next = if won > 0 { *mover } else { mover.other() };
        (drawn, boxes, next)
    });
    Position::Open(*mover, after.collect())
}

#[test]
fn every_state() {
    for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2)] {
        let game = DotsAndBoxes::new(width, height).unwrap();
        let solution = solve(&game).unwrap();
        let start = (BTreeSet::new(), [0; 2], Player::First);
        let again = histogram(start, |sheet| dots(width as i8, height as i8, sheet));
        assert_eq!(histogram_of(&solution), again, "{width}x{height}");
        assert_eq!(verify(&solution).unwrap().states, solution.len() as u64);
    }
}

/// Uses the method of D. Wilson's analyses. For each set of drawn lines, Wilson's method computes
/// how many more of the remaining boxes the player to move wins than the opponent. The method
/// ignores boxes that are already won, so it needs fewer states than the solver.
#[test]
fn every_state_by_the_boxes_that_are_left() {
    let (width, height) = (4_u32, 1_u32);
    let game = DotsAndBoxes::new(width as u8, height as u8).unwrap();
    let solution = solve(&game).unwrap();
    let lines = width * (height + 1) + height * (width + 1);
    let boxes: Vec<u32> = (0..width * height)
        .map(|number| {
            let (row, column) = (number / width, number % width);
            let above = row * width + column;
            let left = width * (height + 1) + row * (width + 1) + column;
            [above, above + width, left, left + 1]
                .iter()
                .fold(0, |sides, side| sides | 1 << side)
        })
        .collect();
    let complete = |drawn: u32| boxes.iter().filter(|&&sides| sides & !drawn == 0).count() as i8;
    // Visits sets with more lines first, because each set needs the sets with one more line.
    let all = (1_u32 << lines) - 1;
    let mut left: HashMap<u32, i8> = HashMap::from([(all, 0)]);
    for drawn in (0..all).rev() {
        let open = (0..lines).filter(|line| drawn >> line & 1 == 0);
        let margins = open.map(|line| {
            let after = drawn | 1 << line;
            match complete(after) - complete(drawn) {
                0 => -left[&after],
                won => won + left[&after],
            }
        });
        left.insert(drawn, margins.max().unwrap());
    }
    for (state, analysis) in solution.iter() {
        let text = game.state_text(state).to_string();
        let (_, points) = text.rsplit_once(' ').unwrap();
        let (x, o) = points.split_once(':').unwrap();
        let ahead = x.parse::<i8>().unwrap() - o.parse::<i8>().unwrap();
        let own = match game.to_move(state) {
            Some(Player::First) => ahead,
            _ => -ahead,
        };
        let drawn = all & !(game.legal(state).bits() as u32);
        assert_eq!(
            analysis.value(),
            (own + left[&drawn]).cmp(&0).into(),
            "{text}"
        );
        assert_eq!(
            analysis.distance(),
            Some(drawn.count_zeros() - (32 - lines))
        );
    }
}

/// Plays a game by hand.
#[test]
fn moves() {
    let game = DotsAndBoxes::new(2, 1).unwrap();
    assert_eq!(
        game.state_text(game.start()).to_string(),
        "+.+.+/...../+.+.+ X 0:0"
    );
    let state = play_line(
        &game,
        &[
            ("a2-b2", "+#+.+/...../+.+.+ O 0:0"),
            ("a1-a2", "+#+.+/#..../+.+.+ X 0:0"),
            ("c1-c2", "+#+.+/#...#/+.+.+ O 0:0"),
            ("b1-c1", "+#+.+/#...#/+.+#+ X 0:0"),
            ("b2-c2", "+#+#+/#...#/+.+#+ O 0:0"),
            // The line in the middle would close only one box, and this line closes no box.
            ("a1-b1", "+#+#+/#...#/+#+#+ X 0:0"),
            // This line closes both boxes at once, so X would move again.
            ("b1-b2", "+#+#+/#.#.#/+#+#+ X 2:0"),
        ],
    );
    assert_eq!(game.outcome(state), Some(Value::Win));
    let lost = game.read_state("+#+#+/#.#.#/+#+#+ O 2:0").unwrap();
    assert_eq!(game.outcome(lost), Some(Value::Loss));
    let drawn = game.read_state("+#+#+/#.#.#/+#+#+ O 1:1").unwrap();
    assert_eq!(game.outcome(drawn), Some(Value::Draw));
}

#[test]
fn texts_that_are_no_state() {
    let game = DotsAndBoxes::new(1, 1).unwrap();
    for (text, position) in [
        ("", 1),
        ("+.+/...", 8),
        ("..+/.../+.+ X 0:0", 1),
        ("+|+/.../+.+ X 0:0", 2),
        ("+#+/+../+.+ X 0:0", 5),
        ("+#+/.#./+.+ X 0:0", 6),
        ("+#+/#.#/+#+ X 0:0", 15),
        ("+#+/#.#/+#+ X 1:1", 15),
        ("+#+/#.#/+#+ X 255:1", 15),
        ("+#+/#.#/+#+ X", 14),
    ] {
        assert_eq!(
            game.read_state(text).unwrap_err().position,
            position,
            "{text}"
        );
    }
}

#[test]
fn sizes() {
    for (width, height, fits) in [
        (1, 1, true),
        (3, 4, true),
        (10, 1, true),
        (0, 1, false),
        (1, 0, false),
        (4, 4, false),
        (11, 1, false),
        (255, 255, false),
    ] {
        assert_eq!(
            DotsAndBoxes::new(width, height).is_some(),
            fits,
            "{width}x{height}"
        );
    }
}
