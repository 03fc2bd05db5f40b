//! Tests the rules of tic-tac-toe: states, texts, moves and lines, for every board and for invalid
//! boards.

use perfectplay::game::ParseStateError;
use perfectplay::tictactoe::{Line, PlayError, StateError, Status, TicTacToe};
use perfectplay::tictactoe::{State, state};
use perfectplay::{Game, Move, Moves, Player, Value};
use proptest::prelude::*;

#[test]
fn a_state_is_small() {
    assert_eq!(size_of::<State>(), 4);
    assert_eq!(State::default().to_string(), ".../.../...");
}

#[test]
fn invalid_masks_are_refused() {
    let cells = Moves::from_bits;
    for x in 0..=u16::MAX {
        for o in [0, 1, 0b111_111_111, 1 << 9, u16::MAX] {
            let expected = if (x | o) >> 9 != 0 {
                Some(StateError::Beyond {
                    cells: cells(((x | o) >> 9 << 9).into()),
                })
            } else if x & o != 0 {
                Some(StateError::Overlap {
                    cells: cells((x & o).into()),
                })
            } else {
                None
            };
            assert_eq!(State::from_masks(x, o).err(), expected);
        }
    }
    assert_eq!(
        State::from_masks(0b1_000_000_000, 0b1)
            .unwrap_err()
            .to_string(),
        "expected cells 0 to 8, found cell 9",
    );
}

#[test]
fn every_state_keeps_its_masks_cells_and_text() {
    let mut previous = None;
    for state in State::all() {
        assert!(previous < Some(state), "{state} is out of order");
        previous = Some(state);
        assert_eq!(State::from_masks(state.x(), state.o()), Ok(state));
        assert_eq!(state.to_string().parse(), Ok(state));
        assert_eq!(format!("{state:?}"), format!("State({state})"));
        for cell in 0..9 {
            let held = match state.cell(cell) {
                Some(Player::First) => (1, 0),
                Some(Player::Second) => (0, 1),
                None => (0, 0),
            };
            assert_eq!((state.x() >> cell & 1, state.o() >> cell & 1), held);
        }
        assert_eq!(state.cell(9), None);
        let cells = state.cells();
        for (cell, held) in (0..).zip(cells) {
            assert_eq!(held, state.cell(cell));
        }
        assert_eq!(State::from(cells), state);
        let has_won = |&player: &Player| state.has_line(player);
        assert_eq!(state.winner(), Player::BOTH.into_iter().find(has_won));
        assert_eq!(u64::from(state.occupied()) ^ state.empty().bits(), 0x1ff);
    }
    assert_eq!(State::all().count(), 3_usize.pow(9));
}

#[test]
fn a_board_can_be_written_in_many_ways() {
    let board = State::from_masks(0b000_010_001, 0b100_000_100).unwrap();
    for text in [
        "X.O/.X./..O",
        "X.O.X...O",
        "x-o_X_--O",
        "X.O .X. ..O",
        "X.O\n.X.\n..O",
        "X.O\r\n.X.\r\n..O",
        "X.O|.X.|..O",
        "X.O / .X. | ..O",
    ] {
        assert_eq!(text.parse(), Ok(board), "{text:?}");
    }
    const LITERAL: State = state!(X . O / . X . / . . O);
    assert_eq!(LITERAL, board);
    assert_eq!(state!(X _ O . X . - - O), board);
}

#[test]
fn invalid_texts_are_refused() {
    const CELL: &str = "a cell (one of X O . - _)";
    const CELL_OR_ROW: &str = "a cell (one of X O . - _) or the next row (after / | or a space)";
    const END: &str = "the end after nine cells";
    let error = |text: &str| text.parse::<State>().unwrap_err();
    let parts = |error: ParseStateError| (error.expected, error.found, error.position);
    assert_eq!(parts(error("")), (CELL, None, 1));
    assert_eq!(parts(error("X.O/.X./..")), (CELL, None, 11));
    assert_eq!(parts(error("X.O/.X./..O.")), (END, Some('.'), 12));
    assert_eq!(parts(error("X.O/.X./..O\n")), (END, Some('\n'), 12));
    assert_eq!(parts(error("X.O/.Y./..O")), (CELL, Some('Y'), 6));
    assert_eq!(parts(error("X./O.X./..O")), (CELL, Some('/'), 3));
    assert_eq!(parts(error("/X.O.X...O")), (CELL, Some('/'), 1));
    assert_eq!(parts(error("X.O,.X.,..O")), (CELL_OR_ROW, Some(','), 4));
    assert_eq!(parts(error("X.O/.é./..O")), (CELL, Some('é'), 6));
    // One text has a row that is cut in two, and another has two bars.
    const ALIKE: &str = "something between all rows (/ or | or a space), or nothing";
    assert_eq!(parts(error("..O//XXOX.O")), (CELL, Some('/'), 5));
    assert_eq!(parts(error("..O/XXOX.O")), (ALIKE, Some('X'), 8));
    assert_eq!(parts(error("..OXXO/X.O")), (ALIKE, Some('X'), 8));
    assert_eq!(parts(error("..O /,XXO/X.O")), (CELL, Some(','), 6));
    assert_eq!(
        error("X.O/.Y./..O").to_string(),
        "expected a cell (one of X O . - _), found 'Y' at character 6",
    );
    assert_eq!(
        error("X.O").to_string(),
        "expected a cell (one of X O . - _), found the end at character 4",
    );
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in ".{0,16}") {
        if let Ok(state) = text.parse::<State>() {
            prop_assert_eq!(state.to_string().parse(), Ok(state));
        }
    }

    #[test]
    fn an_error_gives_the_position_of_what_it_found(text in "[XO./|é \n]{0,14}") {
        if let Err(error) = text.parse::<State>() {
            prop_assert_eq!(text.chars().nth(error.position - 1), error.found);
        }
    }
}

#[test]
fn lines_have_an_order() {
    let lines: Vec<String> = Line::all().map(|line| line.to_string()).collect();
    assert_eq!(
        lines,
        [
            "0-1-2", "3-4-5", "6-7-8", "0-3-6", "1-4-7", "2-5-8", "0-4-8", "6-4-2"
        ],
    );
    for line in Line::all() {
        let cells: Moves = line.cells().into_iter().filter_map(Move::new).collect();
        assert_eq!(line.moves(), cells);
    }
}

#[test]
fn status_and_lines_are_right_in_every_state() {
    for state in State::all() {
        let holds = |player| {
            Line::all().any(|line| line.cells().iter().all(|&c| state.cell(c) == Some(player)))
        };
        let expected = match (holds(Player::First), holds(Player::Second)) {
            (true, _) => Status::Won(Player::First),
            (_, true) => Status::Won(Player::Second),
            _ if state.marks() == 9 => Status::Drawn,
            _ => Status::Ongoing,
        };
        assert_eq!(state.status(), expected, "{state}");
        let outcome = match expected {
            Status::Won(winner) if winner == state.to_move() => Some(Value::Win),
            Status::Won(_) => Some(Value::Loss),
            Status::Drawn => Some(Value::Draw),
            Status::Ongoing => None,
        };
        assert_eq!(TicTacToe.outcome(state), outcome, "{state}");
        assert_eq!(TicTacToe.to_move(state), Some(state.to_move()));
        for player in [Player::First, Player::Second] {
            assert_eq!(state.has_line(player), holds(player));
            assert_eq!(state.lines(player).next().is_some(), holds(player));
        }
    }
    let two_lines: State = "XXX/XOO/XOO".parse().unwrap();
    let lines: Vec<_> = two_lines
        .lines(Player::First)
        .map(|line| line.cells())
        .collect();
    assert_eq!(lines, [[0, 1, 2], [0, 3, 6]]);
}

#[test]
fn exactly_the_legal_moves_can_be_played() {
    for state in State::all() {
        let before = state;
        for cell in 0..=u8::MAX {
            match state.play(cell) {
                Ok(after) => {
                    assert!(cell < 9 && state.cell(cell).is_none());
                    assert!(!state.status().is_over());
                    assert_eq!(after.cell(cell), Some(state.to_move()));
                    assert_eq!(after.marks(), state.marks() + 1);
                    for other in (0..9).filter(|&other| other != cell) {
                        assert_eq!(after.cell(other), state.cell(other));
                    }
                    assert!(state.legal().contains(Move::new(cell).unwrap()));
                }
                Err(PlayError::OffBoard { cell: found }) => {
                    assert!(found == cell && cell >= 9);
                }
                Err(PlayError::GameOver { status }) => {
                    assert!(status == state.status() && status.is_over());
                }
                Err(PlayError::Occupied { cell: found, by }) => {
                    assert!(found == cell && state.cell(cell) == Some(by));
                }
                Err(error) => panic!("an unknown kind of error: {error}"),
            }
            assert_eq!(state, before);
        }
    }
}

/// Tests that `play` accepts a `Move` in place of the number of a cell. The index of the move is
/// the number of the cell, so a program can play the move that a `Level` chooses.
#[test]
fn cells_are_numbers_or_moves() {
    for index in 0..64 {
        let mv = Move::new(index).unwrap();
        for state in [State::EMPTY, State::EMPTY.play(4).unwrap()] {
            assert_eq!(state.play(mv), state.play(index));
        }
    }
}

#[test]
fn play_errors_say_what_was_found() {
    let state: State = "X../.../...".parse().unwrap();
    let message = |state: State, cell| state.play(cell).unwrap_err().to_string();
    assert_eq!(message(state, 0), "X holds cell 0");
    assert_eq!(message(state, 9), "there is no cell 9, only 0 to 8");
    let won: State = "XXX/OO./...".parse().unwrap();
    assert_eq!(message(won, 5), "the game is over: X has won");
}

#[test]
fn completions_come_in_the_order_of_the_lines() {
    let cells = |text: &str| -> Vec<u8> {
        let state: State = text.parse().unwrap();
        state
            .completions(Player::First)
            .map(|(_, cell)| cell.index())
            .collect()
    };
    assert_eq!(cells("o../oxo/xx."), [8, 1, 2]);
    assert_eq!(cells("xoo/xx./.o."), [5, 6, 8]);
    // One cell completes two lines.
    assert_eq!(cells("xx./o.x/.ox"), [2, 2, 4]);
}

#[test]
fn completions_of_every_state_finish_their_line() {
    for state in State::all() {
        for player in [Player::First, Player::Second] {
            let mut cells = Moves::EMPTY;
            let mut lines = Vec::new();
            for (line, cell) in state.completions(player) {
                assert_eq!(state.cell(cell.index()), None);
                let others = line.cells().into_iter().filter(|&c| c != cell.index());
                assert!(others.map(|c| state.cell(c)).eq([Some(player); 2]));
                cells |= cell.into();
                lines.push(line);
            }
            assert!(lines.is_sorted_by(|a, b| a < b));
            assert_eq!(state.completing(player), cells);
            let finishable = Line::all().filter(|line| {
                let held = |who| {
                    line.cells()
                        .into_iter()
                        .filter(|&c| state.cell(c) == who)
                        .count()
                };
                held(Some(player)) == 2 && held(None) == 1
            });
            assert_eq!(lines.len(), finishable.count(), "{state}");
        }
    }
}
