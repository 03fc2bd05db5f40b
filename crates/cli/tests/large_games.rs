//! Tests games that the command solves tier by tier. Even if the command is killed or fails, it loses no stored result.
//! The tables of these games give the same answers as tables in memory.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

fn perfectplay(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command
        .args(args)
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(directory: &Path, args: &[&str]) -> Output {
    perfectplay(directory, args).output().expect("the command")
}

/// Runs a command that must succeed, and returns its output.
fn good(directory: &Path, args: &[&str]) -> Vec<u8> {
    let output = run(directory, args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    output.stdout
}

/// Returns the last line of a command that fails with status 1.
fn problem(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().last().unwrap_or_default().to_owned()
}

fn solve<'a>(game: &'a str, file: &'a str) -> [&'a str; 5] {
    ["solve", "--game", game, "-o", file]
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn both_forms_of_a_table_answer_alike() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let alike = |args: &[&str]| {
        let answer = |table| run(directory, &[args, &["--table", table]].concat());
        let [tiers, bytes] = ["tiers", "bytes"].map(answer);
        assert!(tiers.status.code() == bytes.status.code(), "{args:?}");
        assert!(tiers.stdout == bytes.stdout, "{args:?}");
        assert!(!tiers.stdout.is_empty(), "{args:?}");
    };
    let tables = |game| {
        good(
            directory,
            &[&solve(game, "tiers")[..], &["--format", "tiers"]].concat(),
        );
        good(
            directory,
            &[&solve(game, "bytes")[..], &["--format", "bytes"]].concat(),
        );
        assert_eq!(names(directory), ["bytes", "tiers"]);
    };

    tables("connect:4x3,3");
    alike(&["report", "--json"]);
    alike(&["export", "--format", "tsv"]);
    alike(&["verify"]);
    alike(&["verify", "--json"]);
    alike(&["audit", "perfect", "--json"]);
    alike(&["explain", "..../..../XO.."]);
    alike(&["play", "--as", "second", "--rounds", "1", "--seed", "1"]);
    // These states are the start, a lost state, a finished state and an unreachable state.
    for state in [
        "..../..../....",
        "..../..../.X..",
        "..../OO../XXX.",
        "..../..../XXX.",
    ] {
        alike(&["lookup", state]);
        alike(&["lookup", "--json", state]);
    }
    let verified = |table| String::from_utf8(good(directory, &["verify", table])).expect("text");
    assert_eq!(verified("tiers"), verified("bytes"));

    tables("connect:3x3,3");
    for format in ["csv", "jsonl", "rust", "c", "js", "mjs"] {
        alike(&["export", "--format", format]);
    }

    // One of the games has no ranks. In the other game, a player may move again.
    for (game, start) in [
        ("domineering:4x4", "..../..../..../...."),
        ("dots:3x1", "+.+.+.+/......./+.+.+.+ X 0:0"),
    ] {
        tables(game);
        alike(&["report", "--json"]);
        alike(&["export", "--format", "tsv"]);
        alike(&["verify", "--json"]);
        alike(&["audit", "perfect", "--json"]);
        alike(&["explain", start]);
        alike(&["lookup", "--json", start]);
        alike(&["play", "--as", "second", "--rounds", "1", "--seed", "1"]);
    }
}

/// If several lines of input arrive at once, the command looks up their states together. The answers are the same as if
/// the lines arrived one by one.
#[test]
fn lines_are_answered_together() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    good(directory, &solve("connect:4x3", "tiers"));
    let bytes = ["--format", "bytes"];
    good(
        directory,
        &[&solve("connect:4x3", "bytes")[..], &bytes].concat(),
    );
    let export = ["export", "--format", "jsonl", "--table", "tiers"];
    let lines = String::from_utf8(good(directory, &export)).expect("text");
    // No game reaches the first of these states, and the second is not a state at all.
    let mut states = vec!["..../..../XXX.".to_owned(), "nonsense".to_owned()];
    states.extend(lines.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        line["state"].as_str().expect("a state").to_owned()
    }));
    // At most 2^14 lines are looked up together.
    states.extend_from_within(..6_000);
    assert!(states.len() > 1 << 14);
    fs::write(directory.join("states"), states.join("\n")).expect("a file");
    let [tiers, bytes] = ["tiers", "bytes"].map(|table| {
        let mut command = perfectplay(directory, &["lookup", "--json", "--table", table, "-"]);
        let states = fs::File::open(directory.join("states")).expect("a file");
        command.stdin(states).output().expect("the command")
    });
    assert!(tiers.stdout == bytes.stdout && tiers.status == bytes.status);
    let answers = String::from_utf8(tiers.stdout).expect("text");
    assert_eq!(answers.lines().count(), states.len());
    assert_eq!(tiers.status.code(), Some(1));
}

/// The command writes the same bytes to a file, to standard output and to a device.
#[test]
fn a_table_goes_anywhere() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    good(directory, &solve("connect:3x3,3", "table"));
    let table = fs::read(directory.join("table")).expect("a table");
    assert!(good(directory, &solve("connect:3x3,3", "-")) == table);
    assert_eq!(names(directory), ["table"]);
}

fn kill(mut child: Child) {
    // The command gets SIGKILL.
    child.kill().expect("a process to kill");
    child.wait().expect("an end");
}

/// Waits until a process has ended or `has_happened` returns true. Returns the exit status if the
/// process has ended, and `None` otherwise.
fn wait_until(child: &mut Child, has_happened: impl Fn() -> bool) -> Option<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait().expect("a process") {
            return Some(status);
        }
        if has_happened() {
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the number of finished jobs in a store; 0 if there is no store.
fn results(store: &Path) -> usize {
    let entries = fs::read_dir(store).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let of_jobs = names.filter(|name| name.contains('-') && !name.ends_with(".part"));
    of_jobs.count()
}

/// The command may be killed at any moment, any number of times. The next run continues the work. The final table is
/// the same as the table of a run that is not killed.
#[test]
fn killed_at_any_moment_it_goes_on() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    good(directory, &solve("connect:4x4", "expected"));
    let (table, store) = (directory.join("table"), directory.join("table.work"));
    let mut kills = 0;
    while !table.exists() {
        let args = solve("connect:4x4", "table");
        let mut child = perfectplay(directory, &args).spawn().expect("the command");
        // The first process is killed at once, and each later process after three jobs.
        let enough = if kills == 0 { 0 } else { results(&store) + 3 };
        match wait_until(&mut child, || results(&store) >= enough) {
            Some(status) => assert!(status.success(), "{status}"),
            None => {
                kill(child);
                kills += 1;
            }
        }
        if kills < 2 && table.exists() {
            // On a busy machine, the work may be done before this test continues. Then the test
            // begins anew.
            fs::remove_file(&table).expect("a table");
        }
    }
    let [found, expected] = ["table", "expected"].map(|name| fs::read(directory.join(name)));
    assert!(found.expect("a table") == expected.expect("a table"));
    assert_eq!(names(directory), ["expected", "table"]);
}

/// If there is too little memory for whole tiers, the command cuts tiers into shards. The table is
/// the same as with enough memory.
#[test]
#[ignore = "solves a larger game four times; run by .ci/run"]
fn tiers_are_cut_in_full() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let needed = |more: &[&str]| {
        let plan = [
            "tiers",
            "plan",
            "--estimate",
            "--json",
            "--game",
            "connect:5x4",
        ];
        let plan = good(directory, &[&plan[..], more].concat());
        let plan: serde_json::Value = serde_json::from_slice(&plan).expect("JSON");
        plan["total"]["memory_bytes"].as_u64().expect("a number")
    };
    let (whole, cut) = (needed(&[]), needed(&["--shard-states", "65536"]));
    assert!(cut < whole);
    good(directory, &solve("connect:5x4", "expected"));
    let with = |memory: u64| {
        let memory = memory.to_string();
        let args = solve("connect:5x4", "table");
        run(directory, &[&args[..], &["--memory", &memory]].concat())
    };
    assert!(with(cut).status.success());
    let [found, expected] = ["table", "expected"].map(|name| fs::read(directory.join(name)));
    assert!(found.expect("a table") == expected.expect("a table"));
    assert_eq!(names(directory), ["expected", "table"]);
    assert!(problem(&with(cut - 1)).contains("of memory"));
}

/// If a table does not fit into the memory limit, `playbook` finds the same book as with the option `--by-rules`.
#[test]
#[ignore = "finds a playbook twice; run by .ci/run"]
fn a_playbook_by_rules_in_full() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    good(directory, &solve("connect:5x4", "table"));
    let find = [
        "playbook",
        "--symmetry",
        "--steps",
        "4096",
        "--memory",
        "20M",
    ];
    let from_table = ["--table", "table", "-o", "book"];
    good(directory, &[&find[..], &from_table].concat());
    let by_rules = ["--game", "connect:5x4", "--by-rules", "-o", "again"];
    good(directory, &[&find[..], &by_rules].concat());
    let [book, again] =
        ["book", "again"].map(|name| fs::read(directory.join(name)).expect("a book"));
    assert_eq!(book, again);
    assert_eq!(names(directory), ["again", "book", "table"]);
    let audited = good(
        directory,
        &["audit", "--table", "table", "--playbook", "book", "--json"],
    );
    let audited: serde_json::Value = serde_json::from_slice(&audited).expect("JSON");
    for side in ["first", "second"] {
        assert_eq!(audited[side]["blunders"], 0, "{audited}");
        assert_eq!(audited[side]["lost"], 0, "{audited}");
    }
}

/// If the disk is too full for the table, the command keeps the results of the finished jobs. If a result is damaged
/// afterwards, the command computes it again.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    good(directory, &solve("connect:3x3,3", "expected"));
    let store = |file| [&solve("connect:3x3,3", file)[..], &["--store", "store"]].concat();
    let failed = problem(&run(directory, &store("/dev/full")));
    assert!(
        failed.starts_with("perfectplay: cannot write /dev/full: "),
        "{failed}"
    );

    let results = names(&directory.join("store"));
    let scores = results.iter().find(|name| name.starts_with("scores-"));
    let scores = directory.join("store").join(scores.expect("a result"));
    let mut bytes = fs::read(&scores).expect("a result");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&scores, bytes).expect("a file");
    good(directory, &store("table"));
    let [found, expected] = ["table", "expected"].map(|name| fs::read(directory.join(name)));
    assert!(found.expect("a table") == expected.expect("a table"));
    assert_eq!(names(directory), ["expected", "table"]);
}

/// The shell limits files to 512 bytes, so writing a longer file fails, as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_end_the_command() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let mut limited = Command::new("sh");
    limited
        .args(["-c", r#"trap "" XFSZ; ulimit -f 1; exec "$0" "$@""#])
        .arg(env!("CARGO_BIN_EXE_perfectplay"))
        .args(solve("connect:4x3,3", "table"))
        .current_dir(directory);
    let failed = problem(&limited.output().expect("a shell"));
    assert!(failed.contains("table.work"), "{failed}");
    assert_eq!(names(directory), ["table.work"]);
    good(directory, &solve("connect:4x3,3", "table"));
    good(directory, &["verify", "table"]);
    assert_eq!(names(directory), ["table"]);
}

#[test]
fn two_commands_do_not_mix() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let args = solve("connect:5x4", "table");
    let store = directory.join("table.work");
    let first = loop {
        let mut first = perfectplay(directory, &args).spawn().expect("the command");
        // A process may write a result only while it holds the lock. A stopped process keeps the
        // lock.
        if wait_until(&mut first, || results(&store) > 0).is_none() {
            kill_process(Pid::from_child(&first), Signal::STOP).expect("a process");
            if !directory.join("table").exists() {
                break first;
            }
            kill(first);
        }
        // On a busy machine, the work may be done before this test continues. Then the test begins
        // anew.
        fs::remove_file(directory.join("table")).expect("a table");
        let _ = fs::remove_dir_all(&store);
    };
    assert_eq!(
        problem(&run(directory, &args)),
        "perfectplay: table.work: another process is solving the game here"
    );
    kill(first);
    let other = run(directory, &solve("connect:3x3,3", "table"));
    assert_eq!(
        problem(&other),
        "perfectplay: table.work: expected results of connect:3x3,3, found those of \
         connect:5x4,4"
    );
    assert_eq!(names(directory), ["table.work"]);
}

/// Tests a store whose file `game` is forged. In an intact store, this file contains the name of the game, and how the
/// tiers are cut into shards. If the forged file is a terabyte long, the command stops reading at the greatest length
/// of a valid file.
#[test]
fn forged_notes_of_a_store_end_the_command_with_one_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    good(
        directory,
        &tiers(&["plan", "--game", "domineering:3x3", "--shard-states", "10"]),
    );
    let note = directory.join("store/game");
    let honest = fs::read_to_string(&note).expect("a note");
    let (game, cut) = honest.split_once('\n').expect("two lines");
    assert!(
        game == "domineering:3x3" && cut.ends_with(" shards\n"),
        "{honest}"
    );
    let (plan, solve) = (
        tiers(&["plan", "--game", "domineering:3x3"]),
        ["solve", "--game", "domineering:3x3", "-o", "table"],
    );
    let solve = [&solve[..], &["--format", "tiers", "--store", "store"]].concat();
    let of_store = [tiers(&["status"]), tiers(&["run", "found-0"]), plan, solve];
    let all_fail = |reason: &str| {
        for args in &of_store {
            let output = run(directory, args);
            let line = problem(&output);
            assert!(line.contains(reason), "{args:?}: {line}");
            let lines = String::from_utf8_lossy(&output.stderr).lines().count();
            assert_eq!(lines, 1, "{args:?}: {output:?}");
        }
    };
    for shards in ["4294967295 shards", "0 shards", "1001 shards", "\u{7f}"] {
        fs::write(&note, format!("{game}\n{shards}\n")).expect("a note");
        all_fail("store/game: expected `whole`, a power of two");
    }
    let file = fs::File::create(&note).expect("a note");
    file.set_len(1 << 40).expect("a sparse file");
    all_fail("store/game: expected at most 131070 bytes, found more");
    fs::write(&note, &honest).expect("a note");
    assert_eq!(names(directory), ["store"]);
    good(directory, &of_store[3]);
}

/// If a game is too large for the memory limit, the command refuses to solve it. The error message and `perfectplay
/// forecast` name the same number of states. The command leaves no file.
#[test]
fn a_game_that_does_not_fit_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let args = [&solve("connect:4x4", "table")[..], &["--memory", "1K"]].concat();
    let refused = problem(&run(directory, &args));
    let forecast = good(directory, &["forecast", "--game", "connect:4x4", "--json"]);
    let forecast: serde_json::Value = serde_json::from_slice(&forecast).expect("JSON");
    assert_eq!(forecast["states"], 161_029);
    let expected = "perfectplay: connect:4x4,4 has 161,029 states, too many for this machine: \
                    solving it takes ";
    assert!(refused.starts_with(expected), "{refused}");
    assert!(names(directory).is_empty());
    good(directory, &[&args[..], &["--force"]].concat());
    assert_eq!(names(directory), ["table"]);
}

fn json(output: &[u8]) -> serde_json::Value {
    serde_json::from_slice(output).expect("JSON")
}

/// Before the command plans jobs, it refuses a game that is far too large. The message says how
/// much memory and disk solving takes, how much the machine has, and what to do instead.
#[test]
fn a_game_that_is_far_too_large_is_refused_before_it_is_planned() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let solve = [&solve("connect:4x11", "table")[..], &["--memory", "1G"]].concat();
    let export = ["export", "--format", "csv", "--game", "connect:4x11"];
    let refused = [&solve[..], &export].map(|args| problem(&run(directory, args)));
    for refused in &refused {
        let begin = "perfectplay: connect:4x11,4 has at most 35,103,876,862,233 states, too many \
                     for this machine: solving it takes about ";
        assert!(refused.starts_with(begin), "{refused}");
        for told in [
            " days, ",
            " TB of memory (",
            " GB may be used) and ",
            " TB of disk (",
            ": take a smaller size of the game, or a playbook",
        ] {
            assert!(refused.contains(told), "{refused}");
        }
    }
    assert!(names(directory).is_empty());
}

/// Tests games that have billions of ranks, but only a few reachable states. The ranks that belong
/// to no reachable state take no memory.
#[test]
fn few_states_of_many_that_are_numbered_are_solved() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    for (game, states) in [("mnk:1,25,1", 26), ("mnk:1,40,1", 41), ("mnk:6,6,1", 37)] {
        for more in [&["--json", "--memory", "100M"][..], &["--json", "--force"]] {
            let args = [&solve(game, "table")[..], more].concat();
            assert_eq!(json(&good(directory, &args))["states"], states, "{game}");
            let looked_up = json(&good(directory, &["lookup", "--table", "table", "--json"]));
            assert_eq!(looked_up["value"], "win", "{game}");
        }
        good(directory, &["export", "--format", "csv", "--game", game]);
        let looked_up = json(&good(directory, &["lookup", "--json", "--game", game]));
        assert_eq!(looked_up["value"], "win", "{game}");
    }
}

/// If a game is solved in memory, writing its table to a file takes additional memory. If there is
/// too little memory for writing, the command refuses to solve the game. If there is enough memory,
/// the command reports how much it has used.
#[cfg(target_os = "linux")]
#[test]
fn memory_of_a_game_that_is_solved_in_memory_is_kept_and_told() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let game = ["solve", "--game", "dots:3x2", "--json", "--memory"];
    let peak = |more: &[&str]| {
        let solved = json(&good(directory, &[&game[..], more].concat()));
        solved["peak_bytes"].as_u64().expect("a number of bytes")
    };
    let alone = peak(&["20M"]);
    let refused = problem(&run(
        directory,
        &[&game[..], &["20M", "-o", "table"]].concat(),
    ));
    assert!(
        refused.contains(" of memory (20.00 MB may be used)"),
        "{refused}"
    );
    assert!(names(directory).is_empty());
    let written = peak(&["200M", "-o", "table"]);
    assert!(written > alone + 10_000_000, "{written} and {alone}");
}

/// After any signal that ends the command, a second run continues from the stored results. Workers that share a store
/// also continue from the results in the store.
#[test]
fn signals_lose_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    // Sends each signal to a command when its first results are there. The command may write `output`.
    let signalled = |args: &[&str], results: &str, output: Option<&str>| {
        let results = directory.join(results);
        let ended_by = |signal| {
            // Under `nohup`, tests ignore the signals that end a process. The processes that tests
            // start would also ignore these signals.
            let mut child = Command::new("env")
                .args(["--default-signal", env!("CARGO_BIN_EXE_perfectplay")])
                .args(args)
                .current_dir(directory)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("env, from coreutils");
            // A process that has ended cannot get a signal.
            if let Some(status) = wait_until(&mut child, || results.join("found-3").exists()) {
                assert!(status.success(), "{args:?}: {status}");
                return false;
            }
            let id = child.id().to_string();
            let sent = Command::new("kill").args(["-s", signal, &id]).status();
            assert!(sent.expect("kill").success());
            !child.wait().expect("an end").success()
        };
        for signal in ["INT", "TERM", "HUP", "QUIT", "KILL"] {
            // On a busy machine, the work may be done before the signal comes. Then the test begins
            // anew.
            while !ended_by(signal) {
                for entry in fs::read_dir(&results).into_iter().flatten() {
                    let entry = entry.expect("a file");
                    // A directory without the file with the game's name is not a store.
                    if entry.file_name() != "game" {
                        fs::remove_file(entry.path()).expect("a file");
                    }
                }
                if let Some(output) = output {
                    fs::remove_file(directory.join(output)).expect("the output");
                }
            }
            assert!(results.exists(), "{signal}");
        }
    };
    good(directory, &solve("connect:4x4", "expected"));
    signalled(&solve("connect:4x4", "table"), "table.work", Some("table"));
    good(directory, &solve("connect:4x4", "table"));

    let plan = tiers(&["plan", "--game", "connect:4x4"]);
    let planned = json(&good(directory, &plan));
    let jobs = planned["jobs"].as_array().expect("a list of jobs").iter();
    let jobs: Vec<&str> = jobs
        .map(|job| job["job"].as_str().expect("a name"))
        .collect();
    let work = tiers(&[&["run"], &jobs[..]].concat());
    signalled(&work, "store", None);
    good(directory, &work);
    good(directory, &tiers(&["gather", "-o", "gathered"]));
    for table in ["table", "gathered"] {
        let [found, expected] = [table, "expected"].map(|name| fs::read(directory.join(name)));
        assert!(found.expect("a table") == expected.expect("a table"));
    }
}

/// Results that are missing in a store are computed again. A file that does not contain the result
/// of its job counts as missing.
#[test]
fn a_store_with_missing_and_foreign_results_makes_the_same_table() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let game = "connect:3x3,3";
    good(directory, &solve(game, "expected"));
    good(directory, &solve("connect:3x3,2", "other"));
    let plan = json(&good(directory, &tiers(&["plan", "--game", game])));
    let jobs = plan["jobs"].as_array().expect("a list of jobs").iter();
    let jobs: Vec<&str> = jobs
        .map(|job| job["job"].as_str().expect("a name"))
        .collect();
    let run_all = tiers(&[&["run"], &jobs[..]].concat());
    good(directory, &run_all);
    let store = directory.join("store");
    let foreign = fs::read(directory.join("other")).expect("a table");
    let scores = fs::read(store.join(jobs[jobs.len() - 1])).expect("a result");
    for (number, job) in jobs.iter().enumerate() {
        match number % 4 {
            0 => fs::remove_file(store.join(job)).expect("a result"),
            1 => fs::write(store.join(job), &foreign).expect("a file"),
            2 if number + 1 < jobs.len() => fs::write(store.join(job), &scores).expect("a file"),
            _ => {}
        }
    }
    problem(&run(directory, &tiers(&["gather", "-o", "table"])));
    assert!(!directory.join("table").exists());
    // Two processes compute the missing results together.
    let mut workers = [(); 2].map(|()| {
        perfectplay(directory, &run_all)
            .spawn()
            .expect("the command")
    });
    for worker in &mut workers {
        worker.wait().expect("an end");
    }
    good(directory, &run_all);
    good(directory, &tiers(&["gather", "-o", "table"]));
    let [found, expected] = ["table", "expected"].map(|name| fs::read(directory.join(name)));
    assert!(found.expect("a table") == expected.expect("a table"));
}

/// Tests the option `--memory` with very small and very large limits. With a kilobyte or less, the
/// command refuses to solve a game. It accepts a limit beyond the memory of the machine.
#[test]
fn memory_at_its_extremes_is_heeded() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    for memory in ["1", "1K", "16EiB", "18446744073709551615"] {
        for game in ["connect:4x3,3", "tictactoe", "domineering:3x3"] {
            let args = [&solve(game, "table")[..], &["--memory", memory]].concat();
            let output = run(directory, &args);
            if memory.len() > 2 {
                assert!(output.status.success(), "{memory}: {output:?}");
                fs::remove_file(directory.join("table")).expect("a table");
            } else {
                assert!(
                    problem(&output).contains(" of memory"),
                    "{memory}: {output:?}"
                );
            }
            assert!(names(directory).is_empty(), "{memory} {game}");
        }
    }
    for memory in ["0", "-1", "18446744073709551616", "1e400", "none"] {
        let args = [&solve("tictactoe", "table")[..], &["--memory", memory]].concat();
        let output = run(directory, &args);
        assert_eq!(output.status.code(), Some(2), "{memory}: {output:?}");
    }
}

/// Tests a command that runs out of memory, because the shell limits its memory.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_runs_out_ends_the_command_with_one_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let mut limited = Command::new("sh");
    limited
        .args(["-c", r#"ulimit -v 80000; exec "$0" "$@""#])
        .arg(env!("CARGO_BIN_EXE_perfectplay"))
        .args(solve("connect:5x4", "table"))
        .args(["--threads", "1", "--force"])
        .current_dir(directory);
    let failed = problem(&limited.output().expect("a shell"));
    assert!(
        failed.starts_with("perfectplay: there is no memory left, and the results so far are in "),
        "{failed}"
    );
    assert_eq!(names(directory), ["table.work"]);
}

/// Returns the arguments of a subcommand of `tiers`.
fn tiers<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["tiers"], args, &["--store", "store"]].concat()
}

/// A plan contains the name of its store. The plan writes control characters of this name as JSON
/// escapes, because a terminal would obey the characters themselves.
#[test]
fn a_plan_shows_the_name_of_its_store() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let store = "a\u{9b}2J\u{202e}\u{7f}\u{e0041}b";
    let plan = ["tiers", "plan", "--game", "connect:3x3,3", "--store", store];
    let text = String::from_utf8(good(directory, &plan)).expect("text");
    let shown = r#""store":"a\u009b2J\u202e\u007f\udb40\udc41b""#;
    assert!(text.contains(shown), "{text}");
    assert_eq!(json(text.as_bytes())["store"], store);
}

/// Runs every job of a game in a process of its own. Some jobs run twice, and one job runs again after its result was
/// damaged. The table has the same bytes as the table that `solve` writes.
#[test]
fn jobs_run_one_by_one() {
    one_by_one("connect:3x3,3", &[]);
    one_by_one("dots:1x1", &["--shard-states", "3"]);
}

#[test]
#[ignore = "runs more jobs; run by .ci/run"]
fn jobs_in_full() {
    one_by_one("domineering:3x3", &[]);
    one_by_one("domineering:3x3", &["--shard-states", "10"]);
}

fn one_by_one(game: &str, cut: &[&str]) {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let solved = [&solve(game, "expected")[..], &["--format", "tiers"]].concat();
    good(directory, &solved);
    let json = |args: &[&str]| -> serde_json::Value {
        let text = good(directory, args);
        serde_json::from_slice(&text).expect("JSON")
    };
    let plan = tiers(&["plan", "--game", game]);
    let planned = json(&[&plan[..], cut].concat());
    // The store records how tiers are cut.
    assert_eq!(planned, json(&plan));
    let jobs = planned["jobs"].as_array().expect("a list of jobs");
    let name = |job: &serde_json::Value| job.as_str().expect("a name").to_owned();
    let (mut done, mut damaged) = (Vec::new(), None);
    for planned in jobs {
        let job = name(&planned["job"]);
        let needs = planned["needs"].as_array().expect("a list of jobs");
        assert!(
            needs.iter().map(name).all(|need| done.contains(&need)),
            "{job}"
        );
        let status = json(&tiers(&["status", "--json"]));
        assert_eq!(status["done"], done.len());
        let ready = status["ready"].as_array().expect("a list of jobs");
        assert!(ready.iter().map(name).any(|ready| ready == job), "{job}");
        for _ in 0..2 {
            assert_eq!(
                good(directory, &tiers(&["run", &job])),
                format!("{job}: done\n").into_bytes()
            );
        }
        if job.starts_with("scores-") {
            damaged = Some(job.clone());
        }
        done.push(job);
    }

    let damaged = damaged.expect("a job that finds scores");
    let result = directory.join("store").join(&damaged);
    let mut bytes = fs::read(&result).expect("a result");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&result, bytes).expect("a file");
    let status = json(&tiers(&["status", "--json"]));
    assert_eq!(status["damaged"], serde_json::json!([damaged]));
    let failed = problem(&run(directory, &tiers(&["gather", "-o", "table"])));
    assert!(failed.contains(&damaged), "{failed}");
    good(directory, &tiers(&["run", &damaged]));
    for _ in 0..2 {
        good(directory, &tiers(&["gather", "-o", "table"]));
    }
    let [found, expected] = ["table", "expected"].map(|name| fs::read(directory.join(name)));
    assert!(found.expect("a table") == expected.expect("a table"));
}

/// If any byte of a table is changed, the command never gives a wrong answer. Every answer is right, or the command
/// prints one line that says why there is no answer.
#[test]
fn a_damaged_table_gives_no_wrong_answer() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    good(directory, &solve("connect:3x3,3", "table"));
    let look_up = ["lookup", "--json", "--table", "table", ".../X../OXO"];
    let expected = good(directory, &look_up);
    let sound = fs::read(directory.join("table")).expect("a table");
    let (mut answered, mut refused) = (0, 0);
    for at in (0..sound.len()).step_by(97) {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        fs::write(directory.join("table"), bytes).expect("a file");
        let output = run(directory, &look_up);
        if output.status.success() {
            assert!(output.stdout == expected, "byte {at}");
            answered += 1;
        } else {
            assert!(
                !problem(&output).is_empty() && output.stdout.is_empty(),
                "byte {at}"
            );
            refused += 1;
        }
    }
    assert!(
        answered > 0 && refused > 0,
        "{answered} answered, {refused} refused"
    );
}

/// Three workers run the same jobs at the same time. The test kills one worker after another, each as soon as one more
/// job is done. After three kills, the test starts three new workers. The test goes on in this way until all jobs are
/// done. Tiers are cut, so that several jobs work on one tier.
#[test]
#[ignore = "kills workers of a larger game; run by .ci/run"]
fn workers_that_die_in_full() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let game = "connect:5x4";
    good(directory, &solve(game, "expected"));
    let plan = tiers(&["plan", "--game", game, "--shard-states", "65536"]);
    let planned: serde_json::Value = serde_json::from_slice(&good(directory, &plan)).expect("JSON");
    let jobs = planned["jobs"].as_array().expect("a list of jobs").iter();
    let jobs: Vec<&str> = jobs
        .map(|job| job["job"].as_str().expect("a name"))
        .collect();
    assert!(jobs.iter().any(|job| job.contains('.')), "{jobs:?}");
    let work = tiers(&[&["run"], &jobs[..]].concat());

    let begin = || perfectplay(directory, &work).stdout(Stdio::null()).spawn();
    let (mut kills, mut finished) = (0, false);
    let store = directory.join("store");
    while !finished {
        for mut worker in [(); 3].map(|()| begin().expect("the command")) {
            // The workers end one after another. The last worker ends when all other workers have
            // ended.
            let enough = results(&store) + 1;
            match wait_until(&mut worker, || results(&store) >= enough) {
                Some(status) => {
                    assert!(status.success(), "{status}");
                    finished = true;
                }
                None => {
                    kill(worker);
                    kills += 1;
                }
            }
        }
    }
    assert!(kills > 0);
    good(directory, &tiers(&["gather", "-o", "table"]));
    // With this store, `solve` finds that all jobs are done.
    let again = [&solve(game, "again")[..], &["--store", "store"]].concat();
    good(directory, &again);
    for table in ["table", "again"] {
        let [found, expected] = [table, "expected"].map(|name| fs::read(directory.join(name)));
        assert!(found.expect("a table") == expected.expect("a table"));
    }
    assert_eq!(names(directory), ["again", "expected", "table"]);
}

/// In a plan, the total cost is the sum of the costs of all jobs. The total cost that `--estimate` prints is the same
/// sum.
#[test]
fn a_plan_tells_what_it_takes() {
    let (plan, on_paper) = adds_up("connect:5x4", "65536", "3945711");
    assert_eq!(plan["shard_ranks"], 65536);
    assert_eq!(plan["memory_certainty"], "exact");
    assert_eq!(on_paper["numbered"], 5_621_939);

    let (plan, on_paper) = adds_up("domineering:4x4", "100", "2443");
    let parts = plan["shards"].as_u64().expect("a number of parts");
    assert!((4..10).contains(&parts), "{parts}");
    assert_eq!(plan["memory_certainty"], "estimate");
    assert_eq!(on_paper["numbered"], serde_json::Value::Null);
}

/// Returns the plan of a game and its estimate. Asserts that the costs of the jobs add up to the total cost, in the
/// plan and in the estimate.
fn adds_up(game: &str, part: &str, states: &str) -> (serde_json::Value, serde_json::Value) {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let json = |args: &[&str]| -> serde_json::Value {
        serde_json::from_slice(&good(directory, args)).expect("JSON")
    };
    let cut = [
        ["--game", game],
        ["--shard-states", part],
        ["--states", states],
    ];
    let cut = cut.concat();
    let plan = json(&tiers(&[&["plan"], &cut[..]].concat()));
    assert_eq!(plan["states"].to_string(), states);
    let jobs = plan["jobs"].as_array().expect("a list of jobs");
    let total = &plan["total"];
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    assert_eq!(total["jobs"], jobs.len());
    let sum = |field: &str| jobs.iter().map(|job| number(&job[field])).sum::<f64>();
    assert!((number(&total["seconds"]) - sum("seconds")).abs() < 1e-3);
    assert!((number(&total["bytes"]) - sum("bytes")).abs() < 1.0);
    let most = jobs.iter().map(|job| number(&job["memory_bytes"]));
    assert!(most.fold(0.0, f64::max) == number(&total["memory_bytes"]));

    // Find the longest path by going back from each job.
    let mut found: Vec<(&str, f64, u64)> = Vec::new();
    let mut read = 0.0;
    for job in jobs {
        let needs = job["needs"].as_array().expect("a list of jobs");
        let before = needs.iter().map(|need| {
            let need = need.as_str().expect("a name");
            let at = jobs.iter().position(|job| job["job"] == need);
            read += number(&jobs[at.expect("a job")]["bytes"]);
            let found = found.iter().find(|(job, ..)| *job == need);
            let &(_, seconds, jobs) = found.expect("a job that comes before");
            (seconds, jobs)
        });
        let (seconds, length) = before.fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
        let name = job["job"].as_str().expect("a name");
        found.push((name, seconds + number(&job["seconds"]), length + 1));
    }
    let longest = found.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let &(_, seconds, length) = longest.expect("a job");
    let path = &total["longest_path"];
    // A plan rounds the time of some short jobs to 0.
    let idle = jobs.iter().filter(|job| number(&job["seconds"]) == 0.0);
    let lengths = length..=length + idle.count() as u64;
    let told = path["jobs"].as_u64().expect("a number of jobs");
    assert!(lengths.contains(&told), "{told}, {lengths:?}");
    assert!((number(&path["seconds"]) - seconds).abs() < 1e-3);
    assert!((number(&total["read_bytes"]) - read).abs() < 1.0);

    let estimate = [&["tiers", "plan", "--estimate", "--json"], &cut[..]].concat();
    let on_paper = json(&estimate);
    assert_eq!(on_paper["total"], *total);
    (plan, on_paper)
}

/// `tiers status` computes the remaining time from the times at which results were written. Before
/// the first result, the remaining time is unknown.
#[test]
fn status_tells_the_time_left() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let json = |args: &[&str]| -> serde_json::Value {
        serde_json::from_slice(&good(directory, args)).expect("JSON")
    };
    let plan = json(&tiers(&["plan", "--game", "connect:4x4"]));
    let jobs = plan["jobs"].as_array().expect("a list of jobs");
    let status = || json(&tiers(&["status", "--json"]));
    assert_eq!(status()["missing"], jobs.len());
    assert_eq!(status()["seconds_left"], serde_json::Value::Null);

    // Half of the jobs are done, and each took much longer than expected.
    const SLOWER: f64 = 1e6;
    let seconds = |job: &serde_json::Value| job["seconds"].as_f64().expect("a number");
    let half = jobs.len() / 2;
    let mut written = std::time::SystemTime::UNIX_EPOCH;
    for job in &jobs[..half] {
        let name = job["job"].as_str().expect("a name");
        good(directory, &tiers(&["run", name]));
        written += Duration::from_secs_f64(SLOWER * seconds(job));
        let result = directory.join("store").join(name);
        let result = fs::File::options().write(true).open(result);
        result
            .and_then(|file| file.set_modified(written))
            .expect("a result");
    }
    let status = status();
    assert_eq!(status["done"], half);
    assert_eq!(status["missing"], jobs.len() - half);
    let left = jobs[half..].iter().map(seconds).sum::<f64>() * SLOWER;
    let told = status["seconds_left"].as_f64().expect("a time");
    assert!((told - left).abs() < left / 100.0, "{told}, {left}");
    let text = String::from_utf8(good(directory, &tiers(&["status"]))).expect("text");
    assert!(
        text.contains("At the pace so far, ") && text.contains(" left on as many workers."),
        "{text}"
    );
}
