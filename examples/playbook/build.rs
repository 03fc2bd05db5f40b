//! Solves the game, finds a small playbook, plays the playbook against every reply, and writes it
//! to a file.

use perfectplay::bake::{BakeError, Playbook};
use perfectplay::tictactoe::TicTacToe;
use perfectplay::write_playbook;

fn main() -> Result<(), BakeError> {
    write_playbook!(Playbook::new("tictactoe").symmetry(), TicTacToe)
}
