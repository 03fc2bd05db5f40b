//! Tests nine men's morris and its relatives. Compares these games with a second implementation of
//! the rules, which shares no code with the games. Also compares the numbers of states with
//! published numbers. Tests that the index of each game keeps the promises of `Dense`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::games::registry;
use crate::oracles::extra_turns::{Position, histogram, histogram_of};
use perfectplay::check::Check;
use perfectplay::game::Hints;
use perfectplay::index::{Dense, Tier, Walk};
use perfectplay::{Game, Player, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::mills::Mills;
use perfectplay_games::show::Square;

fn game(parameters: &str) -> Mills {
    Mills::with_parameters(parameters).expect("parameters of the game")
}

/// A point of the board. `.0` is the distance of the point from the centre, counted in squares.
/// `.1` is the direction from the centre.
type Point = (i8, [i8; 2]);

/// A state for a second implementation of the rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Drawing {
    stones: BTreeMap<Point, Player>,
    in_hand: [usize; 2],
    mover: Player,
    takes: bool,
}

struct Rules {
    squares: i8,
    flies: bool,
}

impl Rules {
    fn points(&self) -> Vec<Point> {
        let directions = [-1, 0, 1].map(|x| [-1, 0, 1].map(|y| [x, y]));
        let directions = directions.into_iter().flatten().filter(|at| *at != [0, 0]);
        directions
            .flat_map(|at| (1..=self.squares).map(move |square| (square, at)))
            .collect()
    }

    /// Returns whether a line joins two neighbouring points.
    fn joins(&self, (square, [x, y]): Point, (other, [other_x, other_y]): Point) -> bool {
        let steps = (x - other_x).abs() + (y - other_y).abs();
        match (square - other).abs() {
            0 => steps == 1,
            1 => steps == 0 && x * y == 0,
            _ => false,
        }
    }

    fn in_mill(&self, owned: &BTreeSet<Point>, (square, [x, y]): Point) -> bool {
        let all = |mut points: Vec<Point>| points.drain(..).all(|point| owned.contains(&point));
        let upright = x != 0 && all([-1, 0, 1].map(|y| (square, [x, y])).into());
        let level = y != 0 && all([-1, 0, 1].map(|x| (square, [x, y])).into());
        let across = x * y == 0 && self.squares == 3;
        upright || level || across && all([1, 2, 3].map(|square| (square, [x, y])).into())
    }

    fn position(&self, state: &Drawing) -> Position<Drawing> {
        let of = |player| {
            let stones = state.stones.iter().filter(move |stone| *stone.1 == player);
            stones.map(|stone| *stone.0).collect::<BTreeSet<Point>>()
        };
        let (mover, other) = (state.mover, state.mover.other());
        let (mine, theirs) = (of(mover), of(other));
        let mut after = Vec::new();
        if state.takes {
            let loose: Vec<Point> = theirs
                .iter()
                .copied()
                .filter(|&point| !self.in_mill(&theirs, point))
                .collect();
            let taken = if loose.is_empty() {
                theirs.into_iter().collect()
            } else {
                loose
            };
            for point in taken {
                let mut next = state.clone();
                next.stones.remove(&point);
                (next.mover, next.takes) = (other, false);
                after.push(next);
            }
            return Position::Open(mover, after);
        }
        let hand = state.in_hand[mover as usize];
        if mine.len() + hand < 3 {
            return Position::Over(Some(other));
        }
        let mut put = |from: Option<Point>, to: Point| {
            let mut next = state.clone();
            let mut owned = mine.clone();
            match from {
                Some(from) => {
                    next.stones.remove(&from);
                    owned.remove(&from);
                }
                None => next.in_hand[mover as usize] -= 1,
            }
            next.stones.insert(to, mover);
            owned.insert(to);
            next.takes = self.in_mill(&owned, to);
            next.mover = if next.takes { mover } else { other };
            after.push(next);
        };
        let free = self.points().into_iter();
        for to in free.filter(|point| !state.stones.contains_key(point)) {
            if hand > 0 {
                put(None, to);
                continue;
            }
            for &from in &mine {
                if self.joins(from, to) || self.flies && mine.len() == 3 {
                    put(Some(from), to);
                }
            }
        }
        if after.is_empty() {
            return Position::Over(Some(other));
        }
        Position::Open(mover, after)
    }
}

fn start(men: usize) -> Drawing {
    Drawing {
        stones: BTreeMap::new(),
        in_hand: [men; 2],
        mover: Player::First,
        takes: false,
    }
}

#[test]
fn every_state_on_one_square_agrees() {
    let mut different = BTreeSet::new();
    for men in [3, 4] {
        for flies in [false, true] {
            let flying = if flies { "flies" } else { "stays" };
            let game = registry::game(&format!("mills:1,{men},{flying}"));
            let found = histogram_of(&solve(game).unwrap());
            let rules = Rules { squares: 1, flies };
            let expected = histogram(start(men), |state| rules.position(state));
            assert_eq!(found, expected, "{men}, {flying}");
            different.insert(Vec::from_iter(found));
        }
    }
    assert_eq!(different.len(), 4);
}

/// Converts a state of the game to a state of the second implementation, by reading the drawing of
/// the board.
fn drawing(game: &Mills, state: <Mills as Game>::State, squares: i8) -> Drawing {
    let side = 2 * squares + 1;
    let mut stones = BTreeMap::new();
    for cell in 0..side * side {
        let (right, down) = (cell % side - squares, cell / side - squares);
        let square = right.abs().max(down.abs());
        let owner = match game.square(state, cell as u8) {
            Square::Piece { owner, .. } => owner,
            _ => continue,
        };
        assert!([0, square].contains(&right.abs()) && [0, square].contains(&down.abs()));
        stones.insert((square, [right.signum(), down.signum()]), owner);
    }
    let text = game.state_text(state).to_string();
    let hands = text.rsplit_once(' ').unwrap().1.trim_end_matches('!');
    let (x, o) = hands.split_once(':').unwrap();
    Drawing {
        stones,
        in_hand: [x, o].map(|hand| hand.parse().unwrap()),
        mover: game.to_move(state).unwrap(),
        takes: text.ends_with('!'),
    }
}

/// Tests that both implementations of the rules have the same moves in random play. All symmetric
/// images of a state must have the same rank. If a move leads from state *a* to state *b* of the
/// same tier, `states_before(b)` must return a state with the rank of *a*.
fn random_games_agree(games: u32, least: [u32; 3]) {
    let (mut flights, mut captures, mut ends) = (0, 0, 0);
    let mut random = 1_u64;
    for (parameters, squares) in [
        ("2,4,flies", 2),
        ("six", 2),
        ("2,8,stays", 2),
        ("3,5,flies", 3),
    ] {
        let game = game(parameters);
        let rules = Rules {
            squares,
            flies: parameters != "2,8,stays",
        };
        for _ in 0..games {
            let mut state = game.start();
            for _ in 0..150 {
                let second = drawing(&game, state, squares);
                let after = match rules.position(&second) {
                    Position::Over(winner) => {
                        assert_ne!(winner, game.to_move(state));
                        assert_eq!(game.outcome(state), Some(Value::Loss));
                        ends += 1;
                        break;
                    }
                    Position::Open(_, after) => after.into_iter().collect::<BTreeSet<_>>(),
                };
                assert_eq!(game.outcome(state), None);
                let legal = game.legal(state);
                let played = legal.iter().map(|mv| game.play(state, mv));
                let found = played.map(|next| drawing(&game, next, squares));
                assert_eq!(found.collect::<BTreeSet<_>>(), after, "{second:?}");
                let place = game.rank(state).expect("a rank");
                for symmetry in 0..game.symmetries() {
                    assert_eq!(game.rank(game.image(symmetry, state)), Some(place));
                }
                for next in legal.iter().map(|mv| game.play(state, mv)) {
                    let (tier, rank) = game.rank(next).expect("a rank");
                    assert!(game.next_tiers(place.0).any(|next| next == tier));
                    let mut before = game.states_before(game.unrank(tier, rank)).unwrap();
                    assert!(
                        tier != place.0 || before.any(|before| game.rank(before) == Some(place))
                    );
                }
                let text = game.state_text(state).to_string();
                assert_eq!(game.read_state(&text), Ok(state));
                captures += u32::from(second.takes);
                let few = second
                    .stones
                    .values()
                    .filter(|owner| **owner == second.mover);
                flights += u32::from(rules.flies && second.in_hand[0] == 0 && few.count() == 3);
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let choice = (random >> 33) as u32 % legal.len();
                state = game.play(state, legal.nth(choice).unwrap());
            }
        }
    }
    assert!(
        least[0] < flights && least[1] < captures && least[2] < ends,
        "{flights} {captures} {ends}"
    );
}

#[test]
fn random_games_agree_on_larger_boards() {
    random_games_agree(3, [12, 12, 1]);
}

#[test]
#[ignore = "plays more games; run by .ci/run"]
fn random_games_in_full() {
    random_games_agree(12, [50, 50, 5]);
}

/// Checks `states` states of each game.
fn check_indexes(states: usize) {
    for parameters in Mills::SAMPLES {
        let game = game(parameters);
        let checked = Check::new().states(states).run_dense(&game);
        assert!(checked.findings.is_empty(), "{parameters}: {checked}");
        let checked = Check::new().states(states).run_symmetric(&game);
        assert!(checked.findings.is_empty(), "{parameters}: {checked}");
    }
}

#[test]
#[ignore = "checks more states; run by .ci/run"]
fn the_index_in_full() {
    check_indexes(100_000);
}

#[test]
fn the_index_keeps_its_promises() {
    check_indexes(1_000);
    for parameters in ["2,7,flies", "3,6,flies"] {
        let game = game(parameters);
        let (mut is_least, mut numbers) = (0, 0);
        for tier in (0..game.tier_count()).map(Tier::new) {
            let size = game.tier_size(tier);
            for rank in (0..size)
                .step_by(1 + size as usize / 50)
                .chain(size.checked_sub(1))
            {
                // Some ranks lead to another state, to which they are symmetric.
                let (found, least) = game.rank(game.unrank(tier, rank)).expect("a rank");
                assert!(found == tier && least <= rank, "{tier}: {rank}");
                let state = game.unrank(tier, least);
                assert_eq!(game.rank(state), Some((tier, least)), "{state:?}");
                for leap in [1, 3, 15, 16, 300] {
                    if rank + leap < size {
                        let mut walk = game.walk(tier, rank);
                        walk.skip(leap);
                        let state = game.unrank(tier, rank + leap);
                        assert_eq!(walk.state(), state, "{tier}: {rank} + {leap}");
                    }
                }
                is_least += u32::from(least == rank);
                numbers += 1;
            }
        }
        assert!(
            4 * is_least > 3 * numbers,
            "{parameters}: {is_least} of {numbers}"
        );
    }
}

/// Counts the ranks of the states in which all stones are set and each player has three to nine
/// stones. R. Gasser published the same number (Solving Nine Men's Morris, Games of No Chance,
/// 1996).
#[test]
fn nine_mens_morris_has_as_many_numbers_as_published() {
    let nine = game("nine");
    let tiers = (0..nine.tier_count()).map(Tier::new);
    let sizes = tiers.filter(|&tier| {
        let is_loopy = nine.next_tiers(tier).any(|next| next == tier);
        let count = |player| nine.unrank(tier, 0).on_board().held_by(player).count_ones();
        is_loopy && Player::BOTH.into_iter().all(|player| count(player) >= 3)
    });
    let sizes: Vec<u64> = sizes.map(|tier| nine.tier_size(tier)).collect();
    assert_eq!(
        (sizes.len(), sizes.iter().sum::<u64>()),
        (28, 9_074_932_579)
    );
}

/// Counts the reachable states of games on two squares, with four to six men for each player. B.
/// Liou published the same counts (github.com/brianhliou/game-solver, the release "Morris
/// tablebases v1"). Liou does not count a state in which a stone must still be taken. He counts the
/// taking as a part of the move that closed the mill.
#[test]
#[ignore = "takes minutes and a gigabyte of memory"]
fn two_squares_reach_as_many_states_as_published() {
    for (parameters, published) in [
        ("2,4,stays", 4_111_151),
        ("2,4,flies", 4_111_327),
        ("2,5,stays", 17_844_721),
        ("2,5,flies", 17_846_785),
        ("2,6,stays", 42_372_745),
        ("2,6,flies", 42_383_945),
    ] {
        let game = game(parameters);
        let takes = |state| game.key(state) >> 54 & 1 == 1;
        let mut seen = HashSet::from([game.key(game.start())]);
        let mut left = vec![game.start()];
        let mut states = 0;
        while let Some(state) = left.pop() {
            states += u64::from(!takes(state));
            if game.outcome(state).is_none() {
                let next = game.legal(state).into_iter().map(|mv| game.play(state, mv));
                left.extend(next.filter(|&next| seen.insert(game.key(next))));
            }
        }
        assert_eq!(states, published, "{parameters}");
    }
}

#[test]
fn texts_that_are_no_states_are_refused() {
    let game = game("1,3,flies");
    for text in [
        ".../.X./... X 3:3",
        ".../.../... X 3:1",
        ".../.../... X 4:4",
        "XXX/O../... O 1:1",
        "X../.../..O X 2:2!",
        "XXX/.../... X 0:0!",
    ] {
        assert!(game.read_state(text).is_err(), "{text}");
    }
    let mill = game.read_state("XXX/O../.O. X 0:1!").unwrap();
    let moves = game.legal(mill).iter();
    let moves: Vec<String> = moves
        .map(|mv| game.move_text(mill, mv).to_string())
        .collect();
    assert_eq!(moves, ["xb1", "xa2"]);
}
