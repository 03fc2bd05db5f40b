//! Runs the fuzz targets for the command's parsers on the stored inputs in `tests/fuzz/`.

#[path = "../../../tests/fuzz/readers/command.rs"]
mod readers;
#[path = "../../../tests/fuzz/replay.rs"]
mod replay;

/// The command must accept an unchanged table. A command that refuses every table would also pass the tests with
/// changed tables.
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
