//! Runs the readers of stored files on the corpus of `tests/fuzz/`.

#[path = "../../../tests/fuzz/readers/store.rs"]
pub mod readers;
#[path = "../../../tests/fuzz/replay.rs"]
mod replay;

use std::path::Path;

use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{DenseIndex, Limits, Tablebase};

/// The reader must accept an unchanged table. Otherwise, the tests with changed tables would reach
/// little of the reader's code.
#[test]
fn a_whole_table_is_accepted() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/fuzz/corpus/tiers/connect-2x2-2.table"
    );
    let game = Connect::with_parameters("2x2,2").expect("a game");
    let table = Tablebase::open(DenseIndex(game), Path::new(path)).expect("a table");
    table.verify(&Limits::default()).expect("a right table");
}

/// The reader must accept an unchanged checkpoint. Otherwise, the tests with changed checkpoints
/// would reach little of the reader's code.
#[test]
fn a_whole_checkpoint_is_accepted() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/fuzz/corpus/checkpoints/dodgem-2.rounds-0-85"
    );
    assert!(readers::results::continues(
        &std::fs::read(path).expect("a file")
    ));
}
