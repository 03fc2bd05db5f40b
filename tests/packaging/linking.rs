//! Tests that a program contains the data of each table that it uses, and the data of no other
//! table.

use std::{env, fs};

use crate::packaging::cargo::{cargo, target};

/// Includes the tables that the library's build script has written. The tables use the types
/// `State` and `Record`. This module defines both types again with public fields, so that the test
/// can read the bits.
mod baked {
    pub struct State(pub u32);

    impl State {
        const fn from_bits(bits: u32) -> Self {
            Self(bits)
        }
    }

    pub struct Record(pub u32);

    impl Record {
        const fn from_bits(bits: u32) -> Self {
            Self(bits)
        }
    }

    include!(concat!(env!("OUT_DIR"), "/tictactoe.rs"));
}

/// Returns the bytes of the two arrays that `lookup` reads, as they are in a compiled program.
fn index() -> [Vec<u8>; 2] {
    [
        baked::ROWS.map(u16::to_ne_bytes).concat(),
        baked::SLOTS.map(u32::to_ne_bytes).concat(),
    ]
}

/// Returns the bytes of the two arrays of `MAP`, as they are in a compiled program.
fn map() -> [Vec<u8>; 2] {
    let entries = baked::MAP
        .entries
        .iter()
        .map(|(state, record)| (state.0, record.0));
    [pairs(baked::MAP.disps.iter().copied()), pairs(entries)]
}

/// Returns the bytes of an array of pairs. In each pair, the first field comes before the second.
/// The compiler is allowed to reorder the fields of a pair, but does not do so.
fn pairs(pairs: impl Iterator<Item = (u32, u32)>) -> Vec<u8> {
    pairs
        .flat_map(|(a, b)| [a, b])
        .flat_map(u32::to_ne_bytes)
        .collect()
}

fn size(arrays: &[Vec<u8>]) -> usize {
    arrays.iter().map(Vec::len).sum()
}

/// Returns how many of `arrays` the program contains.
fn carried(program: &[u8], arrays: &[Vec<u8>]) -> usize {
    arrays
        .iter()
        .filter(|array| program.windows(array.len()).any(|run| run == *array))
        .count()
}

#[test]
#[ignore = "builds a package"]
fn a_program_contains_only_the_table_that_it_uses() {
    let package = "tests/packages/linking";
    cargo(package, "build --release --locked");
    let program = |name| {
        let path = target(package).join("release").join(name);
        fs::read(path.with_extension(env::consts::EXE_EXTENSION)).unwrap()
    };
    let (lookup_only, map_only) = (program("lookup_only"), program("map_only"));
    assert_eq!(carried(&lookup_only, &index()), 2);
    assert_eq!(carried(&lookup_only, &map()), 0);
    assert_eq!(carried(&map_only, &index()), 0);
    assert_eq!(carried(&map_only, &map()), 2);

    for (name, program, data) in [
        ("lookup_only", &lookup_only, size(&index())),
        ("map_only", &map_only, size(&map())),
    ] {
        println!("{name}: {} bytes, {data} of them data", program.len());
    }
    // The programs also differ in some code, and in the page at which the linker places sections. A
    // page has at most 16 KiB.
    let more = size(&map()) - size(&index());
    assert!(map_only.len().abs_diff(lookup_only.len() + more) < 16 << 10);
}
