//! The context of a subcommand.

use clap::Command;

use perfectplay_any::Catalogue;

/// What a subcommand needs to know about the program that it is part of.
pub struct Context<'a> {
    pub catalogue: &'a Catalogue,
    /// A function that returns the parser for the arguments of the program.
    pub command: &'a dyn Fn() -> Command,
}
