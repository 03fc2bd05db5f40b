//! Tests intact and damaged tables in the cache. Every subcommand replaces a damaged table.

use std::fs;
use std::path::Path;
use std::process::Command;

use perfectplay_any::cache::{Cache, DIRECTORY};
use perfectplay_any::{Catalogue, Solve};

const GAME: &str = "domineering:3x4";

/// Returns the output of a subcommand that keeps its cache in `directory`. If the path is empty, the cache is off.
fn answer(args: &[&str], directory: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(args)
        .args(["--game", GAME])
        .env(DIRECTORY, directory)
        .output()
        .expect("the command");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{args:?}: {output:?}"
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn damaged_tables_are_made_anew() {
    let directory = tempfile::tempdir().expect("a directory");
    let cache = Cache::new(directory.path()).with_least(0);
    let games = Catalogue::with_games_that_ship();
    let game = games.find(GAME).expect("a game");
    for args in [
        &["report", "--json"][..],
        &["lookup", "--json"],
        &["export", "--format", "csv"],
        &["report", "--json"],
    ] {
        let expected = answer(args, Path::new(""));
        // Read the table in two ways: tier by tier, so that the damage is found late, and in
        // memory.
        for limit in [Some(100), None] {
            let how = Solve {
                limit,
                ..Solve::default()
            };
            game.table(&how, Some(&cache)).expect("a table");
            let [kept] = &cache.tables().expect("a directory")[..] else {
                panic!("expected one table");
            };
            let whole = fs::read(&kept.path).expect("a table");
            for place in [0, whole.len() / 2, whole.len() - 1] {
                let mut bytes = whole.clone();
                bytes[place] ^= 0x55;
                fs::write(&kept.path, bytes).expect("a table");
                assert_eq!(answer(args, directory.path()), expected, "{args:?} {place}");
                assert_eq!(cache.tables().expect("a directory"), []);
            }
        }
    }
}

/// If other users can write to the cache, the command does not read the cache. The command prints only one warning,
/// even if it needs the table many times.
#[cfg(unix)]
#[test]
fn a_cache_that_others_can_write_is_told_once() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().expect("a directory");
    let open = fs::Permissions::from_mode(0o777);
    fs::set_permissions(directory.path(), open).expect("a directory of ours");
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["report", "--game", GAME])
        .env(DIRECTORY, directory.path())
        .output()
        .expect("the command");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        answer(&["report"], Path::new(""))
    );
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told.lines().count(), 1, "{told}");
    let problem = "other users may write to it, so it is not used\n";
    assert!(told.ends_with(problem), "{told}");
}
