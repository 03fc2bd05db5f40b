//! Solves the game and bakes what is known of every state.

use perfectplay::bake::{BakeError, write_table};

#[path = "src/rules.rs"]
mod rules;

fn main() -> Result<(), BakeError> {
    let game = rules::Hexapawn {
        columns: 3,
        rows: 3,
    };
    write_table("hexapawn", &game)
}
