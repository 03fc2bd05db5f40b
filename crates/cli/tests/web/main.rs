//! Tests the JavaScript package, and the page that is made from the files of this package. The
//! tests run in Node, in Chromium and in Firefox, and with the package installed in an empty
//! directory.
//!
//! A test that needs a tool is ignored, and its name says which tool. `.ci/run` runs these tests,
//! and they fail if the tool is missing.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use libtest_mimic::{Arguments, Failed, Trial};
use perfectplay::Level;
use perfectplay::level::ErrorRate;
use perfectplay::tictactoe::{TicTacToe, records};
use perfectplay_games::LIST;
use tempfile::TempDir;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = vec![
        trial("in_chromium", &[NODE, MODULES, CHROMIUM], || {
            node(&["play", "page", "playbook"], &[])
        }),
        trial("logic", &[NODE], || {
            let directory = tempfile::tempdir()?;
            let levels = levels(directory.path())?;
            node(
                &["logic", "arguments", "modules", "rules", "message"],
                &[("LEVELS", &levels)],
            )
        }),
        trial("data", &[NODE], || node(&["data"], &[("GAMES", games()?)])),
        trial("all_of_the_page", &[NODE, MODULES, CHROMIUM], || {
            node(&["address", "layout", "accessibility", "embedded"], &[])
        }),
        trial("any_game_in_chromium", &[NODE, MODULES, CHROMIUM], || {
            node(
                &["any_game", "looks", "on_a_phone", "screenshots"],
                &[("GAMES", games()?)],
            )
        }),
        trial("in_firefox", &[NODE, MODULES, FIREFOX, SOLVER], || {
            node(&["firefox"], &[("MODULE", &solver())])
        }),
        trial("every_game_to_its_end", &[NODE, MODULES, CHROMIUM], || {
            node(&["endings"], &[("GAMES", games()?)])
        }),
        trial("as_a_package", &[NODE, NPM, MODULES, SOLVER], || {
            node(&["package"], &[])
        }),
        trial("as_others_use_it", &[NODE, NPM, MODULES, CHROMIUM], || {
            node(&["consumers"], &[])
        }),
        trial(
            "sizes_of_ones_own",
            &[NODE, MODULES, CHROMIUM, SOLVER],
            || node(&["own"], &[("MODULE", &solver())]),
        ),
        trial(
            "the_real_connect_four",
            &[NODE, MODULES, CHROMIUM, SOLVER],
            || node(&["real", "proving"], &[("MODULE", &solver())]),
        ),
        trial(
            "a_game_written_in_the_page",
            &[NODE, MODULES, CHROMIUM, SOLVER],
            || node(&["playground"], &[("MODULE", &solver())]),
        ),
        trial("the_page_is_small", &[], the_page_is_small),
        trial("what_lacks_is_said", &[], what_lacks_is_said),
    ];
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A tool that a test needs. `.0` is the name of the tool, and `.1` is a function that returns
/// whether the tool is installed.
type Need = (&'static str, fn() -> bool);

const NODE: Need = ("Node", || runs("node"));
const NPM: Need = ("npm", || runs("npm"));
const MODULES: Need = ("web/node_modules (`npm ci` in web/)", || {
    web().join("node_modules/playwright-core").exists()
});
const CHROMIUM: Need = ("Chromium (named by CHROMIUM)", || {
    env::var("CHROMIUM").map_or_else(
        |_| {
            ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]
                .map(runs)
                .contains(&true)
        },
        |chromium| runs(&chromium),
    )
});
const FIREFOX: Need = ("Firefox (named by FIREFOX)", || {
    runs(&env::var("FIREFOX").unwrap_or_else(|_| "/usr/bin/firefox-esr".to_owned()))
});

const SOLVER: Need = ("the module that solves games (web/build-module)", || {
    solver().exists()
});

/// Creates a test. A test that needs a tool is ignored by default. If somebody runs such a test
/// without the tool, the test fails.
fn trial(name: &str, needs: &'static [Need], test: fn() -> Result<(), Failed>) -> Trial {
    let reason = needs.iter().map(|(what, _)| *what).collect::<Vec<_>>();
    let reason = match &reason[..] {
        [] => String::new(),
        tools => format!("needs {}", tools.join(", ")),
    };
    let run = move || match needs.iter().find(|(_, is_there)| !is_there()) {
        None => test(),
        Some((what, _)) => Err(format!("expected {what}, found none").into()),
    };
    Trial::test(name, run)
        .with_kind(reason)
        .with_ignored_flag(!needs.is_empty())
}

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

fn solver() -> PathBuf {
    web().join("perfectplay.wasm")
}

fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Runs some of the page's tests. If a test fails, returns the messages of the tests. If a test
/// passes only the second time, prints a note.
fn node(tests: &[&str], variables: &[(&str, &Path)]) -> Result<(), Failed> {
    let output = Command::new("node")
        .arg("tests/run.mjs")
        .args(tests.iter().map(|test| format!("tests/{test}.test.mjs")))
        .current_dir(web())
        .env("PERFECTPLAY", env!("CARGO_BIN_EXE_perfectplay"))
        .envs(variables.iter().map(|(name, path)| (name, path)))
        .output()?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(told.into());
    }
    eprint!("{told}");
    Ok(())
}

/// Writes a file that lists the moves that the library chooses. The file contains a line for every
/// combination of an unfinished state, a level and one of the `entropies`.
fn levels(directory: &Path) -> Result<PathBuf, Failed> {
    let casual = |percent| Level::Casual(ErrorRate::from_percent(percent).expect("a percentage"));
    let levels = [
        ("perfect", 0, Level::Perfect),
        ("invincible", 0, Level::Invincible),
        ("casual", 0, casual(0)),
        ("casual", 30, casual(30)),
        ("casual", 100, casual(100)),
        ("random", 0, Level::Random),
    ];
    let entropies = [
        0,
        1,
        2,
        1 << 31,
        1 << 32,
        u64::MAX / 3,
        u64::MAX - 1,
        u64::MAX,
    ];
    let mut lines = String::new();
    for (state, record) in records().filter(|(_, record)| record.distance() > 0) {
        for (name, rate, level) in levels {
            for entropy in entropies {
                let mv = level.choose(&TicTacToe, state, entropy);
                let mv = mv.expect("a move");
                assert!(record.legal().contains(mv), "{state} {name} {mv}");
                let (x, o) = (state.x(), state.o());
                writeln!(lines, "{x} {o} {name} {rate} {entropy} {mv}").expect("memory");
            }
        }
    }
    let path = directory.join("levels.txt");
    fs::write(&path, lines)?;
    Ok(path)
}

/// A game that is small enough for a test to play it to its end. Its page is written in addition to
/// the pages of `web --all`.
const SMALL: &str = "connect:4x3";

/// A game with a large table. `web --all` writes this table to a file beside the page. `web --game`
/// writes it into the page.
const LARGE: &str = "connect:4x4";

/// Returns a directory with the pages of all games. If a game's table is in its page, the directory
/// also contains an export of the table, as JSON lines. The directory is created once, and removed
/// with the process.
fn games() -> Result<&'static Path, Failed> {
    static GAMES: OnceLock<Result<TempDir, String>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let path = |name: &str| directory.path().join(name).display().to_string();
        let project = "https://example.org/";
        perfectplay(&["web", "--all", &path(""), "--project", project])?;
        for spec in [SMALL, LARGE] {
            let page = path(&format!("{}.html", spec.replace(':', "-")));
            perfectplay(&["web", "--game", spec, "-o", &page])?;
        }
        let names = LIST.iter().map(|listing| listing.name);
        let is_small = |name: &&str| !directory.path().join(name).with_extension("js").exists();
        for spec in names.filter(is_small).chain([SMALL]) {
            let file = path(&format!("{}.jsonl", spec.replace(':', "-")));
            perfectplay(&["export", "--format", "jsonl", "--game", spec, "-o", &file])?;
        }
        Ok(directory)
    });
    match games {
        Ok(directory) => Ok(directory.path()),
        Err(error) => Err(error.into()),
    }
}

/// Runs the command.
fn perfectplay(arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(arguments)
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!(
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        ))
    }
}

/// The page of tic-tac-toe is small, even with its table.
fn the_page_is_small() -> Result<(), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .arg("web")
        .output()?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&output.stdout)?;
    let size = encoder.finish()?.len();
    if output.status.success() && size < 36_000 {
        Ok(())
    } else {
        Err(format!("expected a page of fewer than 36,000 bytes, found {size}").into())
    }
}

/// A test that needs Node is ignored by default. If somebody runs such a test without Node, the
/// test fails.
fn what_lacks_is_said() -> Result<(), Failed> {
    for (option, status, said) in [
        ("--quiet", 0, "1 ignored"),
        ("--ignored", 101, "expected Node, found none"),
    ] {
        let mut command = Command::new(env::current_exe()?);
        command.args(["logic", "--exact", "--color=never", option]);
        let output = command.env("PATH", "").output()?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if output.status.code() != Some(status) || !printed.contains(said) {
            return Err(format!("expected {said:?} and status {status}, found {output:?}").into());
        }
    }
    Ok(())
}
