//! Solves the games and writes their tables to `OUT_DIR`, with the crate's own modules.

// Each module is the crate's: a build script does not use all of it.
#![allow(dead_code, unused_imports)]

extern crate alloc;

#[path = "src/analysis.rs"]
mod analysis;
#[path = "src/bake"]
mod bake {
    pub mod displace;
    pub mod map;
    pub mod tictactoe;
}
#[path = "src/game.rs"]
mod game;
#[path = "src/games/mod.rs"]
mod games;
#[path = "src/notation.rs"]
mod notation;
#[path = "src/place.rs"]
mod place;
#[path = "src/record.rs"]
mod record;
#[path = "src/solve/mod.rs"]
mod solve;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use games::tictactoe::TicTacToe;

/// Makes the source of one game's tables.
type Bake = fn() -> Result<String, Box<dyn Error>>;

/// The games to bake, by the name of their file.
const GAMES: &[(&str, Bake)] = &[("tictactoe", || {
    Ok(bake::tictactoe::tictactoe(&solve::solve(&TicTacToe)?)?)
})];

fn main() -> Result<(), Box<dyn Error>> {
    for input in [
        "build.rs",
        "src/analysis.rs",
        "src/bake",
        "src/game.rs",
        "src/games",
        "src/notation.rs",
        "src/place.rs",
        "src/record.rs",
        "src/solve",
    ] {
        println!("cargo::rerun-if-changed={input}");
    }
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or("expected OUT_DIR, found nothing")?);
    for (name, source) in GAMES {
        let source = source().map_err(|error| format!("{name}: {error}"))?;
        fs::write(out_dir.join(name).with_extension("rs"), source)?;
    }
    Ok(())
}
