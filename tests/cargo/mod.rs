//! Cargo, as a tool of tests.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Calls cargo in a folder of the repository and gives what it prints. What it builds
/// goes to [`target`] of the test's name.
///
/// # Panics
/// When it fails, with what it says about that.
pub fn cargo(folder: &str, arguments: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments.split(' '))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .env("CARGO_TARGET_DIR", target(folder))
        .env("TABLE", table())
        .output()
        .expect("cargo can be started");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "`cargo {arguments}` in {folder:?} failed, {}:\n{stderr}",
        output.status,
    );
    String::from_utf8(output.stdout).expect("what it prints is text")
}

/// Where a test puts a table that a package is built with.
pub fn table() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("subtraction.table")
}

/// Where cargo puts what it builds in a folder: not where the running cargo holds its
/// lock.
pub fn target(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder)
}
