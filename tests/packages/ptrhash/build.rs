//! Writes a perfect-hash map from three cell numbers to the names of the cells, for the program in
//! `src`.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let map = phf_codegen::Map::new()
        .entry(0_u8, "\"corner\"")
        .entry(1, "\"edge\"")
        .entry(4, "\"centre\"")
        .build()
        .to_string();
    let out_dir = env::var_os("OUT_DIR").expect("cargo should set OUT_DIR");
    fs::write(Path::new(&out_dir).join("names.rs"), map)
}
