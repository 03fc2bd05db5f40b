//! Tests that `Moves`, a set of moves, gives the same results as a `BTreeSet`.

use std::collections::BTreeSet;

use perfectplay::game::MOVE_LIMIT;
use perfectplay::{Move, Moves};
use proptest::prelude::*;

fn elements(moves: Moves) -> BTreeSet<u8> {
    moves.iter().map(Move::index).collect()
}

proptest! {
    #[test]
    fn moves_behave_like_a_set(a: u64, b: u64) {
        let (a, b) = (Moves::from_bits(a), Moves::from_bits(b));
        let (set_a, set_b) = (elements(a), elements(b));
        prop_assert_eq!(a.len() as usize, set_a.len());
        prop_assert_eq!(a.iter().len(), set_a.len());
        prop_assert_eq!(a.is_empty(), set_a.is_empty());
        prop_assert_eq!(a.first().map(Move::index), set_a.first().copied());
        prop_assert_eq!(a.iter().map(Moves::from).fold(Moves::EMPTY, Moves::union), a);
        prop_assert_eq!(elements(a | b), &set_a | &set_b);
        prop_assert_eq!(elements(a & b), &set_a & &set_b);
        prop_assert_eq!(elements(a - b), &set_a - &set_b);
        prop_assert_eq!(a.is_subset(b), set_a.is_subset(&set_b));
        prop_assert!((a & b).is_subset(a));
        prop_assert_eq!(a.iter().collect::<Moves>(), a);
        prop_assert_eq!(elements(!a), &elements(Moves::first_n(64)) - &set_a);
        prop_assert!(a.iter().rev().map(Move::index).eq(set_a.iter().rev().copied()));
        let (mut joined, mut front_and_back) = (a, a.iter());
        joined.extend(b);
        prop_assert_eq!(joined, a | b);
        let mut ends = (front_and_back.next(), front_and_back.next_back());
        ends.1 = ends.1.or(ends.0);
        prop_assert_eq!(ends.0.map(Move::index), set_a.first().copied());
        prop_assert_eq!(ends.1.map(Move::index), set_a.last().copied());
        prop_assert_eq!(front_and_back.len(), set_a.len().saturating_sub(2));
        prop_assert_eq!(format!("{a:?}"), format!("{set_a:?}"));
        prop_assert_eq!(a.to_string(), format!("{set_a:?}"));
        for n in 0..=MOVE_LIMIT {
            let expected = set_a.iter().nth(n as usize).copied();
            prop_assert_eq!(a.nth(n).map(Move::index), expected);
        }
        for index in 0..64 {
            let mv = Move::new(index).unwrap();
            prop_assert_eq!(a.contains(mv), set_a.contains(&index));
            let (mut with, mut without) = (a, a);
            prop_assert_eq!(with.insert(mv), !a.contains(mv));
            prop_assert_eq!(without.remove(mv), a.contains(mv));
            prop_assert_eq!((with, without), (a | mv.into(), a - mv.into()));
        }
    }
}

#[test]
fn edge_cases() {
    assert_eq!(Moves::EMPTY.first(), None);
    assert!(Moves::EMPTY.is_empty());
    assert_eq!(Moves::first_n(0), Moves::EMPTY);
    assert_eq!(Moves::first_n(64).bits(), u64::MAX);
    assert_eq!(Moves::first_n(u32::MAX).bits(), u64::MAX);
    assert_eq!(Move::new(63).map(Move::index), Some(63));
    assert_eq!(Move::new(64), None);
    for n in 0..64 {
        assert_eq!(Moves::first_n(n).bits(), (1 << n) - 1);
    }
    assert_eq!(format!("{:b}", Moves::from_bits(0b101)), "101");
    let mv = Move::new(12).unwrap();
    assert_eq!((u8::from(mv), usize::from(mv)), (12, 12));
    for index in 0..=u8::MAX {
        let mv = Move::new(index);
        assert_eq!(Move::try_from(index).ok(), mv);
        assert_eq!(index.to_string().parse().ok(), mv);
    }
    for text in ["", "-1", "256", "a1", " 1"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
    assert_eq!(format!("{mv} {mv:?} {mv:>3}"), "12 12  12");
}

#[test]
fn sets_change_in_place_and_moves_have_images() {
    let (low, high) = (Moves::first_n(3), Moves::from_bits(0b110));
    let mut moves = low;
    moves |= high;
    assert_eq!(moves, low | high);
    moves -= low;
    assert_eq!(moves, Moves::EMPTY);
    moves = low;
    moves &= high;
    assert_eq!(moves.bits(), 0b110);
    for index in 0..64 {
        let mv = Move::new(index).unwrap();
        assert_eq!(mv.map(|index| 63 - index).index(), 63 - index);
        assert_eq!(mv.map(|_| 64), mv, "64 is no move");
    }
}
