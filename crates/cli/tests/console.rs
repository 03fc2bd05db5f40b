//! The console blocks of documents: every command is run, and prints what is shown.
//!
//! In a block ` ```console ` a line `$ …` is a command for `sh`, lines `> …` below it
//! continue it, and what follows is its output, with standard error, and with `? N` at
//! the end where the exit status N is not 0. Commands run in the directory of the document,
//! and share an empty directory `$TMPDIR`; `...` stands for any lines and `[..]` for any characters.
//!
//! Each document is a test. One whose commands need what the machine lacks is *ignored*, with the
//! reason. Where `CI` is set nothing may be lacking. Documents whose commands take seconds are ignored,
//! too; `.ci/run` runs them. Some commands build a release, which takes minutes. In their place, the test of
//! the document runs the command that the tests have built. `.ci/full` also builds the release: by a second
//! test of the document, which is ignored.
//!
//! `SNAPSHOTS=overwrite cargo test -p perfectplay-cli --test console` writes the output
//! into the documents, and with `-- audit` behind it, into those with this in their name.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Completion, Trial};
use snapbox::{Assert, Data};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut documents = ["README.md", "crates/cli/README.md"]
        .map(PathBuf::from)
        .to_vec();
    for directory in ["docs", "crates/cli/tests/cmd"] {
        let entries = fs::read_dir(repository().join(directory)).expect("a directory");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut pages: Vec<PathBuf> = names.map(|name| Path::new(directory).join(name)).collect();
        pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
        pages.sort();
        documents.append(&mut pages);
    }
    let trials = documents.iter().flat_map(|document| {
        let usual = trial(document, document.display().to_string(), Commands::All);
        let usual = usual.map(|trial| {
            let is_long = LONG.iter().any(|long| Path::new(long) == document);
            trial.with_ignored_flag(is_long)
        });
        let name = format!("{}, with a release", document.display());
        let release = trial(document, name, Commands::Release);
        usual
            .into_iter()
            .chain(release.map(|trial| trial.with_ignored_flag(true)))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// The documents whose commands take seconds.
const LONG: [&str; 7] = [
    "crates/cli/tests/cmd/audit.md",
    "crates/cli/tests/cmd/playbook.md",
    "crates/cli/tests/cmd/score.md",
    "crates/cli/tests/cmd/tiers.md",
    "crates/cli/tests/cmd/web.md",
    "docs/many-machines.md",
    "docs/protocol.md",
];

/// The commands of a document that a test runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Commands {
    /// All. What a release would run is run by the command that was built for the tests.
    All,
    /// Those that build a release.
    Release,
}

impl Commands {
    fn contain(self, script: &str) -> bool {
        self == Self::All || script.starts_with(RELEASE)
    }
}

/// Returns the test of those commands in a document, if there are any.
fn trial(document: &Path, name: String, commands: Commands) -> Option<Trial> {
    let path = repository().join(document);
    let text = fs::read_to_string(&path).expect("a document");
    let mut blocks = text.split(BLOCK).skip(1);
    let is_command = |line: &str| {
        line.strip_prefix("$ ")
            .is_some_and(|script| commands.contain(script))
    };
    blocks.find(|block| {
        block
            .lines()
            .take_while(|line| *line != "```")
            .any(is_command)
    })?;
    Some(Trial::ignorable_test(name, move || match lacking(&text) {
        None => {
            check(&path, &text, commands);
            Ok(Completion::Completed)
        }
        Some(tool) if env::var_os("CI").is_some() => Err(format!("expected {tool}").into()),
        Some(tool) => Ok(Completion::ignored_with(format!("there is no {tool}"))),
    }))
}

const BLOCK: &str = "```console\n";

/// The beginning of commands that build a release.
const RELEASE: &str = "cargo run --release -- ";

fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("the repository")
}

/// Returns what the commands of a document need and the machine lacks.
fn lacking(text: &str) -> Option<&'static str> {
    let is_needed = |tool: &&str| {
        let mut blocks = text.split(BLOCK).skip(1);
        blocks.any(|block| {
            let commands = block.split("```").next().unwrap_or_default();
            let mut words = commands.split_whitespace();
            words.any(|word| word.rsplit(['/', '$', '(', '|']).next() == Some(*tool))
        })
    };
    let is_missing = |tool: &&str| Command::new(tool).arg("--version").output().is_err();
    let mut tools = ["sh", "python3", "cc", "make"].into_iter();
    tools.find(|tool| (*tool == "sh" || is_needed(tool)) && is_missing(tool))
}

fn check(document: &Path, text: &str, commands: Commands) {
    let directory = document.parent().expect("a directory");
    Assert::new()
        .action_env("SNAPSHOTS")
        // Backslashes in scripts must stay backslashes.
        .normalize_paths(false)
        .eq(
            with_output(text, directory, commands),
            Data::read_from(document, None),
        );
}

/// Returns the document with the current output of the selected commands.
fn with_output(text: &str, directory: &Path, commands: Commands) -> String {
    let temporary = tempfile::tempdir().expect("a directory");
    let mut written = String::new();
    let mut lines = text.lines().peekable();
    let mut in_block = false;
    while let Some(line) = lines.next() {
        written += line;
        written += "\n";
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if in_block && line.starts_with("$ ") {
            let mut script = line[2..].to_owned();
            while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
                writeln!(written, "{more}").expect("memory");
                write!(script, "\n{}", &more[2..]).expect("memory");
            }
            let is_output = |line: &&str| !line.starts_with("$ ") && !line.starts_with("```");
            let mut shown = String::new();
            while let Some(line) = lines.next_if(is_output) {
                writeln!(shown, "{line}").expect("memory");
            }
            if commands.contain(&script) {
                if commands == Commands::All {
                    script = script.replace(RELEASE, "perfectplay ");
                }
                shown = output(&script, directory, temporary.path());
            }
            written += &shown;
        }
    }
    written
}

/// Runs a script and returns its output and exit status.
fn output(script: &str, directory: &Path, temporary: &Path) -> String {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_perfectplay"));
    let built = binary.parent().expect("a directory").to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([built].into_iter().chain(env::split_paths(&path)));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{script}")])
        .current_dir(directory)
        .env("PATH", path.expect("directories"))
        .env("TMPDIR", temporary)
        // The tests must not use the user's cache.
        .env("PERFECTPLAY_CACHE", "")
        .env_remove("PERFECTPLAY_CACHE_SIZE")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    // A slow machine also prints its progress.
    let is_progress = |line: &&str| {
        let line = line.trim_end();
        line.contains("%") && line.ends_with(" left")
            || ["finding: ", "verifying: "]
                .iter()
                .any(|phase| line.starts_with(phase) && line.ends_with(" states"))
    };
    let mut text: String = text
        .split_inclusive('\n')
        .filter(|line| !is_progress(line))
        .collect();
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "? {}", code.unwrap_or(-1)).expect("memory"),
    }
    text
}
