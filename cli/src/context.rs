//! What every subcommand is given.

use clap::Command;

use perfectplay_any::Catalogue;

/// The program that a subcommand belongs to.
pub struct Context<'a> {
    /// Its games.
    pub catalogue: &'a Catalogue,
    /// Its arguments, as the parser knows them.
    pub command: &'a dyn Fn() -> Command,
}
