//! Whether the rules fit together, and the table follows from them.

#[path = "../src/board.rs"]
mod board;
#[path = "../src/rules.rs"]
mod rules;

use perfectplay::{check, table, verify, walk};
use perfectplay_games::Notation;
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

#[test]
fn what_is_written_can_be_read() {
    let game = HEXAPAWN.game();
    for visit in walk(&HEXAPAWN) {
        let text = game.state_text(visit.state).to_string();
        assert_eq!(game.read_state(&text), Ok(visit.state), "{text}");
        for wrong in [&text[1..], &format!("{text} "), &text.replace('.', "?")] {
            assert!(wrong == text || game.read_state(wrong).is_err(), "{wrong}");
        }
    }
}
