//! Counts the boards of nine men's morris with three to nine stones of each player, without the
//! solver. A move that closes several mills at once takes only one stone of the opponent, and not
//! one for each mill. For each player, the program computes the least number of moves that can have
//! closed the mills that this player now has. Each of these moves took a stone of the opponent. If
//! the opponent has lost fewer stones than that, no game reaches the board, and the program does
//! not count it. Symmetric boards count as one board, but boards with exchanged colours count as
//! two. If each player has three stones, every stone may move to any free point, so symmetries may
//! also reorder the three rings. This makes 48 symmetries. The last line but one of the output is
//! the number of boards with three stones of each player. In this number, boards that differ only
//! by one of the 48 symmetries count as one. The last line is the total of all boards. This total
//! includes the number in the last line but one.
//!
//! ```console
//! $ cd benches/large
//! $ cargo run --release --bin boards
//! ```

use std::thread;

/// A player has at least this many stones on a counted board.
const LEAST: usize = 3;
/// A player has at most this many stones on a counted board.
const MOST: usize = 9;

/// A set of points, as bits. The first eight bits are the points of the outer ring, in order from a
/// corner. The next eight bits are the middle ring, and the last eight are the inner ring.
type Points = u32;

const POINTS: u32 = 24;

/// Returns all mills. A mill is a side of a ring, or a line through the middles of three parallel
/// sides.
fn mills() -> Vec<Points> {
    let on = |ring: u32, place: u32| 1 << (8 * ring + place % 8);
    let side = |ring, corner| (corner..corner + 3).map(|place| on(ring, place)).sum();
    let line = |middle| (0..3).map(|ring| on(ring, middle)).sum();
    (0..3)
        .flat_map(|ring| (0..8).step_by(2).map(move |corner| side(ring, corner)))
        .chain((1..8).step_by(2).map(line))
        .collect()
}

/// Returns the smallest number of moves that can have closed all mills in `stones`. Earlier moves
/// went to the points in `closers`, so a mill that contains such a point is already closed.
fn moves(mills: &[Points], stones: Points, closers: Points) -> u8 {
    let is_open = |mill: &&Points| stones & *mill == **mill && closers & *mill == 0;
    let Some(&mill) = mills.iter().find(is_open) else {
        return 0;
    };
    let points = (0..POINTS)
        .map(|point| 1 << point)
        .filter(|point| mill & point != 0);
    let least = points
        .map(|point| moves(mills, stones, closers | point))
        .min();
    1 + least.unwrap_or(0)
}

/// A symmetry of the board, given as the image of each point.
struct RingSymmetry(Vec<Points>);

impl RingSymmetry {
    /// For each order of the three rings in `orders`, returns eight symmetries, which turn or
    /// mirror the board and then put the rings into this order.
    fn all(orders: &[[u32; 3]]) -> Vec<Self> {
        let image = |order: &[u32; 3], number: u32, point: u32| {
            let (ring, place) = (order[point as usize / 8], point % 8);
            let place = if number & 1 == 0 { place } else { 8 - place };
            1 << (8 * ring + (place + 2 * (number >> 1)) % 8)
        };
        let symmetry = |order, number| {
            (0..POINTS)
                .map(|point| image(order, number, point))
                .collect()
        };
        let of_order = |order| (0..8).map(move |number| Self(symmetry(order, number)));
        orders.iter().flat_map(of_order).collect()
    }

    fn image(&self, points: Points) -> Points {
        let images = self.0.iter().enumerate();
        images
            .filter(|(point, _)| points >> point & 1 == 1)
            .map(|(_, image)| image)
            .sum()
    }
}

/// Counts the boards on which one player has the stones `own`. The other player may have any
/// stones.
struct Boards<'a> {
    /// For each set of points, the least number of moves that close all mills in the set.
    moves: &'a [u8],
    /// One player's stones, which are the same on all counted boards. If several sets of stones are
    /// symmetric to each other, the program uses only one of these sets as `own`.
    own: Points,
    /// The symmetries that map `own` to itself.
    same: Vec<&'a RingSymmetry>,
}

impl Boards<'_> {
    /// Counts the boards on which the other player has the stones `other`, and perhaps more stones
    /// on points numbered `from` or higher. `counts[n]` counts the boards on which the other player
    /// has `n` stones.
    fn count(&self, other: Points, from: u32, counts: &mut [u64; MOST + 1]) {
        let stones = [self.own, other];
        let lost = stones.map(|stones| MOST as u32 - stones.count_ones());
        let [own_moves, other_moves] = stones.map(|stones| u32::from(self.moves[stones as usize]));
        // More stones of the other player never need fewer moves, and leave fewer captures. So no
        // board with more stones has to be tried.
        if own_moves > lost[1] || other_moves > lost[0] {
            return;
        }
        if self
            .same
            .iter()
            .all(|symmetry| other <= symmetry.image(other))
        {
            counts[other.count_ones() as usize] += 1;
        }
        if lost[1] > 0 {
            for point in (from..POINTS).filter(|point| self.own >> point & 1 == 0) {
                self.count(other | 1 << point, point + 1, counts);
            }
        }
    }
}

/// Counts the boards with three stones of each player. Boards that differ only by a symmetry count
/// as one. Every stone may move to any free point, so a symmetry may reorder the three rings. A
/// player with three stones has at most one mill, and a single move can close it.
fn flying_boards() -> u64 {
    let [inwards, outwards] = [[0, 1, 2], [2, 1, 0]];
    let orders = [
        inwards,
        outwards,
        [1, 0, 2],
        [1, 2, 0],
        [0, 2, 1],
        [2, 0, 1],
    ];
    let symmetries = RingSymmetry::all(&orders);
    let three = || (0..1_u32 << POINTS).filter(|points| points.count_ones() == 3);
    let is_least = |points: Points| {
        symmetries
            .iter()
            .all(|symmetry| points <= symmetry.image(points))
    };
    let boards = |own: Points| {
        let keeps = |symmetry: &&RingSymmetry| symmetry.image(own) == own;
        let same: Vec<&RingSymmetry> = symmetries.iter().filter(keeps).collect();
        let others = three().filter(move |other| own & other == 0);
        others
            .filter(|&other| same.iter().all(|symmetry| other <= symmetry.image(other)))
            .count() as u64
    };
    three().filter(|&own| is_least(own)).map(boards).sum()
}

fn main() {
    let symmetries = RingSymmetry::all(&[[0, 1, 2], [2, 1, 0]]);
    let mills = mills();
    let sets = 0..1 << POINTS;
    let moves: Vec<u8> = sets
        .clone()
        .map(|points: Points| {
            if points.count_ones() as usize <= MOST {
                self::moves(&mills, points, 0)
            } else {
                u8::MAX
            }
        })
        .collect();
    let own: Vec<Boards<'_>> = sets
        .filter(|points: &Points| (LEAST..=MOST).contains(&(points.count_ones() as usize)))
        .filter(|&points| {
            symmetries
                .iter()
                .all(|symmetry| points <= symmetry.image(points))
        })
        .map(|own| Boards {
            moves: &moves,
            own,
            same: symmetries[1..]
                .iter()
                .filter(|symmetry| symmetry.image(own) == own)
                .collect(),
        })
        .collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let counts = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|first| {
                let own = own.iter().skip(first).step_by(threads);
                scope.spawn(|| {
                    let mut all = [[0; MOST + 1]; MOST + 1];
                    own.for_each(|boards| {
                        boards.count(0, 0, &mut all[boards.own.count_ones() as usize]);
                    });
                    all
                })
            })
            .collect();
        let counts: Vec<_> = workers
            .into_iter()
            .map(|worker| worker.join().expect("counts"))
            .collect();
        counts
    });
    let (mut all, mut least) = (0, 0);
    for own in LEAST..=MOST {
        for other in LEAST..=MOST {
            let count: u64 = counts.iter().map(|counts| counts[own][other]).sum();
            println!("{own}, {other}: {count}");
            all += count;
            if own + other == 2 * LEAST {
                least = count;
            }
        }
    }
    println!("{all}");
    let flying = flying_boards();
    println!("{LEAST}, {LEAST}, with rings exchanged: {flying}");
    println!("{}", all - least + flying);
}
