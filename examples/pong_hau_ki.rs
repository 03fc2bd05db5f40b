//! Pong Hau K'i, a loopy game from China, with a symmetry and a dense index. Each player has two stones, and there are
//! five points. A player who cannot move along a line to the empty point loses.

use std::error::Error;
use std::{env, fs, iter, process};

use perfectplay::check::Check;
use perfectplay::game::{Hints, canonical};
use perfectplay::index::{Dense, Tier};
use perfectplay::{Game, Move, Moves, Value, solve};
use perfectplay_tablebase::{DenseIndex, Limits, Solver, Tablebase};

struct PongHauKi;

/// The lines between the points. Points 0 and 1 are above, 2 is in the middle, and 3 and 4 are
/// below.
const LINES: [(u8, u8); 7] = [(0, 2), (1, 2), (2, 3), (2, 4), (0, 3), (1, 4), (3, 4)];

impl Game for PongHauKi {
    /// `.0` contains the stones of the player to move; `.1` contains those of the opponent. A state
    /// does not tell which player is to move, because both players have the same moves.
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

    /// A move is the point that the stone leaves. The stone goes to the only empty point.
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

/// For each point, its image when left and right are exchanged.
const MIRROR: [u8; 5] = [1, 0, 2, 4, 3];

impl Hints for PongHauKi {
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

impl Dense for PongHauKi {
    fn tier_count(&self) -> u64 {
        1
    }

    fn tier_size(&self, _tier: Tier) -> u64 {
        1 << 10
    }

    fn rank(&self, state: (u8, u8)) -> Option<(Tier, u64)> {
        Some((Tier::new(0), self.key(state)))
    }

    fn unrank(&self, _tier: Tier, rank: u64) -> (u8, u8) {
        ((rank >> 5) as u8, (rank & 0b11111) as u8)
    }

    /// A move leads to a state of the same tier, because there is only one tier.
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        iter::once(tier)
    }

    /// Takes back each move by which the opponent could have reached this state.
    fn states_before(&self, (mine, theirs): (u8, u8)) -> Option<impl Iterator<Item = (u8, u8)>> {
        let empty = 0b11111 & !(mine | theirs);
        let both_ways = LINES.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let back = both_ways.filter(move |&(now, then)| theirs >> now & empty >> then & 1 == 1);
        Some(back.map(move |(now, then)| (theirs ^ 1 << now | 1 << then, mine)))
    }
}

pub fn main() -> Result<(), Box<dyn Error>> {
    assert!(Check::new().run_symmetric(&PongHauKi).findings.is_empty());
    let start = solve(&PongHauKi)?.start();
    assert_eq!((start.value(), start.distance()), (Value::Draw, None)); // it need not end
    assert_eq!(
        canonical(&PongHauKi, (0b01001, 0b10010)).0,
        (0b01001, 0b10010)
    );

    assert!(Check::new().run_dense(&PongHauKi).findings.is_empty());
    let path = env::temp_dir().join(format!("pong-hau-ki-{}.table", process::id()));
    let solver = Solver::new(DenseIndex(PongHauKi), "pong hau ki")?;
    assert_eq!(solver.solve_to(&path, &Limits::default())?.states(), 28);
    let table = Tablebase::open(DenseIndex(PongHauKi), &path)?;
    table.verify(&Limits::default())?;
    assert_eq!(table.lookup(PongHauKi.start())?, Some(start));
    fs::remove_file(path)?;
    Ok(())
}
