//! Tests that `perfectplay score` ranks players of every kind together.

#![cfg(unix)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value as Json, json};

/// Returns the command `perfectplay` with the arguments `args`. The command's `PATH` contains the directory of
/// `perfectplay`, so that players, which are shell scripts, can run `perfectplay`, too.
fn command(args: &[&str]) -> Command {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_perfectplay"));
    let path = env::var_os("PATH").unwrap_or_default();
    let built = binary.parent().expect("a directory").to_owned();
    let path = env::join_paths([built].into_iter().chain(env::split_paths(&path)));
    let mut command = Command::new(&binary);
    command.args(args).env("PATH", path.expect("directories"));
    command
}

fn perfectplay(args: &[&str]) -> Json {
    let output = command(args).output().expect("the command");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Creates a directory with a script for each player.
fn directory(players: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, script) in players {
        fs::write(directory.path().join(name), script).expect("a file");
    }
    directory
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Ranks the players in a directory, and returns the ranking.
fn rank(directory: &tempfile::TempDir, limit: &str) -> Json {
    let directory = text(directory.path());
    perfectplay(&[
        "score",
        directory,
        "--limit",
        limit,
        "--positions",
        "30",
        "--threads",
        "4",
        "--json",
    ])
}

/// Returns the index of a player in a ranking.
fn place(ranking: &Json, name: &str) -> usize {
    let players = ranking["players"].as_array().expect("a list");
    let is_named = |player: &Json| player["player"] == name;
    players.iter().position(is_named).expect(name)
}

/// Returns the fields `judged_by` and `unbeatable` of a player in a ranking.
fn verdict(ranking: &Json, name: &str) -> (Json, Json) {
    let player = &ranking["players"][place(ranking, name)];
    (player["judged_by"].clone(), player["unbeatable"].clone())
}

/// Ranks players of each kind. The time limit is so long that, even on a slow machine, no player of this test exceeds
/// it.
#[test]
fn each_kind_of_player_has_its_place() {
    let directory = directory(&[
        ("perfect.sh", "exec perfectplay choose --seed 1"),
        (
            "fixed.sh",
            "exec perfectplay choose --level random --seed 1",
        ),
        ("dice.sh", "exec perfectplay choose --level random"),
        ("ends.sh", "exit 3"),
        ("illegal.sh", "while read -r state; do echo ten; done"),
        ("notes.txt", "no player"),
    ]);
    let ranking = rank(&directory, "36000");
    assert_eq!(ranking["passed_over"], json!(["notes.txt"]));
    let players = ranking["players"].as_array().expect("a list");
    let verdict = |name| verdict(&ranking, name);
    let place = |name| place(&ranking, name);
    assert_eq!(verdict("perfect.sh"), (json!("audit"), json!(true)));
    assert_eq!(verdict("fixed.sh"), (json!("audit"), json!(false)));
    let varies = json!("games_as_it_varies");
    assert_eq!(verdict("dice.sh"), (varies, json!(false)));
    assert_eq!(verdict("ends.sh"), (json!("audit"), json!(false)));

    assert_eq!(place("perfect.sh"), 0);
    assert!(place("fixed.sh").max(place("dice.sh")) < place("ends.sh"));

    let ends = &players[place("ends.sh")];
    assert_eq!(
        (&ends["forfeits"], &ends["crashes"]),
        (&json!(30), &json!(30))
    );
    let illegal = &players[place("illegal.sh")];
    assert_eq!(
        (&illegal["forfeits"], &illegal["crashes"]),
        (&json!(30), &json!(0))
    );
    assert_eq!(ends["keep_the_value"]["count"], 0);
    let problem = ends["problem"].as_str().expect("a problem");
    assert!(problem.contains("exit status: 3"), "{problem}");
    assert!(players[place("perfect.sh")]["seconds_per_move"].is_f64());
}

/// A player that hangs, writes without end, or is too slow for an audit still gets a rank, and does
/// not delay other players.
#[test]
#[ignore = "waits for slow players; run by .ci/run"]
fn slow_players_have_their_places_in_full() {
    let directory = directory(&[
        (
            "slow.sh",
            "perfectplay choose --seed 1 | while read -r mv; do sleep 0.4; echo $mv; done",
        ),
        ("ends.sh", "exit 3"),
        ("floods.sh", "yes 4"),
        ("hangs.sh", "sleep 1000"),
    ]);
    // A third of the limit is less time than an audit of the slow player takes on any machine.
    let ranking = rank(&directory, "60");
    let verdict = |name| verdict(&ranking, name);
    let place = |name| place(&ranking, name);
    // The slow player makes no mistake, but no audit proves this.
    let slow = json!("games_as_it_is_slow");
    assert_eq!(verdict("slow.sh"), (slow, json!(null)));
    assert_eq!(verdict("floods.sh"), (json!("nothing"), json!(null)));
    assert_eq!(verdict("hangs.sh"), (json!("nothing"), json!(null)));
    assert_eq!(place("slow.sh"), 0);
    assert!(place("ends.sh") < place("floods.sh").min(place("hangs.sh")));
}

/// Two parts of the code count the mistakes of a player: one when `score` measures a single player, the other when
/// `score` ranks players. If the players are asked about all positions, the two counts must be equal.
#[test]
fn a_ranked_player_has_the_counts_of_a_measured_one() {
    let player = "exec perfectplay choose --level random --seed 1";
    let directory = directory(&[("it's one.sh", player)]);
    let path = directory.path().join("it's one.sh");
    let positions = ["--positions", "10000", "--game", "nim:2,3", "--json"];
    let player = format!("{player} --game nim:2,3");
    fs::write(&path, &player).expect("a file");
    let ranking = perfectplay(&[&["score", text(&path)], &positions[..]].concat());
    let scored = perfectplay(&[&["score", "--exec", &player], &positions[..]].concat());
    let ranked = &ranking["players"][0];
    assert_eq!(ranked["player"], "it's one.sh");
    assert_eq!(ranked["keep_the_value"], scored["keep_the_value"]);
    let mistakes = scored["mistakes"].as_array().expect("a list");
    assert!(!mistakes.is_empty());
    assert_eq!(ranked["blunders"], mistakes.len());
    let missed = mistakes.iter().filter(|mistake| mistake["before"] == "win");
    assert_eq!(ranked["missed_wins"], missed.count());
}

/// A player that makes no mistake, but once gives no answer, counts as beatable. The player's row in the ranking says
/// why.
#[test]
fn the_only_forfeit_is_named() {
    let (heaps, level, by) = ("2,3,4", "--seed 1", "audit");
    // No sample with this seed has the start.
    let game = format!("nim:{heaps}");
    let script = format!(
        "while read -r state; do case $state in {heaps}) echo none;; *) echo $state | \
         perfectplay choose --game {game} {level};; esac; done"
    );
    let directory = directory(&[("player.sh", &script)]);
    let players = text(directory.path());
    let options = [
        "--positions",
        "2",
        "--seed",
        "1",
        "--limit",
        "36000",
        "--json",
    ];
    let ranking = perfectplay(&[&["score", players, "--game", &game], &options[..]].concat());
    let row = &ranking["players"][0];
    assert_eq!(row["judged_by"], by, "{row}");
    assert_eq!(row["keep_the_value"]["count"], 2, "{row}");
    assert_eq!(row["unbeatable"], false, "{row}");
    assert_eq!(row["forfeits"], 1, "{row}");
    let problem = row["problem"].as_str().expect("a problem");
    assert!(problem.contains("found \"none\""), "{row}");
}

/// A player who loses from a lost position counts as unbeaten. Every executable file is a player; hidden files and
/// directories are not. The player of this test chooses at random among equal moves. In a smaller game, the player
/// could repeat all its answers by chance. It would then count as a player that always gives the same answer.
#[test]
fn who_makes_no_mistake_is_not_beaten() {
    use std::os::unix::fs::PermissionsExt;

    let directory = directory(&[
        (
            "varies",
            "#!/bin/sh\nexec perfectplay choose --game nim:2,4,6,7 --level invincible",
        ),
        (".hidden.sh", "exit"),
    ]);
    let path = directory.path();
    fs::set_permissions(path.join("varies"), fs::Permissions::from_mode(0o755)).expect("a file");
    fs::create_dir(path.join("nested.sh")).expect("a directory");
    let ranking = perfectplay(&[
        "score",
        text(path),
        "--game",
        "nim:2,4,6,7",
        "--limit",
        "600",
        "--json",
    ]);
    let players = ranking["players"].as_array().expect("a list");
    assert_eq!(players.len(), 1, "{ranking}");
    assert_eq!(players[0]["player"], "varies");
    assert_eq!(players[0]["judged_by"], "games_as_it_varies");
    assert_eq!(players[0]["unbeatable"], json!(null));
    assert_eq!(players[0]["blunders"], 0);
}

/// The names of players, and the lines that players print, may contain control characters. None of
/// these characters appears in the table, in the page or in the terminal.
#[test]
fn names_of_players_forge_no_row() {
    const HIDDEN: [char; 4] = ['\u{1b}', '\u{9b}', '\u{202e}', '\r'];
    let script = "printf '\\033[2Jhello\\n' >&2; exec perfectplay choose --level random --seed 1";
    let directory = directory(&[
        ("a\n  1  forged.sh", script),
        ("b\u{1b}[2J\u{9b}2J\r.sh", script),
        ("c\u{202e}hs.sh", script),
        ("not\u{1b}[2Jrun\nat all", ""),
    ]);
    let page = directory.path().join(".page.html");
    let rank = |extra: &[&str]| {
        let mut args = vec!["score", text(directory.path()), "--positions", "3"];
        args.extend(extra);
        let output = command(&args).output().expect("the command");
        assert!(output.status.success(), "{output:?}");
        output
    };
    let output = rank(&[]);
    let shown = String::from_utf8_lossy(&output.stdout);
    let told = String::from_utf8_lossy(&output.stderr);
    rank(&["-o", text(&page)]);
    let page = fs::read_to_string(&page).expect("a page");
    for text in [&*shown, &*told, &page] {
        assert!(!text.contains(HIDDEN), "{text:?}");
    }
    let rows = shown.lines().filter(|line| line.contains(".sh"));
    assert_eq!(rows.count(), 3, "{shown}");
    assert!(shown.contains(r"a\n  1  forged.sh"), "{shown}");
    assert!(told.contains(r"\u{1b}[2Jhello"), "{told}");
}

/// Ranks `count` players, each of which ends at once. Each player gets a row.
fn rank_players(count: usize) {
    let directory = tempfile::tempdir().expect("a directory");
    for number in 0..count {
        let path = directory.path().join(format!("{number:03}.sh"));
        fs::write(path, "exit 3").expect("a file");
    }
    let ranking = perfectplay(&[
        "score",
        text(directory.path()),
        "--positions",
        "1",
        "--json",
    ]);
    let players = ranking["players"].as_array().expect("a list");
    let names = players.iter().map(|player| player["player"].as_str());
    let names: Vec<_> = names.map(|name| name.expect("a name")).collect();
    let expected: Vec<_> = (0..count).map(|number| format!("{number:03}.sh")).collect();
    assert_eq!(names, expected);
}

#[test]
fn dozens_of_players() {
    rank_players(60);
}

#[test]
#[ignore = "starts more players; run by .ci/run"]
fn hundreds_of_players_in_full() {
    rank_players(200);
}
