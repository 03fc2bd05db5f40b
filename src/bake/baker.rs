//! The macros that build scripts call to bake a table, and the options of these macros.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs, println};

use super::content::table;
use super::error::BakeError;
use super::wdl::wdl;
use crate::check::Check;
use perfectplay_core::Game;
use perfectplay_core::solve::{Solution, SolveError, solve_watched};

/// Solves a game in a build script, and writes its table where [`table!`](crate::table!) expects
/// it. The name may contain letters, digits, `_` and `-`.
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
/// In `table!`, the program must name the game with the same expression as the build script. If the
/// expressions differ, the program does not compile. So a program cannot use a table that was made
/// with the rules of another game. The two expressions may differ only in the path with which they
/// begin: `my_game::MyGame` and `MyGame` count as the same expression. For a game with parameters,
/// define a constant beside the rules, and use the name of the constant in both places.
///
/// Before the macro solves the game, it [checks](mod@crate::check) the rules in 5,000 states. If
/// this check takes less than a third of a second, the macro also checks further states. Together,
/// the two checks take at most about a second. The macro refuses a game of more than 20 million
/// states. To turn off the check or to change the limit, write options after the game. The options
/// are the methods of [`BakeOptions`](crate::bake::BakeOptions):
///
/// ```no_run
/// # use perfectplay::tictactoe::TicTacToe;
/// # fn main() -> Result<(), perfectplay::bake::BakeError> {
/// perfectplay::write_table!("tictactoe", TicTacToe, is_checked = false, most_states = 50_000_000)
/// # }
/// ```
///
/// The macro also tells cargo to run the script again only after `build.rs` has changed. If the
/// rules change, cargo also runs the script again, because the rules are compiled into the script.
/// If your script reads other files, print `cargo::rerun-if-changed` for them as usual.
///
/// [The tutorial](crate::tutorial) has a complete example.
///
/// # Errors
/// Fails when the rules have a fault, or the game cannot be solved. Fails when the game has too
/// many states. Fails when the name is not valid, or a file cannot be written.
#[macro_export]
macro_rules! write_table {
    ($name:expr, $game:expr $(, $option:ident = $value:expr)* $(,)?) => {
        $crate::bake::write_table(
            $name,
            &$game,
            ::core::stringify!($game),
            $crate::bake::BakeOptions::default()$(.$option($value))*,
        )
    };
}

/// Solves a game in a build script, and writes its win/draw/loss table where [`wdl!`](crate::wdl!)
/// expects the table. The arguments are those of [`write_table!`](crate::write_table!).
///
/// # Errors
/// Returns the same errors as `write_table!`. Also fails when the game is loopy.
#[macro_export]
macro_rules! write_wdl {
    ($name:expr, $game:expr $(, $option:ident = $value:expr)* $(,)?) => {
        $crate::bake::write_wdl(
            $name,
            &$game,
            ::core::stringify!($game),
            $crate::bake::BakeOptions::default()$(.$option($value))*,
        )
    };
}

/// The options of [`write_table!`](crate::write_table!) and [`write_wdl!`](crate::write_wdl!).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BakeOptions {
    is_checked: bool,
    most_states: u64,
}

impl BakeOptions {
    /// Sets whether the rules are checked before the game is solved. By default, they are checked.
    #[must_use]
    pub const fn is_checked(self, is_checked: bool) -> Self {
        Self { is_checked, ..self }
    }

    /// Sets the greatest number of states that the game may have. The default is 20 million.
    #[must_use]
    pub const fn most_states(self, most_states: u64) -> Self {
        Self {
            most_states,
            ..self
        }
    }

    fn solve<'g, G: Game>(self, name: &str, game: &'g G) -> Result<Solution<&'g G>, BakeError> {
        if self.is_checked {
            check(game)?;
        }
        let mut is_beyond = false;
        let mut is_hinted = false;
        let solved = solve_watched(game, |progress| {
            let found = progress.done.max(progress.total);
            if found >= HINT && !is_hinted {
                is_hinted = true;
                // Cargo shows a warning only after the end of the script.
                std::eprintln!("baking {name}: {} states, and more", found);
            }
            is_beyond = found > self.most_states;
            if is_beyond {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match solved {
            Err(SolveError::Stopped) if is_beyond => Err(BakeError::MoreStates {
                most: self.most_states,
            }),
            solved => Ok(solved?),
        }
    }
}

impl Default for BakeOptions {
    fn default() -> Self {
        Self {
            is_checked: true,
            most_states: 20_000_000,
        }
    }
}

/// When the solver has found this many states, the build script prints a message, because solving
/// will take long.
const HINT: u64 = 10_000_000;

/// The number of states that are always checked, even if this takes long.
const CHECKED: usize = 5_000;
/// The time after which the check ends if it has already checked at least `CHECKED` states.
const CHECKING: Duration = Duration::from_secs(1);

fn check<G: Game>(game: &G) -> Result<(), BakeError> {
    let began = Instant::now();
    let mut checked = Check::new().states(CHECKED).run(game);
    if checked.findings.is_empty() && !checked.complete {
        if let Some(states) = more_checked(began.elapsed()) {
            checked = Check::new().states(states).run(game);
        }
    }
    if checked.findings.is_empty() {
        Ok(())
    } else {
        Err(BakeError::Faults(Box::new(checked)))
    }
}

/// Returns the number of states for a second check. The first check took the time `elapsed` for
/// `CHECKED` states, and both checks together may take the time `CHECKING`. Returns `None` if the
/// second check could not examine at least 2 * `CHECKED` states.
fn more_checked(elapsed: Duration) -> Option<usize> {
    const MOST: usize = 100_000;
    let left = CHECKING.checked_sub(elapsed)?;
    let times = left.as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
    (times >= 2.0).then(|| ((CHECKED as f64 * times) as usize).min(MOST))
}

/// Solves a game and writes its table. `words` is the expression with which the build script names
/// the game. The expression is written to a second file.
#[doc(hidden)]
pub fn write_table<G: Game>(
    name: &str,
    game: &G,
    words: &str,
    options: BakeOptions,
) -> Result<(), BakeError> {
    write(name, "table", words, || {
        table(name, &options.solve(name, game)?)
    })
}

/// Solves a game and writes its win/draw/loss table. `words` is the expression with which the build
/// script names the game. The expression is written to a second file.
#[doc(hidden)]
pub fn write_wdl<G: Game>(
    name: &str,
    game: &G,
    words: &str,
    options: BakeOptions,
) -> Result<(), BakeError> {
    write(name, "wdl", words, || {
        if game.is_loopy() {
            return Err(BakeError::Loopy);
        }
        wdl(name, &options.solve(name, game)?)
    })
}

/// Writes two files: `bytes`, and `words`, the expression with which the build script names the
/// game.
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
    if let Some(hint) = hint(name, began.elapsed(), env!("PERFECTPLAY_OPT_LEVEL")) {
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

/// If baking takes longer than this, the build script prints a hint on how to make it faster.
const PATIENCE: Duration = Duration::from_secs(5);

/// Returns a hint on how to make baking faster, if baking took longer than `PATIENCE` and this
/// library was built without optimisation.
fn hint(name: &str, elapsed: Duration, opt_level: &str) -> Option<String> {
    (elapsed > PATIENCE && opt_level == "0").then(|| {
        format!(
            "baking {name} took {} s, because build scripts are not optimised; say `opt-level = 3` \
             in [profile.dev.build-override] and [profile.release.build-override] of your Cargo.toml",
            elapsed.as_secs()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{BakeOptions, Duration, hint, more_checked};
    use crate::bake::BakeError;
    use crate::tictactoe::TicTacToe;
    use perfectplay_core::{Fault, Game, Move, Moves, Value};

    #[test]
    fn a_slow_run_says_what_makes_it_quicker() {
        assert_eq!(hint("game", Duration::from_secs(4), "0"), None);
        assert_eq!(hint("game", Duration::from_secs(34), "3"), None);
        let hint = hint("game", Duration::from_secs(34), "0").unwrap_or_default();
        assert!(hint.starts_with("baking game took 34 s, ") && hint.contains("opt-level = 3"));
        // Cargo shows only one line of a warning.
        assert!(!hint.contains('\n') && hint.contains("[profile.dev.build-override]"));
    }

    #[test]
    fn more_states_are_checked_in_the_time_that_is_left() {
        let millis = Duration::from_millis;
        assert_eq!(more_checked(millis(2_000)), None);
        assert_eq!(more_checked(millis(500)), None);
        assert_eq!(more_checked(millis(100)), Some(45_000));
        assert_eq!(more_checked(millis(0)), Some(100_000));
    }

    /// A game in which the players count up from 0. `.0` is the last number; `None` for a game
    /// without an end. The rules have a fault: the player who says the last number loses, although
    /// `last_mover_may_lose` is `false`.
    struct Count(Option<u32>);

    impl Game for Count {
        type State = u32;

        fn move_count(&self) -> u32 {
            1
        }
        fn start(&self) -> u32 {
            0
        }
        fn outcome(&self, number: u32) -> Option<Value> {
            (Some(number) == self.0).then_some(Value::Win)
        }
        fn legal(&self, _: u32) -> Moves {
            Moves::first_n(1)
        }
        fn play(&self, number: u32, _: Move) -> u32 {
            number + 1
        }
        fn key(&self, number: u32) -> u64 {
            number.into()
        }
    }

    #[test]
    fn rules_with_a_fault_are_refused() {
        let options = BakeOptions::default();
        let refused = options.solve("game", &Count(Some(3)));
        let Err(BakeError::Faults(checked)) = refused else {
            panic!("expected a fault");
        };
        assert_eq!(checked.findings[0].fault, Fault::LastMoverLost);
        let solved = options.is_checked(false).solve("game", &Count(Some(3)));
        assert_eq!(solved.expect("a game").len(), 4);
    }

    #[test]
    fn a_game_without_end_is_refused() {
        let options = BakeOptions::default().most_states(20_000);
        assert!(matches!(
            options.solve("game", &Count(None)),
            Err(BakeError::MoreStates { most: 20_000 })
        ));
    }

    #[test]
    fn a_game_may_have_as_many_states_as_its_author_allows() {
        let options = BakeOptions::default();
        assert!(options.solve("game", &TicTacToe).is_ok());
        let refused = options.most_states(4_000).solve("game", &TicTacToe);
        assert!(matches!(
            refused,
            Err(BakeError::MoreStates { most: 4_000 })
        ));
    }
}
