//! The baker that a build script calls.

use alloc::format;
use alloc::string::ToString;
use std::path::{Path, PathBuf};
use std::{env, fs, println};

use super::BakeError;
use super::content::table;
use super::values::values;
use perfectplay_core::Game;
use perfectplay_core::solve::solve;

/// What is baked of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The whole table, which [`table!`](crate::table!) includes.
    #[default]
    Table,
    /// Values only, in bytes: no moves and no distances. [`values!`](crate::values!) includes
    /// them as [`Values`](crate::Values).
    Values,
}

/// Solves a game and bakes its table, in a build script.
///
/// ```no_run
/// use perfectplay::bake::{BakeError, Baker};
/// use perfectplay::tictactoe::TicTacToe;
///
/// fn main() -> Result<(), BakeError> {
///     Baker::new("tictactoe").write(&TicTacToe)
/// }
/// ```
///
/// [`table!`](crate::table!) includes the result. [The tutorial](crate::tutorial) has a
/// complete example.
#[derive(Clone, Copy, Debug)]
#[must_use = "a `Baker` does nothing until `write` is called"]
pub struct Baker<'a> {
    name: &'a str,
    form: Form,
}

impl<'a> Baker<'a> {
    /// A baker of a table with this name, which may contain letters, digits, `_` and `-`.
    pub const fn new(name: &'a str) -> Self {
        Self {
            name,
            form: Form::Table,
        }
    }

    /// Chooses the form.
    pub const fn form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Solves the game and writes its table to where [`table!`](crate::table!) or
    /// [`values!`](crate::values!) expects it.
    ///
    /// Also tells cargo to run the script again only if the script itself changes, which
    /// includes the rules that are compiled into it. If your script reads other files,
    /// print `cargo::rerun-if-changed` for them as usual.
    ///
    /// # Errors
    /// When the game cannot be solved, the name is not valid, or a file cannot be
    /// written.
    pub fn write<G: Game>(self, game: &G) -> Result<(), BakeError> {
        println!("cargo::rerun-if-changed=build.rs");
        let out_dir = env::var_os("OUT_DIR").ok_or(BakeError::NoOutDir)?;
        self.write_to(&PathBuf::from(out_dir), game)
    }

    /// Solves the game and writes its table into a folder.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_to<G: Game>(self, folder: &Path, game: &G) -> Result<(), BakeError> {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if self.name.is_empty() || !self.name.chars().all(fits) {
            return Err(BakeError::Name {
                found: self.name.to_string(),
            });
        }
        let solution = solve(game)?;
        let bytes = match self.form {
            Form::Table => table(self.name, &solution)?,
            Form::Values => values(self.name, &solution)?,
        };
        let path = folder.join(format!("{}.bytes", self.name));
        fs::write(&path, bytes).map_err(|error| BakeError::Write { path, error })
    }
}
