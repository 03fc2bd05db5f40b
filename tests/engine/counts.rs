//! Tests counts over all states of tic-tac-toe, such as the number of reachable states.

use std::collections::{BTreeMap, BTreeSet};

use crate::oracles::tictactoe::Oracle;
use perfectplay::tictactoe::{MAP, Status, records};
use perfectplay::tictactoe::{Record, State};
use perfectplay::{Player, Value, lookup};

/// A map from (number of marks, value, distance) to the number of reachable states with these three
/// properties.
type Histogram = BTreeMap<(u8, Value, u8), u32>;

fn histogram() -> Histogram {
    let mut histogram = Histogram::new();
    for (state, record) in records() {
        *histogram
            .entry((state.marks(), record.value(), record.distance()))
            .or_default() += 1;
    }
    histogram
}

#[test]
fn the_histogram_agrees_with_the_oracle() {
    let oracle = Oracle::new();
    let mut expected = Histogram::new();
    for (x, o) in oracle.positions() {
        let answer = oracle.answer(x, o).unwrap();
        let marks = (x | o).count_ones() as u8;
        let value = match answer.value {
            1 => Value::Win,
            0 => Value::Draw,
            _ => Value::Loss,
        };
        *expected.entry((marks, value, answer.distance)).or_default() += 1;
    }
    assert_eq!(histogram(), expected);
}

#[test]
fn the_histogram_has_the_known_figures() {
    use Value::{Draw, Loss, Win};
    // Ply, value, distance, states.
    let known = [
        (0, Draw, 9, 1),
        (1, Draw, 8, 9),
        (2, Draw, 7, 24),
        (2, Win, 5, 48),
        (3, Loss, 4, 64),
        (3, Draw, 6, 138),
        (3, Win, 5, 50),
        (4, Loss, 4, 36),
        (4, Draw, 5, 136),
        (4, Win, 1, 360),
        (4, Win, 3, 200),
        (4, Win, 5, 24),
        (5, Loss, 0, 120),
        (5, Loss, 2, 312),
        (5, Loss, 4, 24),
        (5, Draw, 4, 264),
        (5, Win, 1, 444),
        (5, Win, 3, 96),
        (6, Loss, 0, 148),
        (6, Loss, 2, 116),
        (6, Draw, 3, 200),
        (6, Win, 1, 996),
        (6, Win, 3, 60),
        (7, Loss, 0, 444),
        (7, Loss, 2, 80),
        (7, Draw, 2, 200),
        (7, Win, 1, 416),
        (8, Loss, 0, 168),
        (8, Draw, 1, 80),
        (8, Win, 1, 142),
        (9, Loss, 0, 62),
        (9, Draw, 0, 16),
    ];
    let known = known.map(|(ply, value, distance, states)| ((ply, value, distance), states));
    assert_eq!(histogram(), Histogram::from(known));
}

#[test]
fn states_by_ply_and_status() {
    let mut by_ply = [0; 10];
    let mut by_status = BTreeMap::new();
    for (state, _) in records() {
        by_ply[state.marks() as usize] += 1;
        *by_status.entry(state.status()).or_insert(0) += 1;
    }
    assert_eq!(by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!(MAP.len(), 5478);
    let known = [
        (Status::Ongoing, 4520),
        (Status::Won(Player::First), 626),
        (Status::Won(Player::Second), 316),
        (Status::Drawn, 16),
    ];
    assert_eq!(by_status, BTreeMap::from(known));
}

#[test]
fn symmetry_classes() {
    let classes: BTreeSet<State> = records().map(|(state, _)| state.canonical().0).collect();
    assert_eq!(classes.len(), 765);
    let ongoing = classes.iter().filter(|state| !state.status().is_over());
    assert_eq!(ongoing.count(), 627);
}

#[test]
fn games_by_length_and_outcome() {
    fn count(state: State, games: &mut BTreeMap<(u8, Status), u32>) {
        if state.status().is_over() {
            *games.entry((state.marks(), state.status())).or_default() += 1;
        }
        for mv in state.legal() {
            count(state.play(mv.index()).unwrap(), games);
        }
    }
    let mut games = BTreeMap::new();
    count(State::EMPTY, &mut games);
    assert_eq!(games.values().sum::<u32>(), 255_168);
    let (x, o) = (Status::Won(Player::First), Status::Won(Player::Second));
    let known = [
        ((5, x), 1_440),
        ((6, o), 5_328),
        ((7, x), 47_952),
        ((8, o), 72_576),
        ((9, x), 81_792),
        ((9, Status::Drawn), 46_080),
    ];
    assert_eq!(games, BTreeMap::from(known));
}

#[test]
fn moves_of_each_kind() {
    let sum = |kind: fn(Record) -> perfectplay::Moves| {
        records().map(|(_, record)| kind(record).len()).sum::<u32>()
    };
    assert_eq!(sum(Record::winning), 4_658);
    assert_eq!(sum(Record::losing), 8_336);
    assert_eq!(sum(Record::neutral), 3_173);
    assert_eq!(sum(Record::best), 7_123);
    assert_eq!(sum(Record::legal), 16_167);
}

#[test]
fn a_full_board_with_a_line_is_won() {
    let full = records().filter(|(state, _)| state.marks() == 9);
    let won = full.filter(|(_, record)| record.value() == Value::Loss);
    assert_eq!(won.count(), 62);
    let state: State = "XOX/OXO/XOX".parse().unwrap();
    assert_eq!(state.status(), Status::Won(Player::First));
    assert_eq!(lookup(state).unwrap().value(), Value::Loss);
}
