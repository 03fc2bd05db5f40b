//! The context of a subcommand.

use clap::Command;

use perfectplay_any::Catalogue;

/// Data about the whole program, for its subcommands.
pub struct Context<'a> {
    pub catalogue: &'a Catalogue,
    /// A function that returns the parser for the arguments of the program.
    pub command: &'a dyn Fn() -> Command,
}
