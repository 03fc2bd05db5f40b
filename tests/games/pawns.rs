//! Tests Hexapawn. Compares the game with published results, and every state with a second
//! implementation of the rules. Also compares the library's solvers with each other.

use std::ops::ControlFlow;

use crate::oracles::line::play_line;
use crate::oracles::repeated_states::{agrees, histogram_of};
use perfectplay::solve::SolveError;
use perfectplay::solve::{depth_first, retrograde};
use perfectplay::{Game, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::hexapawn::Hexapawn;

#[test]
fn small_boards_match_published_results() {
    for (columns, rows, states, value, distance) in [
        (3, 3, 135, Value::Loss, 6),
        (4, 4, 20_286, Value::Win, 11),
        (3, 4, 987, Value::Loss, 8),
        (4, 3, 1_128, Value::Win, 5),
        (5, 3, 8_698, Value::Win, 7),
        (1, 3, 2, Value::Win, 1),
    ] {
        let game = Hexapawn::new(columns, rows).unwrap();
        let solution = solve(&game).unwrap();
        let start = solution.start();
        assert_eq!(
            (solution.len(), start.value(), start.distance()),
            (states, value, Some(distance)),
            "{columns} by {rows}"
        );
    }
}

#[test]
fn all_solvers_agree() {
    for parameters in ["3x3", "4x3", "3x4", "4x4"] {
        let game = Hexapawn::with_parameters(parameters).unwrap();
        let watch = |_| ControlFlow::Continue(());
        let [deep, back] = [
            depth_first(&game, watch).unwrap(),
            retrograde(&game, watch).unwrap(),
        ];
        assert!(deep.iter().eq(back.iter()), "{parameters}");
    }
}

#[test]
fn all_solvers_can_be_stopped() {
    let game = Hexapawn::new(4, 4).unwrap();
    let stop = |_| ControlFlow::Break(());
    for stopped in [depth_first(&game, stop), retrograde(&game, stop)] {
        assert_eq!(stopped.unwrap_err(), SolveError::Stopped);
    }
}

/// A state for the second implementation of the rules. `.0` is the board as rows of characters from
/// the top; `.1` is the player to move.
type Drawing = (Vec<Vec<char>>, char);

/// A second implementation of Hexapawn, with rows and columns, from X's side. If O is to move, this
/// code turns the board upside down.
fn hexapawn((board, player): &Drawing) -> Result<Vec<Drawing>, Value> {
    let flipped = |board: &[Vec<char>]| -> Vec<Vec<char>> {
        if *player == 'O' {
            board.iter().rev().cloned().collect()
        } else {
            board.to_vec()
        }
    };
    let other = if *player == 'X' { 'O' } else { 'X' };
    let board = flipped(board);
    let width = board[0].len();
    if board[board.len() - 1].contains(&other) {
        return Err(Value::Loss);
    }
    let mut after = Vec::new();
    for row in 1..board.len() {
        for column in (0..width).filter(|&column| board[row][column] == *player) {
            for target in column.saturating_sub(1)..=(column + 1).min(width - 1) {
                let needed = if target == column { '.' } else { other };
                if board[row - 1][target] == needed {
                    let mut board = board.clone();
                    board[row][column] = '.';
                    board[row - 1][target] = *player;
                    after.push((flipped(&board), other));
                }
            }
        }
    }
    if after.is_empty() {
        return Err(Value::Loss);
    }
    Ok(after)
}

#[test]
fn every_state_agrees_with_a_second_implementation() {
    for (columns, rows) in [(1, 4), (2, 5), (3, 3), (4, 3), (3, 5), (4, 4)] {
        let game = Hexapawn::new(columns, rows).unwrap();
        let columns = usize::from(columns);
        let mut board = vec![vec!['.'; columns]; rows.into()];
        board[0] = vec!['O'; columns];
        board[usize::from(rows) - 1] = vec!['X'; columns];
        agrees(
            &histogram_of(&solve(&game).unwrap()),
            (board, 'X'),
            hexapawn,
        );
    }
}

#[test]
fn only_boards_that_fit_a_key_are_accepted() {
    for (columns, rows, fits) in [
        (3, 3, true),
        (5, 5, true),
        (7, 4, true),
        (1, 22, true),
        (10, 3, true),
        (11, 3, false),
        (1, 23, false),
        (3, 2, false),
        (0, 3, false),
        (3, 0, false),
        (255, 255, false),
    ] {
        let game = Hexapawn::new(columns, rows);
        assert_eq!(game.is_some(), fits, "{columns} by {rows}");
    }
}

/// Tests that each move leads to a later tier, on the boards in `Hexapawn::SAMPLES` and on the
/// largest boards.
#[test]
fn every_move_leads_to_a_later_tier() {
    let largest = ["5x5", "7x4", "1x22", "10x3"];
    for parameters in Hexapawn::SAMPLES.iter().chain(&largest) {
        let game = Hexapawn::with_parameters(parameters).unwrap();
        let mut state = game.start();
        while game.outcome(state).is_none() {
            let tiers = game
                .legal(state)
                .iter()
                .map(|mv| game.tier(game.play(state, mv)));
            assert!(tiers.min() > Some(game.tier(state)), "{parameters}");
            state = game.play(state, game.legal(state).first().unwrap());
        }
    }
}

/// Plays a published game of Hexapawn, in which both players capture.
#[test]
fn the_published_game_can_be_played() {
    let game = Hexapawn::new(3, 3).unwrap();
    let state = play_line(
        &game,
        &[
            ("b1-b2", "OOO/.X./X.X O"),
            ("a3xb2", ".OO/.O./X.X X"),
            ("c1xb2", ".OO/.X./X.. O"),
            ("c3-c2", ".O./.XO/X.. X"),
            ("a1-a2", ".O./XXO/... O"),
            ("c2-c1", ".O./XX./..O X"),
        ],
    );
    assert_eq!(game.outcome(state), Some(Value::Loss));
    let blocked = game.read_state("..O/..X/... O").unwrap();
    assert_eq!(game.outcome(blocked), Some(Value::Loss));
}
