//! Pong Hau K'i, from China: a loopy game with a symmetry. Each player has two stones, and there
//! are five points. A player who cannot move along a line to the empty point loses.

use perfectplay::check::check_symmetric;
use perfectplay::game::{Symmetric, canonical};
use perfectplay::solve::SolveError;
use perfectplay::{Game, Move, Moves, Value, solve};

struct PongHauKi;

/// 0 and 1 above, 2 in the middle, 3 and 4 below.
const LINES: [(u8, u8); 7] = [(0, 2), (1, 2), (2, 3), (2, 4), (0, 3), (1, 4), (3, 4)];

impl Game for PongHauKi {
    /// The stones of the player to move, and those of the opponent. The state is relative to
    /// the player to move, so it needs no turn.
    type State = (u8, u8);

    fn is_loopy(&self) -> bool {
        true
    }

    fn move_count(&self) -> u32 {
        5
    }

    fn start(&self) -> (u8, u8) {
        (0b00011, 0b11000)
    }

    fn outcome(&self, state: (u8, u8)) -> Option<Value> {
        self.legal(state).is_empty().then_some(Value::Loss)
    }

    /// A move is the point that the stone comes from: only one point is empty.
    fn legal(&self, (mine, theirs): (u8, u8)) -> Moves {
        let both_ways = LINES.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        both_ways
            .filter(|&(_, to)| (mine | theirs) >> to & 1 == 0)
            .filter(|&(from, _)| mine >> from & 1 == 1)
            .filter_map(|(from, _)| Move::new(from))
            .collect()
    }

    fn play(&self, (mine, theirs): (u8, u8), mv: Move) -> (u8, u8) {
        let empty = 0b11111 & !(mine | theirs);
        (theirs, mine ^ 1 << mv.index() | empty)
    }

    fn key(&self, (mine, theirs): (u8, u8)) -> u64 {
        u64::from(mine) << 5 | u64::from(theirs)
    }
}

/// The points with left and right exchanged.
const MIRROR: [u8; 5] = [1, 0, 2, 4, 3];

impl Symmetric for PongHauKi {
    fn symmetries(&self) -> u32 {
        2
    }

    fn image(&self, symmetry: u32, (mine, theirs): (u8, u8)) -> (u8, u8) {
        let stones = |mask: u8| {
            let points = (0..5).filter(|point| mask >> point & 1 == 1);
            points.fold(0, |image, point| image | 1 << MIRROR[point])
        };
        match symmetry {
            0 => (mine, theirs),
            _ => (stones(mine), stones(theirs)),
        }
    }

    fn image_of_move(&self, symmetry: u32, _state: (u8, u8), mv: Move) -> Move {
        match symmetry {
            0 => mv,
            _ => mv.map(|point| MIRROR[usize::from(point)]),
        }
    }
}

pub fn main() -> Result<(), SolveError> {
    assert!(check_symmetric(&PongHauKi).findings.is_empty());
    let start = solve(&PongHauKi)?.start();
    assert_eq!((start.value, start.distance), (Value::Draw, None)); // it need not end
    assert_eq!(
        canonical(&PongHauKi, (0b01001, 0b10010)).0,
        (0b01001, 0b10010)
    );
    Ok(())
}
