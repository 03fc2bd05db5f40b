//! Runs the library's readers on the corpus of `tests/fuzz/`.

#[path = "../fuzz/readers/library.rs"]
mod readers;
#[path = "../fuzz/replay.rs"]
mod replay;
