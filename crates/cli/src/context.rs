//! The context of a subcommand.

use clap::Command;

use perfectplay_any::Catalogue;

/// The data that every subcommand gets: the games that the program knows, and its command line.
pub struct Context<'a> {
    pub catalogue: &'a Catalogue,
    /// A function that returns the parser for the arguments of the program.
    pub command: &'a dyn Fn() -> Command,
}
