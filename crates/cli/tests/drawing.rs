//! Draws boards as text.

use perfectplay::Player;
use perfectplay::tictactoe::TicTacToe;
use perfectplay_any::{Picture, Solve, rules};
use perfectplay_games::show::Square;
use perfectplay_present::drawing::BoardDrawing;

#[test]
fn a_move_hides_nothing() {
    let table = rules(TicTacToe).solve(&Solve::default()).expect("a table");
    let position = table.parse("X../.O./...").expect("a state");
    let view = position.answer().expect("a record");
    let mut picture = position.picture();
    // Change the board so that there are moves to a piece, to a thing of both players and to a
    // heap.
    picture.squares[1] = Square::piece(Player::Second);
    picture.squares[4] = Square::piece(Player::First).with_kind('K');
    picture.squares[2] = Square::Common('#');
    picture.squares[3] = Square::Common('%');
    picture.squares[8] = Square::Heap {
        owner: None,
        number: 3,
    };
    let drawing = |picture: &Picture| {
        let drawing = BoardDrawing {
            view: &view,
            picture,
            marked: true,
            swapped: false,
        };
        anstream::adapter::strip_str(&drawing.to_string()).to_string()
    };
    let rows = drawing(&picture);
    let rows: Vec<_> = rows.lines().step_by(2).collect();
    assert!(
        rows[0].contains("1:O") && rows[0].contains("2:#"),
        "{rows:?}"
    );
    assert!(rows[2].contains("8:3"), "{rows:?}");
    assert!(rows[1].contains("3:%"), "{rows:?}");
    // A king looks different from a man.
    assert!(rows[1].contains("XK"), "{rows:?}");
    // A free square shows only the name of its move.
    assert!(
        rows[1].contains("5=") && !rows[1].contains("5:"),
        "{rows:?}"
    );
}
