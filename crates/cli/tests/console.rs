//! The console blocks of documents: every command is run, and prints what is shown.
//!
//! In a block ` ```console ` a line `$ …` is a command for `sh`, lines `> …` below it
//! continue it, and what follows is its output, with standard error, and with `? N` at
//! the end where the exit status N is not 0. Commands run in the directory of the document,
//! and share an empty directory `$TMPDIR`; `...` stands for any lines and `[..]` for any characters.
//!
//! Each document is a test. Documents whose commands need a tool that a machine may lack are ignored, with the
//! reason before their names, and so are documents whose commands take seconds; `.ci/run` runs them. Some commands build a release, which takes minutes. In their place, the test of
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

/// The beginning of commands that build a release.
const RELEASE: &str = "cargo run --release -- ";

fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("the repository")
}

/// Words of commands, and the tool that each needs, apart from the shell and the linker of Rust. A player in a
/// file is started with the program for the end of its name.
const TOOLS: [(&str, &str); 3] = [
    ("python3", "Python"),
    ("win_or_block.py", "Python"),
    ("make", "Make"),
];

/// Returns a tool that the commands of a document need.
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
        // What they print must not depend on their speed.
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
