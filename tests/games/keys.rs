//! The keys of states are computed as each game documents, so that programs in other languages can
//! compute them.

use perfectplay::{Game, Move};
use perfectplay_games::LIST;

use super::registry::game;

/// Checks the key of the state after some moves from the start, which are given by their indexes.
fn assert_key(spec: &str, moves: &[u8], key: u64) {
    let game = game(spec);
    let moves = moves.iter().filter_map(|&index| Move::new(index));
    let state = moves.fold(game.start(), |state, mv| game.play(state, mv));
    assert_eq!(game.key(state), key, "{spec}");
}

#[test]
fn keys_are_as_documented() {
    assert_key("mnk:3,3,3", &[0], 1 << 9 | 1);
    assert_key("mnk:6,6,3", &[1], 2 * 3);
    assert_key("connect:4x4", &[0], (1 | 1 << 5 | 1 << 10 | 1 << 15) + 2);
    assert_key("tictactoe", &[4, 0], 1 << 4 | 1 << 9);
    assert_key("hexapawn:3x3", &[], 0o700 | 0o007 << 31);
    assert_key("breakthrough:2x4", &[], 0b1111_0000 | 0b1111 << 31);
    assert_key("dodgem:3", &[], 0b001_001 | 0b110_000_000 << 31);
    assert_key("morris:tapatan", &[4], 1 << 4 | 1 << 62);
    assert_key("hounds", &[], (1 << 1 | 1 << 5 | 1 << 11) | 1 << 9 << 15);
    assert_key("notakto:2", &[9], 1 << 9);
    assert_key("domineering:3x3", &[0], 1 | 1 << 3);
    assert_key("chomp:2x2", &[], 0b1111);
    assert_key("wild", &[0], 1);
    assert_key("wild", &[9], 1 << 9);
    assert_key("dots:1x1", &[0], 2 * 2 + 1);
    assert_key("subtraction:21,3", &[], 21);
    assert_key("vanishing", &[4], 5 | 1 << 24);
    assert_key("nim:3,4,5", &[], 3 | 4 << 8 | 5 << 16);
    // 1 over 1, 3 over 2 and 4 over 3.
    assert_key("kalah:1,1", &[], 2 * (1 + 3 + 4));
    assert_key("mills:six", &[], 12 << 48);
    // Each player has a lion and a chick.
    let [mine, straight, aslant, chicks] = [0o2200_u64, 0o2002, 0o2002, 0o0220];
    let start = mine | straight << 12 | aslant << 24 | chicks << 36;
    assert_key("dobutsu", &[], start);

    let chess = game("chess:KQK");
    let (b4, e2, queen_c4) = (33, 52, 1 | 34 << 4);
    let state = chess.parse("8/8/8/8/1KQ5/8/4k3/8 w - -").unwrap();
    assert_eq!(chess.key(state), b4 | e2 << 6 | queen_c4 << 12);
}

#[test]
fn every_game_documents_its_key() {
    for listing in LIST {
        // Tic-tac-toe needs no text: its C header has a function for the key.
        assert!(
            !listing.key.is_empty() || listing.name == "tictactoe",
            "{}",
            listing.name
        );
    }
}
