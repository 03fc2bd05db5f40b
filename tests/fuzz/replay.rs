//! Tests the functions that read the input of a package. Each function reads every file of its
//! corpus, and copies of these files with a few changes. A package includes this file in its tests,
//! and defines the module `readers` that this file uses.
//!
//! The changes are the same in every run. With `FUZZ_SECONDS=600`, a loop tries other changes for
//! 600 seconds. Unlike a fuzzer, this loop chooses the changes at random, and does not prefer
//! inputs that reach new code.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use super::readers::{READERS, Reader};

/// Returns the name and the content of every file in the directory `name` of the corpus.
fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    // The package is at the root of the repository, or in a directory below it.
    let mut directories = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|directory| directory.join("tests/fuzz/corpus"));
    let directory = directories.find(|directory| directory.is_dir());
    let entries = fs::read_dir(directory.expect("a corpus").join(name))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{name}");
    files
}

/// A sequence of pseudorandom numbers from a seed, by SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Makes one to four changes. A change sets a byte, changes the length, or copies a part of another
/// file.
fn change(bytes: &mut Vec<u8>, files: &[(String, Vec<u8>)], numbers: &mut Numbers) {
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        match numbers.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, numbers.below(256) as u8),
            2 => {
                let other = &files[numbers.below(files.len())].1;
                let from = numbers.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            kind => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = match kind {
                        3 => *byte ^ (1 << numbers.below(8)),
                        4 => [0, 0x7f, 0x80, 0xff, b'-', b'9'][numbers.below(6)],
                        _ => numbers.below(256) as u8,
                    };
                }
            }
        }
    }
}

/// Runs a reader on a changed file. If the reader panics, prints the bytes, so that they can be
/// added to the corpus.
fn run(reader: Reader, name: &str, bytes: &[u8]) {
    if std::panic::catch_unwind(|| reader(bytes)).is_err() {
        panic!(
            "a change of {name} is no longer endured: {:?}",
            bytes.escape_ascii().to_string()
        );
    }
}

#[test]
fn every_file_is_endured() {
    for &(name, reader) in READERS {
        for (path, bytes) in corpus(name) {
            run(reader, &path, &bytes);
        }
    }
}

/// Runs each reader on `versions` changed versions of each file.
fn run_on_changed_files(versions: u32) {
    for &(name, reader) in READERS {
        let files = corpus(name);
        let mut numbers = Numbers(1);
        for (path, bytes) in &files {
            for _ in 0..versions {
                let mut bytes = bytes.clone();
                change(&mut bytes, &files, &mut numbers);
                run(reader, path, &bytes);
            }
        }
    }
}

#[test]
fn changed_files_are_endured() {
    run_on_changed_files(12);
}

#[test]
#[ignore = "tries thirty times as many changes; run by .ci/run"]
fn changed_files_in_full() {
    run_on_changed_files(400);
}

/// Without `FUZZ_SECONDS`, this test ends at once, because the tests above are enough for a usual
/// run.
#[test]
fn other_changes_are_endured_for_a_while() {
    let seconds = env::var("FUZZ_SECONDS").map_or(0, |text| text.parse().expect("seconds"));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut numbers =
        Numbers(env::var("FUZZ_SEED").map_or(2, |text| text.parse().expect("a seed")));
    let corpora: Vec<_> = READERS
        .iter()
        .map(|&(name, reader)| (corpus(name), reader))
        .collect();
    let mut runs = 0_u64;
    while Instant::now() < end {
        for (files, reader) in &corpora {
            let (path, bytes) = &files[numbers.below(files.len())];
            let mut bytes = bytes.clone();
            change(&mut bytes, files, &mut numbers);
            run(*reader, path, &bytes);
            runs += 1;
        }
    }
    println!("{runs} runs in {seconds} s");
}
