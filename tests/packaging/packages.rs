//! Tests packages that use the library in the same way as a user's package. Each package is built
//! on its own, with its own choice of features. Building all packages takes minutes, so most of
//! these tests are ignored by default. `.ci/run` runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::packaging::cargo::{cargo, target};
use perfectplay::{bake, solve};
use perfectplay_games::subtraction::Subtraction;

/// Builds the program `tests/packages/bare`. If the linker accepts `bare`, this program needs
/// neither `std` nor an allocator, and cannot panic. It looks up every state, and reads a table in
/// bytes. The test also checks that no solver is compiled into the program.
#[test]
#[ignore = "builds a package"]
#[cfg(target_os = "linux")] // How a program links without a runtime depends on the system.
fn the_library_works_on_bare_metal() {
    let game = Subtraction::new(21, 3, false).unwrap();
    let bytes = bake::table("subtraction", &solve(&game).unwrap()).unwrap();
    fs::write(crate::packaging::cargo::table(), bytes).unwrap();
    let package = "tests/packages/bare";
    cargo(package, "run --release --locked");
    assert_no_solver(&compiled(package, "release"));
}

/// Proves by integer programming that the library's playbooks of tic-tac-toe have as few entries as
/// possible. `docs/playbooks.md` lists the number of entries of each playbook.
#[test]
#[ignore = "builds a package"]
fn published_playbooks_are_least() {
    let package = "tests/least-playbooks";
    assert_eq!(
        cargo(package, "run --release --locked"),
        "all states: no playbook has fewer than 62 and 258 entries\n\
         up to symmetry: no playbook has fewer than 21 and 72 entries\n\
         with the distance: no playbook has fewer than 21 and 72 entries\n\
         with the value of the start: no playbook has fewer than 19 and 71 entries\n\
         the second player can meet 155 classes of states; 146 matter\n"
    );
}

/// Tests the example `own-game`, which makes a command for a user's own game. The command must have
/// every subcommand, and all subcommands must know the game. The table that is baked into the
/// command must follow from the rules.
#[test]
#[ignore = "builds a package"]
fn the_own_game_example_has_every_subcommand() {
    const START: &str = "BBB/.../WWW W";
    let package = "examples/own-game";
    cargo(package, "build --locked --features full");
    let program = target(package).join("debug/own-game");
    let run = |arguments: &[&str]| {
        let output = Command::new(&program)
            .args(arguments)
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for (arguments, expected) in [
        (&["--version"][..], "own-game 0.0.0\n"),
        (&["--help"], "Usage: own-game [OPTIONS]"),
        (&["games"], "hexapawn:COLUMNSxROWS"),
        (&["lookup", START], "White to move loses in 6 plies."),
        (
            &["explain", START],
            "Black wins in 6 plies whatever White plays.",
        ),
        (&["play", "--as", "black"], "The computer plays "),
        (
            &["verify"],
            "hexapawn:3x3: 135 states. Every record follows",
        ),
        (
            &["check"],
            "checked all 135 states.\nstates by ply: 1 3 10 25 40 33 20 3\n",
        ),
        (&["forecast"], "hexapawn:3x3: 135 states."),
        (&["solve", "-o", "own.table"], "hexapawn:3x3: 135 states\n"),
        (
            &["verify", "own.table"],
            "hexapawn:3x3: 135 states. Every record follows",
        ),
        (
            &["export", "--format", "csv"],
            "BBB/.../WWW W,White,ongoing,loss,,",
        ),
        (&["report"], "states        135\n"),
        (&["audit", "perfect", "--as", "second"], "unbeatable."),
        (
            &["completions", "bash"],
            "--game)\n                    COMPREPLY=($(compgen -W \"hexapawn hexapawn:3x3 hexapawn:4x4\"",
        ),
    ] {
        let printed = run(arguments);
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
}

/// Copies the README's example of a user's own game into a package, and tests that the package
/// works.
#[test]
#[ignore = "builds a package"]
fn the_game_of_the_readme_is_baked_and_asked() {
    const README: &str = include_str!("../../README.md");
    let after = |text: &'static str, mark: &str| text.split_once(mark).expect(mark).1;
    let to_end = |text: &'static str| text.split_once("```").expect("an end").0;
    let block = |start: &str| to_end(after(README, start));
    let dependency = block("```toml\n[dependencies]\n");
    let dependency = dependency.replace("…/perfectplay", crate::ROOT);
    let for_build = dependency.replace(
        "default-features = false, features = [\"alloc\"]",
        "features = [\"bake\"]",
    );
    assert_ne!(dependency, for_build);
    let own_game = after(README, "## A game of your own\n");
    let rules = to_end(after(own_game, "```rust\n"));
    let programs = block("```rust,ignore\n// build.rs");
    let (build, main) = programs.split_once("// src/main.rs\n").expect("both");
    let build = build.split_once('\n').expect("lines").1;

    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let at = |name: &str| package.join(name);
    fs::create_dir_all(at("src")).unwrap();
    fs::write(at("src/rules.rs"), rules).unwrap();
    fs::write(at("build.rs"), build).unwrap();
    fs::write(at("src/main.rs"), main).unwrap();
    let manifest = format!(
        "[workspace]\n[package]\nname = \"heap\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n\
         {dependency}[build-dependencies]\n{for_build}"
    );
    fs::write(at("Cargo.toml"), manifest).unwrap();
    // The dependencies have the same versions as here, and this machine already has them.
    let lock = Path::new(crate::ROOT).join("Cargo.lock");
    fs::copy(lock, at("Cargo.lock")).unwrap();
    let printed = cargo(package.to_str().unwrap(), "run --offline");
    assert!(
        printed.starts_with("Some(") && printed.contains("distance: Some(11)"),
        "{printed}"
    );
}

/// If a build script bakes a program's table, the build script contains the solver, and the program
/// does not.
#[test]
#[ignore = "builds a package"]
fn a_program_with_a_baked_table_has_no_solver() {
    let package = "benches/tables";
    let printed = cargo(package, "run --locked -- --test");
    assert!(printed.contains("118133 states"), "{printed}");

    assert_no_solver(&compiled(package, "debug"));
    let program = dependencies(package, "debug", "tables-").next();
    let sources = fs::read_to_string(program.unwrap()).unwrap();
    assert!(
        sources.contains("rules.rs") && sources.contains("hexapawn.table"),
        "{sources}"
    );
}

/// Returns the source files of the library and of its core that were compiled for a package. If a
/// crate was compiled more than once, returns one list for each compilation.
fn compiled(package: &str, profile: &str) -> Vec<Vec<String>> {
    ["perfectplay-", "perfectplay_core-"]
        .into_iter()
        .flat_map(|name| dependencies(package, profile, name))
        .map(|path| sources(&fs::read_to_string(path).unwrap()))
        .collect()
}

/// Returns the files in which Cargo lists the sources of a crate. Cargo writes these lists of
/// sources beside the compiled crate.
fn dependencies(package: &str, profile: &str, name: &'static str) -> impl Iterator<Item = PathBuf> {
    let directory = target(package).join(profile).join("deps");
    fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(move |path| {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            file.starts_with(name) && file.ends_with(".d")
        })
}

/// Reads a list of sources that Cargo has written. Returns the paths of its Rust files relative to
/// the repository, in sorted order.
fn sources(dependencies: &str) -> Vec<String> {
    let root = Path::new(crate::ROOT).canonicalize().unwrap();
    let rule = dependencies.lines().next().unwrap_or_default();
    let files = rule.split_whitespace().filter_map(|file| {
        let file = Path::new(file).canonicalize().ok()?;
        let file = file.strip_prefix(&root).ok()?.to_str()?.replace('\\', "/");
        (file.ends_with(".rs") && !file.starts_with("target/")).then_some(file)
    });
    let mut sources: Vec<String> = files.collect();
    sources.sort_unstable();
    sources.dedup();
    sources
}

/// Asserts that, without default features, exactly the files in `no-features.txt` are compiled. The
/// assertion ignores files that are compiled only for build scripts. No file in `no-features.txt`
/// searches, solves, bakes or allocates.
fn assert_no_solver(compiled: &[Vec<String>]) {
    let expected: Vec<&str> = include_str!("../packages/no-features.txt")
        .lines()
        .collect();
    let is_of_build_script =
        |source: &String| source.contains("/solve/") || source.contains("/bake/");
    let (with, without): (Vec<_>, Vec<_>) = compiled
        .iter()
        .partition(|sources| sources.iter().any(is_of_build_script));
    assert!(!with.is_empty());
    let mut found: Vec<&String> = without.into_iter().flatten().collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, expected);
}

/// With default features, the library depends only on its core, on `phf` and on the
/// dependencies of `phf`.
#[test]
fn default_features_need_only_phf() {
    let tree = cargo(
        "",
        "tree -p perfectplay -e normal --prefix none --format {p} --offline --locked",
    );
    let mut packages: Vec<_> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    packages.sort_unstable();
    packages.dedup();
    assert_eq!(
        packages,
        [
            "perfectplay",
            "perfectplay-core",
            "phf",
            "phf_shared",
            "siphasher"
        ]
    );
}

/// The library still works if another crate enables `phf/ptrhash`, which changes the layout of a
/// map.
#[test]
#[ignore = "builds a package"]
fn another_crate_may_enable_ptrhash() {
    let printed = cargo("tests/packages/ptrhash", "run --locked");
    assert_eq!(printed, "centre\n");
}
