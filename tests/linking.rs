//! Linking: a program carries the data that it asks, and no other.

mod cargo;

use std::{env, fs};

use cargo::{cargo, target};

/// What the build script wrote, open to be read.
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

/// The data behind `lookup`, as it lies in a program.
fn index() -> [Vec<u8>; 2] {
    [
        baked::ROWS.map(u16::to_ne_bytes).concat(),
        baked::SLOTS.map(u32::to_ne_bytes).concat(),
    ]
}

/// The data behind `MAP`, likewise.
fn map() -> [Vec<u8>; 2] {
    let entries = baked::MAP
        .entries
        .iter()
        .map(|(state, record)| (state.0, record.0));
    [pairs(baked::MAP.disps.iter().copied()), pairs(entries)]
}

/// The compiler may choose the order of a pair; it keeps the one of the source.
fn pairs(pairs: impl Iterator<Item = (u32, u32)>) -> Vec<u8> {
    pairs
        .flat_map(|(a, b)| [a, b])
        .flat_map(u32::to_ne_bytes)
        .collect()
}

fn size(arrays: &[Vec<u8>]) -> usize {
    arrays.iter().map(Vec::len).sum()
}

/// How many of the arrays are in the program.
fn carried(program: &[u8], arrays: &[Vec<u8>]) -> usize {
    arrays
        .iter()
        .filter(|array| program.windows(array.len()).any(|run| run == *array))
        .count()
}

#[test]
fn a_program_carries_only_the_table_that_it_asks() {
    let examples = "build --release --example lookup_only --example map_only --offline --locked";
    cargo("", examples);
    let program = |name| {
        let path = target("").join("release/examples").join(name);
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
    // Beside the data the programs differ by some code, and by where the linker begins a
    // page, which has at most 16 KiB.
    let more = size(&map()) - size(&index());
    assert!(map_only.len().abs_diff(lookup_only.len() + more) < 16 << 10);
}
