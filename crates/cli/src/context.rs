//! The context of a subcommand.

use clap::Command;

use perfectplay_any::Catalogue;

/// The data about the whole program that a subcommand needs.
pub struct Context<'a> {
    pub catalogue: &'a Catalogue,
    /// A function that returns the parser for the arguments of the program.
    pub command: &'a dyn Fn() -> Command,
}
