//! Tests Domineering. Compares the library's results with published results. Also compares the
//! library's answer for every state with the answer of a second solver, which uses a second
//! implementation of the rules.

use std::ops::ControlFlow;

use crate::games::registry;
use crate::oracles::extra_turns::{Position, histogram, histogram_of};
use crate::oracles::line::play_line;
use perfectplay::prove::Prover;
use perfectplay::{Game, Player, Value, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::domineering::Domineering;

fn game(width: usize, height: usize) -> Domineering {
    Domineering::with_parameters(&format!("{width}x{height}")).unwrap()
}

/// A state for the second implementation of the rules. `.0` tells row by row which cells are
/// covered; `.1` is the player to move.
type Cells = (Vec<Vec<bool>>, Player);

fn domineering((covered, mover): &Cells) -> Position<Cells> {
    let (down, right) = match mover {
        Player::First => (1, 0),
        Player::Second => (0, 1),
    };
    let mut after = Vec::new();
    for y in 0..covered.len() - down {
        for x in 0..covered[0].len() - right {
            if !covered[y][x] && !covered[y + down][x + right] {
                let mut covered = covered.clone();
                covered[y][x] = true;
                covered[y + down][x + right] = true;
                after.push((covered, mover.other()));
            }
        }
    }
    if after.is_empty() {
        return Position::Over(Some(mover.other()));
    }
    Position::Open(*mover, after)
}

#[test]
fn every_state() {
    for (width, height) in [
        (1, 1),
        (1, 4),
        (4, 1),
        (1, 64),
        (64, 1),
        (2, 5),
        (5, 2),
        (3, 3),
        (3, 4),
        (4, 3),
        (4, 4),
    ] {
        let game = game(width, height);
        let solution = solve(&game).unwrap();
        let start = (vec![vec![false; width]; height], Player::First);
        let again = histogram(start, domineering);
        assert_eq!(histogram_of(&solution), again, "{width}x{height}");
        assert_eq!(verify(&solution).unwrap().states, solution.len() as u64);
    }
}

/// Tests the table of winners in the documentation of the module `domineering`. This table shows
/// who wins if the player with the upright dominoes begins.
#[test]
fn results() {
    for (height, row) in (1..).zip(["22222", "11121", "11122", "11111", "12122"]) {
        for (width, winner) in (1..).zip(row.chars()) {
            let game = registry::game(&format!("domineering:{width}x{height}"));
            let prover = Prover::new(&game, 1 << 20);
            let value = prover.value(game.start(), &mut |_| ControlFlow::Continue(()));
            let value = value.unwrap();
            let found = if value == Value::Win { '1' } else { '2' };
            assert_eq!(found, winner, "{width}x{height}");
        }
    }
}

#[test]
fn moves() {
    let game = game(3, 3);
    let state = play_line(
        &game,
        &[
            ("a3-a2", "#../#../..."),
            ("b2-c2", "#../###/..."),
            // An upright domino no longer fits anywhere.
        ],
    );
    assert_eq!(game.outcome(state), Some(Value::Loss));
    let lying = game.read_state("#../#../...").unwrap();
    let names = game.legal(lying).iter();
    let names: Vec<String> = names
        .map(|mv| game.move_text(lying, mv).to_string())
        .collect();
    assert_eq!(names, ["b3-c3", "b2-c2", "a1-b1", "b1-c1"]);
}

#[test]
fn the_largest_board() {
    let game = game(8, 8);
    let mut state = game.start();
    let mut plies = 0;
    while game.outcome(state).is_none() {
        let mv = game.legal(state).first().unwrap();
        state = game.play(state, mv);
        plies += 1;
    }
    assert!((16..=32).contains(&plies), "{plies}");
    assert!(Domineering::with_parameters("13x5").is_none());
    assert!(Domineering::with_parameters("0x5").is_none());
}
