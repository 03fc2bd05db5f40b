//! Runs cargo in tests.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs cargo in a directory of the repository, and returns what cargo prints. The build output
/// goes to [`target`]`(directory)`.
///
/// # Panics
/// Panics with cargo's error output if cargo fails.
pub fn cargo(directory: &str, arguments: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments.split(' '))
        .current_dir(Path::new(crate::ROOT).join(directory))
        .env("CARGO_TARGET_DIR", target(directory))
        // The settings are those of this workspace, so that nothing is built twice.
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .env("CARGO_PROFILE_DEV_LTO", "off")
        .env("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false")
        .env("TABLE", table())
        .output()
        .expect("cargo should start");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "`cargo {arguments}` in {directory:?} failed, {}:\n{stderr}",
        output.status,
    );
    String::from_utf8(output.stdout).expect("cargo should print UTF-8")
}

/// Returns the path of the table that the package `bare` contains.
pub fn table() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("subtraction.table")
}

/// Returns the target directory for a directory of the repository. Examples use the target
/// directory of this workspace, where most of their dependencies are already built. Every other
/// package has its own target directory. So the `.d` files in a package's own target directory name
/// the source files of this package, and no others.
pub fn target(directory: &str) -> PathBuf {
    let own = Path::new(env!("CARGO_TARGET_TMPDIR"));
    match (directory.starts_with("examples/"), own.parent()) {
        (true, Some(target)) => target.to_owned(),
        _ => own.join(directory),
    }
}
