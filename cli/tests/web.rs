//! The web page: its logic in Node, and itself in headless Chromium.

use std::env;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")
}

/// Whether something is there. Where it must be there, it is missed.
fn is_there(what: &str, found: bool) -> bool {
    if !found {
        assert!(env::var_os("CI").is_none(), "expected {what}, found none");
        eprintln!("skipped: there is no {what}");
    }
    found
}

fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Runs some of the page's tests, and shows what they say if one fails.
fn node(tests: &[&str]) {
    let output = Command::new("node")
        // Far more than a slow machine takes, and an end for what has none.
        .args(["--test", "--test-timeout=900000"])
        .args(tests)
        .current_dir(web())
        .env("PERFECTPLAY", env!("CARGO_BIN_EXE_perfectplay"))
        // Node's own tests would take these for a parent of theirs.
        .env_remove("NODE_TEST_CONTEXT")
        .output()
        .expect("node can be started");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
}

#[test]
fn logic() {
    if is_there("node", runs("node")) {
        node(&["tests/game.test.mjs"]);
    }
}

#[test]
fn in_the_browser() {
    let chromium = env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    let packages = web().join("node_modules/playwright-core").exists();
    if is_there("node", runs("node"))
        && is_there("chromium (named by CHROMIUM)", runs(&chromium))
        && is_there("web/node_modules (made by `npm ci` in web/)", packages)
    {
        node(&["tests/page.test.mjs", "tests/accessibility.test.mjs"]);
    }
}

/// The whole page, data included.
#[test]
fn the_page_is_small() {
    let output = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .arg("web")
        .output()
        .expect("the command");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&output.stdout).expect("memory");
    let size = encoder.finish().expect("memory").len();
    assert!(size < 40_000, "{size} bytes");
}
