//! Plays tic-tac-toe with the library. This file defines the same functions as the source code that
//! the library generates for a playbook. So one test can play with the library or with the
//! generated code.

use perfectplay::game::Game;
use perfectplay::playbook::{Playbook, PlaybookData};
use perfectplay::tictactoe::{State, Status, TicTacToe};

static BOOK: Playbook<'static, TicTacToe> = Playbook::new(
    TicTacToe,
    match PlaybookData::from_bytes(include_bytes!(concat!(
        env!("BOOKS"),
        "/tictactoe.playbook"
    ))) {
        Ok(data) => data,
        Err(_) => panic!("expected a playbook"),
    },
);

pub enum Over {
    Line,
    Draw,
}

fn state(x: u16, o: u16) -> State {
    State::from_masks(x, o).expect("a state")
}

pub fn over(x: u16, o: u16) -> Option<Over> {
    match state(x, o).status() {
        Status::Won(_) => Some(Over::Line),
        Status::Drawn => Some(Over::Draw),
        _ => None,
    }
}

pub fn legal(x: u16, o: u16) -> u16 {
    TicTacToe.legal(state(x, o)).bits() as u16
}

pub fn play(cells: u16, cell: u8) -> u16 {
    cells | 1 << cell
}

pub fn choose(x: u16, o: u16) -> Option<u8> {
    BOOK.choose(state(x, o)).map(|mv| mv.index())
}
