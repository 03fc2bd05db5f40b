//! Tests how the crate treats the files and directories of saved work. The crate never follows,
//! trusts, replaces or deletes files of other users and programs. If a process is killed while it
//! writes a file, the next process deletes the incomplete file.
#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use perfectplay_tablebase::disk::{self, NewFile, PrivateDirectory};
use perfectplay_tablebase::{DirectoryStore, ResultStore};
use tempfile::TempDir;

/// Returns a new directory, and the path of `name` in this directory.
fn place(name: &str) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(name);
    (directory, path)
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.into_string().expect("text"))
        .collect();
    names.sort();
    names
}

/// Returns whether this process may give files to other users. If the process may not give files
/// away, the calling test skips its remaining checks.
fn is_root(directory: &Path) -> bool {
    let file = directory.join("of root");
    File::create(&file).expect("a file");
    let is_root = chown(&file, Some(1), None).is_ok();
    fs::remove_file(&file).expect("a file");
    if !is_root {
        eprintln!("files of other users are not tested: only root can make them");
    }
    is_root
}

#[test]
fn a_directory_is_opened_only_if_it_is_private() {
    let (directory, path) = place("work");
    assert!(PrivateDirectory::open(&path).expect("nothing").is_none());
    PrivateDirectory::create(&path, 0o755).expect("a directory");
    PrivateDirectory::create(&directory.path().join("a/b/c"), 0o755).expect("directories");

    let refused = |path: &Path, why: &str| {
        let opened = PrivateDirectory::open(path).expect_err("a refusal");
        let created = PrivateDirectory::create(path, 0o755).expect_err("a refusal");
        for error in [opened, created] {
            assert!(error.to_string().contains(why), "{error}");
        }
    };
    for mode in [0o775, 0o757, 0o777, 0o1777] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).expect("a directory");
        refused(&path, "other users may write to it");
    }
    fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("a directory");
    let link = directory.path().join("link");
    symlink(&path, &link).expect("a link");
    refused(&link, "it is a link");
    refused(&link.join(""), "it is a link");
    let dangling = directory.path().join("dangling");
    symlink("nowhere", &dangling).expect("a link");
    refused(&dangling, "it is a link");
    let file = directory.path().join("file");
    File::create(&file).expect("a file");
    refused(&file, "it is no directory");
    if is_root(directory.path()) {
        chown(&path, Some(1), None).expect("root may");
        refused(&path, "it belongs to another user");
    }
}

#[test]
fn a_file_is_opened_only_if_it_is_private() {
    let (directory, path) = place("work");
    let files = PrivateDirectory::create(&path, 0o755).expect("a directory");
    assert!(files.file("file").expect("nothing").is_none());
    files
        .write("file", |file| file.write_all(b"text"))
        .expect("a file");
    let read = files.read("file", 4).expect("a file");
    assert_eq!(read.as_deref(), Some(&b"text"[..]));
    let longer = files.read("file", 3).expect_err("a long file").to_string();
    assert_eq!(longer, "expected at most 3 bytes, found more");

    // No link is followed, and no process waits for the other end of a pipe.
    let target = directory.path().join("target");
    fs::write(&target, "mine").expect("a file");
    symlink(&target, path.join("link")).expect("a link");
    symlink("nowhere", path.join("dangling")).expect("a link");
    symlink("/dev/zero", path.join("zero")).expect("a link");
    fs::create_dir(path.join("directory")).expect("a directory");
    let made = Command::new("mkfifo").arg(path.join("pipe")).status();
    assert!(made.expect("mkfifo").success());
    for name in ["link", "dangling", "zero", "directory", "pipe"] {
        assert!(files.file(name).is_err(), "{name}");
        assert!(files.writable(name).is_err(), "{name}");
        assert!(disk::read_own(&path.join(name), 9).is_err(), "{name}");
    }
    fs::set_permissions(path.join("file"), Permissions::from_mode(0o664)).expect("a file");
    assert!(files.file("file").is_err() && files.writable("file").is_err());
    if is_root(directory.path()) {
        fs::set_permissions(path.join("file"), Permissions::from_mode(0o644)).expect("a file");
        chown(path.join("file"), Some(1), None).expect("root may");
        assert!(files.file("file").is_err() && files.writable("file").is_err());
    }
    assert!(disk::open_regular(&path.join("pipe")).is_err());
    assert!(disk::open_regular(Path::new("/dev/zero")).is_err());
    assert!(disk::open_regular(&path.join("link")).is_ok());

    // A link is replaced and deleted itself.
    files
        .write("link", |file| file.write_all(b"text"))
        .expect("a file");
    files.remove("dangling").expect("a link");
    assert_eq!(fs::read_to_string(&target).expect("a file"), "mine");
    assert!(!path.join("link").is_symlink());
}

/// A process that has opened a directory keeps using this directory, even if another directory
/// takes its name.
#[test]
fn an_opened_directory_stays_the_same() {
    let (directory, path) = place("work");
    let files = PrivateDirectory::create(&path, 0o755).expect("a directory");
    let (moved, mine) = (
        directory.path().join("moved"),
        directory.path().join("mine"),
    );
    fs::rename(&path, &moved).expect("a directory");
    fs::create_dir(&mine).expect("a directory");
    fs::write(mine.join("file"), "mine").expect("a file");
    symlink(&mine, &path).expect("a link");
    files
        .write("file", |file| file.write_all(b"text"))
        .expect("a file");
    assert!(files.file("file").expect("a file").is_some());
    assert_eq!(
        fs::read_to_string(mine.join("file")).expect("a file"),
        "mine"
    );
    files.remove("file").expect("a file");
    assert_eq!(names(&moved), [""; 0]);
    assert_eq!(names(&mine), ["file"]);
}

#[test]
fn a_new_file_appears_whole_or_not_at_all() {
    let (directory, path) = place("file");
    for text in ["first", "second"] {
        let before = names(directory.path());
        let mut new = NewFile::beside(&path, false).expect("a file");
        new.file().write_all(text.as_bytes()).expect("a file");
        if cfg!(target_os = "linux") {
            assert_eq!(names(directory.path()), before, "it has no name yet");
        }
        drop(NewFile::beside(&path, true).expect("a file"));
        new.put("file").expect("a file");
        assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        assert_eq!(names(directory.path()), ["file"]);
    }
    let full = PrivateDirectory::create(&directory.path().join("work"), 0o755);
    let failed = full
        .expect("a directory")
        .write("result", |_| Err(io::ErrorKind::StorageFull.into()));
    assert!(failed.is_err());
    assert_eq!(names(&directory.path().join("work")), [""; 0]);
}

/// If a process was killed before its file was complete, the next process deletes the incomplete
/// file.
#[test]
fn a_left_part_is_deleted() {
    let (directory, path) = place("a name\nin two lines");
    let part = {
        let number = crc32fast::hash(b"a name\nin two lines");
        directory
            .path()
            .join(format!(".perfectplay-{number:08x}.part"))
    };
    let name = path.file_name().expect("a name");
    fs::write(&part, "left").expect("a file");
    let mut new = NewFile::beside(&path, false).expect("a file");
    new.file().write_all(b"text").expect("a file");
    new.put(name).expect("a file");
    assert_eq!(names(directory.path()), ["a name\nin two lines"]);
    assert_eq!(fs::read_to_string(&path).expect("a file"), "text");
    // Other users cannot make the process delete a file or follow a link.
    let mine = directory.path().join("mine");
    fs::write(&mine, "mine").expect("a file");
    symlink(&mine, &part).expect("a link");
    let new = NewFile::beside(&path, false).and_then(|new| new.put(name));
    assert!(new.is_err());
    assert_eq!(fs::read_to_string(&mine).expect("a file"), "mine");
    assert!(part.is_symlink());
}

#[test]
fn a_store_is_only_where_nothing_else_is() {
    for name in [
        "plan",
        "lock",
        "moved",
        "table.part",
        "found-0",
        "scores-0",
        "x",
    ] {
        let (_directory, path) = place("work");
        fs::create_dir(&path).expect("a directory");
        fs::write(path.join(name), "mine\n").expect("a file");
        let refused = DirectoryStore::open(&path, "nim:3,4,5").expect_err("other files");
        assert!(
            refused.to_string().contains("found other files"),
            "{refused}"
        );
        assert_eq!(names(&path), [name]);
        assert_eq!(
            fs::read_to_string(path.join(name)).expect("a file"),
            "mine\n"
        );
    }
    let (_directory, path) = place("work");
    for left in ["lock", "game.0123456789abcdef.part"] {
        fs::create_dir_all(&path).expect("a directory");
        fs::write(path.join(left), "").expect("a file");
    }
    let store = DirectoryStore::open(&path, "nim:3,4,5").expect("a store");
    store
        .write("mine", b"perfectplay".to_vec())
        .expect("a file");
    let other = DirectoryStore::open(&path, "nim:1").expect_err("another game");
    assert!(
        other
            .to_string()
            .ends_with("expected results of nim:1, found those of nim:3,4,5")
    );
    assert_eq!(
        names(&path),
        ["game", "game.0123456789abcdef.part", "lock", "mine"]
    );
    store.clear([]).expect("a directory");
    assert_eq!(names(&path), ["mine"]);
}

/// A store reads the first bytes of a file. If these bytes show that the file is not a result, the
/// store does not read the rest.
#[test]
fn other_files_are_not_read() {
    let (_directory, path) = place("work");
    let store = DirectoryStore::open(&path, "nim:3,4,5").expect("a store");
    let long = File::create(path.join("found-0")).expect("a file");
    long.set_len(1 << 42).expect("a file with a hole");
    let read = store.read("found-0").expect("a file").expect("a file");
    assert!(read.len() < 100);
    (&long).write_all(b"perfectplay result\n").expect("a file");
    assert!(store.read("found-0").is_err());
}
