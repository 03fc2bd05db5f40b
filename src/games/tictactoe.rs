//! Tic-tac-toe among the games that ship.

use core::fmt;

#[cfg(feature = "bake")]
use super::OwnFormat;
use super::{Listed, OwnPlayer};
use crate::notation::{Notation, ParseStateError};
use crate::solved::Solved;
#[cfg(all(feature = "bake", feature = "bincode"))]
use crate::tictactoe::Archive;
#[cfg(feature = "bake")]
use crate::tictactoe::sources;
use crate::tictactoe::{CornerFirst, State, TicTacToe, TrapAvoider};

impl Notation for TicTacToe {
    fn write_state(&self, state: State, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{state}")
    }

    fn read_state(&self, text: &str) -> Result<State, ParseStateError> {
        text.parse()
    }
}

impl Listed for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const RULES: &'static str = "Mark cells of a board of 3 by 3 in turn; three in a line win.";
    const PARAMETERS: &'static str = "";
    const SAMPLES: &'static [&'static str] = &[""];
    const PLAYERS: &'static [OwnPlayer<State>] = &[
        OwnPlayer {
            name: "trap-avoider",
            about: "wins, blocks, and tries not to be forked, as it was published",
            strategy: &TrapAvoider::Published,
        },
        OwnPlayer {
            name: "trap-avoider-corrected",
            about: "the same, with its mistake corrected",
            strategy: &TrapAvoider::Corrected,
        },
        OwnPlayer {
            name: "corner-first",
            about: "wins, blocks, and prefers the centre and the corners",
            strategy: &CornerFirst,
        },
    ];
    /// Source code that takes the masks of X and O, and the archive.
    #[cfg(feature = "bake")]
    const FORMATS: &'static [OwnFormat<Self>] = &[
        OwnFormat::source("c", |table| Ok(sources::c(table).into_bytes())),
        OwnFormat::source("rust", |table| Ok(sources::rust(table).into_bytes())),
        OwnFormat::source("js", |table| Ok(sources::js(table).into_bytes())),
        #[cfg(feature = "bincode")]
        OwnFormat {
            name: "bincode",
            write: |table| Ok(Archive::of(table)?.to_bytes()?),
            label: Some(&Archive::LABEL),
            validate: |bytes| Ok(Archive::from_bytes(bytes).map(drop)?),
        },
    ];

    fn with_parameters(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }

    fn write_parameters(&self, _out: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }

    fn baked(&self) -> Option<&dyn Solved<Game = Self>> {
        Some(self)
    }
}
