//! What a build script calls.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs, println};

use super::content::table;
use super::error::BakeError;
use super::wdl::wdl;
use perfectplay_core::Game;
use perfectplay_core::solve::solve;

/// Solves a game, and writes its table where [`table!`](crate::table!) expects it. A build script
/// calls this. The name may contain letters, digits, `_` and `-`.
///
/// ```no_run
/// use perfectplay::bake;
/// use perfectplay::tictactoe::TicTacToe;
///
/// fn main() -> Result<(), bake::BakeError> {
///     bake::write_table("tictactoe", &TicTacToe)
/// }
/// ```
///
/// It also tells cargo to run the script again only if the script itself changes, which includes
/// the rules that are compiled into it. If your script reads other files, print
/// `cargo::rerun-if-changed` for them as usual.
///
/// [The tutorial](crate::tutorial) has a complete example.
///
/// # Errors
/// When the game cannot be solved, the name is not valid, or a file cannot be written.
pub fn write_table<G: Game>(name: &str, game: &G) -> Result<(), BakeError> {
    write(name, "table", || table(name, &solve(game)?))
}

/// [`write_table`] for a win/draw/loss table, where [`wdl!`](crate::wdl!) expects it.
///
/// # Errors
/// As [`write_table`], and when the game is loopy.
pub fn write_wdl<G: Game>(name: &str, game: &G) -> Result<(), BakeError> {
    write(name, "wdl", || wdl(name, &solve(game)?))
}

/// Writes a file of a build script.
fn write(
    name: &str,
    extension: &str,
    bytes: impl FnOnce() -> Result<Vec<u8>, BakeError>,
) -> Result<(), BakeError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() || !name.chars().all(fits) {
        return Err(BakeError::Name {
            found: name.to_string(),
        });
    }
    println!("cargo::rerun-if-changed=build.rs");
    let began = Instant::now();
    let out_dir = env::var_os("OUT_DIR").ok_or(BakeError::NoOutDir)?;
    let path = PathBuf::from(out_dir).join(format!("{name}.{extension}"));
    let bytes = bytes()?;
    if let Some(hint) = hint(name, began.elapsed()) {
        println!("cargo::warning={hint}");
    }
    fs::write(&path, bytes).map_err(|error| BakeError::Write { path, error })
}

/// How long a build script may take before it says how it would take less.
const PATIENCE: Duration = Duration::from_secs(5);

/// What makes a slow run quicker. Whether the author has done so already, a program cannot tell.
fn hint(name: &str, elapsed: Duration) -> Option<String> {
    (elapsed > PATIENCE).then(|| {
        format!(
            "baking {name} took {} s; unless your Cargo.toml says `opt-level = 3` in \
             [profile.dev.build-override] and [profile.release.build-override], a build script is \
             not optimised",
            elapsed.as_secs()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{Duration, hint};

    #[test]
    fn a_slow_run_says_what_makes_it_quicker() {
        assert_eq!(hint("game", Duration::from_secs(4)), None);
        let hint = hint("game", Duration::from_secs(34)).unwrap_or_default();
        assert!(hint.starts_with("baking game took 34 s; ") && hint.contains("opt-level = 3"));
        // What is more than a line, cargo would not show.
        assert!(!hint.contains('\n') && hint.contains("[profile.dev.build-override]"));
    }
}
