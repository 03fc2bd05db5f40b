//! Checks that the rules are consistent, and that the table follows from them.

#[path = "../src/board.rs"]
mod board;
#[path = "../src/rules.rs"]
mod rules;

use perfectplay::{Game, check, table, verify, walk};
use perfectplay_games::{Baked, Listed};
use rules::{HEXAPAWN, Hexapawn};

table!(static BAKED: Hexapawn = HEXAPAWN, "hexapawn");

fn baked(game: &Hexapawn) -> Option<&'static Baked<Hexapawn>> {
    (game == BAKED.game()).then_some(&BAKED)
}

#[test]
fn the_rules_fit_together() {
    let checked = check(BAKED.game());
    assert!(checked.complete && checked.findings.is_empty(), "{checked}");
}

#[test]
fn the_table_follows_from_the_rules() {
    let verified = verify(&BAKED).expect("a table without a flaw");
    assert_eq!(verified.states, 135);
}

/// Counted by hand: there are three first moves. Each move of an outer pawn has three replies, one
/// of them a capture. The move of the middle pawn has four replies, two of them captures.
#[test]
fn the_first_plies_have_as_many_states_as_by_hand() {
    let mut states = [0; 3];
    for visit in walk(&BAKED) {
        let visit = visit.expect("a sound table");
        if let Some(count) = states.get_mut(visit.ply as usize) {
            *count += 1;
        }
    }
    assert_eq!(states, [1, 3, 10]);
}

/// Compares the states of a short game with states that were worked out on paper.
#[test]
fn a_game_is_played_by_the_names_of_its_moves() {
    let game = BAKED.game();
    let mut state = game.start();
    for (played, expected) in [
        ("b1b2", "BBB/.W./W.W B"),
        ("a3b2", ".BB/.B./W.W W"),
        ("a1b2", ".BB/.W./..W B"),
        ("c3c2", ".B./.WB/..W W"),
    ] {
        let mut legal = game.legal(state).iter();
        let mv = legal.find(|&mv| game.move_text(state, mv).to_string() == played);
        state = game.play(state, mv.expect("a legal move"));
        assert_eq!(game.state_text(state).to_string(), expected);
    }
    // No white pawn can move.
    assert_eq!(game.outcome(state), Some(perfectplay::Value::Loss));
}

#[test]
fn what_is_written_can_be_read() {
    let game = BAKED.game();
    for visit in walk(&BAKED) {
        let state = visit.expect("a sound table").state;
        let text = game.state_text(state).to_string();
        assert_eq!(game.read_state(&text), Ok(state), "{text}");
        for wrong in [&text[1..], &format!("{text} "), &text.replace('.', "?")] {
            assert!(wrong == text || game.read_state(wrong).is_err(), "{wrong}");
        }
    }
}
