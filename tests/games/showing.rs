//! Tests the display of games. What a game shows on its squares, and where it shows a move, must agree with the text of
//! the state. The lines and threats that a game shows must agree with a search for lines on the drawn board.

use std::collections::HashSet;

use perfectplay::solve::Solution;
use perfectplay::{Move, Player, solve};
use perfectplay_games::show::{Grid, Place, Side, Square};
use perfectplay_games::{self as games, Listed};

use crate::games::registry::game;

/// The greatest number of states of one game that are tested. If a game has more states, the test takes a sample of
/// them.
const MANY: usize = 4_000;

/// The games whose texts are not just one letter for each square. The texts of Nim and Kalah contain the numbers of
/// objects in heaps and pits. The texts of dōbutsu shōgi also contain the pieces in hand. The texts of chess contain
/// numbers of empty squares.
const OF_OTHER_TEXTS: [&str; 4] = ["nim", "kalah", "dobutsu", "chess"];

/// Returns at most `MANY` states, spread evenly over a solution.
fn sample<G: Listed>(solution: &Solution<&G>) -> Vec<G::State> {
    let states = solution.scores().step_by(solution.len().div_ceil(MANY));
    states.map(|(state, _)| state).collect()
}

/// Compares the display of a game with the texts of a sample of its states. `tests/games/registry.rs` calls this
/// function for every game, with the keys of all states.
pub fn agrees_with<G: Listed>(game: &G, keys: impl ExactSizeIterator<Item = u64>) {
    coordinates_are_those_of_chess(game);
    squares_have_names_of_their_own(game);
    what_is_declared_is_on_the_board(game);
    let mut numbers = 0;
    let every = keys.len().div_ceil(MANY);
    for key in keys.step_by(every) {
        let state = game.of_key(key).expect("a state");
        assert!(game.why_unreachable(state).is_none(), "{state:?}");
        squares_are_those_of_the_text(game, state);
        numbers += numbers_that_are_shown(game, state);
        states_are_read_leniently(game, state);
        if game.outcome(state).is_none() {
            for mv in game.legal(state) {
                the_move_is_on_the_board(game, state, mv);
            }
        }
    }
    assert_eq!(numbers > 0, ["dots", "kalah"].contains(&G::NAME));
}

/// Asserts that a move changes the squares that the game returns for this move, and that each moved piece belongs to
/// the player to move.
fn the_move_is_on_the_board<G: Listed>(game: &G, state: G::State, mv: Move) {
    let squares = game.grid().map_or(0, Grid::squares);
    let mover = game.to_move(state);
    let after = game.play(state, mv);
    if let Some(mover) = mover.filter(|_| G::TURNS_ALTERNATE) {
        assert_eq!(game.to_move(after), Some(mover.other()), "{state:?}");
    }
    let place = game.place(state, mv);
    let changed = (0..squares)
        .filter(|&square| game.square(state, square) != game.square(after, square))
        .collect::<Vec<_>>();
    let covered = game.covers(state, mv).collect::<Vec<_>>();
    assert_eq!(G::NAME == "domineering", !covered.is_empty());
    assert!(
        covered.is_empty() || covered == changed,
        "{covered:?} of {state:?}"
    );
    match place {
        Place::Square(square) => {
            assert!(changed.contains(&square), "{place:?} of {state:?}");
            let before = game.square(state, square);
            let owned = matches!(before, Square::Piece { age: None, .. });
            let theirs = mover.map(|mover| Square::piece(mover.other()));
            let is_taken = theirs == Some(before) && game.square(after, square) == Square::Empty;
            assert!(
                is_taken || !owned && before != Square::Absent,
                "{place:?} of {state:?}"
            );
        }
        Place::Column(column) => {
            let grid = game.grid().expect("a board");
            let [square] = changed[..] else {
                panic!("{changed:?} in {state:?}");
            };
            assert_eq!(square % grid.columns, column);
            let below = square + grid.columns;
            assert!(below >= squares || game.square(state, below) != Square::Empty);
        }
        Place::Step { from, to } => {
            let owner = mover.expect("a player");
            let is_own =
                |square| matches!(square, Square::Piece { owner: found, .. } if found == owner);
            assert!(is_own(game.square(state, from)), "{place:?} of {state:?}");
            assert!(is_own(game.square(after, to)), "{place:?} of {state:?}");
            assert!(
                changed.contains(&from) && changed.contains(&to),
                "{state:?}"
            );
            // A captured piece appears in a hand, and a chess pawn may be captured in passing.
            let most = if ["dobutsu", "chess"].contains(&G::NAME) {
                3
            } else {
                2
            };
            assert!(changed.len() <= most, "{state:?}");
            let joins = |edge: [u8; 2]| edge == [from, to] || edge == [to, from];
            let may_fly = G::NAME == "mills";
            assert!(
                may_fly || game.edges().next().is_none() || game.edges().any(joins),
                "{place:?}"
            );
        }
        Place::OffBoard => assert!(changed.len() <= 1, "{state:?}"),
    }
}

/// Asserts that each line joins two squares, and that no two lines join the same squares. The letters on one side of
/// the board must differ from each other. If a game shows stores (the pits in which Kalah collects points), it must
/// return the points of both players.
fn what_is_declared_is_on_the_board<G: Listed>(game: &G) {
    let Some(grid) = game.grid() else { return };
    let mut edges = HashSet::new();
    for [from, to] in game.edges() {
        assert!(from.max(to) < grid.squares());
        assert!(
            from != to && edges.insert([from.min(to), from.max(to)]),
            "{from} {to}"
        );
    }
    for (side, count) in [
        (Side::Left, grid.rows),
        (Side::Right, grid.rows),
        (Side::Top, grid.columns_together()),
        (Side::Bottom, grid.columns_together()),
    ] {
        let letters = (0..count).filter_map(|number| game.letter(side, number));
        let different = letters.clone().collect::<HashSet<_>>().len();
        assert_eq!(letters.count(), different);
        // No letters stand beside the hands of dōbutsu shōgi.
        let expected = if G::NAME == "dobutsu" && count == grid.columns {
            3
        } else {
            count
        };
        assert!(
            different == 0 || different == usize::from(expected),
            "{side:?}"
        );
    }
    let start = game.start();
    assert!(game.stores().is_none() || game.points(start).is_some());
    for square in (0..grid.squares()).filter(|&square| game.is_poisoned(square)) {
        assert_ne!(game.square(start, square), Square::Empty);
    }
}

fn squares_have_names_of_their_own<G: Listed>(game: &G) {
    let squares = game.grid().map_or(0, Grid::squares);
    let names = (0..squares).map(|square| {
        let mut name = String::new();
        game.write_square(square, &mut name).expect("memory");
        name
    });
    assert_eq!(names.collect::<HashSet<_>>().len(), usize::from(squares));
}

/// Asserts that the squares show the characters of the text, from the top left.
fn squares_are_those_of_the_text<G: Listed>(game: &G, state: G::State) {
    let Some(grid) = game.grid().filter(|_| !OF_OTHER_TEXTS.contains(&G::NAME)) else {
        return;
    };
    let text = game.state_text(state).to_string();
    let cells = text.chars().filter(|cell| !"/ ".contains(*cell));
    let is_face = |square: u8| {
        let (row, column) = (square / grid.columns, square % grid.columns);
        grid.lattice && row % 2 == 1 && column % 2 == 1
    };
    for (square, cell) in (0..grid.squares()).zip(cells) {
        let shown = match game.square(state, square) {
            // The text does not show that a box is complete, except by the four sides of the box.
            Square::Absent | Square::Common(_) if is_face(square) => {
                let sides = [
                    square - 1,
                    square + 1,
                    square - grid.columns,
                    square + grid.columns,
                ];
                let is_drawn = |&side: &u8| game.square(state, side) != Square::Empty;
                let is_complete = game.square(state, square) == Square::Common('#');
                assert_eq!(sides.iter().all(is_drawn), is_complete, "{text}");
                '.'
            }
            Square::Heap { .. } => panic!("a heap on square {square} of {text}"),
            Square::Absent | Square::Empty => '.',
            Square::Common(mark) => mark,
            Square::Piece {
                owner, age: None, ..
            } => game.marks()[owner as usize],
            Square::Piece {
                owner: Player::First,
                age: Some(age),
                ..
            } => (b'0' + age) as char,
            Square::Piece {
                owner: Player::Second,
                age: Some(age),
                ..
            } => (b'a' - 1 + age) as char,
        };
        assert_eq!(shown, cell, "square {square} of {text}");
    }
}

/// Asserts that the display shows the same numbers as the text. The numbers on the squares come first, and then the
/// points of the players. Returns how many numbers the display shows.
fn numbers_that_are_shown<G: Listed>(game: &G, state: G::State) -> usize {
    let squares = game.grid().map_or(0, Grid::squares);
    let text = game.state_text(state).to_string();
    let heaps = (0..squares).filter_map(|square| match game.square(state, square) {
        Square::Heap { number, .. } => Some(number.into()),
        _ => None,
    });
    let shown = heaps
        .chain(game.points(state).into_iter().flatten())
        .collect::<Vec<u32>>();
    let numbers = text
        .split(|character: char| !character.is_ascii_digit())
        .filter_map(|number| number.parse::<u32>().ok());
    if !shown.is_empty() {
        assert_eq!(shown, numbers.collect::<Vec<_>>(), "{text}");
    }
    shown.len()
}

/// Asserts that `a1` is at the bottom left of every board with letters, as in chess.
fn coordinates_are_those_of_chess<G: Listed>(game: &G) {
    let Some(grid) = game.grid().filter(|grid| grid.lettered) else {
        return;
    };
    let name = |row, column| {
        let mut name = String::new();
        let square = grid.square(0, row, column);
        game.write_square(square, &mut name).expect("memory");
        name
    };
    assert_eq!(name(grid.rows - 1, 0), "a1", "{}", G::NAME);
    assert_eq!(name(0, 0), format!("a{}", grid.rows), "{}", G::NAME);
    let last = (b'a' + grid.columns - 1) as char;
    assert_eq!(name(grid.rows - 1, grid.columns - 1), format!("{last}1"));
}

/// Asserts that the library can read the text of a state, and variants of this text. In some variants, all letters are
/// small, or all are capital. Other variants use other signs for empty squares, or separate the rows by other
/// characters or by none.
fn states_are_read_leniently<G: Listed>(game: &G, state: G::State) {
    let text = game.state_text(state).to_string();
    assert_eq!(game.read_state(&text), Ok(state), "{text}");
    // Texts with numbers can be read only in the form in which they are written.
    if game.grid().is_none() || OF_OTHER_TEXTS.contains(&G::NAME) {
        return;
    }
    // In some games, letters stand for the ages of marks.
    let lower = text.to_lowercase();
    let upper = text.to_uppercase();
    let others = [
        lower.replace('/', "|"),
        upper.replace('.', "-"),
        text.replace('.', "_").replace('/', "\n"),
        text.replace('/', ""),
        text.replace('/', " | "),
    ];
    for other in others {
        assert_eq!(game.read_state(&other), Ok(state), "{other:?}");
    }
}

/// Tests that `Grid::new` and the methods that change a `Grid` set the right fields. Squares are numbered board by
/// board, and row by row.
#[test]
fn grids_have_the_size_and_the_signs_that_they_are_given() {
    let one = Grid::new(3, 2);
    let plain = Grid {
        boards: 1,
        columns: 3,
        rows: 2,
        lettered: false,
        lattice: false,
    };
    assert_eq!(one, plain);
    assert_eq!((one.squares(), one.columns_together()), (6, 3));
    let four = one.times(4);
    assert_eq!(four, Grid { boards: 4, ..plain });
    assert_eq!((four.squares(), four.columns_together()), (24, 15));
    let lettered = Grid {
        lettered: true,
        ..plain
    };
    let lattice = Grid {
        lattice: true,
        ..plain
    };
    assert_eq!((one.lettered(), one.lattice()), (lettered, lattice));
    let mut squares = Vec::new();
    for board in 0..4 {
        for row in 0..2 {
            squares.extend((0..3).map(|column| four.square(board, row, column)));
        }
    }
    assert!(squares.iter().copied().eq(0..24), "{squares:?}");
}

/// The title of a game is written for people, and contains the game's parameters.
#[test]
fn titles() {
    for (spec, title) in [
        ("tictactoe", "Tic-tac-toe"),
        ("mnk:4,3,3", "3 in a row on 4×3"),
        ("connect:4x4", "Connect Four 4×4"),
        ("connect:3x3,3,misere", "Connect 3 on 3×3, misère"),
        ("wild:normal", "Wild tic-tac-toe"),
        ("wild:misere", "Wild tic-tac-toe, misère"),
        ("hexapawn:4x3", "Hexapawn 4×3"),
        ("nim:3,4,5", "Nim 3, 4, 5"),
        ("morris:tapatan", "Tapatan"),
        ("morris:achi", "Achi"),
        ("mills:six", "Six men’s morris"),
        ("mills:1,4,stays", "Mills, 4 men on 1 square without flying"),
        ("hounds", "Hare and Hounds"),
        ("dobutsu:LEGC", "Dōbutsu shōgi"),
        ("dobutsu:LC", "Dōbutsu shōgi LC"),
        ("chess:KBNK", "Chess ending KBNK"),
        ("chess:KPK,6", "Chess ending KPK 6×6"),
        ("dots:2x2", "Dots and Boxes 2×2"),
        ("kalah:3,2", "Kalah, 3 pits of 2 seeds"),
    ] {
        assert_eq!(game(spec).info().title, title);
    }
}

/// Tests the lines and threats of tic-tac-toe, of m,n,k-games and of Connect Four.
#[test]
fn lines_and_threats() {
    fn check<G: Listed>(spec: &str, length: usize, is_misere: bool) {
        let name = spec
            .split_once(':')
            .map_or("", |(_, parameters)| parameters);
        let game = G::with_parameters(name).expect("parameters");
        let grid = game.grid().expect("a board");
        let owner_at = |state, square| match game.square(state, square) {
            Square::Piece { owner, .. } => Some(owner),
            _ => None,
        };
        let windows = windows(grid, length);
        let sorted = |squares: Vec<u8>| {
            let mut squares = squares;
            squares.sort_unstable();
            squares
        };
        let solution = solve(&game).expect("a solution");
        for state in sample(&solution) {
            let complete = windows.iter().filter(|window| {
                let first = owner_at(state, window[0]);
                first.is_some()
                    && window
                        .iter()
                        .all(|&square| owner_at(state, square) == first)
            });
            let complete = complete.cloned().collect::<HashSet<_>>();
            let lines = game
                .lines(state)
                .map(|line| sorted(line.squares().collect()));
            assert_eq!(lines.collect::<HashSet<_>>(), complete, "{spec}: {state:?}");

            let is_playable = |square: u8| {
                let below = square + grid.columns;
                let supported = below >= grid.squares() || owner_at(state, below).is_some();
                owner_at(state, square).is_none() && (G::NAME != "connect" || supported)
            };
            for player in Player::BOTH {
                let mut expected = HashSet::new();
                for window in windows.iter().filter(|_| !is_misere) {
                    let mut missing = window
                        .iter()
                        .filter(|&&square| owner_at(state, square) != Some(player));
                    if let (Some(&square), None) = (missing.next(), missing.next()) {
                        if is_playable(square) {
                            expected.insert((square, window.clone()));
                        }
                    }
                }
                let threats = game.threats(state, player);
                let found =
                    threats.map(|threat| (threat.square, sorted(threat.line.squares().collect())));
                assert_eq!(
                    found.collect::<HashSet<_>>(),
                    expected,
                    "{spec}: {player} in {state:?}"
                );
            }
        }
    }

    check::<perfectplay::tictactoe::TicTacToe>("", 3, false);
    check::<games::mnk::Marks>("mnk:3,3,3", 3, false);
    check::<games::mnk::Marks>("mnk:3,3,3,misere", 3, true);
    check::<games::mnk::Marks>("mnk:5,2,3", 3, false);
    check::<games::mnk::Marks>("mnk:2,2,1", 1, false);
    check::<games::mnk::Connect>("connect:3x3,3", 3, false);
    check::<games::mnk::Connect>("connect:3x4,4", 4, false);
}

/// Returns each line of `length` squares in a row, a column or a diagonal. The squares of a line are in rising order.
fn windows(grid: Grid, length: usize) -> HashSet<Vec<u8>> {
    let mut windows = HashSet::new();
    for row in 0..i32::from(grid.rows) {
        for column in 0..i32::from(grid.columns) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let squares =
                    (0..length as i32).map(|step| (row + down * step, column + right * step));
                let on_board = |&(row, column): &(i32, i32)| {
                    (0..grid.rows.into()).contains(&row)
                        && (0..grid.columns.into()).contains(&column)
                };
                if squares.clone().all(|square| on_board(&square)) {
                    let mut window = squares
                        .map(|(row, column)| grid.square(0, row as u8, column as u8))
                        .collect::<Vec<_>>();
                    window.sort_unstable();
                    windows.insert(window);
                }
            }
        }
    }
    windows
}

/// If a game has several boards, its text shows one board after the other.
#[test]
fn several_boards_are_read() {
    let game = games::notakto::Notakto::new(2).expect("two boards");
    let text = "X.X/.X./... .../.../..X";
    let state = game.read_state(text).expect("a state");
    assert_eq!(game.state_text(state).to_string(), text);
}
