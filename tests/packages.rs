//! Packages that use the library as a user's package does: each is built on its own, with its
//! own choice of features.

mod cargo;

use std::fs;

use cargo::{cargo, target};
use perfectplay::games::subtraction::Subtraction;
use perfectplay::{bake, solve};

/// By linking, this program proves that it needs neither `std` nor an allocator and that
/// it cannot panic. It also looks up every state, and reads a table in bytes.
#[test]
#[cfg(target_os = "linux")] // How a program links without a runtime depends on the system.
fn the_library_works_on_bare_metal() {
    let game = Subtraction::new(21, 3, false).unwrap();
    let bytes = bake::table("subtraction", &solve(&game).unwrap()).unwrap();
    fs::write(cargo::table(), bytes).unwrap();
    cargo("tests/packages/bare", "run --release --locked");
}

/// The run-time side never searches: no code that could is even compiled.
#[test]
fn without_features_there_is_no_solver() {
    let package = "tests/packages/bare";
    cargo(package, "build --lib -p perfectplay --locked");
    assert_no_solver(&compiled(package));
}

/// The example of a user's own game, built as its author builds it: its build script
/// contains the solver, and its program does not.
#[test]
fn the_own_game_example_runs_without_a_solver() {
    let package = "examples/own-game";
    let demo = cargo(package, "run --locked -- --demo");
    assert!(demo.ends_with("White has lost.\n"), "{demo}");

    // Compiled with the features of a build script, and with those of a program.
    let (with, without): (Vec<_>, Vec<_>) = compiled(package)
        .into_iter()
        .partition(|sources| sources.iter().any(|source| source.starts_with("bake/")));
    assert!(!with.is_empty());
    assert_no_solver(&without);
    let program = fs::read_dir(target(package).join("debug/deps"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| {
            path.extension().is_some_and(|extension| extension == "d")
                && path.to_string_lossy().contains("own_game")
        })
        .unwrap();
    let sources = fs::read_to_string(program).unwrap();
    assert!(
        sources.contains("rules.rs") && sources.contains("hexapawn.bytes"),
        "{sources}"
    );
}

/// The benchmark of tables in both forms. The test only checks that they agree.
#[test]
fn the_table_benchmark_runs() {
    let printed = cargo("benches/tables", "run --locked -- --test");
    assert!(printed.contains("118133 states"), "{printed}");
}

/// The source files of the library, each time that it was compiled for a package.
fn compiled(package: &str) -> Vec<Vec<String>> {
    let libraries = fs::read_dir(target(package).join("debug/deps")).unwrap();
    libraries
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("perfectplay-") && name.ends_with(".d")
        })
        .map(|path| sources(&fs::read_to_string(path).unwrap()))
        .collect()
}

/// The files of `src/` that a list of dependencies names, in order.
fn sources(dependencies: &str) -> Vec<String> {
    let rule = dependencies.lines().next().unwrap_or_default();
    let files = rule.split_whitespace().filter_map(|file| {
        let file = file.replace('\\', "/");
        let (_, source) = file.rsplit_once("/src/")?;
        Some(source.to_owned())
    });
    let mut sources: Vec<String> = files.collect();
    sources.sort_unstable();
    sources.dedup();
    sources
}

/// Exactly these files are compiled with default features off. What searches, solves, bakes
/// or allocates is not among them.
fn assert_no_solver(compiled: &[Vec<String>]) {
    let expected: Vec<&str> = include_str!("packages/no-features.txt").lines().collect();
    assert!(!compiled.is_empty());
    for sources in compiled {
        assert_eq!(*sources, expected);
    }
}

/// With default features, the library depends only on `phf` and the dependencies of
/// `phf`.
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
    assert_eq!(packages, ["perfectplay", "phf", "phf_shared", "siphasher"]);
}

/// If another crate enables `phf/ptrhash`, which changes the layout of a map, the library
/// still works.
#[test]
fn another_crate_may_enable_ptrhash() {
    let printed = cargo("tests/packages/ptrhash", "run --locked");
    assert_eq!(printed, "centre\n");
}
