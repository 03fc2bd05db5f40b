//! Packages that use the library as a stranger's would: built on their own, with their
//! own choice of features.

mod cargo;

use std::fs;

use cargo::{cargo, target};
use perfectplay::games::subtraction::Subtraction;
use perfectplay::{bake, solve};

/// The program proves by linking that nothing in it needs `std` or an allocator, or can
/// panic; and answers every question there is. It asks a table in bytes, too.
#[test]
#[cfg(target_os = "linux")] // How a program without a runtime links is the system's affair.
fn bare_metal() {
    let game = Subtraction::new(21, 3, false).unwrap();
    let bytes = bake::table("subtraction", &solve(&game).unwrap()).unwrap();
    fs::write(cargo::table(), bytes).unwrap();
    cargo("tests/packages/bare", "run --release --locked");
}

/// The run-time side never searches: what could is not even compiled.
#[test]
fn without_features_there_is_no_solver() {
    let package = "tests/packages/bare";
    cargo(package, "build --lib -p perfectplay --locked");
    assert_no_solver(&compiled(package));
}

/// The example of a game of one's own, as its author builds it: its build script has the
/// solver, and the program has not.
#[test]
fn own_game() {
    let package = "examples/own-game";
    let demo = cargo(package, "run --locked -- --demo");
    assert!(demo.ends_with("White has lost.\n"), "{demo}");

    // With a build script's features, and with the program's.
    let (with, without): (Vec<_>, Vec<_>) = compiled(package)
        .into_iter()
        .partition(|sources| sources.contains("src/bake/"));
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

/// Tables in both forms, measured: here only whether they agree.
#[test]
fn tables_are_measured() {
    let printed = cargo("benches/tables", "run --locked -- --test");
    assert!(printed.contains("118133 states"), "{printed}");
}

/// The source files of the library, for each time that it was compiled for a package.
fn compiled(package: &str) -> Vec<String> {
    let libraries = fs::read_dir(target(package).join("debug/deps")).unwrap();
    libraries
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("perfectplay-") && name.ends_with(".d")
        })
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

fn assert_no_solver(compiled: &[String]) {
    assert!(!compiled.is_empty());
    for sources in compiled {
        for needed in ["src/lookup.rs", "src/record.rs", "src/table/mod.rs"] {
            assert!(sources.contains(needed), "no {needed} in {sources}");
        }
        for solver in [
            "src/solve/",
            "src/bake/",
            "search.rs",
            "archive.rs",
            "audit.rs",
        ] {
            assert!(!sources.contains(solver), "{solver} in {sources}");
        }
    }
}

/// With the default features the library needs `phf` and what that needs, nothing else.
#[test]
fn dependencies() {
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

/// Another crate's `phf/ptrhash`, which changes what a map looks like, changes nothing here.
#[test]
fn ptrhash_of_another_crate() {
    let printed = cargo("tests/packages/ptrhash", "run --locked");
    assert_eq!(printed, "centre\n");
}
