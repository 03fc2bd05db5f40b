//! Runs every command in the console blocks of documents, and compares its output with the
//! document.
//!
//! In a block ` ```console `, a line `$ …` is a command for `sh`, and lines `> …` below it continue
//! the command. The next lines are the output that the command writes to standard output and
//! standard error. If the command fails, its exit status follows on a line such as `? 1`. Commands
//! run in the directory of the document, and share a directory `$TMPDIR`, which is empty at first.
//! In the output, `...` stands for any lines and `[..]` for any characters.
//!
//! Each document is a test. The test of a document is ignored if the document's commands take
//! seconds or need a tool that a machine may lack. The name of an ignored test begins with the
//! reason. `.ci/run` runs these tests. Some commands begin with `cargo run --release` and would
//! build a release, which takes minutes. To save this time, the usual test of a document runs the
//! `perfectplay` that cargo has built for the tests. Each document with `cargo run --release` has a
//! second test, which does build the release. `.ci/full` runs these second tests.
//!
//! `SNAPSHOTS=overwrite cargo test -p perfectplay-cli --test console` writes the actual output into
//! the documents. With `-- audit` at the end, this command writes only into documents that have
//! `audit` in their names.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Trial};
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
        let name = format!("{}, with a release", document.display());
        usual
            .into_iter()
            .chain(trial(document, name, Commands::Release))
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

/// Selects the commands of a document that a test runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Commands {
    /// All commands. Instead of building a release, the test runs the `perfectplay` that cargo has
    /// built for the tests.
    All,
    /// Only commands that begin with `cargo run --release`. The test builds the release.
    Release,
}

impl Commands {
    fn contain(self, script: &str) -> bool {
        self == Self::All || script.starts_with(RELEASE)
    }
}

/// Returns a test that runs the selected commands of a document; `None` if the document contains no
/// command of this selection.
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
    let is_long = LONG.iter().any(|long| Path::new(long) == document);
    let reason = match needed(&text) {
        Some(tool) => format!("needs {tool}"),
        None if commands == Commands::Release => "builds a release".to_owned(),
        None if is_long => "takes seconds".to_owned(),
        None => String::new(),
    };
    let is_ignored = !reason.is_empty();
    let test = Trial::test(name, move || {
        check(&path, &text, commands);
        Ok(())
    });
    Some(test.with_kind(reason).with_ignored_flag(is_ignored))
}

const BLOCK: &str = "```console\n";

/// The beginning of a command that builds a release.
const RELEASE: &str = "cargo run --release -- ";

fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("the repository")
}

/// The tools that commands need, in addition to a shell and Rust's linker. A command with the word
/// `.0` needs the tool `.1`. For example, a command with `win_or_block.py` needs Python, because
/// this player is written in Python.
const TOOLS: [(&str, &str); 3] = [
    ("python3", "Python"),
    ("win_or_block.py", "Python"),
    ("make", "Make"),
];

/// Returns the first tool that the commands of a document need; `None` if they need no tool.
fn needed(text: &str) -> Option<&'static str> {
    let blocks = text.split(BLOCK).skip(1);
    let lines = blocks.flat_map(|block| block.lines().take_while(|line| *line != "```"));
    let commands = lines.filter_map(|line| line.strip_prefix("$ ").or(line.strip_prefix("> ")));
    let mut words =
        commands.flat_map(|command| command.split([' ', '/', '$', '(', '|', '\'', '"']));
    words.find_map(|word| {
        let (_, tool) = TOOLS.iter().find(|(name, _)| *name == word)?;
        Some(*tool)
    })
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
        // The output must not depend on the speed of the machine.
        .env("PERFECTPLAY_PROGRESS", "never")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let mut text = String::from_utf8(output.stdout).expect("UTF-8");
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "? {}", code.unwrap_or(-1)).expect("memory"),
    }
    text
}
