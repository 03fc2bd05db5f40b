//! The players to rank: files that can be run.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use perfectplay_any::printable;
use perfectplay_judge::protocol::Program;
use perfectplay_judge::{Mover, Starter};

use crate::Failure;

pub struct PlayerFile {
    /// The name of the file, or the path of the file if several files have the same name. Control characters are
    /// escaped.
    pub name: String,
    pub command: String,
}

impl PlayerFile {
    /// Returns a function that starts the player. The player may take `timeout` for each answer.
    pub fn starter(&self, timeout: Duration) -> Starter<'_> {
        Box::new(move |deadline| {
            let mut program = Program::new(&self.name, &self.command, timeout);
            program.end_at(deadline);
            Mover::Player(Box::new(program))
        })
    }
}

/// Pairs of a file's extension and the program that runs such files.
const RUNNERS: [(&str, &str); 5] = [
    ("py", "python3"),
    ("js", "node"),
    ("mjs", "node"),
    ("java", "java"),
    ("sh", "sh"),
];

/// Finds the players in `places`, which are files and directories. Returns the players (`.0`), and the names of the
/// files in these directories that cannot be run (`.1`).
pub fn all(places: &[PathBuf]) -> Result<(Vec<PlayerFile>, Vec<String>), Failure> {
    let (mut players, mut passed_over) = (Vec::new(), Vec::new());
    for place in places {
        let wrong = |error: io::Error| Failure::at(place, &error);
        if fs::metadata(place).map_err(wrong)?.is_dir() {
            let mut paths = Vec::new();
            for entry in fs::read_dir(place).map_err(wrong)? {
                let path = entry.map_err(wrong)?.path();
                let is_hidden = name(&path).starts_with('.');
                if !is_hidden && path.is_file() {
                    paths.push(path);
                }
            }
            paths.sort();
            for path in paths {
                match command(&path) {
                    Some(command) => players.push((path, command)),
                    None => passed_over.push(name(&path)),
                }
            }
        } else {
            let problem =
                "expected a player: a file that is executable, or .py, .js, .mjs, .java, .sh";
            let command = command(place).ok_or_else(|| Failure::at(place, &problem))?;
            players.push((place.clone(), command));
        }
    }
    if players.is_empty() {
        return Err(Failure::Input(
            "expected players, found no file that can be run".to_owned(),
        ));
    }
    let mut names = BTreeMap::<_, u32>::new();
    for (path, _) in &players {
        *names.entry(name(path)).or_default() += 1;
    }
    let contestants = players.into_iter().map(|(path, command)| PlayerFile {
        name: printable(&match names[&name(&path)] {
            1 => name(&path),
            _ => path.display().to_string(),
        })
        .into_owned(),
        command,
    });
    let passed_over = passed_over.iter().map(|name| printable(name).into_owned());
    Ok((contestants.collect(), passed_over.collect()))
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Returns the shell command that runs a file, if it can be run.
fn command(path: &Path) -> Option<String> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let runner = RUNNERS.iter().find(|(known, _)| extension == Some(known));
    let file = path::absolute(path).ok()?;
    let file = quoted(file.to_str()?);
    match runner {
        Some((_, runner)) => Some(format!("{runner} {file}")),
        None if is_executable(&fs::metadata(path).ok()?, extension) => Some(file),
        None => None,
    }
}

#[cfg(unix)]
fn is_executable(file: &Metadata, _: Option<&str>) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata, extension: Option<&str>) -> bool {
    extension == Some("exe")
}

/// Quotes a path as one word for the shell.
fn quoted(path: &str) -> String {
    if cfg!(unix) {
        format!("'{}'", path.replace('\'', r"'\''"))
    } else {
        format!("\"{path}\"")
    }
}
