//! Tables that are kept: found again, whole or made anew, few enough, and never a reason to fail.

use std::fs::{self, File};
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use perfectplay_any::cache::{Cache, CachedTable};
use perfectplay_any::{Catalogue, Error, Limits, Solve, Table};
use tempfile::TempDir;

/// A game that is solved in memory, and two that are solved tier by tier where a few states are
/// many: with a dense and with a sparse index.
const GAMES: [&str; 3] = ["morris:tapatan", "connect:4x3", "domineering:3x4"];

/// A cache that keeps whatever it is given.
fn cache(directory: &Path) -> Cache {
    Cache::new(directory).with_least(Duration::ZERO)
}

fn table(game: &str, how: &Solve<'_>, cache: Option<&Cache>) -> Result<Box<dyn Table>, Error> {
    let games = Catalogue::with_games_that_ship();
    games.find(game).expect("a game").table(how, cache)
}

/// How games are solved if they are not loopy: tier by tier.
fn by_tiers(game: &str) -> Solve<'static> {
    Solve {
        limit: (!game.starts_with("morris")).then_some(100),
        ..Solve::default()
    }
}

/// The table, which is made unless it is kept.
fn made(game: &str, cache: &Cache) -> Box<dyn Table> {
    let table = table(game, &by_tiers(game), Some(cache)).expect("a table");
    table.verify(&Limits::default()).expect("a sound table");
    table
}

/// Whether a table is kept: without memory, none is made.
fn is_kept(game: &str, cache: &Cache) -> bool {
    let how = Solve {
        memory: Some(0),
        ..by_tiers(game)
    };
    match table(game, &how, Some(cache)) {
        Ok(_) => true,
        Err(Error::TooLarge { .. }) => false,
        Err(error) => panic!("{game}: {error}"),
    }
}

/// The only table that is kept.
fn only(cache: &Cache) -> CachedTable {
    let entries = cache.tables().expect("a directory");
    let [entry] = entries.try_into().expect("one table");
    entry
}

/// All files in a directory.
fn files(directory: &TempDir) -> usize {
    fs::read_dir(directory).expect("a directory").count()
}

#[test]
fn kept_tables_answer_like_those_that_are_made() {
    for game in GAMES {
        let directory = tempfile::tempdir().expect("a directory");
        let cache = &cache(&directory.path().join("not").join("there"));
        assert!(!is_kept(game, cache), "{game}");
        let table_made = made(game, cache);
        let states = table_made.states();
        let entry = only(cache);
        assert_eq!(entry.game, *table_made.info().spec);
        assert_eq!(entry.bytes, entry.path.metadata().expect("a file").len());

        assert!(is_kept(game, cache), "{game}");
        assert_eq!(made(game, cache).states(), states);
        let anew = table(game, &Solve::default(), None).expect("a table");
        assert_eq!(anew.states(), states);
        let how = Solve {
            memory: Some(0),
            ..by_tiers(game)
        };
        assert!(table(game, &how, None).is_err(), "{game}");
    }
}

#[test]
fn what_is_made_quickly_is_not_kept() {
    for game in GAMES {
        let directory = tempfile::tempdir().expect("a directory");
        let cache = &Cache::new(directory.path()).with_least(Duration::from_secs(3600));
        made(game, cache);
        assert_eq!(files(&directory), 0, "{game}");
    }
}

#[test]
fn damaged_tables_are_made_anew() {
    for game in GAMES {
        let directory = tempfile::tempdir().expect("a directory");
        let cache = &cache(directory.path());
        made(game, cache);
        let entry = only(cache);
        let whole = fs::read(&entry.path).expect("a table");
        let damaged = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            bytes
        };
        let last = whole.len() - 1;
        for bytes in [
            damaged(0),
            damaged(last / 2),
            damaged(last),
            whole[..last].to_vec(),
            Vec::new(),
        ] {
            fs::write(&entry.path, bytes).expect("a table");
            assert!(!is_kept(game, cache), "{game}");
            made(game, cache);
            assert_eq!(only(cache).path, entry.path);
            assert_eq!(fs::read(&entry.path).expect("a table"), whole, "{game}");
        }
    }
}

#[test]
fn tables_of_other_games_and_rules_are_made_anew() {
    let [own, other] = ["connect:4x3", "connect:3x4"];
    let directory = tempfile::tempdir().expect("a directory");
    let cache = &cache(directory.path());
    let name = |entry: &CachedTable| {
        let name = entry.path.file_name().expect("a name");
        name.to_str().expect("text").to_owned()
    };
    made(own, cache);
    let entry = only(cache);
    let own_name = name(&entry);
    let (beginning, _) = own_name.rsplit_once('-').expect("a checksum");

    // Whole, and in the place of another.
    made(other, cache);
    let mut entries = cache.tables().expect("a directory").into_iter();
    let foreign = entries.find(|found| found.path != entry.path);
    let foreign = foreign.expect("another table");
    let foreign_name = name(&foreign);
    let (_, end) = foreign_name.rsplit_once('-').expect("a checksum");
    let forged = directory.path().join(format!("{beginning}-{end}"));
    fs::remove_file(&entry.path).expect("a table");
    fs::rename(&foreign.path, &forged).expect("a table");
    assert!(!is_kept(own, cache));
    assert!(!forged.exists());

    // Of other rules, and of another version.
    made(own, cache);
    let parts: Vec<&str> = own_name.split('-').collect();
    let [game, fingerprint, version, end] = parts[..] else {
        panic!("{own_name}");
    };
    let mut path = entry.path;
    for (fingerprint, version) in [("0123456789abcdef", version), (fingerprint, "0")] {
        let renamed = format!("{game}-{fingerprint}-{version}-{end}");
        let renamed = directory.path().join(renamed);
        fs::rename(&path, &renamed).expect("a table");
        path = renamed;
        assert!(!is_kept(own, cache));
        assert_eq!(only(cache).path, path);
    }
}

#[test]
fn the_least_recently_used_tables_go_first() {
    let [first, second, third] = ["connect:4x3", "connect:3x4", "connect:4x2"];
    let directory = tempfile::tempdir().expect("a directory");
    let everything = cache(directory.path());
    for game in [first, second, third] {
        made(game, &everything);
    }
    let all: u64 = everything
        .tables()
        .expect("a directory")
        .iter()
        .map(|entry| entry.bytes)
        .sum();
    // They were used an hour ago and before, the first one before the second.
    let mut entries = everything.tables().expect("a directory");
    entries.sort_by_key(|entry| !entry.game.starts_with(second));
    for (hours, entry) in (1..).zip(&entries) {
        let file = File::options().append(true).open(&entry.path);
        let used = SystemTime::now() - Duration::from_secs(3600 * hours);
        file.expect("a table").set_modified(used).expect("a time");
    }
    let last = entries.iter().find(|entry| entry.game.starts_with(third));
    fs::remove_file(&last.expect("the third table").path).expect("a table");
    // To be asked is to be used.
    assert!(is_kept(first, &everything));

    let bounded = &cache(directory.path()).with_most(all - 1);
    made(third, bounded);
    assert!(is_kept(first, bounded) && is_kept(third, bounded));
    assert!(!is_kept(second, bounded));

    // What is too large by itself displaces nothing.
    let small = &cache(directory.path()).with_most(100);
    made(second, small);
    assert_eq!(files(&directory), 2);
}

#[test]
fn any_number_may_make_a_table_at_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let cache = &cache(directory.path());
    thread::scope(|scope| {
        for game in GAMES {
            for _ in 0..4 {
                scope.spawn(move || {
                    for _ in 0..3 {
                        made(game, cache);
                    }
                });
            }
        }
    });
    assert_eq!(files(&directory), GAMES.len());
    assert!(GAMES.iter().all(|game| is_kept(game, cache)));
}

#[test]
fn a_directory_that_cannot_be_is_no_reason_to_fail() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let cache = &cache(&file.path().join("directory"));
    for game in GAMES {
        made(game, cache);
        assert!(!is_kept(game, cache), "{game}");
    }
}

#[test]
fn clearing_deletes_what_was_kept_and_nothing_else() {
    let directory = tempfile::tempdir().expect("a directory");
    let cache = &cache(directory.path());
    for game in GAMES {
        made(game, cache);
    }
    for name in ["own.table", "notes.txt", ".tmpabc.part"] {
        fs::write(directory.path().join(name), "text").expect("a file");
    }
    assert_eq!(cache.clear().expect("a directory").len(), GAMES.len());
    assert_eq!(cache.tables().expect("a directory"), []);
    let mut left: Vec<_> = fs::read_dir(&directory)
        .expect("a directory")
        .map(|file| file.expect("a file").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["notes.txt", "own.table"]);
    assert!(cache.clear().expect("a directory").is_empty());
}
