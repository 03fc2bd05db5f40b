//! Solves the game and bakes what is known of every state.

use perfectplay::bake::{BakeError, Baker};

#[path = "src/rules.rs"]
mod rules;

fn main() -> Result<(), BakeError> {
    Baker::new("hexapawn").write(&rules::Hexapawn {
        columns: 3,
        rows: 3,
    })
}
