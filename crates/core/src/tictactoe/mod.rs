//! The rules of tic-tac-toe, its boards, and the record that its table stores for each state.

mod board;
mod cells;
mod completions;
mod line;
mod masks;
mod phf;
mod play;
mod record;
mod rules;
#[cfg(feature = "solve")]
mod source;
mod state;
mod status;
mod symmetry;
mod text;
mod unreachable;

pub use board::{BOARD, CELLS};
pub use line::Line;
pub use masks::StateError;
pub use play::PlayError;
pub use record::{PackError, Record};
pub use rules::TicTacToe;
#[cfg(feature = "solve")]
#[doc(hidden)]
pub use source::{records, rows_and_slots};
pub use state::State;
pub use status::Status;
pub use symmetry::Symmetry;
#[doc(hidden)]
pub use text::literal;
pub use unreachable::Unreachable;
