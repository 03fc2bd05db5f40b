//! Macros that a build script calls.

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
/// use perfectplay::bake::BakeError;
/// use perfectplay::tictactoe::TicTacToe;
///
/// fn main() -> Result<(), BakeError> {
///     perfectplay::write_table!("tictactoe", TicTacToe)
/// }
/// ```
///
/// The program must name the game in the same words, or it does not compile. So the program has
/// the same rules as its table. Only the path before a name may differ. For a game with
/// parameters, write a constant beside the rules, and use its name.
///
/// The macro also tells cargo to run the script again only if the script changes. The rules are
/// compiled into it, so they count. If your script reads other files, print
/// `cargo::rerun-if-changed` for them as usual.
///
/// [The tutorial](crate::tutorial) has a complete example.
///
/// # Errors
/// When the game cannot be solved, the name is not valid, or a file cannot be written.
#[macro_export]
macro_rules! write_table {
    ($name:expr, $game:expr $(,)?) => {
        $crate::bake::write_table($name, &$game, ::core::stringify!($game))
    };
}

/// Does the same as [`write_table!`](crate::write_table!) for a win/draw/loss table, where
/// [`wdl!`](crate::wdl!) expects it.
///
/// # Errors
/// As for `write_table!`, and when the game is loopy.
#[macro_export]
macro_rules! write_wdl {
    ($name:expr, $game:expr $(,)?) => {
        $crate::bake::write_wdl($name, &$game, ::core::stringify!($game))
    };
}

/// Writes the table of a game, and the words that name the game in the build script.
#[doc(hidden)]
pub fn write_table<G: Game>(name: &str, game: &G, words: &str) -> Result<(), BakeError> {
    write(name, "table", words, || table(name, &solve(game)?))
}

/// Writes the win/draw/loss table of a game, and the words that name the game in the build
/// script.
#[doc(hidden)]
pub fn write_wdl<G: Game>(name: &str, game: &G, words: &str) -> Result<(), BakeError> {
    write(name, "wdl", words, || wdl(name, &solve(game)?))
}

/// Writes a file for a build script, and beside it the words that name the game.
pub(super) fn write(
    name: &str,
    extension: &str,
    words: &str,
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
    for (path, bytes) in [
        (
            path.with_extension(format!("{extension}.game")),
            words.as_bytes(),
        ),
        (path, &bytes),
    ] {
        fs::write(&path, bytes).map_err(|error| BakeError::Write { path, error })?;
    }
    Ok(())
}

/// A build script that takes longer prints a hint that makes it faster.
const PATIENCE: Duration = Duration::from_secs(5);

/// Returns a hint that makes a slow build script faster. The script cannot tell whether its
/// author has followed it already.
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
        // Cargo shows only one line.
        assert!(!hint.contains('\n') && hint.contains("[profile.dev.build-override]"));
    }
}
