//! The corpus of `tests/fuzz/` for what the library reads.

#[path = "../fuzz/readers/library.rs"]
mod readers;
#[path = "../fuzz/replay.rs"]
mod replay;
