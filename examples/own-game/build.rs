//! Solves the game and bakes what is known of every state.

use perfectplay::bake::BakeError;
use perfectplay::write_table;

#[path = "src/rules.rs"]
mod rules;

fn main() -> Result<(), BakeError> {
    write_table!("hexapawn", rules::HEXAPAWN)
}
