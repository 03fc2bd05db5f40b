//! Tests the command with every game on the list, with the game's default parameters. The command checks, solves and
//! verifies each game, looks up and explains its start, and plays it to the end.

use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use perfectplay::Level;
use perfectplay_games::{self as games, LIST, Listed, Visitor};
use serde_json::Value;

/// An upper bound for the length of a course of play, in plies. Every course of play ends, at the
/// latest when a state occurs for the third time.
const MOST_PLIES: usize = 10_000;

/// Runs a command that must succeed, and returns its output.
fn text(command: &mut Command) -> String {
    let output = command.output().expect("the command");
    assert!(output.status.success(), "{command:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(command: &mut Command) -> Value {
    serde_json::from_str(&text(command.arg("--json"))).expect("JSON")
}

/// Returns the text of the start of a game.
fn start(game: &str) -> String {
    struct Start;

    impl Visitor for Start {
        type Output = String;

        fn visit<G: Listed + 'static>(self, game: G) -> String {
            game.state_text(game.start()).to_string()
        }
    }

    games::open(game, Start).expect("a game on the list")
}

fn perfectplay(subcommand: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command.arg(subcommand);
    command
}

/// Tests all games, on all cores at the same time. The function `are_played` decides which levels play a game: it gets
/// the index of the game, and returns the indices of the levels. Also tests the report on each game with fewer than
/// `limit` states, and the text export of such a game.
fn examine_all(limit: u64, are_played: impl Fn(usize) -> Range<usize> + Sync) {
    let directory = tempfile::tempdir().expect("a directory");
    let games = Mutex::new(LIST.iter().map(|listing| listing.name).enumerate());
    let next = || games.lock().expect("a game").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((number, game)) = next() {
                    examine(
                        game,
                        directory.path(),
                        &Level::ALL[are_played(number)],
                        limit,
                    );
                }
            });
        }
    });
}

/// Plays each game with a single level. The level changes from game to game, so that every level plays some games.
#[test]
fn every_game() {
    examine_all(10_000, |number| {
        let level = number % Level::ALL.len();
        level..level + 1
    });
}

#[test]
#[ignore = "plays each game with each level; run by .ci/run"]
fn every_level_in_full() {
    examine_all(u64::MAX, |_| 0..Level::ALL.len());
}

/// The games whose tables store one entry for several symmetric states. So `solve` counts a set of
/// symmetric states as one state, but `report` and `export` count each state.
const SHARED_NUMBERS: [&str; 3] = ["chess", "dobutsu", "mills"];

fn examine(game: &str, directory: &Path, levels: &[Level], limit: u64) {
    text(perfectplay("check").args(["--game", game, "--states", "5000"]));

    let table = directory.join(game);
    let solved = json(
        perfectplay("solve")
            .args(["--game", game, "-o"])
            .arg(&table),
    );
    let verified = json(perfectplay("verify").arg(&table));
    for count in ["game", "states", "wins", "draws", "losses"] {
        assert_eq!(verified[count], solved[count], "{game}");
    }

    let start = start(game);
    let answer = json(perfectplay("lookup").arg("--table").arg(&table).arg(&start));
    assert_eq!(answer["state"], start);
    assert_eq!(answer["status"], "ongoing");
    assert_eq!(answer["value"], solved["value"], "{game}");
    assert_eq!(answer["distance"], solved["distance"], "{game}");
    assert_ne!(answer["best"], Value::Array(Vec::new()), "{game}");

    let explanation = text(
        perfectplay("explain")
            .arg("--table")
            .arg(&table)
            .arg(&start),
    );
    assert!(explanation.contains("\nBest play:\n"), "{explanation}");
    assert!(explanation.contains("\nMoves:\n"), "{explanation}");

    if solved["states"].as_u64().expect("a count") < limit {
        compare_counts(game, &table, &solved);
    }

    // If the first player plays perfectly, the second player can win only if the game is lost for
    // the first player.
    let mut audit = perfectplay("audit");
    audit
        .args(["perfect", "--as", "first", "--table"])
        .arg(&table);
    let lost = json(&mut audit)["first"]["lost"].clone();
    assert_eq!(lost == 0, solved["value"] != "loss", "{game}: {lost}");

    for level in levels {
        let level = level.to_string();
        // Another option sets the rate of errors.
        let level = level.split(':').next().expect("a name");
        for seat in ["first", "second"] {
            let mut command = perfectplay("play");
            command.arg("--table").arg(&table);
            command.args(["--level", level, "--as", seat]);
            command.args(["--seed", "1", "--rounds", "1"]);
            let (score, plies) = play(&mut command);
            assert!(plies > 0, "{game}");
            assert!(score.starts_with("Score: "), "{game}: {score}");
        }
    }
}

/// Compares the counts of `report` and of an exported text with those of `solve`.
fn compare_counts(game: &str, table: &Path, solved: &Value) {
    let stats = json(perfectplay("report").arg("--table").arg(table));
    let counted = |name: &str| solved[name].as_u64().expect("a count");
    let values = [("win", "wins"), ("draw", "draws"), ("loss", "losses")]
        .map(|(value, count)| (stats["values"][value].as_u64().unwrap_or(0), counted(count)));
    let states = stats["states"].as_u64().expect("a count");
    if SHARED_NUMBERS.contains(&game) {
        assert!(states > counted("states"), "{game}");
        assert!(
            values.iter().all(|(all, once)| all >= once),
            "{game}: {values:?}"
        );
    } else {
        assert_eq!(states, counted("states"), "{game}");
        assert!(
            values.iter().all(|(all, once)| all == once),
            "{game}: {values:?}"
        );
    }

    // An exported text has a line for each state.
    let exported = table.with_extension("tsv");
    let mut export = perfectplay("export");
    export.args(["--format", "tsv", "--table"]).arg(table);
    text(export.arg("-o").arg(&exported));
    let compared = json(perfectplay("verify").arg(exported).args(["--game", game]));
    assert_eq!(compared["format"], "tsv", "{game}");
    assert_eq!(compared["states"], states, "{game}");
}

/// If the command gets no table file, it solves the game when it starts.
#[test]
fn no_table() {
    let start = start("hexapawn");
    let game = ["--game", "hexapawn"];
    let solved = json(perfectplay("solve").args(game));
    let answer = json(perfectplay("lookup").args(game).arg(&start));
    assert_eq!(answer["distance"], solved["distance"]);
    text(perfectplay("explain").args(game).arg(&start));
    text(perfectplay("verify").args(game));
    let (score, _) = play(perfectplay("play").args(game).args(["--rounds", "1"]));
    assert_eq!(score, "Score: X won 0, O won 1, drawn 0.");
}

/// Plays the first legal move at each turn. Before each move, types `?`, because the hint names the player to move.
/// Then types a word that is not a move, because the error lists the legal moves. Returns the last line that begins
/// with `Score:`, and the number of moves played.
fn play(command: &mut Command) -> (String, usize) {
    const HINT: &str = "?";
    const NO_MOVE: &str = "list";
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command");
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut say = |lines: String| input.write_all(lines.as_bytes());
    let (mut human, mut score, mut plies) = (String::new(), String::new(), 0);
    say(format!("{HINT}\n")).expect("a listener");
    for line in output.lines() {
        let line = line.expect("UTF-8");
        if let Some(names) = line.strip_prefix("You are ") {
            let (name, _) = names.split_once(", the computer is ").expect("two names");
            name.clone_into(&mut human);
        } else if let Some((mover, _)) = line.split_once(" to move ") {
            assert_eq!(mover, human, "{command:?}");
            say(format!("{NO_MOVE}\n")).expect("a listener");
        } else if let Some((_, moves)) = line.split_once("is not a move. Moves: ") {
            let first = moves.split([' ', '.']).next().expect("a move");
            // Write both lines at once: if the last move ends the last round, nobody reads the line
            // after it.
            say(format!("{first}\n{HINT}\n")).expect("a listener");
            plies += 1;
            assert!(plies < MOST_PLIES, "{command:?}");
        } else if line.starts_with("Score: ") {
            score = line;
        }
    }
    assert!(child.wait().expect("an end").success());
    (score, plies)
}
