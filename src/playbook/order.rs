//! Orders the moves of a state for a playbook by rules: first by rules that are the same for all
//! games, and then by weights.

use perfectplay_core::{Hints, MOVE_LIMIT, Move, Moves, is_extra_turn};

/// Returns the moves that the rules leave in an unfinished state: at least one. The weights then
/// choose among them.
///
/// 1. If a move wins at once, only the first such move is left.
/// 2. Moves that lose at once are dropped, unless all do.
/// 3. If no reply to a move is safe, only this move is left: it wins in three plies.
/// 4. If a single reply to a move is safe, and rule 1 or 3 applies after it, only this move is
///    left.
/// 5. If no move is safe after one of the replies to a move, this move is dropped, unless all are.
pub(crate) fn left_by_rules<G: Hints>(game: &G, state: G::State) -> Moves {
    if let Some(mv) = game.winning_moves(state).first() {
        return mv.into();
    }
    let safe = game.safe_moves(state);
    match safe.len() {
        0 => return game.legal(state),
        1 => return safe,
        _ => {}
    }
    let traps = |state| traps(game, state);
    if let Some(mv) = safe.iter().find(|&mv| wins_in_three(game, state, mv)) {
        return mv.into();
    }
    let mut left = Moves::EMPTY;
    for mv in safe {
        let after = game.play(state, mv);
        if is_extra_turn(game, state, after) || game.outcome(after).is_some() {
            left |= mv.into();
            continue;
        }
        let replies = game.safe_moves(after);
        let then = |reply| {
            let then = game.play(after, reply);
            let is_own = !is_extra_turn(game, after, then) && game.outcome(then).is_none();
            is_own.then_some(then)
        };
        if replies.len() == 1 {
            let wins = |then| {
                let is_next = |mv: Move| wins_in_three(game, then, mv);
                !game.winning_moves(then).is_empty() || game.safe_moves(then).iter().any(is_next)
            };
            if replies.first().and_then(then).is_some_and(wins) {
                return mv.into();
            }
        }
        if !replies.iter().filter_map(then).any(traps) {
            left |= mv.into();
        }
    }
    if left.is_empty() { safe } else { left }
}

/// Returns whether the player to move can neither win at once nor make a safe move.
#[inline]
fn traps<G: Hints>(game: &G, state: G::State) -> bool {
    game.winning_moves(state).is_empty() && game.safe_moves(state).is_empty()
}

/// Returns whether a safe move wins in three plies: whether no reply to it is safe.
#[inline]
fn wins_in_three<G: Hints>(game: &G, state: G::State, mv: Move) -> bool {
    let after = game.play(state, mv);
    game.safe_moves(after).is_empty()
        && game.outcome(after).is_none()
        && !is_extra_turn(game, state, after)
}

/// For each move by index, the sum of the weights of its features.
pub(crate) struct Scores([i32; MOVE_LIMIT as usize]);

impl Scores {
    /// Computes the scores of `moves`.
    #[inline]
    pub(crate) fn new<G: Hints>(
        game: &G,
        state: G::State,
        moves: Moves,
        weight: impl Fn(u32) -> i32,
    ) -> Self {
        let mut scores = [0; MOVE_LIMIT as usize];
        game.each_feature(state, moves, |mv, feature| {
            scores[usize::from(mv)] += weight(feature);
        });
        Self(scores)
    }

    /// Returns the move with the greatest score; of several such moves, the one with the lowest
    /// index.
    #[inline]
    pub(crate) fn best(&self, moves: Moves) -> Option<Move> {
        let score = |mv| self.0[usize::from(mv)];
        moves
            .iter()
            .reduce(|best, mv| if score(mv) > score(best) { mv } else { best })
    }

    /// Returns the move with this rank, counted from 0; the last move if the rank is too great.
    pub(crate) fn nth(&self, mut moves: Moves, rank: u32) -> Option<Move> {
        for _ in 0..rank.min(moves.len().saturating_sub(1)) {
            moves -= self.best(moves)?.into();
        }
        self.best(moves)
    }

    /// Returns the rank of a move: the number of moves that come before it.
    #[cfg(feature = "bake")]
    pub(crate) fn rank(&self, moves: Moves, mv: Move) -> u32 {
        let score = |mv: Move| self.0[usize::from(mv)];
        let is_before = |&other: &Move| {
            score(other) > score(mv) || score(other) == score(mv) && other.index() < mv.index()
        };
        moves.iter().filter(is_before).count() as u32
    }

    /// Returns the difference between the scores of the first and the second move, at most 255.
    pub(crate) fn margin(&self, moves: Moves) -> u8 {
        let score = |mv: Move| self.0[usize::from(mv)];
        let Some(first) = self.best(moves) else {
            return 0;
        };
        let second = self.best(moves - first.into());
        let margin = second.map_or(0, |second| score(first) - score(second));
        u8::try_from(margin).unwrap_or(u8::MAX)
    }
}
