//! The context of a subcommand.

use clap::Command;

use perfectplay_any::Catalogue;

/// The parts of the program that its subcommands need.
pub struct Context<'a> {
    /// The games of the program.
    pub catalogue: &'a Catalogue,
    /// A function that builds the arguments of the program for the parser.
    pub command: &'a dyn Fn() -> Command,
}
