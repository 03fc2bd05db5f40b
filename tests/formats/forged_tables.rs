//! Tests forged tables. A forged table has the right form and a correct checksum, but wrong
//! records. Code that reads a forged table never panics and never makes an illegal move.

use perfectplay::audit::AuditError;
use perfectplay::level::ErrorRate;
use perfectplay::level::Strategy;
use perfectplay::round::Seat;
use perfectplay::{
    Level, Moves, Player, Round, Solved, Table, audit, bake, principal_variation, solve, verify,
    walk,
};
use perfectplay_games::Listed;
use perfectplay_games::dodgem::Dodgem;
use perfectplay_games::hexapawn::Hexapawn;

/// The number of plies after which the test stops following a line of best play. Every line of this
/// test ends or repeats a state before this number of plies.
const MANY: usize = 1000;

/// Returns altered copies of a table, with correct checksums. Each copy differs from the table in
/// one byte after the header. The first copy differs in the first of these bytes, the next copy in
/// the byte `step` bytes later, and so on.
fn forgeries(bytes: &[u8], step: usize) -> impl Iterator<Item = Vec<u8>> {
    let name = 18 + 2 + 3 + 6 * 4 + 8 + 8;
    let content = name + 1 + usize::from(bytes[name])..bytes.len() - 4;
    let changes = [0x01, 0xff, 0x10, 0x80].into_iter().cycle();
    content.step_by(step).zip(changes).map(|(at, change)| {
        let mut forged = bytes.to_vec();
        forged[at] ^= change;
        let end = forged.len() - 4;
        let checksum = crc32fast::hash(&forged[..end]).to_le_bytes();
        forged[end..].copy_from_slice(&checksum);
        forged
    })
}

fn levels() -> [Level; 4] {
    let rate = ErrorRate::from_percent(50).unwrap();
    [
        Level::Perfect,
        Level::Invincible,
        Level::Casual(rate),
        Level::Random,
    ]
}

/// Uses a table for look-ups, lines of best play, levels, audits and rounds. Returns whether
/// `verify` accepts the table.
fn use_everywhere<G: Listed>(game: G, states: &[G::State], bytes: &[u8]) -> bool {
    let table = Table::from_bytes(game, bytes).unwrap();
    let game = table.game();
    let is_sound = verify(&table).is_ok();
    let legal = |state| match game.outcome(state) {
        Some(_) => Moves::EMPTY,
        None => game.legal(state),
    };

    match walk(&table).collect::<Result<Vec<_>, _>>() {
        // A walk without an error has visited all states.
        Ok(visits) => assert_eq!(visits.len(), states.len()),
        Err(_) => assert!(!is_sound),
    }

    for &state in states {
        let moves = table.try_moves(state);
        assert!(moves.is_ok() || !is_sound);
        for mv in table.moves(state) {
            assert!(legal(state).contains(mv.mv));
            assert_eq!(game.play(state, mv.mv), mv.after);
        }
        let mut at = state;
        for (mv, after) in principal_variation(&table, state).take(MANY).flatten() {
            assert!(legal(at).contains(mv));
            assert_eq!(game.play(at, mv), after);
            at = after;
        }
        for level in levels() {
            let Ok(choices) = level.on(&table).choices(state);
            assert!(choices.is_subset(legal(state)));
            for entropy in 0..4 {
                let chosen = level.choose(&table, state, entropy);
                assert!(chosen.is_none_or(|mv| legal(state).contains(mv)));
            }
        }
    }
    for level in levels() {
        if let Err(error) = audit(&table, &level.on(&table), Player::First) {
            // A level without a record chooses no move. It never chooses an illegal move.
            assert!(!matches!(error, AuditError::Illegal { .. }), "{error}");
        }
        let mut round = Round::new(&table, [Seat::Ai(level); 2]);
        for entropy in 0..20 {
            let before = round.state();
            if let Some(mv) = round.respond(entropy) {
                assert!(legal(before).contains(mv));
            }
        }
    }
    is_sound
}

fn check<G: Listed + Copy>(game: G, step: usize) {
    let solution = solve(&game).unwrap();
    let states: Vec<_> = solution.scores().map(|(state, _)| state).collect();
    let bytes = bake::table("forged", &solution).unwrap();
    let (mut sound, mut flawed) = (0, 0);
    for forged in forgeries(&bytes, step) {
        if use_everywhere(game, &states, &forged) {
            sound += 1;
        } else {
            flawed += 1;
        }
    }
    // Only tables that differ in padding are sound.
    assert!(flawed > sound, "{sound} sound, {flawed} flawed");
}

#[test]
fn no_forged_table_does_harm() {
    check(Hexapawn::with_parameters("3x3").unwrap(), 11);
}

/// In this game, states repeat and some draws never end.
#[test]
fn no_forged_table_of_a_game_that_repeats_does_harm() {
    check(Dodgem::with_parameters("2").unwrap(), 3);
}
