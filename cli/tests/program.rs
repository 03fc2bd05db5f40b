//! The command as a library: what an author makes of it.

use perfectplay::games::{LIST, nim::Nim};
use perfectplay::tictactoe::TicTacToe;
use perfectplay_cli::Program;

fn program() -> Program {
    Program::new("games", "1.0.0")
}

#[test]
fn two_games_need_two_names() {
    assert_eq!(program().games_that_ship().validate(), Ok(()));
    assert_eq!(
        program().game::<Nim>().game::<TicTacToe>().validate(),
        Ok(())
    );

    let twice = program().game::<Nim>().games_that_ship().validate();
    let clash = twice.expect_err("two games with one name");
    assert_eq!(clash.name, "nim");
    assert_eq!(
        clash.to_string(),
        "expected games with different names, found nim twice"
    );
    let again = program().games_that_ship().games_that_ship().validate();
    assert_eq!(again.map_err(|clash| clash.name), Err(LIST[0].name));
}
