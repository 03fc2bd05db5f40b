//! What every subcommand is given.

use clap::Command;

use perfectplay_any::Catalogue;

/// The program that runs a subcommand.
pub struct Context<'a> {
    /// The games of the program.
    pub catalogue: &'a Catalogue,
    /// Returns the arguments of the program, as the parser knows them.
    pub command: &'a dyn Fn() -> Command,
}
