//! Tests programs that other authors build with the library `perfectplay-cli`.

use perfectplay::tictactoe::TicTacToe;
use perfectplay_cli::Program;
use perfectplay_games::nim::Nim;

fn program() -> Program {
    Program::new("games", "1.0.0")
}

#[test]
fn two_games_need_two_names() {
    let games = || program().game::<Nim>().game::<TicTacToe>();
    assert_eq!(games().validate(), Ok(()));

    let twice = games().game::<Nim>().validate();
    let clash = twice.expect_err("two games with one name");
    assert_eq!(clash.name, "nim");
    assert_eq!(
        clash.to_string(),
        "expected games with different names, found nim twice"
    );
}
