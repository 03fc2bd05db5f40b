//! What the build script wrote.

use crate::games::tictactoe::State;
use crate::record::Record;

include!(concat!(env!("OUT_DIR"), "/tictactoe.rs"));
