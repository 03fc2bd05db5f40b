//! The corpus of `tests/fuzz/` for what the command reads.

#[path = "../../../tests/fuzz/readers/command.rs"]
mod readers;
#[path = "../../../tests/fuzz/replay.rs"]
mod replay;

/// If whole tables were refused, changed ones would not get far.
#[test]
fn whole_tables_are_accepted() {
    for table in [
        &include_bytes!("../../../tests/fuzz/corpus/verify/heap.tsv")[..],
        include_bytes!("../../../tests/fuzz/corpus/verify/heap.csv"),
    ] {
        let [_, of_the_heap] = readers::programs();
        let accepted = perfectplay_cli::fuzzing::verify(&of_the_heap, table);
        assert!(accepted.is_ok(), "{accepted:?}");
    }
}
