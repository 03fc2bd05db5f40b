//! What the build script wrote.

use super::{Record, State};

include!(concat!(env!("OUT_DIR"), "/tictactoe.rs"));
