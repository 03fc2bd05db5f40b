//! Bakes two games, each as a table and as a plain map from keys to numbers.

use std::path::PathBuf;
use std::{env, fs};

use perfectplay::bake::{self, BakeError};
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Game, solve};

#[path = "../../examples/own-game/src/rules.rs"]
mod rules;

fn main() -> Result<(), BakeError> {
    bake("tictactoe", &TicTacToe)?;
    let hexapawn = rules::Hexapawn {
        columns: 4,
        rows: 5,
    };
    bake("hexapawn", &hexapawn)
}

fn bake<G: Game>(name: &str, game: &G) -> Result<(), BakeError> {
    bake::write_table(name, game)?;
    let solution = solve(game)?;
    let mut map = phf_codegen::Map::new();
    for ((state, _), number) in solution.scores().zip(0_u32..) {
        map.entry(game.key(state), number.to_string());
    }
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or(BakeError::NoOutDir)?);
    let path = out_dir.join(format!("{name}-plain.rs"));
    fs::write(&path, map.build().to_string()).map_err(|error| BakeError::Write { path, error })
}
