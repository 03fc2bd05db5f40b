//! libFuzzer on the reader of this name; .ci/fuzz runs it.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../readers.rs"]
#[allow(dead_code, reason = "there is a target for each reader")]
mod readers;

fuzz_target!(|data: &[u8]| readers::archive(data));
