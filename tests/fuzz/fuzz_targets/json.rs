//! Lets libFuzzer call `readers::json` with bytes that libFuzzer makes up. `.ci/fuzz` runs this
//! program.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../readers/library.rs"]
#[allow(dead_code, reason = "each reader has a target")]
mod readers;

fuzz_target!(|data: &[u8]| readers::json(data));
