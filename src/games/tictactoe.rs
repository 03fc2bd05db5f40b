//! Tic-tac-toe among the games that ship.

use core::fmt;

use super::Listed;
use crate::notation::{Notation, ParseStateError};
use crate::tictactoe::{State, TicTacToe};

impl Notation for TicTacToe {
    fn write_state(&self, state: State, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{state}")
    }

    fn read_state(&self, text: &str) -> Result<State, ParseStateError> {
        text.parse()
    }
}

impl Listed for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const RULES: &'static str = "Mark cells of a board of 3 by 3 in turn; three in a line win.";
    const PARAMETERS: &'static str = "";
    const SAMPLES: &'static [&'static str] = &[""];

    fn with_parameters(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }

    fn write_parameters(&self, _out: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }
}
