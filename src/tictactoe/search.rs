//! Live search: the slow twins of [`lookup`](crate::lookup), kept to be measured
//! against.
//!
//! They know the rules and nothing of the table, and find of every state what the table
//! holds; of a board that no game reaches too. Each is written as one would who had no
//! table: on two masks relative to the player to move, without allocation, with a line
//! found by one load.
//!
//! ```
//! use perfectplay::tictactoe::search;
//! use perfectplay::{lookup, state};
//!
//! let state = state!(X . O / . . . / . . .);
//! let record = lookup(state).expect("a reachable position");
//! assert_eq!(search::minimax(state), record.analysis());
//! assert_eq!(search::alpha_beta(state), record.analysis());
//! assert_eq!(search::threats(state), record.analysis());
//! assert_eq!(search::memoised(state), record.analysis());
//! ```

use crate::kernel::Analysis;
use crate::kernel::{Game, Move, Moves, Value};
use crate::tictactoe::{BOARD, CELLS, Line, State, TicTacToe};

/// Tries every game from here to its end.
#[must_use]
pub fn minimax(state: State) -> Analysis {
    analyse(state, minimax_score)
}

/// Leaves out what cannot change the answer any more (D. E. Knuth and R. W. Moore, An
/// analysis of alpha-beta pruning, Artificial Intelligence 6, 1975), with the centre
/// tried first, then the corners.
#[must_use]
pub fn alpha_beta(state: State) -> Analysis {
    analyse(state, |own, theirs| {
        alpha_beta_score::<true, false>(own, theirs, -BEYOND, BEYOND)
    })
}

/// [`alpha_beta`] that asks only who wins, not when: enough for the three masks, and
/// quicker.
#[must_use]
pub fn alpha_beta_masks(state: State) -> Masks {
    Masks::find(state, |own, theirs| {
        alpha_beta_score::<false, false>(own, theirs, -BEYOND, BEYOND)
    })
}

/// Alpha-beta that sees one mark ahead: takes a win at hand, and looks at no move but
/// the block where the opponent threatens one. The quickest search that we know of.
#[must_use]
pub fn threats(state: State) -> Analysis {
    analyse(state, |own, theirs| {
        alpha_beta_score::<true, true>(own, theirs, -BEYOND, BEYOND)
    })
}

/// [`threats`] that asks only who wins, not when.
#[must_use]
pub fn threats_masks(state: State) -> Masks {
    Masks::find(state, |own, theirs| {
        alpha_beta_score::<false, true>(own, theirs, -BEYOND, BEYOND)
    })
}

/// Depth-first with a memory of the boards that were seen, empty at the start of each
/// call.
#[must_use]
pub fn memoised(state: State) -> Analysis {
    let mut memory = [UNKNOWN; BOARDS];
    analyse(state, |own, theirs| {
        memoised_score(own, theirs, &mut memory)
    })
}

/// The three masks of a state, without the rest of its analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Masks {
    /// The moves after which the opponent is lost.
    pub winning: Moves,
    /// The moves after which the opponent wins.
    pub losing: Moves,
    /// The other legal moves.
    pub neutral: Moves,
}

impl Masks {
    fn find(state: State, score: impl FnMut(u16, u16) -> Score) -> Self {
        let mut masks = Self::default();
        for (mv, score) in scores_after(state, score) {
            let kind = match score.signum() {
                1 => &mut masks.winning,
                -1 => &mut masks.losing,
                _ => &mut masks.neutral,
            };
            *kind = *kind | mv.into();
        }
        masks
    }
}

/// What a state is worth to the player to move: a win in *d* plies is 10 - *d*, a loss
/// in *d* plies is *d* - 10, a draw is 0.
type Score = i8;

/// The score of a player who has just been beaten.
const BEATEN: Score = -(CELLS as Score + 1);
/// More than every score.
const BEYOND: Score = -BEATEN + 1;

/// The score before a move, by the opponent's score after it; [`score_after`] is its
/// inverse.
const fn score_before(after: Score) -> Score {
    after.signum() - after
}

/// The opponent's score after a move, by the score before it.
const fn score_after(before: Score) -> Score {
    -before - before.signum()
}

/// Every legal move, with the score that it leads to.
fn scores_after(
    state: State,
    mut score: impl FnMut(u16, u16) -> Score,
) -> impl Iterator<Item = (Move, Score)> {
    let player = state.to_move();
    let (own, theirs) = (state.held_by(player), state.held_by(player.other()));
    state
        .legal()
        .iter()
        .map(move |mv| (mv, score_before(score(theirs, own | 1 << mv.index()))))
}

/// The analysis of a state, by a function that scores a board from the masks of the
/// player to move and of the opponent.
fn analyse(state: State, score: impl FnMut(u16, u16) -> Score) -> Analysis {
    let value = TicTacToe.outcome(state).unwrap_or(Value::Draw);
    let mut analysis = Analysis::finished(value);
    let mut best_score = -BEYOND;
    for (mv, score) in scores_after(state, score) {
        let kind = match score.signum() {
            1 => &mut analysis.winning,
            -1 => &mut analysis.losing,
            _ => &mut analysis.neutral,
        };
        *kind = *kind | mv.into();
        if score > best_score {
            best_score = score;
            analysis.best = Moves::EMPTY;
        }
        if score == best_score {
            analysis.best = analysis.best | mv.into();
        }
    }
    if !analysis.best.is_empty() {
        let (value, distance) = match best_score.signum() {
            1 => (Value::Win, -BEATEN - best_score),
            -1 => (Value::Loss, best_score - BEATEN),
            // Nobody wins, so that the board will be full.
            _ => (Value::Draw, state.empty().len() as Score),
        };
        analysis.value = value;
        analysis.distance = Some(distance as u32);
    }
    analysis
}

fn minimax_score(own: u16, theirs: u16) -> Score {
    if Line::held_by(theirs) {
        return BEATEN;
    }
    let mut best = None;
    for cell in bits(empty(own, theirs)) {
        best = best.max(Some(score_before(minimax_score(theirs, own | cell))));
    }
    best.unwrap_or(0)
}

/// The score, if it lies between `alpha` and `beta`; else a bound on the same side.
///
/// Without `DISTANCES` a win or a loss has any score of the right sign. With `THREATS`
/// lines that one mark would finish are seen before any move is tried.
fn alpha_beta_score<const DISTANCES: bool, const THREATS: bool>(
    own: u16,
    theirs: u16,
    mut alpha: Score,
    beta: Score,
) -> Score {
    if Line::held_by(theirs) {
        return BEATEN;
    }
    let mut candidates = empty(own, theirs);
    if THREATS {
        let mut blocks = 0;
        for cell in bits(candidates) {
            if Line::held_by(own | cell) {
                return score_before(BEATEN);
            }
            if Line::held_by(theirs | cell) {
                blocks |= cell;
            }
        }
        if blocks != 0 {
            // Of two threats one cannot be met, so that either block is as good.
            candidates = blocks & blocks.wrapping_neg();
        }
    }
    let mut best = None;
    for cell in by_promise(candidates) {
        let (theirs, own) = (own | cell, theirs);
        let score = if DISTANCES {
            let (alpha, beta) = (score_after(beta), score_after(alpha));
            score_before(alpha_beta_score::<true, THREATS>(own, theirs, alpha, beta))
        } else {
            -alpha_beta_score::<false, THREATS>(own, theirs, -beta, -alpha)
        };
        best = best.max(Some(score));
        alpha = alpha.max(score);
        if alpha >= beta || (!DISTANCES && score > 0) {
            break;
        }
    }
    best.unwrap_or(0)
}

/// How many ways there are to fill the board: every cell empty, own or theirs.
const BOARDS: usize = 3usize.pow(CELLS as u32);
/// What stands in the memory for a board that was not seen: no score.
const UNKNOWN: Score = Score::MIN;

/// For every mask the number that has its bits as digits in base 3.
const BASE_3: [u16; BOARD as usize + 1] = {
    let mut numbers = [0; BOARD as usize + 1];
    let mut mask = 1;
    while mask <= BOARD as usize {
        numbers[mask] = 3 * numbers[mask >> 1] + (mask & 1) as u16;
        mask += 1;
    }
    numbers
};

fn memoised_score(own: u16, theirs: u16, memory: &mut [Score; BOARDS]) -> Score {
    let board = (BASE_3[own as usize] + 2 * BASE_3[theirs as usize]) as usize;
    if memory[board] != UNKNOWN {
        return memory[board];
    }
    let score = if Line::held_by(theirs) {
        BEATEN
    } else {
        let mut best = None;
        for cell in bits(empty(own, theirs)) {
            best = best.max(Some(score_before(memoised_score(
                theirs,
                own | cell,
                memory,
            ))));
        }
        best.unwrap_or(0)
    };
    memory[board] = score;
    score
}

const fn empty(own: u16, theirs: u16) -> u16 {
    !(own | theirs) & BOARD
}

/// The bits of a mask, one by one.
fn bits(mut mask: u16) -> impl Iterator<Item = u16> {
    core::iter::from_fn(move || {
        let bit = mask & mask.wrapping_neg();
        mask ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The bits of a mask, one by one: the centre, the corners, the edges.
fn by_promise(mask: u16) -> impl Iterator<Item = u16> {
    const CENTRE: u16 = 0b000_010_000;
    const CORNERS: u16 = 0b101_000_101;
    const EDGES: u16 = 0b010_101_010;
    bits(mask & CENTRE)
        .chain(bits(mask & CORNERS))
        .chain(bits(mask & EDGES))
}
