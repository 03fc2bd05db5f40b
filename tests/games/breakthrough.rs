//! Tests Breakthrough. In this game, the index of a move has a meaning only within one state: the
//! same index can be another move in another state. Every state is compared with a second solver
//! and a second implementation of the rules.

use std::collections::BTreeSet;

use crate::games::registry;
use crate::oracles::extra_turns::{Position, histogram, histogram_of};
use crate::oracles::line::play_line;
use perfectplay::game::Hints;
use perfectplay::{Game, Moves, Player, Value, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::breakthrough::Breakthrough;

#[test]
fn results() {
    for (columns, rows, states, distance) in
        [(2, 4, 646, 8), (2, 5, 11_287, 10), (3, 4, 55_152, 12)]
    {
        let solution = solve(registry::game(&format!("breakthrough:{columns}x{rows}"))).unwrap();
        let start = solution.start();
        assert_eq!(
            (solution.len(), start.value(), start.distance()),
            (states, Value::Loss, Some(distance)),
            "{columns}x{rows}"
        );
    }
}

/// A state for the second implementation of the rules. `.0` is the board row by row from the top;
/// `.1` is the player to move.
type Drawing = (Vec<Vec<char>>, Player);

fn breakthrough((board, mover): &Drawing) -> Position<Drawing> {
    let (own, other, far, ahead) = match mover {
        Player::First => ('X', 'O', board.len() - 1, -1),
        Player::Second => ('O', 'X', 0, 1),
    };
    // Only the player who moved last can have arrived or captured.
    if board[far].contains(&other) || !board.iter().flatten().any(|&cell| cell == own) {
        return Position::Over(Some(mover.other()));
    }
    let mut after = Vec::new();
    for (y, row) in board.iter().enumerate() {
        for x in (0..row.len()).filter(|&x| row[x] == own) {
            let to_row = (y as isize + ahead) as usize;
            for to in x.saturating_sub(1)..=(x + 1).min(row.len() - 1) {
                let there = board[to_row][to];
                if there == '.' || (there == other && to != x) {
                    let mut board = board.clone();
                    board[y][x] = '.';
                    board[to_row][to] = own;
                    after.push((board, mover.other()));
                }
            }
        }
    }
    Position::Open(*mover, after)
}

fn every_state_agrees(columns: u8, rows: u8) {
    let solution = solve(registry::game(&format!("breakthrough:{columns}x{rows}"))).unwrap();
    let row = |cell| vec![cell; columns.into()];
    let mut board = vec![row('.'); rows.into()];
    board[..2].fill(row('O'));
    board[usize::from(rows) - 2..].fill(row('X'));
    let again = histogram((board, Player::First), breakthrough);
    assert_eq!(histogram_of(&solution), again, "{columns}x{rows}");
    assert_eq!(verify(&solution).unwrap().states, solution.len() as u64);
}

#[test]
fn every_state() {
    every_state_agrees(2, 4);
    every_state_agrees(2, 5);
}

#[test]
#[ignore = "takes a wider board; run by .ci/run"]
fn every_state_in_full() {
    every_state_agrees(3, 4);
}

/// Returns the names of the moves of a state, in the order of the move indexes.
fn names(game: &Breakthrough, text: &str) -> Vec<String> {
    let state = game.read_state(text).unwrap();
    let legal = game.legal(state);
    assert_eq!(Some(legal.len()), game.legal_count(state));
    assert_eq!(legal, Moves::first_n(legal.len()));
    let names = legal.iter().map(|mv| game.move_text(state, mv).to_string());
    names.collect()
}

#[test]
fn moves_are_numbered_state_by_state() {
    let game = Breakthrough::new(3, 4).unwrap();
    assert_eq!(
        names(&game, "OOO/OOO/XXX/XXX X"),
        ["a2xb3", "b2xa3", "b2xc3", "c2xb3"]
    );
    assert_eq!(
        names(&game, "..O/.X./.../... X"),
        ["b3-a4", "b3-b4", "b3xc4"]
    );
    assert_eq!(names(&game, "..O/.X./.../... O"), ["c4xb3", "c4-c3"]);
    assert_eq!(names(&game, "..O/..X/.../... O"), ["c4-b3"]);
}

/// On a board of 5 by 6 squares, a player has 65 different moves: 13 from each row except the last.
/// In a single state, at most 30 of them are possible, and their names differ.
#[test]
fn a_board_with_many_moves() {
    let game = Breakthrough::new(5, 6).unwrap();
    assert_eq!(game.move_count(), 30);
    let mut different = BTreeSet::new();
    let mut choice = 1_u64;
    for _ in 0..500 {
        let mut state = game.start();
        while game.outcome(state).is_none() {
            let names = names(&game, &game.state_text(state).to_string());
            let of_this_state = BTreeSet::from_iter(&names);
            assert_eq!(of_this_state.len(), names.len());
            if game.to_move(state) == Some(Player::First) {
                // A capture has the same two cells as a step.
                different.extend(names.iter().map(|name| name.replace('x', "-")));
            }
            choice = choice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mv = game
                .legal(state)
                .nth((choice >> 33) as u32 % names.len() as u32);
            state = game.play(state, mv.unwrap());
        }
    }
    assert_eq!(different.len(), 65);
}

/// The mirror image of a move, played in the mirror image of a state, leads to the mirror image of
/// the next state.
#[test]
fn images_of_moves() {
    let game = Breakthrough::new(3, 4).unwrap();
    let solution = solve(&game).unwrap();
    for (state, analysis) in solution.iter() {
        let image = game.image(1, state);
        let images: Moves = analysis
            .best()
            .iter()
            .map(|mv| {
                let mirrored = game.image_of_move(1, state, mv);
                assert_eq!(
                    game.image(1, game.play(state, mv)),
                    game.play(image, mirrored)
                );
                assert_eq!(game.image_of_move(1, image, mirrored), mv);
                mirrored
            })
            .collect();
        assert_eq!(
            solution.lookup(image).map(|known| known.best()),
            Some(images)
        );
    }
}

/// Plays a short game by hand. The player who reaches the last row wins.
#[test]
fn a_game() {
    let game = Breakthrough::new(2, 4).unwrap();
    let state = play_line(
        &game,
        &[
            ("a2xb3", "OO/OX/.X/XX O"),
            ("a4xb3", ".O/OO/.X/XX X"),
            ("b2xa3", ".O/XO/../XX O"),
            ("b3-a2", ".O/X./O./XX X"),
            ("a3-a4", "XO/../O./XX O"),
        ],
    );
    assert_eq!(game.outcome(state), Some(Value::Loss));
    // Capturing the last piece wins, too.
    let taken = game.read_state("../../O./.. X").unwrap();
    assert_eq!(game.outcome(taken), Some(Value::Loss));
}

#[test]
fn sizes() {
    for (columns, rows, fits) in [
        (2, 4, true),
        (5, 6, true),
        (7, 4, true),
        (2, 15, true),
        (1, 4, false),
        (2, 3, false),
        (8, 4, false),
        (4, 8, false),
        (255, 255, false),
    ] {
        let game = Breakthrough::new(columns, rows);
        assert_eq!(game.is_some(), fits, "{columns}x{rows}");
        if let Some(game) = game {
            assert!(game.move_count() <= 64);
            assert!(!game.legal(game.start()).is_empty());
        }
    }
}
