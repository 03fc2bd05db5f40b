//! Finds the legal moves of a state, and the states from which one move leads to it.

use core::iter;

use perfectplay::{Move, Moves};

use super::animals::{
    ALL, ASLANT, Animals, CHICK, FAR, HEN, HandAnimal, LEFT, MINE, NEAR, RIGHT, STRAIGHT, kind_of,
    sources,
};

/// The number of pairs of neighbouring cells, straight or diagonal.
const PAIRS: usize = 29;
/// The number of cells that hold no lion while both lions are on the board.
const FREE: u8 = 10;
/// The lowest move index for dropping a captured piece.
const DROPS: u8 = PAIRS as u8;
/// The lowest move index for taking the lion.
pub(super) const TAKES: u8 = DROPS + 3 * FREE;
pub(super) const COUNT: u8 = TAKES + MOST_TAKERS as u8;
/// In any state, at most this many legal moves take the lion.
const MOST_TAKERS: u32 = 5;

/// The pairs of neighbouring cells, with the lower cell number first in each pair. The pairs are
/// listed by direction: down, right, down to the right, down to the left.
const ENDS: [(u8, u8); PAIRS] = {
    let mut ends = [(0, 0); PAIRS];
    let steps = [
        (3, 0o777),
        (1, !RIGHT & ALL),
        (4, !RIGHT & 0o777),
        (2, !LEFT & 0o777),
    ];
    let (mut next, mut direction) = (0, 0);
    while direction < steps.len() {
        let (step, cells) = steps[direction];
        let mut cell = 0;
        while cell < 12 {
            if cells >> cell & 1 == 1 {
                ends[next] = (cell, cell + step);
                next += 1;
            }
            cell += 1;
        }
        direction += 1;
    }
    assert!(next == PAIRS);
    ends
};

/// The action of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DobutsuMove {
    Step { from: u8, to: u8 },
    Drop { kind: HandAnimal, to: u8 },
}

impl DobutsuMove {
    /// Decodes the index of a move that is legal in `state`.
    pub fn new(state: Animals, mv: Move) -> Self {
        match mv.index() {
            step @ ..DROPS => {
                let (low, high) = ENDS[usize::from(step)];
                let (from, to) = if state.mine() >> low & 1 == 1 {
                    (low, high)
                } else {
                    (high, low)
                };
                Self::Step { from, to }
            }
            drop @ DROPS..TAKES => {
                let kind = HandAnimal::ALL[usize::from((drop - DROPS) / FREE)];
                let to = nth(ALL & !state.lions(), (drop - DROPS) % FREE);
                Self::Drop { kind, to }
            }
            take => Self::Step {
                from: nth(offered_takers(state), take - TAKES),
                to: (state.lions() & !state.mine()).trailing_zeros() as u8,
            },
        }
    }

    /// Returns the move whose index stands for this step or drop in `state`; `None` if no index
    /// does.
    pub fn to_move(self, state: Animals) -> Option<Move> {
        let before = |cells: u64, cell: u8| (cells & ((1 << cell) - 1)).count_ones() as u8;
        Move::new(match self {
            Self::Drop { kind, to } => DROPS + FREE * kind as u8 + before(ALL & !state.lions(), to),
            Self::Step { from, to } if state.lions() >> to & 1 == 1 => {
                TAKES + before(offered_takers(state), from)
            }
            Self::Step { from, to } => {
                let ends = (from.min(to), from.max(to));
                ENDS.iter().position(|&pair| pair == ends)? as u8
            }
        })
    }

    pub fn mirrored(self) -> Self {
        let mirrored = |cell: u8| 3 * (cell / 3) + 2 - cell % 3;
        match self {
            Self::Step { from, to } => Self::Step {
                from: mirrored(from),
                to: mirrored(to),
            },
            Self::Drop { kind, to } => Self::Drop {
                kind,
                to: mirrored(to),
            },
        }
    }

    pub const fn promotes(self, state: Animals) -> bool {
        match self {
            Self::Step { from, to } => {
                state.content(from as u32) == CHICK | MINE && FAR >> to & 1 == 1
            }
            Self::Drop { .. } => false,
        }
    }

    #[inline]
    pub fn play(self, state: Animals) -> Animals {
        let after = match self {
            Self::Drop { kind, to } => state
                .without_held(kind)
                .with(to.into(), kind.content() | MINE),
            Self::Step { from, to } => {
                let arrived = if self.promotes(state) {
                    HEN | MINE
                } else {
                    state.content(from.into())
                };
                let taken = kind_of(state.content(to.into()));
                let after = state.without(1 << from | 1 << to).with(to.into(), arrived);
                taken.map_or(after, |kind| after.with_held(kind))
            }
        };
        after.turned()
    }
}

/// Returns the `n`th cell of a mask, counted from 0.
fn nth(mut cells: u64, n: u8) -> u8 {
    for _ in 0..n {
        cells &= cells.wrapping_sub(1);
    }
    cells.trailing_zeros() as u8
}

/// Returns the cells of the pieces that may legally take the lion. There are only five move indexes
/// for taking the lion. So if more than five pieces attack the lion, only those in the lion's row
/// and in the rows above it may take the lion.
fn offered_takers(state: Animals) -> u64 {
    let takers = state.takers();
    if takers.count_ones() <= MOST_TAKERS {
        return takers;
    }
    let lion = state.lions() & !state.mine();
    takers & ((lion << 2) - 1)
}

/// Returns the legal moves. If the lion can be taken, only moves that take it are legal.
#[inline]
pub(super) fn legal(state: Animals) -> Moves {
    let takers = offered_takers(state).count_ones();
    if takers > 0 {
        return Moves::from_bits(((1 << takers) - 1) << TAKES);
    }
    Moves::from_bits(steps(state) | drops(state))
}

fn steps(state: Animals) -> u64 {
    let mine = state.mine();
    let [straight, aslant, chicks] =
        [state.straight(), state.aslant(), state.chicks()].map(|kind| kind & mine);
    let open = ALL & !mine;
    let ahead = straight | chicks;
    let ahead_aslant = aslant | straight & chicks;
    // The bit of the lower cell of a pair is set if a piece may go from one cell of the pair to the
    // other.
    let column = ahead >> 3 & open | straight & open >> 3;
    let row = (straight & open >> 1 | straight >> 1 & open) & !RIGHT;
    let down_right = (ahead_aslant >> 4 & open | aslant & open >> 4) & !RIGHT;
    let down_left = (ahead_aslant >> 2 & open | aslant & open >> 2) & !LEFT;
    column | pairs(row) << 9 | pairs(down_right) << 17 | pairs(down_left >> 1) << 23
}

/// Removes the bit of the third cell of each row from a mask, and closes the gaps. The caller makes
/// sure that the removed bits are 0.
const fn pairs(cells: u64) -> u64 {
    cells & 0o3 | cells >> 1 & 0o14 | cells >> 2 & 0o60 | cells >> 3 & 0o300
}

fn drops(state: Animals) -> u64 {
    let mut empty = ALL & !state.occupied();
    // The cells of the lions have no numbers here, so the numbers of all later cells decrease.
    let lions = state.lions();
    let first = lions & lions.wrapping_neg();
    for lion in [lions ^ first, first] {
        let before = lion.wrapping_sub(1);
        empty = empty & before | empty >> 1 & !before;
    }
    let held = HandAnimal::ALL
        .into_iter()
        .filter(|&kind| state.held(kind) > 0);
    held.fold(0, |drops, kind| {
        drops | empty << (DROPS + FREE * kind as u8)
    })
}

/// Removes the lion of the player to move.
pub(super) fn taken(state: Animals) -> Animals {
    state.without(state.lions() & state.mine())
}

/// Returns the states from which a move leads to `state`. Both lions must be on the board of
/// `state`.
pub(super) fn before(state: Animals) -> impl Iterator<Item = Animals> {
    // The state as the player who has moved sees it.
    let seen = state.turned();
    // After a lion has reached the last row, the only moves are those that take it.
    let is_over = seen.lions() & seen.theirs() & NEAR != 0;
    let moved = if is_over { 0 } else { seen.mine() };
    ones(moved)
        .flat_map(move |to| steps_into(seen, to).chain(drop_into(seen, to)))
        .filter(|before| before.lions() & before.mine() & FAR == 0 && before.takers() == 0)
}

/// Returns the states from which a step to the cell `to` leads to the state `seen`. A step moves a
/// piece on the board. `seen` and the returned states show the board as the player who makes the
/// move sees it.
fn steps_into(seen: Animals, to: u32) -> impl Iterator<Item = Animals> {
    let arrived = seen.content(to);
    let cell = 1 << to;
    let is_far = cell & FAR != 0;
    // A chick is never in the far row after a step.
    let same = (arrived != CHICK | MINE || !is_far).then_some(arrived);
    let promoted = (arrived == HEN | MINE && is_far).then_some(CHICK | MINE);
    let empty = ALL & !seen.occupied();
    let moved = same.into_iter().chain(promoted);
    moved.flat_map(move |content| {
        let [straight, aslant, chicks] =
            [STRAIGHT, ASLANT, CHICK].map(|bit| if content & bit == 0 { 0 } else { ALL });
        let from = empty & sources(straight, aslant, chicks, cell);
        ones(from).flat_map(move |from| {
            let before = seen.without(cell).with(from, content);
            let taken = HandAnimal::ALL
                .into_iter()
                .filter(move |&kind| seen.held(kind) > 0);
            let taken = taken.flat_map(move |kind| {
                let before = before.without_held(kind);
                let hen = (kind == HandAnimal::Chick).then(|| before.with(to, HEN));
                iter::once(before.with(to, kind.content())).chain(hen)
            });
            iter::once(before).chain(taken)
        })
    })
}

/// Returns the state from which a drop on the cell `to` leads to the state `seen`. A drop puts a
/// captured piece on the board. Both states show the board as the player who drops the piece sees
/// it.
fn drop_into(seen: Animals, to: u32) -> Option<Animals> {
    let content = seen.content(to);
    let kind = kind_of(content).filter(|_| content & !MINE != HEN);
    kind.map(|kind| seen.without(1 << to).with_held(kind))
}

/// Iterates over the cell numbers of the bits that are set in a mask.
fn ones(mut cells: u64) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let cell = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (cell < u64::BITS).then_some(cell)
    })
}
