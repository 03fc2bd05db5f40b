//! What the build script wrote.

use perfectplay_core::tictactoe::{Record, State};

include!(concat!(env!("OUT_DIR"), "/tictactoe.rs"));
