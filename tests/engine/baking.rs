//! Tests that the baked table is as small as promised, and that unpacking a record gives the
//! analysis that was packed.

use std::collections::BTreeSet;
use std::convert::Infallible;

use perfectplay::bake::{self, BakeError, WdlSurvey};
use perfectplay::game::AnalysisParts;
use perfectplay::table::{TableData, TableError};
use perfectplay::tictactoe::Record;
use perfectplay::tictactoe::{PackError, TicTacToe, records};
use perfectplay::{Analysis, Game, Move, Moves, Solved, Value, solve};
use proptest::prelude::*;

/// The source code of the baked table, which the build script wrote for the library under test.
const BAKED: &str = include_str!(concat!(env!("OUT_DIR"), "/tictactoe.rs"));

#[test]
fn a_lookup_needs_no_more_than_40_kilobytes() {
    let length = |name: &str| -> usize {
        let (_, rest) = BAKED.split_once(&format!("static {name}: [")).unwrap();
        let (_, rest) = rest.split_once("; ").unwrap();
        rest.split_once(']').unwrap().0.parse().unwrap()
    };
    let bytes = length("ROWS") * size_of::<u16>() + length("SLOTS") * size_of::<u32>();
    assert!(bytes <= 40_000, "{bytes} bytes");
}

#[test]
fn a_record_is_one_small_integer() {
    assert_eq!(size_of::<Record>(), 4);
    let distinct: BTreeSet<u32> = records().map(|(_, record)| record.to_bits()).collect();
    assert!(!distinct.contains(&0));
    let shown: BTreeSet<String> = records().map(|(_, record)| format!("{record:?}")).collect();
    assert_eq!(distinct.len(), shown.len());
}

#[test]
fn unpacking_a_record_gives_what_was_packed() {
    for (state, analysis) in solve(&TicTacToe).unwrap().iter() {
        let occupied = Moves::from_bits(state.occupied().into());
        let record = Record::pack(&analysis, occupied).unwrap();
        assert_eq!(record.analysis(), analysis);
        assert_eq!(record.occupied(), occupied);
        assert_eq!(record.legal(), state.legal());
        // The board has nine cells.
        for cell in 9..64 {
            let beyond = occupied | Moves::from_bits(1 << cell);
            assert_eq!(Record::pack(&analysis, beyond), Err(PackError));
        }
    }
}

#[test]
fn a_record_that_does_not_fit_tells_what_would() {
    assert_eq!(
        PackError.to_string(),
        "expected disjoint sets of 9 moves that agree with the value, \
         and a distance of at most 9"
    );
}

/// Generates analyses with any masks and any distance. Masks and distances that occur in
/// tic-tac-toe are drawn more often than others.
fn any_analysis() -> impl Strategy<Value = Analysis> {
    let moves = || prop_oneof![0..512_u64, any::<u64>()].prop_map(Moves::from_bits);
    let value = prop_oneof![Just(Value::Loss), Just(Value::Draw), Just(Value::Win)];
    let distance = prop_oneof![(0..12_u32).prop_map(Some), any::<Option<u32>>()];
    (moves(), moves(), moves(), moves(), value, distance).prop_map(
        |(winning, losing, neutral, best, value, distance)| {
            AnalysisParts {
                winning,
                losing: losing - winning,
                neutral: neutral - winning - losing,
                best,
                value,
                distance,
            }
            .analysis()
        },
    )
}

proptest! {
    #[test]
    fn analyses_that_do_not_fit_are_refused(analysis in any_analysis(), occupied: u64) {
        let board = Moves::first_n(9);
        for occupied in [Moves::from_bits(occupied), board - analysis.legal()] {
            if let Ok(record) = Record::pack(&analysis, occupied) {
                prop_assert_eq!(record.analysis(), analysis);
                prop_assert_eq!(record.occupied(), occupied);
            }
        }
    }
}

/// A game with a single coin. Either of two moves takes the coin, so the start has the distance 1.
/// But the game claims to have `moves` moves, and a start with the distance `distance`.
struct Claims {
    moves: u32,
    distance: u32,
}

impl Game for Claims {
    type State = bool;

    fn move_count(&self) -> u32 {
        self.moves
    }

    fn start(&self) -> bool {
        true
    }

    fn outcome(&self, is_left: bool) -> Option<Value> {
        (!is_left).then_some(Value::Loss)
    }

    fn legal(&self, _: bool) -> Moves {
        Moves::first_n(2)
    }

    fn play(&self, _: bool, _: Move) -> bool {
        false
    }

    fn key(&self, is_left: bool) -> u64 {
        is_left.into()
    }
}

impl Solved for Claims {
    type Game = Self;
    type Error = Infallible;

    fn game(&self) -> &Self {
        self
    }

    fn states(&self) -> u64 {
        2
    }

    fn try_analysis(&self, is_left: bool) -> Result<Option<Analysis>, Infallible> {
        let won = AnalysisParts {
            winning: Moves::first_n(2),
            best: Moves::first_n(2),
            distance: Some(self.distance),
            ..Analysis::finished(Value::Win).parts()
        }
        .analysis();
        Ok(Some(if is_left {
            won
        } else {
            Analysis::finished(Value::Loss)
        }))
    }
}

/// If no reader could read the bytes of a table, baking refuses to write this table.
#[test]
fn nothing_is_baked_that_cannot_be_opened() {
    let claims = |moves, distance| Claims { moves, distance };
    let bytes = bake::table_of("claims", &claims(2, 1), |_| ()).unwrap();
    assert!(TableData::from_bytes(&bytes).is_ok());
    let far = bake::table_of("claims", &claims(2, u32::MAX), |_| ());
    assert!(matches!(far, Err(BakeError::NoRecord)), "{far:?}");
    for found in [65, u32::MAX / 3, u32::MAX] {
        let game = claims(found, 1);
        let refused = bake::table_of("claims", &game, |_| ());
        assert!(matches!(refused, Err(BakeError::MoveCount { found: moves }) if moves == found));
        let refused = WdlSurvey::new(&game).finish().unwrap().bytes("claims");
        assert!(matches!(refused, Err(BakeError::MoveCount { found: moves }) if moves == found));
    }
    // The survey has seen no state.
    let game = claims(2, 1);
    let refused = WdlSurvey::new(&game).finish().unwrap().bytes("claims");
    let none = TableError::Field {
        name: "number of states",
        found: 0,
    };
    assert!(matches!(refused, Err(BakeError::Table(error)) if error == none));
}
