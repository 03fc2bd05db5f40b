//! Solves tic-tac-toe and writes its tables to `OUT_DIR`.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use perfectplay_core::solve::solve;
use perfectplay_core::tictactoe::{TicTacToe, records, rows_and_slots};

pub fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    // In a build script, this library says whether it was optimised.
    let opt_level = env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=PERFECTPLAY_OPT_LEVEL={opt_level}");
    let records = records(&solve(TicTacToe)?)?;
    let mut map = phf_codegen::Map::new();
    for (state, record) in &records {
        map.entry(state, format!("Record::from_bits({:#x})", record.to_bits()));
    }
    let source = format!(
        "#[cfg(not(target_pointer_width = \"16\"))]\n\
         pub static MAP: phf::Map<State, Record> = {};\n{}",
        map.build(),
        rows_and_slots(&records),
    );
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or("expected OUT_DIR, found nothing")?);
    Ok(fs::write(out_dir.join("tictactoe.rs"), source)?)
}
