//! Searches that solve a state without a table. Benchmarks compare these searches with
//! [`lookup`](crate::lookup).
//!
//! The searches know the rules but not the table. A search returns the same data as a look-up in
//! the table, and also works for boards that no game reaches. Each search is written as one would
//! write it in a program without a table. A board is two masks: the cells of the player to move,
//! and the cells of the opponent. The searches do not allocate. To find out whether a player has a
//! line, a search reads memory only once.
//!
//! ```
//! use perfectplay::tictactoe::search;
//! use perfectplay::tictactoe::state;
//! use perfectplay::lookup;
//!
//! let state = state!(X . O / . . . / . . .);
//! let record = lookup(state).expect("a reachable position");
//! assert_eq!(search::minimax(state), record.analysis());
//! assert_eq!(search::alpha_beta(state), record.analysis());
//! assert_eq!(search::threats(state), record.analysis());
//! assert_eq!(search::memoised(state), record.analysis());
//! ```

use perfectplay_core::tictactoe::{BOARD, CELLS, Line, State, TicTacToe};
use perfectplay_core::{Analysis, Game, Move, Moves, Value};

/// Searches by minimax, which plays every line of play from the state to its end.
#[must_use]
pub fn minimax(state: State) -> Analysis {
    analyse(state, minimax_score)
}

/// Searches by alpha-beta, which skips moves that cannot change the answer (Knuth and Moore, An
/// analysis of alpha-beta pruning, Artificial Intelligence 6, 1975). The search tries the centre
/// first, then the corners, then the edges.
#[must_use]
pub fn alpha_beta(state: State) -> Analysis {
    analyse(state, |own, theirs| {
        alpha_beta_score::<true, false>(own, theirs, -BEYOND, BEYOND)
    })
}

/// Searches as [`alpha_beta`] does, but finds only the winning, losing and neutral moves. The
/// search takes less time than `alpha_beta`, because it finds no distances.
#[doc(hidden)]
#[must_use]
pub fn alpha_beta_masks(state: State) -> Masks {
    Masks::find(state, |own, theirs| {
        alpha_beta_score::<false, false>(own, theirs, -BEYOND, BEYOND)
    })
}

/// Searches by alpha-beta, and looks one mark ahead. If a move wins at once, the search tries only
/// this move. If the opponent threatens to win, it tries only the move that blocks the threat. We
/// know of no faster search.
#[must_use]
pub fn threats(state: State) -> Analysis {
    analyse(state, |own, theirs| {
        alpha_beta_score::<true, true>(own, theirs, -BEYOND, BEYOND)
    })
}

/// Searches as [`threats`] does, but finds only the winning, losing and neutral moves.
#[doc(hidden)]
#[must_use]
pub fn threats_masks(state: State) -> Masks {
    Masks::find(state, |own, theirs| {
        alpha_beta_score::<false, true>(own, theirs, -BEYOND, BEYOND)
    })
}

/// Searches depth-first, and remembers the scores of the boards that it has seen. Each call starts
/// with an empty memory.
#[must_use]
pub fn memoised(state: State) -> Analysis {
    let mut memory = [UNKNOWN; BOARDS];
    analyse(state, |own, theirs| {
        memoised_score(own, theirs, &mut memory)
    })
}

/// The three sets of moves of a state, without the rest of its analysis.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Masks {
    /// The moves after which the opponent loses.
    pub winning: Moves,
    /// The moves after which the opponent wins.
    pub losing: Moves,
    /// The legal moves after which the game is a draw.
    pub neutral: Moves,
}

impl Masks {
    fn find(state: State, score: impl FnMut(u16, u16) -> SearchScore) -> Self {
        let mut masks = Self::default();
        for (mv, score) in scores_after(state, score) {
            let kind = match score.signum() {
                1 => &mut masks.winning,
                -1 => &mut masks.losing,
                _ => &mut masks.neutral,
            };
            *kind |= mv.into();
        }
        masks
    }
}

/// The score of a state for the player to move. The score is 10 - *d* for a win in *d* plies, *d* -
/// 10 for a loss in *d* plies, and 0 for a draw.
type SearchScore = i8;

const BEATEN: SearchScore = -(CELLS as SearchScore + 1);
const BEYOND: SearchScore = -BEATEN + 1;

/// Returns the mover's score before a move, given the opponent's score after the move.
/// [`score_after`] is its inverse.
const fn score_before(after: SearchScore) -> SearchScore {
    after.signum() - after
}

/// Returns the opponent's score after a move, given the mover's score before the move.
const fn score_after(before: SearchScore) -> SearchScore {
    -before - before.signum()
}

/// Returns every legal move with its score for the player to move.
fn scores_after(
    state: State,
    mut score: impl FnMut(u16, u16) -> SearchScore,
) -> impl Iterator<Item = (Move, SearchScore)> {
    let player = state.to_move();
    let (own, theirs) = (state.held_by(player), state.held_by(player.other()));
    state
        .legal()
        .iter()
        .map(move |mv| (mv, score_before(score(theirs, own | 1 << mv.index()))))
}

/// Returns the analysis of a state. `score` computes the score of a board from the mask of the
/// player to move and the mask of the opponent.
fn analyse(state: State, score: impl FnMut(u16, u16) -> SearchScore) -> Analysis {
    let value = TicTacToe.outcome(state).unwrap_or(Value::Draw);
    let mut analysis = Analysis::finished(value).parts();
    let mut best_score = -BEYOND;
    for (mv, score) in scores_after(state, score) {
        let kind = match score.signum() {
            1 => &mut analysis.winning,
            -1 => &mut analysis.losing,
            _ => &mut analysis.neutral,
        };
        *kind |= mv.into();
        if score > best_score {
            best_score = score;
            analysis.best = Moves::EMPTY;
        }
        if score == best_score {
            analysis.best |= mv.into();
        }
    }
    if !analysis.best.is_empty() {
        let (value, distance) = match best_score.signum() {
            1 => (Value::Win, -BEATEN - best_score),
            -1 => (Value::Loss, best_score - BEATEN),
            // Nobody wins, so the game ends with a full board.
            _ => (Value::Draw, state.empty().len() as SearchScore),
        };
        analysis.value = value;
        analysis.distance = Some(distance as u32);
    }
    analysis.analysis()
}

fn minimax_score(own: u16, theirs: u16) -> SearchScore {
    if Line::held_by(theirs) {
        return BEATEN;
    }
    let mut best = None;
    for cell in bits(empty(own, theirs)) {
        best = best.max(Some(score_before(minimax_score(theirs, own | cell))));
    }
    best.unwrap_or(0)
}

/// Returns the score of a board if the score lies between `alpha` and `beta`. If the score is less
/// than `alpha`, returns an upper bound of at most `alpha`. If the score is greater than `beta`,
/// returns a lower bound of at least `beta`.
///
/// If `DISTANCES` is `false`, only the sign of a score has a meaning: it tells a win from a loss.
/// If `THREATS` is `true`, the search first looks for lines that one mark would complete, and only
/// then tries moves.
fn alpha_beta_score<const DISTANCES: bool, const THREATS: bool>(
    own: u16,
    theirs: u16,
    mut alpha: SearchScore,
    beta: SearchScore,
) -> SearchScore {
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
            // Only one of two threats can be blocked, so both blocks are equally bad.
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

/// The number of possible boards, on which each cell is empty or belongs to one of the players.
const BOARDS: usize = 3usize.pow(CELLS as u32);
/// Marks a board whose score is not yet in the memory.
const UNKNOWN: SearchScore = SearchScore::MIN;

/// `BASE_3[mask]` is the number whose digits in base 3 are the bits of `mask`.
const BASE_3: [u16; BOARD as usize + 1] = {
    let mut numbers = [0; BOARD as usize + 1];
    let mut mask = 1;
    while mask <= BOARD as usize {
        numbers[mask] = 3 * numbers[mask >> 1] + (mask & 1) as u16;
        mask += 1;
    }
    numbers
};

fn memoised_score(own: u16, theirs: u16, memory: &mut [SearchScore; BOARDS]) -> SearchScore {
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

fn bits(mut mask: u16) -> impl Iterator<Item = u16> {
    core::iter::from_fn(move || {
        let bit = mask & mask.wrapping_neg();
        mask ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// Iterates over the bits of a mask, first the centre, then the corners, then the edges.
fn by_promise(mask: u16) -> impl Iterator<Item = u16> {
    const CENTRE: u16 = 0b000_010_000;
    const CORNERS: u16 = 0b101_000_101;
    const EDGES: u16 = 0b010_101_010;
    bits(mask & CENTRE)
        .chain(bits(mask & CORNERS))
        .chain(bits(mask & EDGES))
}
