//! Whether the rules fit together, and the table follows from them.

#[path = "../src/rules.rs"]
mod rules;

use perfectplay::{check, table, verify};
use rules::Hexapawn;

table!(static HEXAPAWN: Hexapawn = Hexapawn { columns: 3, rows: 3 }, "hexapawn");

#[test]
fn the_rules_fit_together() {
    let checked = check(HEXAPAWN.game());
    assert!(checked.findings.is_empty(), "{checked}");
}

#[test]
fn the_table_follows_from_the_rules() {
    let verified = verify(&HEXAPAWN).expect("a table without a flaw");
    assert_eq!(verified.states, 135);
}
