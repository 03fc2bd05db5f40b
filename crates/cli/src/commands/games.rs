//! `perfectplay games`: the list of games.

use std::fmt;
use std::io::{self, Write};

use perfectplay_any::samples;
use perfectplay_games::Listing;
use serde::Serialize;

use crate::Failure;
use crate::context::Context;
use crate::io::print::write_json;

/// List the games that --game accepts, with their rules and parameters.
///
/// Parameters follow the name after a colon, as in hexapawn:4x4. The list shows sample parameters
/// for each game. A name without parameters means the first sample. Each sample takes at most about
/// one second to solve.
#[derive(clap::Args)]
#[command(after_help = "Example: perfectplay games --json")]
pub struct Args {
    /// Print one JSON object on each line.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for (i, listing) in context.catalogue.listings().enumerate() {
        let entry = ListedGame::new(listing);
        if args.json {
            write_json(&mut out, &entry)?;
        } else {
            let separator = if i == 0 { "" } else { "\n" };
            write!(out, "{separator}{entry}")?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct ListedGame {
    name: &'static str,
    rules: &'static str,
    /// The form of the parameters; empty if the game has none.
    #[serde(skip_serializing_if = "str::is_empty")]
    parameters: &'static str,
    states: &'static str,
    /// Examples of values for `--game`, such as `hexapawn:4x4`: the game's name, and parameters if the game has any.
    samples: Vec<String>,
}

impl ListedGame {
    fn new(listing: &Listing) -> Self {
        Self {
            name: listing.name,
            rules: listing.rules,
            parameters: listing.parameters,
            states: listing.states,
            samples: samples(listing).collect(),
        }
    }
}

impl fmt::Display for ListedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        writeln!(f, "  {}", self.rules)?;
        if !self.parameters.is_empty() {
            let lines = self.parameters.replace("; ", "\n    ");
            writeln!(f, "  {}:{lines}", self.name)?;
        }
        writeln!(f, "  a state is {}", self.states)?;
        writeln!(f, "  try {}", self.samples.join(" "))
    }
}
