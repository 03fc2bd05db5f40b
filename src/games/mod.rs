//! The games that ship.

pub mod tictactoe;
