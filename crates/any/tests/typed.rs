//! Tests states and moves in the notations that people type.

use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Solved, walk};
use perfectplay_any::{AnyGame, AnyTable, Catalogue, Solve, rules};

fn game(spec: &str) -> AnyGame {
    Catalogue::with_games_that_ship()
        .find(spec)
        .expect("a game")
}

fn solved(spec: &str) -> AnyTable {
    game(spec).solve(&Solve::default()).expect("a table")
}

/// In a text such as `32164625`, each digit is the column of one move, counted from the left.
#[test]
fn columns_by_number_are_a_position() {
    let rules = game("connect:7x6").without_table();
    let position = rules.parse("32164625").expect("moves");
    let mut played = rules.start();
    for name in ["c", "2", "A", "6", "d", "F", "2", "5"] {
        let mv = played.find_move(name).expect(name);
        played = played.play(mv).expect("a legal move");
    }
    assert_eq!(position.state(), played.state());
    assert_eq!(
        position.text(),
        "......./......./......./......./.X...O./XOXXOO."
    );
    for name in ["0", "8", "h", "01", "+1", "", "1 "] {
        assert_eq!(position.find_move(name), None, "{name:?}");
    }
    // Try a number beyond the board, a full column, and a move after the end of the game.
    let small = game("connect:4x4").without_table();
    for (text, at) in [
        ("15", 2),
        ("0", 1),
        ("11111", 5),
        ("1x", 2),
        ("12121211", 8),
    ] {
        assert_eq!(small.parse(text).expect_err(text).position, at, "{text}");
    }
    assert_eq!(small.parse("11111").expect_err("full").found, Some('1'));
    let full = small.parse("1111").expect("moves");
    assert_eq!(full.find_move("1"), None);
    assert!(full.find_move("2").is_some());
}

#[test]
fn tictactoe_has_squares_as_in_chess_and_boards_of_data_sets() {
    let table = rules(TicTacToe).without_table();
    let start = table.start();
    for (name, index) in [("b2", 4), ("B2", 4), ("a3", 0), ("c1", 8), ("7", 7)] {
        let mv = start.find_move(name).expect(name);
        assert_eq!(mv.index(), index, "{name}");
    }
    assert_eq!(start.find_move("d1"), None);
    let position = table.parse("x,b,o,b,X,b,b,b,O").expect("a board");
    assert_eq!(position.text(), "X.O/.X./..O");
    for (text, at) in [
        ("x,b,o,b,X,b,b,b", 16),
        ("x,b,o,b,X,b,b,b,O,x", 18),
        ("x,,", 3),
        ("x;b,", 2),
    ] {
        assert_eq!(table.parse(text).expect_err(text).position, at, "{text}");
    }
    let marks = table.parse("O../.../...").expect("a board");
    let why = marks.why_unreachable().expect("a reason");
    assert!(why.ends_with("if O began, exchange the marks"), "{why}");
}

/// Exchanges White and Black in chess positions. The exchange of colours must not change the value for the player to
/// move. The answer for the exchanged position must list its own legal moves.
#[test]
fn exchanged_colours_are_answered() {
    let table = solved("chess:KQK,4");
    let mut positions = 0;
    for visit in walk(&table) {
        let visit = visit.expect("a record");
        let fen = table.position(visit.state).text();
        let mut fields = fen.split(' ');
        let rows = fields
            .next()
            .expect("a board")
            .rsplit('/')
            .collect::<Vec<_>>();
        if !fen.contains('Q') {
            continue;
        }
        let exchange = |letter: char| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        };
        let rows: String = rows.join("/").chars().map(exchange).collect();
        let mover = if fields.next() == Some("w") { "b" } else { "w" };
        let exchanged = format!("{rows} {mover} - -");
        let position = table.parse(&exchanged).expect("a position");
        assert_eq!(position.text(), exchanged);
        let analysis = position.record().expect("an analysis");
        assert_eq!(analysis.score(), visit.analysis.score(), "{fen}");
        assert_eq!(analysis.legal(), position.legal(), "{fen}");
        let answer = position.answer().expect("an answer");
        assert_eq!(answer.best().len(), analysis.best().len() as usize);
        positions += 1;
    }
    assert!(positions > 1000, "{positions}");
    assert!(positions < table.states());
    let fewer = table.parse("4/1kr1/4/3K w - -").expect("a position");
    assert_eq!(table.try_analysis(fewer.state()).expect("no error"), None);
}

#[test]
fn a_clock_has_a_warning_and_operations_have_a_hint() {
    let game = game("chess:KQK");
    let fen = "8/8/8/8/1kQ5/8/4K3/8 b - -";
    for (tail, is_warned) in [
        ("", false),
        (" 0 1", false),
        (" 1 1", true),
        (" 99 60", true),
    ] {
        let warning = game.warning(&format!("{fen}{tail}")).unwrap_or_default();
        let is_told = warning.contains("fifty-move rule is not played");
        assert_eq!(is_told, is_warned, "{tail}");
    }
    let error = game
        .parse(&format!("{fen} bm Ka3;"))
        .expect_err("operations");
    assert!(error.expected.contains("EPD"), "{error}");
}
