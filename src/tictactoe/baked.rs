//! The table of tic-tac-toe that the build script wrote.

#[cfg(not(target_pointer_width = "16"))]
use perfectplay_core::tictactoe::{Record, State};

include!(concat!(env!("OUT_DIR"), "/tictactoe.rs"));
