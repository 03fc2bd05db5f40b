//! Compares the memory that `forecast` predicts for solving a game with the memory that `solve` takes.

// Only Linux reports how much memory a process has used.
#![cfg(target_os = "linux")]

use std::process::Command;

use serde_json::Value;

fn answer(subcommand: &str, game: &str) -> Value {
    answer_with(subcommand, game, &[])
}

fn answer_with(subcommand: &str, game: &str, options: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args([subcommand, "--game", game, "--json"])
        .args(options)
        .output()
        .expect("the command");
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("an object")
}

fn peak(game: &str) -> u64 {
    let summary = answer("solve", game);
    summary["peak_bytes"].as_u64().expect("a number of bytes")
}

/// The game `subtraction:100000,1` has many plies. In `subtraction:100000,9`, many moves lead to the same states. In
/// `vanishing`, states may repeat. `solve` counts the states of a game before it solves the game. In a game with few
/// large tiers, counting takes more memory than solving, so the test uses no such game.
#[test]
fn memory_is_within_a_factor_of_two() {
    let program = peak("domineering:1x3");
    for game in ["subtraction:100000,1", "subtraction:100000,9", "vanishing"] {
        let forecast = answer("forecast", game);
        assert_eq!(forecast["certainty"], "exact", "{game}");
        let expected = forecast["memory_bytes"]
            .as_u64()
            .expect("a number of bytes");
        let found = peak(game) - program;
        assert!(
            (found / 2..=2 * found).contains(&expected),
            "{game}: expected {expected} bytes, found {found}"
        );
    }
}

/// If there is too little memory for whole tiers, `forecast` predicts the memory for tiers that are cut into shards.
/// Solving with this amount of memory must succeed.
#[test]
#[ignore = "solves a larger game; run by .ci/run"]
fn memory_of_shards_in_full() {
    let game = "connect:5x4";
    let bytes = |forecast: &Value| {
        forecast["memory_bytes"]
            .as_u64()
            .expect("a number of bytes")
    };
    let whole = bytes(&answer_with("forecast", game, &["--memory", "1GB"]));
    let within = bytes(&answer_with("forecast", game, &["--memory", "500kB"]));
    assert!(whole > 550_000 && within <= 500_000, "{whole} and {within}");
    let directory = tempfile::tempdir().expect("a directory");
    let table = directory.path().join("table");
    let table = table.to_str().expect("a path");
    let solved = answer_with(
        "solve",
        game,
        &["--memory", &within.to_string(), "-o", table],
    );
    assert_eq!(solved["states"], 3_945_711, "{solved}");
}

/// The command `forecast` itself uses at most `KIBIBYTES` KiB of memory, for any game and any options.
#[test]
fn a_forecast_takes_little_memory() {
    const KIBIBYTES: u32 = 100_000;
    let command = env!("CARGO_BIN_EXE_perfectplay");
    for (options, expected) in [
        // Many moves, and few states before the game is over.
        ("mnk:1,25,1 --states 1000", Some(26)),
        ("mnk:5,5,1", Some(26)),
        ("mnk:1,40,1 --memory 300M", Some(41)),
        // Many moves, and many states.
        ("mnk:5,5,4 --states 10000", None),
        // Millions of starts.
        ("chess:KQKR", Some(4_328_464)),
        ("chess:KPKP", Some(93_799_952)),
    ] {
        let script =
            format!("ulimit -d {KIBIBYTES} && exec {command} forecast --json --game {options}");
        let output = Command::new("sh").args(["-c", &script]).output();
        let output = output.expect("a shell");
        assert!(output.status.success(), "{options}: {output:?}");
        let forecast: Value = serde_json::from_slice(&output.stdout).expect("an object");
        let found = forecast["states"].as_u64().expect("a number");
        match expected {
            Some(states) => assert_eq!(found, states, "{options}"),
            None => assert!(found > 1_000_000_000, "{options}: {found}"),
        }
    }
}
