//! Games that are solved tier by tier: nothing is lost, whatever ends the command, and their
//! tables answer like those in memory.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn perfectplay(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    perfectplay(folder, args).output().expect("the command")
}

/// What a command that does its work prints.
fn good(folder: &Path, args: &[&str]) -> Vec<u8> {
    let output = run(folder, args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    output.stdout
}

/// The last line of a command that fails with status 1.
fn problem(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().last().unwrap_or_default().to_owned()
}

fn solve<'a>(game: &'a str, file: &'a str) -> [&'a str; 5] {
    ["solve", "--game", game, "-o", file]
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn both_forms_of_a_table_answer_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let alike = |args: &[&str]| {
        let answer = |table| run(folder, &[args, &["--table", table]].concat());
        let [tiers, bytes] = ["tiers", "bytes"].map(answer);
        assert!(tiers.status.code() == bytes.status.code(), "{args:?}");
        assert!(tiers.stdout == bytes.stdout, "{args:?}");
        assert!(!tiers.stdout.is_empty(), "{args:?}");
    };
    // Tier by tier, they come in another order.
    let same_states = |format| {
        let [tiers, bytes] = ["tiers", "bytes"].map(|table| {
            let lines = good(folder, &["export", "--format", format, "--table", table]);
            let lines = String::from_utf8(lines).expect("text");
            let mut lines: Vec<String> = lines.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        });
        assert!(tiers.len() > 500 && tiers == bytes, "{format}");
    };
    let tables = |game| {
        good(
            folder,
            &[&solve(game, "tiers")[..], &["--format", "tiers"]].concat(),
        );
        good(
            folder,
            &[&solve(game, "bytes")[..], &["--format", "bytes"]].concat(),
        );
        assert_eq!(names(folder), ["bytes", "tiers"]);
    };

    tables("connect:4x4");
    alike(&["stats", "--json"]);
    same_states("tsv");
    alike(&["verify"]);
    alike(&["verify", "--json"]);
    alike(&["audit", "perfect", "--json"]);
    alike(&["explain", "..../..../..../XO.."]);
    alike(&["play", "--as", "second", "--rounds", "1", "--seed", "1"]);
    // The start, a lost, a finished and an unreachable state.
    for state in [
        "..../..../..../....",
        "..../..../..../XO..",
        "X.../X.../XO../XO.O",
        "..../..../..../XXX.",
    ] {
        alike(&["lookup", state]);
        alike(&["lookup", "--json", state]);
    }
    let imported = |table| String::from_utf8(good(folder, &["import", table])).expect("text");
    assert_eq!(imported("tiers"), imported("bytes"));

    tables("connect:3x3,3");
    for format in ["csv", "jsonl"] {
        same_states(format);
    }
    for format in ["rust", "c", "js", "mjs"] {
        alike(&["export", "--format", format]);
    }

    // A game without ranks, and one in which players move again.
    for (game, start) in [
        ("domineering:4x4", "..../..../..../...."),
        ("dots:3x1", "+.+.+.+/......./+.+.+.+ X 0:0"),
    ] {
        tables(game);
        alike(&["stats", "--json"]);
        same_states("tsv");
        alike(&["verify", "--json"]);
        alike(&["audit", "perfect", "--json"]);
        alike(&["explain", start]);
        alike(&["lookup", "--json", start]);
        alike(&["play", "--as", "second", "--rounds", "1", "--seed", "1"]);
    }
}

/// One list of JSON is the lines of JSON, with commas between them.
#[test]
fn a_list_is_made_of_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &solve("connect:3x3,3", "table"));
    let [list, lines] = ["json", "jsonl"].map(|format| {
        let text = good(folder, &["export", "--format", format, "--table", "table"]);
        String::from_utf8(text).expect("text")
    });
    let lines: Vec<&str> = lines.lines().collect();
    assert!(list == format!("[{}]\n", lines.join(",")));
}

/// The command on standard output, or to a device, writes the same bytes as into a file.
#[test]
fn a_table_goes_anywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &solve("connect:3x3,3", "table"));
    let table = fs::read(folder.join("table")).expect("a table");
    assert!(good(folder, &solve("connect:3x3,3", "-")) == table);
    assert_eq!(names(folder), ["table"]);
}

fn kill(mut child: Child) {
    // SIGKILL
    child.kill().expect("a process to kill");
    child.wait().expect("an end");
}

/// Killed again and again, each time a little later, the same command makes the same table.
#[test]
fn killed_at_any_moment_it_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let undisturbed = Instant::now();
    good(folder, &solve("connect:4x4", "expected"));
    let undisturbed = undisturbed.elapsed();
    let (table, mut patience, mut kills) = (folder.join("table"), undisturbed / 16, 0);
    while !table.exists() {
        let args = solve("connect:4x4", "table");
        let mut child = perfectplay(folder, &args).spawn().expect("the command");
        let start = Instant::now();
        while start.elapsed() < patience && !table.exists() {
            thread::sleep(Duration::from_millis(1));
        }
        if table.exists() {
            // It may not yet have removed its folder.
            assert!(child.wait().expect("an end").success());
        } else {
            kill(child);
            kills += 1;
        }
        patience += undisturbed / 16;
    }
    assert!(kills > 0);
    let [found, expected] = ["table", "expected"].map(|name| fs::read(folder.join(name)));
    assert!(found.expect("a table") == expected.expect("a table"));
    assert_eq!(names(folder), ["expected", "table"]);
}

/// The place of the table has no room: what is solved stays, and a result that is damaged
/// since is made again.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &solve("connect:3x3,3", "expected"));
    let store = |file| [&solve("connect:3x3,3", file)[..], &["--store", "store"]].concat();
    let failed = problem(&run(folder, &store("/dev/full")));
    assert!(
        failed.starts_with("perfectplay: cannot write /dev/full: "),
        "{failed}"
    );

    let results = names(&folder.join("store"));
    let scores = results.iter().find(|name| name.starts_with("scores-"));
    let scores = folder.join("store").join(scores.expect("a result"));
    let mut bytes = fs::read(&scores).expect("a result");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&scores, bytes).expect("a file");
    good(folder, &store("table"));
    let [found, expected] = ["table", "expected"].map(|name| fs::read(folder.join(name)));
    assert!(found.expect("a table") == expected.expect("a table"));
    assert_eq!(names(folder), ["expected", "table"]);
}

/// A disk that takes no file of more than 512 bytes.
#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_end_the_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut limited = Command::new("sh");
    limited
        .args(["-c", r#"trap "" XFSZ; ulimit -f 1; exec "$0" "$@""#])
        .arg(env!("CARGO_BIN_EXE_perfectplay"))
        .args(solve("connect:4x3,3", "table"))
        .current_dir(folder);
    let failed = problem(&limited.output().expect("a shell"));
    assert!(failed.contains("table.work"), "{failed}");
    assert_eq!(names(folder), ["table.work"]);
    good(folder, &solve("connect:4x3,3", "table"));
    good(folder, &["verify", "table"]);
    assert_eq!(names(folder), ["table"]);
}

#[test]
fn two_commands_do_not_mix() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let args = solve("connect:5x5", "table");
    let first = perfectplay(folder, &args).spawn().expect("the command");
    let lock = folder.join("table.work/lock");
    while !lock.exists() {
        thread::sleep(Duration::from_millis(1));
    }
    // The lock is taken a moment after the file is there.
    thread::sleep(Duration::from_millis(200));
    assert_eq!(
        problem(&run(folder, &args)),
        "perfectplay: table.work: another process is solving the game here"
    );
    kill(first);
    let other = run(folder, &solve("connect:3x3,3", "table"));
    assert_eq!(
        problem(&other),
        "perfectplay: table.work: expected results of connect:3x3,3, found those of \
         connect:5x5,4"
    );
    assert_eq!(names(folder), ["table.work"]);
}

/// The refusal and the forecast give the same number, and nothing is left behind.
#[test]
fn a_game_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let args = [&solve("connect:4x4", "table")[..], &["--memory", "1K"]].concat();
    let refused = problem(&run(folder, &args));
    let forecast = good(folder, &["forecast", "--game", "connect:4x4", "--json"]);
    let forecast: serde_json::Value = serde_json::from_slice(&forecast).expect("JSON");
    assert_eq!(forecast["states"], 161_029);
    let expected = "perfectplay: connect:4x4,4 has 161,029 states, too many for this machine: \
                    solving it takes ";
    assert!(refused.starts_with(expected), "{refused}");
    assert!(names(folder).is_empty());
    good(folder, &[&args[..], &["--anyway"]].concat());
    assert_eq!(names(folder), ["table"]);
}

/// The shell allows less memory than it takes to go on.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_runs_out_ends_the_command_with_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut limited = Command::new("sh");
    limited
        .args(["-c", r#"ulimit -v 80000; exec "$0" "$@""#])
        .arg(env!("CARGO_BIN_EXE_perfectplay"))
        .args(solve("connect:5x4", "table"))
        .args(["--threads", "1", "--anyway"])
        .current_dir(folder);
    let failed = problem(&limited.output().expect("a shell"));
    assert!(
        failed.starts_with("perfectplay: there is no memory left, and what is solved is kept in "),
        "{failed}"
    );
    assert_eq!(names(folder), ["table.work"]);
}

/// The arguments of a subcommand of `tiers`.
fn tiers<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["tiers"], args, &["--store", "store"]].concat()
}

/// Every job of a game in a process of its own, some twice, and one after its result was
/// damaged: the table is the one that `solve` writes.
#[test]
fn jobs_run_one_by_one() {
    one_by_one("connect:3x3,3", &[]);
    one_by_one("domineering:3x3", &[]);
    one_by_one("domineering:3x3", &["--shard-states", "10"]);
    one_by_one("dots:1x1", &["--shard-states", "3"]);
}

fn one_by_one(game: &str, cut: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let solved = [&solve(game, "expected")[..], &["--format", "tiers"]].concat();
    good(folder, &solved);
    let json = |args: &[&str]| -> serde_json::Value {
        let text = good(folder, args);
        serde_json::from_slice(&text).expect("JSON")
    };
    let plan = tiers(&["plan", "--game", game]);
    let planned = json(&[&plan[..], cut].concat());
    // The store knows how tiers are cut.
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
                good(folder, &tiers(&["run", &job])),
                format!("{job}: done\n").into_bytes()
            );
        }
        if job.starts_with("scores-") {
            damaged = Some(job.clone());
        }
        done.push(job);
    }

    let damaged = damaged.expect("a job that finds scores");
    let result = folder.join("store").join(&damaged);
    let mut bytes = fs::read(&result).expect("a result");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&result, bytes).expect("a file");
    let status = json(&tiers(&["status", "--json"]));
    assert_eq!(status["damaged"], serde_json::json!([damaged]));
    let failed = problem(&run(folder, &tiers(&["gather", "-o", "table"])));
    assert!(failed.contains(&damaged), "{failed}");
    good(folder, &tiers(&["run", &damaged]));
    for _ in 0..2 {
        good(folder, &tiers(&["gather", "-o", "table"]));
    }
    let [found, expected] = ["table", "expected"].map(|name| fs::read(folder.join(name)));
    assert!(found.expect("a table") == expected.expect("a table"));
}

/// Whatever byte is another, an answer is the right one, or there is none and a line says why.
#[test]
fn a_damaged_table_gives_no_wrong_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &solve("connect:3x3,3", "table"));
    let look_up = ["lookup", "--json", "--table", "table", ".../X../OXO"];
    let expected = good(folder, &look_up);
    let sound = fs::read(folder.join("table")).expect("a table");
    let (mut answered, mut refused) = (0, 0);
    for at in (0..sound.len()).step_by(97) {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        fs::write(folder.join("table"), bytes).expect("a file");
        let output = run(folder, &look_up);
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

/// Three workers run the same jobs at the same time, and each is killed again and again, a
/// little later every time. Batches are cut, so that several jobs work on one tier.
#[test]
fn workers_that_die_do_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let game = "connect:5x4";
    let undisturbed = Instant::now();
    good(folder, &solve(game, "expected"));
    let undisturbed = undisturbed.elapsed();
    let plan = tiers(&["plan", "--game", game, "--shard-states", "65536"]);
    let planned: serde_json::Value = serde_json::from_slice(&good(folder, &plan)).expect("JSON");
    let jobs = planned["jobs"].as_array().expect("a list of jobs").iter();
    let jobs: Vec<&str> = jobs
        .map(|job| job["job"].as_str().expect("a name"))
        .collect();
    assert!(jobs.iter().any(|job| job.contains('.')), "{jobs:?}");
    let work = tiers(&[&["run"], &jobs[..]].concat());

    let begin = || perfectplay(folder, &work).stdout(Stdio::null()).spawn();
    let (mut kills, mut finished) = (0, false);
    let mut patience = undisturbed / 8;
    while !finished {
        let mut workers = [(); 3].map(|()| begin().expect("the command"));
        for (number, worker) in workers.iter_mut().enumerate() {
            // One after another dies, the last one with all the others gone.
            thread::sleep(patience / (3 - number as u32));
            match worker.try_wait().expect("a worker") {
                Some(status) => {
                    assert!(status.success(), "{status}");
                    finished = true;
                }
                None => {
                    // SIGKILL
                    worker.kill().expect("a process to kill");
                    worker.wait().expect("an end");
                    kills += 1;
                }
            }
        }
        patience += undisturbed / 8;
    }
    assert!(kills > 0);
    good(folder, &tiers(&["gather", "-o", "table"]));
    // In the store, `solve` knows of the parts, and finds nothing to do.
    let again = [&solve(game, "again")[..], &["--store", "store"]].concat();
    good(folder, &again);
    for table in ["table", "again"] {
        let [found, expected] = [table, "expected"].map(|name| fs::read(folder.join(name)));
        assert!(found.expect("a table") == expected.expect("a table"));
    }
    assert_eq!(names(folder), ["again", "expected", "table"]);
}

/// What each job costs adds up to what all of them do, and so does the estimate.
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

/// The plan and the estimate of a game with parts of a number of states.
fn adds_up(game: &str, part: &str, states: &str) -> (serde_json::Value, serde_json::Value) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let json = |args: &[&str]| -> serde_json::Value {
        serde_json::from_slice(&good(folder, args)).expect("JSON")
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

    // The longest path, by going back from each job.
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
    // Some may take less than the plan's figures tell.
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

/// The time left follows from when results were written; at first there is none.
#[test]
fn status_tells_the_time_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let json = |args: &[&str]| -> serde_json::Value {
        serde_json::from_slice(&good(folder, args)).expect("JSON")
    };
    let plan = json(&tiers(&["plan", "--game", "connect:4x4"]));
    let jobs = plan["jobs"].as_array().expect("a list of jobs");
    let status = || json(&tiers(&["status", "--json"]));
    assert_eq!(status()["missing"], jobs.len());
    assert_eq!(status()["seconds_left"], serde_json::Value::Null);

    // Half of the jobs are done, and each took much longer than was expected.
    const SLOWER: f64 = 1e6;
    let seconds = |job: &serde_json::Value| job["seconds"].as_f64().expect("a number");
    let half = jobs.len() / 2;
    let mut written = std::time::SystemTime::UNIX_EPOCH;
    for job in &jobs[..half] {
        let name = job["job"].as_str().expect("a name");
        good(folder, &tiers(&["run", name]));
        written += Duration::from_secs_f64(SLOWER * seconds(job));
        let result = folder.join("store").join(name);
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
    let text = String::from_utf8(good(folder, &tiers(&["status"]))).expect("text");
    assert!(
        text.contains("At the pace so far, ") && text.contains(" left on as many workers."),
        "{text}"
    );
}
