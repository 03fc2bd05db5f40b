//! Tests the cache of tables. The cache finds a stored table again, and replaces a damaged table by a new one. The size
//! of the cache never exceeds its limit, and a problem with the cache never causes a failure.

use std::fs::{self, File};
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use perfectplay_any::cache::{Cache, CachedTable};
use perfectplay_any::{AnyTable, Catalogue, Error, Limits, Solve};
use tempfile::TempDir;

/// The games whose tables are cached. `morris` is loopy, so it is solved as a whole. `connect` and `domineering` can be
/// solved tier by tier. `connect` has a dense index, and `domineering` has a sparse index.
const GAMES: [&str; 3] = ["morris:tapatan", "connect:4x3", "domineering:3x4"];

/// Returns a cache that also stores the tables of small games.
fn cache(directory: &Path) -> Cache {
    Cache::new(directory).with_least(0)
}

fn table(game: &str, how: &Solve<'_>, cache: Option<&Cache>) -> Result<AnyTable, Error> {
    let games = Catalogue::with_games_that_ship();
    games.find(game).expect("a game").table(how, cache)
}

/// Returns options for solving a game tier by tier. A loopy game is solved in memory instead.
fn by_tiers(game: &str) -> Solve<'static> {
    Solve {
        limit: (!game.starts_with("morris")).then_some(100),
        ..Solve::default()
    }
}

/// Returns the table of a game, either from the cache or by solving the game.
fn made(game: &str, cache: &Cache) -> AnyTable {
    let table = table(game, &by_tiers(game), Some(cache)).expect("a table");
    table.verify(&Limits::default()).expect("a sound table");
    table
}

/// Returns whether the cache contains the table of a game. Asks for the table with a memory limit of 0 bytes. With this
/// limit, the game cannot be solved, so the answer must come from the cache.
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

/// Returns the only table in the cache.
fn only(cache: &Cache) -> CachedTable {
    let entries = cache.tables().expect("a directory");
    let [entry] = entries.try_into().expect("one table");
    entry
}

/// Returns the number of files in a directory.
fn files(directory: &TempDir) -> usize {
    fs::read_dir(directory).expect("a directory").count()
}

#[test]
fn kept_tables_answer_like_those_that_are_made() {
    for game in GAMES {
        let directory = tempfile::tempdir().expect("a directory");
        let cache = &cache(&directory.path().join("not").join("there"));
        assert!(!is_kept(game, cache), "{game}");
        let solve_uncached = made(game, cache);
        let states = solve_uncached.states();
        let entry = only(cache);
        assert_eq!(entry.game, *solve_uncached.info().spec);
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
fn tables_of_small_games_are_not_kept() {
    for game in GAMES {
        let directory = tempfile::tempdir().expect("a directory");
        let cache = &Cache::new(directory.path()).with_least(u64::MAX);
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

    // Put a complete table of another game in the place of this game's table.
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

    // Try a table of other rules, and a table of another version.
    made(own, cache);
    let parts: Vec<&str> = own_name.split('-').collect();
    let ["perfectplay", game, fingerprint, version, end] = parts[..] else {
        panic!("{own_name}");
    };
    let mut path = entry.path;
    for (fingerprint, version) in [("0123456789abcdef", version), (fingerprint, "0")] {
        let renamed = format!("perfectplay-{game}-{fingerprint}-{version}-{end}");
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
    // Pretend that all tables were last used at least an hour ago, and that the second table was used last.
    let mut entries = everything.tables().expect("a directory");
    entries.sort_by_key(|entry| !entry.game.starts_with(second));
    for (hours, entry) in (1..).zip(&entries) {
        let file = File::options().append(true).open(&entry.path);
        let used = SystemTime::now() - Duration::from_secs(3600 * hours);
        file.expect("a table").set_modified(used).expect("a time");
    }
    let last = entries.iter().find(|entry| entry.game.starts_with(third));
    fs::remove_file(&last.expect("the third table").path).expect("a table");
    // A look-up counts as a use.
    assert!(is_kept(first, &everything));

    let bounded = &cache(directory.path()).with_most(all - 1);
    made(third, bounded);
    assert!(is_kept(first, bounded) && is_kept(third, bounded));
    assert!(!is_kept(second, bounded));

    // A table above the size limit displaces no other table.
    let small = &cache(directory.path()).with_most(100);
    made(second, small);
    assert_eq!(everything.tables().expect("a directory").len(), 2);
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
    assert_eq!(cache.tables().expect("a directory").len(), GAMES.len());
    // The only files are the tables and the mark, so no draft is left.
    assert_eq!(files(&directory), GAMES.len() + 1);
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

/// The cache does not list, read or delete files of other programs, even in `clear`.
#[test]
fn files_of_others_stay() {
    const FOREIGN: [&str; 7] = [
        "own.table",
        "notes.txt",
        "film.part",
        "a-b-c-d.table",
        "perfectplay-notes.table",
        "perfectplay-nim-0123456789abcdef-1-0123456.table",
        "perfectplay-nim-0123456789ABCDEF-1-01234567.table",
    ];
    let directory = tempfile::tempdir().expect("a directory");
    let cache = &cache(directory.path());
    for game in GAMES {
        made(game, cache);
    }
    let draft = "perfectplay-abc.part";
    let long_ago = SystemTime::now() - Duration::from_secs(7 * 24 * 3600);
    for name in FOREIGN.into_iter().chain([draft]) {
        let file = File::create(directory.path().join(name)).expect("a file");
        file.set_modified(long_ago).expect("a time");
    }
    assert_eq!(cache.tables().expect("a directory").len(), GAMES.len());
    // Adding a table deletes old drafts.
    made("connect:4x2", cache);
    assert!(!directory.path().join(draft).exists());
    assert_eq!(cache.clear().expect("a directory").len(), GAMES.len() + 1);
    assert_eq!(cache.tables().expect("a directory"), []);
    let mut left: Vec<_> = fs::read_dir(&directory)
        .expect("a directory")
        .map(|file| file.expect("a file").file_name())
        .collect();
    left.sort();
    let mut expected = FOREIGN.to_vec();
    expected.push("CACHEDIR.TAG");
    expected.sort_unstable();
    assert_eq!(left, expected);
}

/// The cache does not use a directory that contains files of other programs, not even if the only such file is a
/// `CACHEDIR.TAG`.
#[test]
fn a_directory_of_others_is_not_used() {
    let game = GAMES[0];
    for name in ["notes.txt", "CACHEDIR.TAG"] {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join(name), "text").expect("a file");
        let cache = &cache(directory.path());
        made(game, cache);
        assert!(!is_kept(game, cache));
        assert_eq!(files(&directory), 1);
        let refused = cache.refused().expect("a refusal").to_string();
        let place = directory.path().display().to_string();
        assert!(refused.starts_with(&place), "{refused}");
        assert!(cache.clear().is_err());
    }
}

/// A directory in which `CACHEDIR.TAG` is a symbolic link is not used as a cache. The target of the link is not read,
/// because it may be a device whose output never ends.
#[cfg(unix)]
#[test]
fn a_link_marks_no_directory() {
    let game = GAMES[0];
    let marked = tempfile::tempdir().expect("a directory");
    made(game, &cache(marked.path()));
    let directory = tempfile::tempdir().expect("a directory");
    let mark = directory.path().join("CACHEDIR.TAG");
    for target in [marked.path().join("CACHEDIR.TAG"), "/dev/zero".into()] {
        std::os::unix::fs::symlink(target, &mark).expect("a link");
        let cache = &cache(directory.path());
        made(game, cache);
        assert!(cache.refused().is_some() && files(&directory) == 1);
        fs::remove_file(&mark).expect("a link");
    }
}

/// Tests that the cache refuses a directory or a table if other users can write to it.
#[cfg(unix)]
#[test]
fn what_others_can_write_is_not_believed() {
    use std::os::unix::fs::{PermissionsExt, chown};
    let game = GAMES[0];
    let directory = tempfile::tempdir().expect("a directory");
    let cache = &cache(directory.path());
    made(game, cache);
    let table = only(cache).path;
    let set_mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a file of ours");
    };
    let refusal = |expected: &str| {
        assert!(!is_kept(game, cache), "{expected}");
        let refused = cache.refused().expect("a refusal").to_string();
        assert!(refused.ends_with(expected), "{refused}");
        assert!(table.exists());
    };
    assert!(is_kept(game, cache) && cache.refused().is_none());
    for (path, safe) in [(directory.path(), 0o700), (&table, 0o600)] {
        for mode in [0o777, 0o770, 0o702] {
            set_mode(path, mode);
            refusal("other users may write to it, so it is not used");
        }
        set_mode(path, safe);
        assert!(is_kept(game, cache));
        // Only root can change the owner of a file, so this may fail.
        if chown(path, Some(1), None).is_ok() {
            refusal("it belongs to another user, so it is not used");
            chown(path, Some(0), None).expect("root may");
        }
    }
    let elsewhere = tempfile::tempdir().expect("a directory");
    let copy = elsewhere.path().join("table");
    fs::copy(&table, &copy).expect("a table");
    fs::remove_file(&table).expect("a table");
    std::os::unix::fs::symlink(&copy, &table).expect("a link");
    refusal("it is a link, a directory or a device, so it is not used");
}
