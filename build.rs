//! Solves tic-tac-toe and writes its tables to `OUT_DIR`, with the crate's own modules.

extern crate alloc;

#[path = "src/kernel/mod.rs"]
mod kernel;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use kernel::solve::solve;
use kernel::tictactoe::{TicTacToe, source};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/kernel");
    // The crate that is compiled next has baked tables; this script has none.
    println!("cargo::rustc-cfg=baked");
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or("expected OUT_DIR, found nothing")?);
    fs::write(out_dir.join("tictactoe.rs"), source(&solve(&TicTacToe)?)?)?;
    Ok(())
}
