//! Solves the game and bakes the table.

use perfectplay::bake::BakeError;
use perfectplay::write_table;

#[path = "src/rules.rs"]
mod rules;

fn main() -> Result<(), BakeError> {
    write_table!("hexapawn", rules::HEXAPAWN)
}
