//! Solves the game, finds a small playbook, plays it against every reply, and writes it.

use perfectplay::bake::{BakeError, Playbook};
use perfectplay::tictactoe::TicTacToe;

fn main() -> Result<(), BakeError> {
    Playbook::new("tictactoe").symmetry().write(&TicTacToe)
}
