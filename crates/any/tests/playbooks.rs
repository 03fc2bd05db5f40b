//! Tests the playbooks of games whose Rust type is erased. A playbook that is made without the game's Rust type must
//! have the same bytes and moves as a playbook that is made with this type. A player that follows the playbook must
//! make no mistake.

use perfectplay::playbook::{Keep, Playbook, PlaybookError};
use perfectplay::table::fingerprint;
use perfectplay::{Player, Value, bake, solve};
use perfectplay_any::{
    AnyGame, AnyTable, Catalogue, Extent, Limits, Playbook as AnyPlaybook, Solve, audit, rules,
    unwatched,
};
use perfectplay_games::Listed;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::hexapawn::Hexapawn;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mnk::Connect;
use perfectplay_games::morris::Morris;
use perfectplay_games::subtraction::Subtraction;

/// Finds, opens, uses and audits a playbook. Returns its bytes.
fn compare<G: Listed>(parameters: &str, how: bake::Playbook<'_>) -> Vec<u8> {
    let game = G::with_parameters(parameters).expect("parameters");
    let any: AnyGame = rules(game.clone());
    let table = any.solve(&Solve::default()).expect("a game");
    let watch = Limits::default().watch;
    let baked = table.bake_playbook(how, watch).expect("a playbook");
    let expected = how.bytes(&solve(&game).expect("a game"));
    assert_eq!(baked.bytes, expected.expect("a playbook"));

    let book = table
        .open_playbook(baked.bytes.clone())
        .expect("a playbook of this game");
    let known = Playbook::from_bytes(&game, &baked.bytes).expect("a playbook");
    let rules_alone = any.without_table();
    table
        .visit(&mut |visit| {
            let text = visit.position.text();
            let state = game.read_state(&text).expect("a state");
            let position = rules_alone.parse(&text).expect("a state");
            assert_eq!(book.choose(&position), known.choose(state));
            let view = position.unjudged();
            assert!(!view.is_reachable());
            let legal: Vec<_> = view.choices.iter().map(|choice| choice.mv).collect();
            assert!(position.legal().iter().eq(legal));
            Ok(())
        })
        .expect("a table");

    for side in Player::BOTH {
        let extent = Extent {
            side,
            lines: 1,
            mistakes: 1,
            symmetry: false,
        };
        let audited = audit(&table, &book.player(table.game()), extent).expect("a player");
        assert_eq!(audited.blunders, 0);
    }
    baked.bytes
}

#[test]
fn playbooks_are_those_of_the_library() {
    let how = bake::Playbook::new("").steps(1 << 12);
    compare::<Hexapawn>("3x3", how);
    compare::<Connect>("3x3,3", how.symmetry());
    // These are a game with extra turns, a loopy game, and a game in which a state does not say whose turn it
    // is.
    compare::<DotsAndBoxes>("2x1", how.symmetry());
    compare::<Kalah>("3,2", how.keep(Keep::Distance));
    compare::<Morris>("tapatan", how.symmetry());
    compare::<Subtraction>("9,3", how.check_bits(2));
}

/// Plays a book against every reply of the opponent, by the rules alone. Compares the result with an audit, which also
/// uses the table. Returns the value of the game for the player on `side`.
fn played_through(table: &AnyTable, book: &AnyPlaybook, side: Player) -> Option<Value> {
    let extent = Extent {
        side,
        lines: 1,
        mistakes: 0,
        symmetry: false,
    };
    let audited = audit(table, &book.player(table.game()), extent);
    let Ok(played) = table.game().play_through(book, side, &unwatched) else {
        assert!(audited.is_err(), "a book that is refused has no audit");
        return None;
    };
    let audited = audited.expect("a book with a move wherever it is asked");
    // The lines of play of a loopy game are not counted.
    let agrees = match played.value {
        Value::Loss => !audited.losing_lines.is_empty(),
        Value::Draw => audited.losing_lines.is_empty() && audited.drawn != Some(0),
        Value::Win => {
            audited.losing_lines.is_empty() && audited.drawn.is_none_or(|drawn| drawn == 0)
        }
    };
    assert!(agrees, "{played:?}, {audited:?}");
    Some(played.value)
}

/// Damaged books are refused. A forged book contains changed moves and a correct checksum, so opening it succeeds. The
/// audit then plays the changed moves.
#[test]
fn playing_through_agrees_with_an_audit() {
    let mut found = [0; 4];
    for game in [
        "mnk:3,3,3",
        "dots:2x1",
        "kalah:3,2",
        "hexapawn:3x3",
        "morris:tapatan",
    ] {
        let game = Catalogue::with_games_that_ship().find(game);
        let game = game.expect("a game");
        let table = game.solve(&Solve::default()).expect("a game");
        let how = bake::Playbook::new("").steps(1 << 10);
        let baked = table
            .bake_playbook(how, Limits::default().watch)
            .expect("a playbook");
        for place in 0..baked.bytes.len() {
            let mut bytes = baked.bytes.clone();
            bytes[place] ^= 1 << (place % 8);
            let damaged = table.open_playbook(bytes.clone());
            assert!(damaged.is_err(), "{place}");
            let content = bytes.len() - size_of::<u32>();
            let sum = crc32fast::hash(&bytes[..content]);
            bytes.truncate(content);
            bytes.extend(sum.to_le_bytes());
            let Ok(book) = table.open_playbook(bytes) else {
                continue;
            };
            for side in book.data().sides() {
                let value = played_through(&table, &book, side);
                found[value.map_or(3, |value| value as usize)] += 1;
            }
        }
        let honest = table.open_playbook(baked.bytes).expect("a playbook");
        let worst = Player::BOTH.map(|side| played_through(&table, &honest, side));
        let start = table
            .start()
            .analysis()
            .expect("a table")
            .expect("a start")
            .value();
        assert_eq!(worst, [Some(start), Some(start.flip())]);
    }
    // Some forged books win, some lose, and some have no move.
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}

#[test]
fn a_playbook_of_other_rules_is_refused() {
    let bytes = compare::<Connect>("3x3,3", bake::Playbook::new("").steps(1 << 10));
    let games = ["3x3,3", "3x3,3,misere"];
    let [found, other] = games.map(|game| Connect::with_parameters(game).expect("a game"));
    let (found, expected) = (fingerprint(&found), fingerprint(&other));
    let other = rules(other).without_table();
    let refused = other.open_playbook(bytes.clone()).expect_err("others");
    assert_eq!(refused, PlaybookError::Rules { expected, found });
    let damaged = other.open_playbook(bytes[..bytes.len() - 1].to_vec());
    assert!(matches!(damaged, Err(PlaybookError::Checksum { .. })));
}
