//! Lets libFuzzer test `readers::verify` with invented bytes. `.ci/fuzz` runs this program.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../readers/command.rs"]
#[allow(dead_code, reason = "each reader has a target")]
mod readers;

fuzz_target!(|data: &[u8]| readers::verify(data));
