//! Tests a game with a method that prints a state, but without a method that reads a state. The
//! library must nevertheless read every printed state.

use std::fmt::{self, Write};

use perfectplay::game::Hints;
use perfectplay::tictactoe::{State, TicTacToe};
use perfectplay::{Game, Move, Moves, Player, Value, walk};
use perfectplay_games::Listed;

/// Tic-tac-toe with a method that prints a state, but without a method that reads a state. In a
/// printed state, each row begins with its number.
#[derive(Clone)]
struct Written;

impl Game for Written {
    type State = State;

    fn move_count(&self) -> u32 {
        TicTacToe.move_count()
    }

    fn start(&self) -> State {
        TicTacToe.start()
    }

    fn outcome(&self, state: State) -> Option<Value> {
        TicTacToe.outcome(state)
    }

    fn legal(&self, state: State) -> Moves {
        TicTacToe.legal(state)
    }

    fn play(&self, state: State, mv: Move) -> State {
        TicTacToe.play(state, mv)
    }

    fn key(&self, state: State) -> u64 {
        TicTacToe.key(state)
    }
}

impl Hints for Written {}

impl Listed for Written {
    const NAME: &'static str = "written";
    const RULES: &'static str = "Those of tic-tac-toe.";
    const STATES: &'static str = "the rows, each after its number";

    fn with_parameters(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }

    fn write_state(&self, state: State, out: &mut dyn Write) -> fmt::Result {
        for (row, cells) in (1..).zip(state.cells().chunks(3)) {
            write!(out, "{row}")?;
            for cell in cells {
                out.write_str(match cell {
                    Some(Player::First) => "✗",
                    Some(Player::Second) => "o",
                    None => ".",
                })?;
            }
        }
        Ok(())
    }
}

#[test]
fn what_is_written_is_read() {
    for visit in walk(&TicTacToe).step_by(37) {
        let state = visit.unwrap().state;
        let text = Written.state_text(state).to_string();
        assert_eq!(Written.read_state(&text), Ok(state), "{text}");
    }
    for (text, position, found) in [
        ("", 1, None),
        ("1", 2, None),
        ("1✗..2...3..", 12, None),
        ("1✗..2...3...!", 13, Some('!')),
        ("1✗?.2...3...", 3, Some('?')),
        ("1ooo2...3...", 8, Some('.')),
    ] {
        let error = Written.read_state(text).unwrap_err();
        assert_eq!((error.position, error.found), (position, found), "{text}");
    }
}
