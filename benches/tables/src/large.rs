//! The larger of the two games whose tables this benchmark measures. The other game is tic-tac-toe.

#[path = "../../../examples/own-game/src/rules.rs"]
#[allow(dead_code)]
mod rules;

pub use rules::Hexapawn;

/// A board of four columns and five rows, which has more than a hundred thousand states.
pub const LARGE: Hexapawn = Hexapawn {
    columns: 4,
    rows: 5,
};
