//! The adapters of `docs/protocol.md` turn a function from a board to a move into a player, in
//! each of four languages. The function is the same in all of them, so each audit gives the
//! same result.
//!
//! Where a language is not installed, its test is *ignored*, with the reason. Where `CI` is
//! set, everything must be installed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use serde_json::Value as Json;

/// A language: the text of the file `$SOURCE`, what must be installed, and how the file is
/// compiled into the directory `$BUILT` and run.
struct Language {
    name: &'static str,
    file: &'static str,
    tool: &'static str,
    compile: Option<&'static str>,
    run: &'static str,
}

const LANGUAGES: [Language; 4] = [
    Language {
        name: "python",
        file: "player.py",
        tool: "python3",
        compile: None,
        run: "python3 \"$SOURCE\"",
    },
    Language {
        name: "javascript",
        file: "player.js",
        tool: "node",
        compile: None,
        run: "node \"$SOURCE\"",
    },
    Language {
        name: "java",
        file: "Player.java",
        tool: "javac",
        compile: Some("javac -d \"$BUILT\" \"$SOURCE\""),
        run: "java -cp \"$BUILT\" Player",
    },
    Language {
        name: "c",
        file: "player.c",
        tool: "cc",
        compile: Some("cc -Wall -Wextra -Werror -o \"$BUILT/player\" \"$SOURCE\""),
        run: "\"$BUILT/player\"",
    },
];

fn main() -> ExitCode {
    let trials = LANGUAGES
        .iter()
        .map(|language| Trial::ignorable_test(language.name, move || language.test()));
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
    fn test(&self) -> Result<Completion, Failed> {
        let source = repository()
            .join("examples/players/adapters")
            .join(self.file);
        let code = fs::read_to_string(&source)?;
        let document = fs::read_to_string(repository().join("docs/protocol.md"))?;
        if !document.contains(&format!("```{}\n{code}```\n", self.name)) {
            return Err(format!("docs/protocol.md has another {}", self.file).into());
        }
        if Command::new(self.tool).arg("--version").output().is_err() {
            return match env::var_os("CI") {
                Some(_) => Err(format!("expected {}", self.tool).into()),
                None => Ok(Completion::ignored_with(format!(
                    "there is no {}",
                    self.tool
                ))),
            };
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
        // Counted by a few lines of Python that share no code with the command.
        let expected = COUNTS.map(|side| side.map(Some));
        match found == expected {
            true => Ok(Completion::Completed),
            false => Err(format!("expected {expected:?}, found {found:?}").into()),
        }
    }
}

/// The games that the player wins, draws and loses, as first and as second player.
const COUNTS: [[u64; 3]; 2] = [[144, 17, 27], [429, 49, 291]];
