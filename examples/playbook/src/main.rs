//! Lets you play tic-tac-toe against a playbook of a few dozen bytes. The playbook moves second.
//! Type the number of a cell, 0 to 8.

use std::io::{self, BufRead};

use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Game, Player, tictactoe::State};

perfectplay::playbook!(static BOOK: TicTacToe = TicTacToe, "tictactoe");

fn main() -> io::Result<()> {
    println!("{} bytes", BOOK.data().byte_len());
    let mut lines = io::stdin().lock().lines();
    let mut state = State::EMPTY;
    while !state.status().is_over() {
        println!("{state}");
        let mv = if state.to_move() == Player::First {
            let Some(line) = lines.next() else { break };
            let cell = line?.trim().parse().ok();
            cell.and_then(|cell| state.legal().iter().find(|mv| mv.index() == cell))
        } else {
            BOOK.choose(state)
        };
        match mv {
            Some(mv) => state = TicTacToe.play(state, mv),
            None => println!("expected the number of an empty cell"),
        }
    }
    println!("{state}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the book belongs to this game, and that its bytes are undamaged.
    #[test]
    fn the_book_is_valid() {
        assert_eq!(BOOK.validate(), Ok(()));
    }
}
