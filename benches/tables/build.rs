//! Solves two games, and writes each as a table and as a plain hash map, so that the benchmark can
//! compare both forms.

use std::path::PathBuf;
use std::{env, fs};

use perfectplay::bake::BakeError;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Game, solve};

#[path = "src/large.rs"]
mod large;

fn main() -> Result<(), BakeError> {
    perfectplay::write_table!("tictactoe", TicTacToe)?;
    write_map("tictactoe", &TicTacToe)?;
    perfectplay::write_table!("hexapawn", large::LARGE)?;
    write_map("hexapawn", &large::LARGE)
}

fn write_map<G: Game>(name: &str, game: &G) -> Result<(), BakeError> {
    let solution = solve(game)?;
    let mut map = phf_codegen::Map::new();
    for ((state, _), number) in solution.scores().zip(0_u32..) {
        map.entry(game.key(state), number.to_string());
    }
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or(BakeError::NoOutDir)?);
    let path = out_dir.join(format!("{name}-plain.rs"));
    fs::write(&path, map.build().to_string()).map_err(|error| BakeError::Write { path, error })
}
