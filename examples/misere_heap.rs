//! A game with several starts and with tiers, in misère play. A player takes one, two or three
//! things from a heap, which has 10 to 20 things at the start. The player who takes the last thing
//! loses.

use perfectplay::solve::SolveError;
use perfectplay::{Game, Move, Moves, Value, check, solve};

struct Heap;

impl Game for Heap {
    type State = u32;

    /// If nothing is left, the player to move wins, because the opponent took the last thing.
    fn outcome(&self, left: u32) -> Option<Value> {
        (left == 0).then_some(Value::Win)
    }

    fn last_mover_may_lose(&self) -> bool {
        true
    }

    fn start(&self) -> u32 {
        20
    }

    fn other_starts(&self) -> impl Iterator<Item = u32> {
        10..20
    }

    fn tier(&self, left: u32) -> Option<u32> {
        Some(20 - left)
    }

    fn move_count(&self) -> u32 {
        3
    }

    fn legal(&self, left: u32) -> Moves {
        Moves::first_n(left.min(3))
    }

    fn play(&self, left: u32, mv: Move) -> u32 {
        left - 1 - u32::from(mv.index())
    }

    fn key(&self, left: u32) -> u64 {
        left.into()
    }
}

pub fn main() -> Result<(), SolveError> {
    assert!(check(&Heap).findings.is_empty());
    let solution = solve(&Heap)?;
    for left in 0..=20 {
        let value = solution.lookup(left).map(|known| known.value());
        let lost = left % 4 == 1;
        assert_eq!(value, Some(if lost { Value::Loss } else { Value::Win }));
    }
    Ok(())
}
