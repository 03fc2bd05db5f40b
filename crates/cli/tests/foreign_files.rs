//! Tests how the command treats files of other programs and users, in the directories that it uses.
//! The command never replaces or deletes such a file. It does not write through a link that another
//! user made. It does not read for ever in a file that never ends. In all these cases, it ends at
//! once with an error.

#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// Returns the command `perfectplay` with the arguments in `line`. The command runs in `directory` and uses no cache.
fn command(directory: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    command
        .args(line.split_whitespace())
        .current_dir(directory)
        .env("PERFECTPLAY_CACHE", "")
        .stdin(Stdio::null());
    command
}

/// Runs a command that must fail with an error of one line, and returns this line.
fn refusal(directory: &Path, line: &str) -> String {
    let output = command(directory, line).output().expect("the command");
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(!output.status.success(), "{line}");
    assert_eq!(error.lines().count(), 1, "{line}: {error}");
    assert!(error.starts_with("perfectplay: "), "{line}: {error}");
    error
}

fn accept(directory: &Path, line: &str) {
    let output = command(directory, line).output().expect("the command");
    assert!(output.status.success(), "{line}: {output:?}");
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.into_string().expect("text"))
        .collect();
    names.sort();
    names
}

fn fifo(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo").success());
}

/// Gives a file to another user. If this process is not root, prints a note and returns false.
fn give_away(path: &Path) -> bool {
    let is_given = chown(path, Some(1), None).is_ok();
    if !is_given {
        eprintln!("files of other users are not tested: only root can make them");
    }
    is_given
}

const SOLVE: &str = "solve --game connect:3x3,3 -o t";
const PLAYBOOK: &str = "playbook --game connect:3x3,3 --by-rules --steps 64 --memory 4M -o book";

#[test]
fn a_directory_with_other_files_is_no_store() {
    for name in [
        "plan",
        "lock",
        "moved",
        "table.part",
        "found-0",
        "scores-0",
        "sharding",
    ] {
        let place = directory();
        let work = place.path().join("d");
        fs::create_dir(&work).expect("a directory");
        fs::write(work.join(name), "mine\n").expect("a file");
        for line in [
            &format!("{SOLVE} --store d"),
            "tiers plan --game connect:3x3,3 --store d",
        ] {
            let error = refusal(place.path(), line);
            assert!(error.contains("d: expected an empty directory"), "{error}");
            assert_eq!(names(&work), [name]);
            assert_eq!(text(&work.join(name)), "mine\n");
        }
        assert!(!place.path().join("t").exists());
    }
    let place = directory();
    fs::create_dir(place.path().join("d")).expect("a directory");
    accept(place.path(), &format!("{SOLVE} --store d"));
    assert_eq!(names(place.path()), ["t"]);
}

#[test]
fn no_link_is_followed_in_a_store() {
    let place = directory();
    let (work, target) = (place.path().join("t.work"), place.path().join("target"));
    fs::write(&target, "mine\n").expect("a file");
    accept(
        place.path(),
        "tiers plan --game connect:3x3,3 --store t.work",
    );
    for name in ["lock", "table.part", "moved"] {
        symlink(&target, work.join(name)).expect("a link");
        let error = refusal(place.path(), SOLVE);
        assert!(
            error.contains(name) || error.contains("cannot write t"),
            "{error}"
        );
        assert_eq!(text(&target), "mine\n");
        assert!(!place.path().join("t").exists());
        fs::remove_file(work.join(name)).expect("a link");
    }
    // A link is refused, even if it leads to a directory of the user.
    fs::rename(&work, place.path().join("elsewhere")).expect("a directory");
    symlink("elsewhere", &work).expect("a link");
    let error = refusal(place.path(), SOLVE);
    assert!(error.contains("t.work: it is a link"), "{error}");
    fs::remove_file(&work).expect("a link");

    fs::create_dir(&work).expect("a directory");
    for mode in [0o777, 0o1777, 0o775] {
        fs::set_permissions(&work, Permissions::from_mode(mode)).expect("a directory");
        let error = refusal(place.path(), SOLVE);
        assert!(error.contains("other users may write to it"), "{error}");
    }
    fs::set_permissions(&work, Permissions::from_mode(0o755)).expect("a directory");
    if give_away(&work) {
        let error = refusal(place.path(), SOLVE);
        assert!(error.contains("it belongs to another user"), "{error}");
    }
    fs::remove_dir(&work).expect("a directory");
    accept(place.path(), SOLVE);
}

#[test]
fn saved_work_of_others_stays() {
    let place = directory();
    let work = place.path().join("book.work");
    let is_refused = |content: &str, why: &str| {
        let error = refusal(place.path(), PLAYBOOK);
        assert!(
            error.contains("book.work: ") && error.contains(why),
            "{error}"
        );
        assert_eq!(text(&work), content);
        assert!(!place.path().join("book").exists());
    };
    fs::write(&work, "mine\n").expect("a file");
    is_refused("mine\n", "expected the saved work of this search");
    fs::set_permissions(&work, Permissions::from_mode(0o666)).expect("a file");
    is_refused("mine\n", "other users may write to it");
    if give_away(&work) {
        is_refused("mine\n", "it belongs to another user");
    }
    fs::remove_file(&work).expect("a file");

    let target = place.path().join("target");
    fs::write(&target, "mine\n").expect("a file");
    symlink(&target, &work).expect("a link");
    is_refused("mine\n", "it is a link");
    for device in ["/dev/zero", "/dev/null", "nowhere"] {
        fs::remove_file(&work).expect("a link");
        symlink(device, &work).expect("a link");
        let error = refusal(place.path(), PLAYBOOK);
        assert!(error.contains("it is a link"), "{error}");
    }
    fs::remove_file(&work).expect("a link");
    fifo(&work);
    let error = refusal(place.path(), PLAYBOOK);
    assert!(error.contains("or a device"), "{error}");
    fs::remove_file(&work).expect("a pipe");
    let long = File::create(&work).expect("a file");
    long.set_len(1 << 42).expect("a file with a hole");
    let error = refusal(place.path(), PLAYBOOK);
    assert!(error.contains("found more"), "{error}");
    fs::remove_file(&work).expect("a file");
    accept(place.path(), PLAYBOOK);
    assert_eq!(names(place.path()), ["book", "target"]);
}

#[test]
fn a_log_is_a_file_of_the_user() {
    let place = directory();
    let line = |log: &str| format!("score random --games 2 --log {log}");
    fifo(&place.path().join("pipe"));
    symlink("/dev/zero", place.path().join("zero")).expect("a link");
    fs::create_dir(place.path().join("d")).expect("a directory");
    for log in [
        "/dev/zero",
        "/dev/null",
        "pipe",
        "zero",
        "d",
        "/nope/log",
        "-",
    ] {
        refusal(place.path(), &line(log));
    }
    // A line without an end.
    let long = File::create(place.path().join("long")).expect("a file");
    long.set_len(1 << 42).expect("a file with a hole");
    refusal(place.path(), &line("long"));
    fs::write(place.path().join("other"), "mine\n").expect("a file");
    refusal(place.path(), &line("other"));
    assert_eq!(text(&place.path().join("other")), "mine\n");
    let given = place.path().join("given");
    File::create(&given).expect("a file");
    if give_away(&given) {
        let error = refusal(place.path(), &line("given"));
        assert!(error.contains("it belongs to another user"), "{error}");
    }
    symlink("log", place.path().join("link")).expect("a link");
    accept(place.path(), &line("link"));
    accept(place.path(), &line("log"));
    assert_eq!(text(&place.path().join("log")).lines().count(), 3);
}

/// In a directory to which two users may write, one of them may create a link to a file of the other user. The command
/// does not write through such a link.
#[test]
fn an_output_follows_no_link_of_another_user() {
    let place = directory();
    let (link, target) = (place.path().join("t"), place.path().join("target"));
    fs::write(&target, "mine\n").expect("a file");
    symlink(&target, &link).expect("a link");
    if std::os::unix::fs::lchown(&link, Some(1), None).is_err() {
        eprintln!("links of other users are not tested: only root can make them");
        return;
    }
    for line in [
        "export --format tsv -o t",
        SOLVE,
        "web -o t",
        "report -o t",
        "score random --log t",
    ] {
        let error = refusal(place.path(), line);
        assert!(error.contains("it is a link of another user"), "{error}");
    }
    assert_eq!(text(&target), "mine\n");
}

/// The command checks the path of its output before a long computation, and even before it finds
/// that a game is too large.
#[test]
fn outputs_are_tried_first() {
    let place = directory();
    accept(place.path(), "tiers plan --game connect:4x4 --store s");
    fs::write(place.path().join("t"), "mine\n").expect("a file");
    let fails = |line: &str, path: &str| {
        let error = refusal(place.path(), &format!("{line} {path}"));
        assert!(error.contains(path), "{line}: {error}");
    };
    for line in [
        "solve --game connect:4x4 -o",
        "solve --game connect:7x6 --force -o",
        "playbook --game connect:7x6 -o",
        "export --game connect:7x6 --force --format tsv -o",
        "web --game connect:7x6 --force -o",
        "report --game connect:7x6 --force -o",
        "score random --game connect:7x6 --force --log",
        "tiers gather --store s -o",
    ] {
        for path in ["missing/e", "/proc/e", "t/e"] {
            fails(line, path);
        }
    }
    // These commands create their directories.
    for line in ["web --game connect:7x6 --force --directory", "web --all"] {
        for path in ["/proc/e", "t/e"] {
            fails(line, path);
        }
    }
    assert_eq!(text(&place.path().join("t")), "mine\n");
    assert_eq!(names(place.path()), ["s", "t"]);
}

/// Returns whether the file `part` is saved work that the command can continue.
fn is_saved_work(part: &Path) -> bool {
    let place = directory();
    fs::copy(part, place.path().join("book.work")).expect("a copy");
    let ended = command(place.path(), PLAYBOOK).output();
    ended.is_ok_and(|ended| ended.status.success())
}

/// Starts a command `kills` times, and kills it each time after some microseconds. Then runs the command to its end.
/// After each kill, the output file contains the whole old content or the whole new content. The next run can continue
/// the saved work.
fn killed(line: &str, kills: u32) {
    let place = directory();
    let whole = directory();
    accept(whole.path(), line);
    let output = line.rsplit(' ').next().expect("a name");
    let expected = fs::read(whole.path().join(output)).expect("a file");
    for number in 0..kills {
        let mut child = command(place.path(), line)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command");
        thread::sleep(Duration::from_micros(u64::from(number) * 7919 % 60_000));
        // The command gets SIGKILL.
        child.kill().expect("a process to kill");
        child.wait().expect("an end");
        for name in names(place.path()) {
            let is_work = name == format!("{output}.work");
            // A new file replaces an old one in two steps. After a kill between the steps, the next
            // run deletes the remains.
            let is_whole = || {
                let part = place.path().join(&name);
                name.starts_with(".perfectplay-")
                    && (fs::read(&part).is_ok_and(|found| found == expected)
                        || line == PLAYBOOK && is_saved_work(&part))
            };
            assert!(
                is_work || name == output || is_whole(),
                "{line}: {name} is left"
            );
        }
        if let Ok(found) = fs::read(place.path().join(output)) {
            assert!(found == expected, "{line}: a part is left");
        }
        // The command also replaces an old file.
        if number % 2 == 0 {
            let _ = fs::remove_file(place.path().join(output));
        }
    }
    accept(place.path(), line);
    let found = fs::read(place.path().join(output)).expect("a file");
    assert!(found == expected, "{line}");
    assert_eq!(names(place.path()), [output]);
}

const KILLED: [&str; 4] = [
    SOLVE,
    PLAYBOOK,
    "export --format tsv -o table.tsv",
    "web -o page.html",
];

#[test]
fn kills_leave_nothing() {
    KILLED.iter().for_each(|line| killed(line, 12));
}

#[test]
#[ignore = "kills a thousand processes; run by .ci/run"]
fn kills_leave_nothing_in_full() {
    KILLED.iter().for_each(|line| killed(line, 250));
}
