//! Tests Kalah. Compares the game with published results, and every state with a second solver and
//! a second implementation of the rules.

use std::collections::HashMap;

use crate::oracles::extra_turns::{Position, histogram, histogram_of};
use perfectplay::{Game, Move, Player, Value, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::kalah::Kalah;

/// The results that Irving, Donkers and Uiterwijk published (Solving Kalah, ICGA Journal 23, 2000).
/// Each letter tells whether the first player wins, draws or loses a game from its start. The first
/// text is for one pit on each side, the second for two pits, and the third for three. In each
/// text, the first letter is for one seed in each pit, and the last letter for six.
const PUBLISHED: [&str; 3] = ["DLWLWD", "WLLLWW", "DWWWWL"];

#[test]
fn the_published_results() {
    for (pits, row) in (1..).zip(PUBLISHED) {
        for (seeds, published) in (1..).zip(row.chars()) {
            // The other starts have too many states for a test.
            if pits == 3 && seeds > 3 {
                continue;
            }
            let game = Kalah::new(pits, seeds).unwrap();
            let expected = match published {
                'W' => Value::Win,
                'D' => Value::Draw,
                _ => Value::Loss,
            };
            let solution = solve(&game).unwrap();
            assert_eq!(solution.start().value(), expected, "{pits},{seeds}");
        }
    }
}

/// A state for the second implementation of the rules. `.0` lists the pits and the store of the
/// first player, and then the pits and the store of the second player, as one ring. `.1` is the
/// player to move.
type Ring = (Vec<u8>, Player);

fn kalah((ring, mover): &Ring) -> Position<Ring> {
    let half = ring.len() / 2;
    let (first, second) = ring.split_at(half);
    let empty = |side: &[u8]| side[..half - 1].iter().all(|&seeds| seeds == 0);
    if empty(first) || empty(second) {
        // The remaining seeds go to the store of their side.
        let [first, second] = [first, second].map(|side| side.iter().sum::<u8>());
        return Position::Over(if first > second {
            Some(Player::First)
        } else if second > first {
            Some(Player::Second)
        } else {
            None
        });
    }
    let (own, their_store) = match mover {
        Player::First => (0..half - 1, ring.len() - 1),
        Player::Second => (half..ring.len() - 1, half - 1),
    };
    let own_store = own.end;
    let mut after = Vec::new();
    for pit in own.clone().filter(|&pit| ring[pit] > 0) {
        let mut sown = ring.clone();
        let seeds = std::mem::take(&mut sown[pit]);
        let way = (pit + 1..).map(|place| place % ring.len());
        let way = way.filter(|&place| place != their_store);
        let mut last = pit;
        for place in way.take(seeds.into()) {
            sown[place] += 1;
            last = place;
        }
        // The indexes of opposite pits always have the same sum.
        let opposite = 2 * half - 2 - last.min(2 * half - 2);
        if own.contains(&last) && sown[last] == 1 && sown[opposite] > 0 {
            sown[own_store] += 1 + sown[opposite];
            sown[last] = 0;
            sown[opposite] = 0;
        }
        let next = if last == own_store {
            *mover
        } else {
            mover.other()
        };
        // A finished game has no seeds in its pits.
        let over = empty(&sown[..half]) || empty(&sown[half..]);
        if over {
            for side in sown.chunks_mut(half) {
                let (store, pits) = side.split_last_mut().unwrap();
                *store += pits.iter().sum::<u8>();
                pits.fill(0);
            }
        }
        after.push((sown, next));
    }
    Position::Open(*mover, after)
}

fn every_state_agrees(games: &[(u8, u8)]) {
    for &(pits, seeds) in games {
        let game = Kalah::new(pits, seeds).unwrap();
        let solution = solve(&game).unwrap();
        let side = [vec![seeds; pits.into()], vec![0]].concat();
        let again = histogram((side.repeat(2), Player::First), kalah);
        assert_eq!(histogram_of(&solution), again, "{pits},{seeds}");
        assert_eq!(verify(&solution).unwrap().states, solution.len() as u64);
    }
}

#[test]
fn every_state() {
    every_state_agrees(&[(1, 1), (1, 6), (2, 1), (2, 3), (3, 1), (3, 2), (4, 1)]);
}

#[test]
#[ignore = "takes larger games; run by .ci/run"]
fn every_state_in_full() {
    every_state_agrees(&[(2, 6), (3, 3)]);
}

/// Plays a game whose moves were chosen by hand. The moves include an extra turn after a last seed
/// in the store, a capture, and the end of the game.
#[test]
fn moves() {
    let game = Kalah::new(3, 3).unwrap();
    let mut state = game.start();
    assert_eq!(game.state_text(state).to_string(), "3,3,3/3,3,3 X 0:0");
    for (played, expected) in [
        // The last of three seeds falls into the store.
        ("a", "3,3,3/0,4,4 X 1:0"),
        ("b", "3,4,4/0,0,5 O 2:0"),
        // The first of three seeds goes into the store, and the others go to X's pits.
        ("c", "0,4,4/1,1,5 X 2:1"),
    ] {
        let mut legal = game.legal(state).iter();
        let mv = legal.find(|&mv| game.move_text(state, mv).to_string() == played);
        state = game.play(state, mv.unwrap());
        assert_eq!(game.state_text(state).to_string(), expected);
        assert_eq!(game.read_state(expected), Ok(state));
    }
}

#[test]
fn capture_and_end() {
    let game = Kalah::new(3, 1).unwrap();
    for (before, played, after) in [
        // The last seed falls into an empty pit, with two seeds opposite.
        ("0,2,1/1,0,1 X 1:0", 0, "0,0,1/0,0,1 O 4:0"),
        // The opposite pit is empty, so nothing is captured.
        ("1,0,1/1,0,1 X 1:1", 0, "1,0,1/0,1,1 O 1:1"),
        // The last pit of X is emptied, so the remaining seeds go to O.
        ("1,0,2/0,0,1 X 1:1", 2, "0,0,0/0,0,0 X 2:4"),
    ] {
        let before = game.read_state(before).unwrap();
        let mv = Move::new(played).unwrap();
        assert!(game.legal(before).contains(mv));
        let found = game.play(before, mv);
        assert_eq!(game.state_text(found).to_string(), after);
    }
    let over = game.read_state("0,0,0/0,0,0 X 2:4").unwrap();
    assert_eq!(game.outcome(over), Some(Value::Loss));
    // Seven seeds go all the way round, to the pit from which they were taken.
    let game = Kalah::new(3, 3).unwrap();
    let state = game.read_state("1,1,1/7,0,1 X 4:3").unwrap();
    let state = game.play(state, Move::FIRST);
    assert_eq!(game.state_text(state).to_string(), "0,2,2/0,1,2 O 8:3");
}

const POINTS: &str = "the seeds in both stores, such as 3:1, so that none is missing, \
    and all if a row is empty";

#[test]
fn texts_that_are_no_state() {
    let game = Kalah::new(2, 1).unwrap();
    for (text, position, expected) in [
        ("", 1, "the seeds in a pit"),
        ("1,x/1,1 X 0:0", 3, "the seeds in a pit"),
        ("1,256/1,1 X 0:0", 3, "the seeds in a pit"),
        ("1/1,1,1 X 0:0", 2, "the next pit, after a comma"),
        ("1,1,1,1 X 0:0", 4, "the next row, after /"),
        (
            "1,1/1,1 Y 0:0",
            9,
            "a space and the player to move (X or O)",
        ),
        ("1,1/1,1 X 0", 12, POINTS),
        ("1,1/1,1 X 0:0 ", 14, "the end after two numbers"),
    ] {
        let error = game.read_state(text).unwrap_err();
        assert_eq!(
            (error.expected, error.position),
            (expected, position),
            "{text}"
        );
    }
    // In the first text a seed is missing. In the second text a row is empty, but the game goes on.
    for text in ["1,1/1,0 X 0:0", "1,1/0,0 X 1:1"] {
        assert_eq!(game.read_state(text).unwrap_err().position, 11);
    }
}

#[test]
fn sizes() {
    for (pits, seeds, fits) in [
        (1, 1, true),
        (6, 6, true),
        (0, 1, false),
        (1, 0, false),
        (7, 1, false),
        (1, 7, false),
    ] {
        assert_eq!(Kalah::new(pits, seeds).is_some(), fits, "{pits},{seeds}");
    }
}

/// Plays the largest game, whose keys have the most bits.
#[test]
fn keys_and_tiers_on_the_way() {
    let game = Kalah::new(6, 6).unwrap();
    let mut keys = HashMap::new();
    for seed in 0..200_u64 {
        let mut state = game.start();
        let mut choice = seed;
        while game.outcome(state).is_none() {
            assert_eq!(*keys.entry(game.key(state)).or_insert(state), state);
            let legal = game.legal(state);
            choice = choice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mv = legal.nth((choice >> 33) as u32 % legal.len()).unwrap();
            let after = game.play(state, mv);
            assert!(game.tier(after) > game.tier(state));
            state = after;
        }
    }
    assert!(keys.len() > 1000);
}
