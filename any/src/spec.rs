//! Texts that name games.

use std::error::Error;
use std::fmt;

use perfectplay_games::{self as games, Listing};

/// Returns a text for each sample of a game: its name with the parameters.
pub fn samples(listing: &Listing) -> impl Iterator<Item = String> {
    listing.samples.iter().map(|sample| match *sample {
        "" => listing.name.to_owned(),
        parameters => format!("{}:{parameters}", listing.name),
    })
}

/// The error for a text that names no game of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// No game has the name. These names exist.
    Name(Vec<&'static str>),
    /// This game has no such parameters.
    Parameters(Listing),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(names) => write!(f, "expected a game ({})", names.join(", ")),
            Self::Parameters(listing) => games::SpecError::Parameters(*listing).fmt(f),
        }
    }
}

impl Error for SpecError {}
