//! Runs libFuzzer on the reader that has the name of this file. `.ci/fuzz` calls it.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../readers/store.rs"]
#[allow(dead_code, reason = "each reader has a target")]
mod readers;

fuzz_target!(|data: &[u8]| readers::results::read_checkpoint(data));
