//! The baker that a build script calls.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::path::{Path, PathBuf};
use std::{env, fs, println};

use super::BakeError;
use super::content::Content;
use super::values::values;
use crate::forecast::Forecast;
use crate::kernel::Game;
use crate::kernel::phf_source::{Key, phf_map};
use crate::kernel::solve::solve;

/// The form in which a table is baked. The same calls read all forms but
/// [`Values`](Self::Values).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A map up to [`Forecast::MAP_STATES`] states, bytes for larger games.
    #[default]
    Auto,
    /// A `phf` map in Rust source.
    Map,
    /// Bytes, which the compiler need not parse. They are smaller and several times as
    /// fast to read.
    Bytes,
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
            form: Form::Auto,
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
        let bytes_name = format!("{}.bytes", self.name);
        let included = |by| format!("__baked::{by}(include_bytes!({bytes_name:?}))\n");
        let (bytes, source) = if self.form == Form::Values {
            (values(self.name, &solution)?, included("values"))
        } else {
            let content = Content::of(&solution, |_| ())?;
            let is_small = content.keys.len() as u64 <= Forecast::MAP_STATES;
            if self.form == Form::Map || self.form == Form::Auto && is_small {
                (content.records(self.name)?, map(&content, &bytes_name))
            } else {
                (content.table(self.name, |_| ())?, included("bytes"))
            }
        };
        write(folder.join(bytes_name), bytes)?;
        write(folder.join(format!("{}.rs", self.name)), source.into())
    }
}

/// The Rust source of a table that is a map.
fn map(content: &Content, bytes_name: &str) -> String {
    let numbers = content.keys.iter().zip(&content.numbers);
    let map = phf_map(
        "__baked::phf",
        numbers.map(|(&number, record)| {
            let source = number.to_string();
            (Key { number, source }, record.to_string())
        }),
    );
    format!(
        "{{\n    \
             static MAP: __baked::phf::Map<u64, u32> = {map};\n    \
             __baked::map(include_bytes!({bytes_name:?}), &MAP)\n\
         }}\n"
    )
}

fn write(path: PathBuf, bytes: Vec<u8>) -> Result<(), BakeError> {
    fs::write(&path, bytes).map_err(|error| BakeError::Write { path, error })
}
