//! Packages that use the library as a stranger's would: built on their own, with their
//! own choice of features.

mod cargo;

use std::fs;

use cargo::{cargo, target};

/// The program proves by linking that nothing in it needs `std` or an allocator, or can
/// panic; and answers every question there is.
#[test]
#[cfg(target_os = "linux")] // How a program without a runtime links is the system's affair.
fn bare_metal() {
    cargo("tests/packages/bare", "run --release --locked");
}

/// The run-time side never searches: what could is not even compiled.
#[test]
fn without_features_there_is_no_solver() {
    let package = "tests/packages/bare";
    cargo(package, "build --lib -p perfectplay --locked");
    let libraries = fs::read_dir(target(package).join("debug/deps")).unwrap();
    let sources: Vec<_> = libraries
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("perfectplay-") && name.ends_with(".d")
        })
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    assert!(!sources.is_empty());
    for sources in sources {
        let compiled = |name: &str| sources.contains(name);
        assert!(compiled("table.rs") && compiled("record.rs"), "{sources}");
        for solver in ["solve.rs", "bake.rs", "search.rs", "archive.rs", "audit.rs"] {
            assert!(!compiled(solver), "{solver} in {sources}");
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
