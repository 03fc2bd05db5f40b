//! Tests games in which marks are placed: m,n,k-games, Connect Four, wild tic-tac-toe and Notakto.
//! The games must agree with published results, and with a plain implementation of the rules.

use std::collections::BTreeMap;
use std::thread;

use perfectplay::solve::Solution;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Game, Move, Moves, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::notakto::Notakto;
use perfectplay_games::wild::Wild;

fn open<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).unwrap_or_else(|| panic!("{}:{parameters}", G::NAME))
}

/// Asserts the number of reachable states, and the value and distance of the start. If the start is
/// a draw, the expected distance is `None`, because the published results give no distance for
/// draws.
fn assert_known<G: Listed>(parameters: &str, states: usize, start: (Value, Option<u32>)) {
    let game: G = open(parameters);
    let solution = solve(&game).unwrap();
    let found = solution.start();
    let distance = found.distance().filter(|_| found.value() != Value::Draw);
    let found = (solution.len(), (found.value(), distance));
    assert_eq!(found, (states, start), "{}:{parameters}", G::NAME);
}

const DRAW: (Value, Option<u32>) = (Value::Draw, None);

const fn win(plies: u32) -> (Value, Option<u32>) {
    (Value::Win, Some(plies))
}

const fn loss(plies: u32) -> (Value, Option<u32>) {
    (Value::Loss, Some(plies))
}

#[test]
fn small_boards_match_published_results() {
    assert_known::<Marks>("3,3,3,misere", 5_478, DRAW);
    assert_known::<Marks>("4,3,3", 111_973, win(7));
    assert_known::<Connect>("4x4", 161_029, DRAW);
    assert_known::<Wild>("normal", 18_753, win(7));
    assert_known::<Wild>("misere", 18_753, DRAW);
    assert_known::<Notakto>("1", 450, win(6));
}

#[test]
fn a_line_of_connect_has_four_marks_by_default() {
    assert_eq!(open::<Connect>("5x4"), open("5x4,4"));
    assert_ne!(open::<Connect>("5x4"), open("5x4,3"));
    assert_ne!(open::<Connect>("5x4"), open("5x4,misere"));
}

/// In wild tic-tac-toe, the only winning first moves are an X or an O in the centre.
#[test]
fn wild_is_won_only_in_the_centre() {
    let game: Wild = open("normal");
    let start = solve(&game).unwrap().start();
    assert_eq!(start.winning(), Moves::from_bits(1 << 4 | 1 << 13));
}

#[test]
#[ignore = "takes a minute; CI runs it"]
fn larger_boards_match_published_results() {
    thread::scope(|scope| {
        scope.spawn(|| assert_known::<Marks>("4,4,4", 9_722_011, DRAW));
        scope.spawn(|| {
            assert_known::<Marks>("4,4,3", 6_036_001, win(5));
            assert_known::<Connect>("4x5", 1_706_255, DRAW);
            assert_known::<Connect>("5x4", 3_945_711, DRAW);
        });
    });
}

#[test]
#[ignore = "takes minutes, and gigabytes of memory"]
fn connect_four_on_6_by_4_is_lost_in_24() {
    assert_known::<Connect>("6x4", 94_910_577, loss(24));
}

/// Tests the names of cells and columns. After the column `z` comes the column `aa`.
#[test]
fn moves_have_names() {
    let name = |index, width| {
        let game: Connect = open(width);
        let mv = Move::new(index).unwrap();
        game.move_text(game.start(), mv).to_string()
    };
    assert_eq!([name(0, "7x6"), name(6, "7x6")], ["a", "g"]);
    assert_eq!(
        [name(25, "32x1"), name(26, "32x1"), name(31, "32x1")],
        ["z", "aa", "af"]
    );
    let game: Marks = open("40,1,3");
    let last = Move::new(39).unwrap();
    assert_eq!(game.move_text(game.start(), last).to_string(), "an1");
    let game: Notakto = open("3");
    let last = Move::new(26).unwrap();
    assert_eq!(game.move_text(game.start(), last).to_string(), "3c1");
}

/// In Notakto, the first player wins if the number of boards is odd, and the second player wins if
/// this number is even (Plambeck and Whitehead, 2013).
#[test]
fn two_boards_of_notakto_are_lost() {
    let [one, two] = ["1", "2"].map(open::<Notakto>);
    let [one, two] = [solve(&one).unwrap(), solve(&two).unwrap()];
    assert_eq!(two.len(), 450 * 450);
    assert_eq!(two.start().value(), Value::Loss);
    // A board with a single X outside the centre does not change the value of another board beside
    // it. A board with an X in the centre changes the value.
    let changes = |cell: u32| {
        let mut values = one.iter().map(|(state, analysis)| {
            let beside = state | 1 << (9 + cell);
            (two.lookup(beside).unwrap().value(), analysis.value())
        });
        values.any(|(beside, alone)| beside != alone)
    };
    let changing: Vec<u32> = (0..9).filter(|&cell| changes(cell)).collect();
    assert_eq!(changing, [4]);
}

#[test]
#[ignore = "takes minutes, and gigabytes of memory"]
fn three_boards_of_notakto_are_won() {
    let game: Notakto = open("3");
    let solution = solve(&game).unwrap();
    assert_eq!(solution.len(), 450 * 450 * 450);
    let start = solution.start();
    assert_eq!(start.value(), Value::Win);
    // After any first move except an X in the centre, the game has the value of the game with two
    // boards. An X in the centre wins sooner.
    assert_eq!(start.winning(), Moves::first_n(27));
    let centres = 1 << 4 | 1 << 13 | 1 << 22;
    assert_eq!(start.best(), Moves::from_bits(centres));
}

/// Maps three properties of a state to the number of states with these properties. The properties
/// are the value (`.0`), the distance (`.1`), and the number of plies from the start (`.2`).
type Histogram = BTreeMap<(Value, Option<u32>, Option<u32>), usize>;

fn histogram<G: Game>(solution: &Solution<G>, plies: impl Fn(G::State) -> u32) -> Histogram {
    let mut histogram = Histogram::new();
    for (state, score) in solution.scores() {
        let class = (score.value(), score.distance(), Some(plies(state)));
        *histogram.entry(class).or_default() += 1;
    }
    histogram
}

#[test]
fn three_in_a_line_on_3_by_3_is_tic_tac_toe() {
    let game: Marks = open("3,3,3");
    let solution = solve(&game).unwrap();
    let other = solve(&TicTacToe).unwrap();
    let marks = |state| game.tier(state).unwrap();
    assert_eq!(
        histogram(&solution, marks),
        histogram(&other, |state| state.marks().into())
    );
    for (state, analysis) in solution.iter() {
        let text = game.state_text(state).to_string();
        assert_eq!(
            other.lookup(text.parse().unwrap()),
            Some(analysis),
            "{text}"
        );
    }
}

/// Returns whether a player has `length` marks in a line. Tries each cell as the first cell of a
/// line.
fn has_line(text: &str, length: usize) -> bool {
    let rows: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
    let at = |row: isize, column: isize| {
        let row = rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    };
    let (height, width) = (rows.len() as isize, rows[0].len() as isize);
    (0..height * width).any(|cell| {
        let (row, column) = (cell / width, cell % width);
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|&(down, right)| {
                (0..length as isize).all(|step| {
                    let mark = at(row + down * step, column + right * step);
                    mark.is_some_and(|mark| mark != b'.') && mark == at(row, column)
                })
            })
    })
}

/// Plays random games, and compares them with a second implementation of the rules. The second
/// implementation works on the text of a state. The tests also use the largest boards, which are
/// too large to solve.
fn assert_plain<G: Listed>(parameters: &str, columns: usize, length: usize) {
    let game: G = open(parameters);
    let gravity = G::NAME == Connect::NAME;
    let line = if parameters.contains("misere") {
        Value::Win
    } else {
        Value::Loss
    };
    let mut random = 1_u64;
    let mut keys = BTreeMap::new();
    for _ in 0..50 {
        let mut state = game.start();
        for mark in ['X', 'O'].into_iter().cycle() {
            let text = game.state_text(state).to_string();
            let other = keys.insert(game.key(state), text.clone());
            assert!(
                other.is_none_or(|other| other == text),
                "{parameters} {text}"
            );
            let expected = if has_line(&text, length) {
                Some(line)
            } else {
                (!text.contains('.')).then_some(Value::Draw)
            };
            assert_eq!(game.outcome(state), expected, "{parameters} {text}");
            if expected.is_some() {
                break;
            }
            let cells: String = text.split('/').collect();
            // With gravity, the index of a move is the number of a column. The cell of the first
            // row in this column has the same number.
            let count = if gravity { columns } else { cells.len() };
            let empty: Moves = Moves::first_n(count as u32)
                .iter()
                .filter(|mv| cells.as_bytes()[usize::from(mv.index())] == b'.')
                .collect();
            assert_eq!(game.legal(state), empty, "{parameters} {text}");
            // A linear congruential generator (D. H. Lehmer) with a multiplier by D. E.
            // Knuth.
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mv = empty.nth((random >> 33) as u32 % empty.len()).unwrap();
            state = game.play(state, mv);

            let mut cell = usize::from(mv.index());
            while gravity && cells.as_bytes().get(cell + columns) == Some(&b'.') {
                cell += columns;
            }
            let mut cells = cells.into_bytes();
            cells[cell] = mark as u8;
            let rows = cells.chunks(columns).map(String::from_utf8_lossy);
            let played = rows.collect::<Vec<_>>().join("/");
            assert_eq!(game.state_text(state).to_string(), played, "{parameters}");
            assert_eq!(game.read_state(&played), Ok(state), "{parameters}");
        }
    }
}

#[test]
fn rules_agree_with_plain_ones_on_boards_of_all_shapes() {
    for (parameters, columns, length) in [
        ("1,1,1", 1, 1),
        ("3,3,2,misere", 3, 2),
        ("5,8,4", 5, 4),
        ("8,5,5,misere", 8, 5),
        ("40,1,3", 40, 3),
        ("1,40,7", 1, 7),
        ("6,6,6", 6, 6),
    ] {
        assert_plain::<Marks>(parameters, columns, length);
    }
    for (parameters, columns, length) in [
        ("7x6", 7, 4),
        ("8x7,4,misere", 8, 4),
        ("6x9,5", 6, 5),
        ("9x6,3", 9, 3),
        ("1x63,2", 1, 2),
        ("32x1,2,misere", 32, 2),
    ] {
        assert_plain::<Connect>(parameters, columns, length);
    }
}

#[test]
fn impossible_boards_are_refused() {
    for parameters in [
        "3,3,4",
        "3,3,0",
        "0,3,3",
        "3,0,3",
        "41,1,3",
        "1,41,3",
        "6,7,4",
        "255,255,3",
        "3,3",
        "3,3,3,",
        "3,3,3,3",
        "3,3,3,wild",
        "a,3,3",
        "",
    ] {
        assert_eq!(Marks::with_parameters(parameters), None, "{parameters}");
    }
    for parameters in [
        "8x8", "1x64", "33x1", "3x3", "4x4,5", "4x4,0", "4,4", "4x4x4", "",
    ] {
        assert_eq!(Connect::with_parameters(parameters), None, "{parameters}");
    }
    for parameters in ["0", "4", "", "1,misere"] {
        assert_eq!(Notakto::with_parameters(parameters), None, "{parameters}");
    }
    assert_eq!(Wild::with_parameters("normal,misere"), None);
}

/// Returns the error message for a text that is not a state.
fn refusal<G: Listed>(parameters: &str, text: &str) -> String {
    let game: G = open(parameters);
    game.read_state(text).unwrap_err().to_string()
}

#[test]
fn parse_errors_give_the_position() {
    assert_eq!(
        refusal::<Connect>("4x4", "..../.X../..../...."),
        "expected a cell (one of X O ., and . only above all marks of its column), found '.' at character 12"
    );
    assert_eq!(
        refusal::<Marks>("4,3,3", "X.../..../...?"),
        "expected a cell (one of X O .), found '?' at character 14"
    );
    assert_eq!(
        refusal::<Marks>("4,3,3", "X...+"),
        "expected the next row, after / or a space, found '+' at character 5"
    );
    assert_eq!(
        refusal::<Marks>("3,2,3", "X../...X"),
        "expected the end after the last cell, found 'X' at character 8"
    );
    assert_eq!(
        refusal::<Notakto>("2", "X../.../... .O./.../..."),
        "expected a cell (X or .), found 'O' at character 14"
    );
    assert_eq!(
        refusal::<Notakto>("2", "X../.../..."),
        "expected the next row, after / or a space, found the end at character 12"
    );
    assert_eq!(
        refusal::<Notakto>("1", "X../.../... ..."),
        "expected the end after the last cell, found ' ' at character 12"
    );
}

/// On a board that no game reaches, one player may have far more marks than the other. X is then to
/// move if the total number of marks is even.
#[test]
fn unreachable_boards_can_be_read_and_written() {
    let game: Marks = open("3,3,3");
    for text in ["XX./.../...", "OOO/.../...", "O../.../...", "XXX/XXX/XXX"] {
        let state = game.read_state(text).unwrap();
        assert_eq!(game.state_text(state).to_string(), text);
    }
}
