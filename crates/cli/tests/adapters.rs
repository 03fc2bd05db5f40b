//! Tests the adapters of `docs/protocol.md` in four languages. An adapter makes a player from a
//! function that takes a board and returns a move. In these tests, the function chooses the same
//! moves in all languages, so each audit gives the same result.
//!
//! If the test of a language needs a tool other than Rust's linker, the test is ignored, and its
//! name says which tool it needs. `.ci/run` runs these tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value as Json;

/// A language and its player. The source code of the player is written to a file named `file`, and `$SOURCE` is the
/// path of this file. `tool` names a tool that the language needs; `None` if the language needs no tool except Rust's
/// linker. `compile` compiles the file into the directory `$BUILT`, and `run` runs the player.
struct Language {
    name: &'static str,
    file: &'static str,
    tool: Option<&'static str>,
    compile: Option<&'static str>,
    run: &'static str,
}

const LANGUAGES: [Language; 4] = [
    Language {
        name: "python",
        file: "player.py",
        tool: Some("Python"),
        compile: None,
        run: "python3 \"$SOURCE\"",
    },
    Language {
        name: "javascript",
        file: "player.js",
        tool: Some("Node"),
        compile: None,
        run: "node \"$SOURCE\"",
    },
    Language {
        name: "java",
        file: "Player.java",
        tool: Some("Java"),
        compile: Some("javac -d \"$BUILT\" \"$SOURCE\""),
        run: "java -cp \"$BUILT\" Player",
    },
    Language {
        name: "c",
        file: "player.c",
        tool: None,
        compile: Some("cc -Wall -Wextra -Werror -o \"$BUILT/player\" \"$SOURCE\""),
        run: "\"$BUILT/player\"",
    },
];

fn main() -> ExitCode {
    let trials = LANGUAGES.iter().map(|language| {
        let reason = language
            .tool
            .map_or_else(String::new, |tool| format!("needs {tool}"));
        Trial::test(language.name, move || language.test())
            .with_kind(reason)
            .with_ignored_flag(language.tool.is_some())
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

fn repository() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package
        .ancestors()
        .nth(2)
        .expect("the repository")
        .to_owned()
}

impl Language {
    fn test(&self) -> Result<(), Failed> {
        let source = repository()
            .join("examples/players/adapters")
            .join(self.file);
        let code = fs::read_to_string(&source)?;
        let document = fs::read_to_string(repository().join("docs/protocol.md"))?;
        if !document.contains(&format!("```{}\n{code}```\n", self.name)) {
            return Err(format!("docs/protocol.md has another {}", self.file).into());
        }
        let built = tempfile::tempdir()?;
        let command = |program: &str| {
            let mut command = Command::new(program);
            command.env("SOURCE", &source).env("BUILT", built.path());
            command
        };
        if let Some(compile) = self.compile {
            let status = command("sh").args(["-c", compile]).status()?;
            if !status.success() {
                return Err(format!("{compile}: {status}").into());
            }
        }
        let output = command(env!("CARGO_BIN_EXE_perfectplay"))
            .args(["audit", "--json", "--timeout", "60", "--exec", self.run])
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        let report: Json = serde_json::from_slice(&output.stdout)?;
        let found = ["first", "second"]
            .map(|side| ["won", "drawn", "lost"].map(|count| report[side][count].as_u64()));
        // A few lines of Python, which share no code with the command, gave these counts.
        let expected = COUNTS.map(|side| side.map(Some));
        match found == expected {
            true => Ok(()),
            false => Err(format!("expected {expected:?}, found {found:?}").into()),
        }
    }
}

/// The expected result of the audit: the numbers of games that the player wins, draws and loses, in this order. `[0]`
/// counts its games as first player, and `[1]` its games as second player.
const COUNTS: [[u64; 3]; 2] = [[144, 17, 27], [429, 49, 291]];
