//! Orders the moves of a state for a playbook by rules. First, rules that are the same for all
//! games drop some of the moves. Then weights order the moves that are left.

use perfectplay_core::{Hints, MOVE_LIMIT, Move, Moves, Value, is_extra_turn};

/// The moves of a state that [`left_by_rules`] has not dropped. There is at least one. The weights
/// of the playbook then choose one of these moves.
pub(crate) struct LeftMoves {
    pub moves: Moves,
    /// Whether the rules prove that the player wins. If they prove a win, only one move is left.
    /// The player wins by playing this move, and then, in each later state, the only move that the
    /// rules leave in that state.
    #[cfg_attr(
        not(feature = "bake"),
        expect(dead_code, reason = "only the search for a playbook asks")
    )]
    pub is_won: bool,
}

/// Drops moves of an unfinished state by the following rules, and returns the moves that remain.
/// The player must reach at least the value `goal`. A move is *safe* if it does not end the game
/// with a loss, and the opponent cannot win by the next move.
///
/// 1. If some moves win at once, all moves except the first of these are dropped.
/// 2. Moves that lose at once are dropped, unless all moves lose at once.
/// 3. A move is known to defeat the opponent if no reply to it is safe, or if the [upper
///    bound](Hints::upper_bound) of the opponent's result is a loss. If there are such moves, all
///    moves are dropped except the one of them that has the fewest safe replies; of several, the
///    first remains.
/// 4. A move wins if, after every safe reply to it, rule 1 or rule 3 finds a winning move for the
///    player. If there are such moves, all moves except the first of them are dropped.
/// 5. A move is dropped if some safe reply leaves the player without a safe move. A move is also
///    dropped if the upper bound after some safe reply is less than `goal`. If this rule would drop
///    all moves, it drops none.
pub(crate) fn left_by_rules<G: Hints>(game: &G, state: G::State, goal: Value) -> LeftMoves {
    let won = |mv: Move| LeftMoves {
        moves: mv.into(),
        is_won: true,
    };
    let open = |moves| LeftMoves {
        moves,
        is_won: false,
    };
    if let Some(mv) = game.winning_moves(state).first() {
        return won(mv);
    }
    let safe = game.safe_moves(state);
    match safe.len() {
        0 => return open(game.legal(state)),
        1 => return open(safe),
        _ => {}
    }
    let defeating = safe
        .iter()
        .filter_map(|mv| Some((defeat(game, state, mv)?, mv)));
    if let Some((_, mv)) = defeating.min() {
        return won(mv);
    }
    let mut left = Moves::EMPTY;
    for mv in safe {
        match prospect(game, state, mv, goal) {
            Prospect::Won => return won(mv),
            Prospect::Unknown => left |= mv.into(),
            Prospect::Refuted => {}
        }
    }
    open(if left.is_empty() { safe } else { left })
}

/// What is known about a safe move after all safe replies to it were tried: it wins, it is dropped,
/// or neither.
enum Prospect {
    Won,
    Unknown,
    Refuted,
}

/// Applies rules 4 and 5 of [`left_by_rules`] to the move `mv`, by looking at the state after each
/// safe reply.
fn prospect<G: Hints>(game: &G, state: G::State, mv: Move, goal: Value) -> Prospect {
    let after = game.play(state, mv);
    if !passes_turn(game, state, after) {
        return Prospect::Unknown;
    }
    let mut is_won = true;
    for reply in game.safe_moves(after) {
        let then = game.play(after, reply);
        if !passes_turn(game, after, then) {
            is_won = false;
            continue;
        }
        if !game.winning_moves(then).is_empty() {
            continue;
        }
        let safe = game.safe_moves(then);
        let most = if safe.is_empty() {
            Value::Loss
        } else {
            game.upper_bound(then)
        };
        if most < goal {
            return Prospect::Refuted;
        }
        is_won = is_won && safe.iter().any(|mv| defeat(game, then, mv).is_some());
    }
    if is_won {
        Prospect::Won
    } else {
        Prospect::Unknown
    }
}

/// If `mv` is known to defeat the opponent (see rule 3 of [`left_by_rules`]), returns the number of
/// safe replies to `mv`. Otherwise, returns `None`.
#[inline]
fn defeat<G: Hints>(game: &G, state: G::State, mv: Move) -> Option<u32> {
    let after = game.play(state, mv);
    if !passes_turn(game, state, after) {
        return None;
    }
    let replies = game.safe_moves(after).len();
    let is_lost = replies == 0 || game.upper_bound(after) == Value::Loss;
    is_lost.then_some(replies)
}

/// Returns whether, after a move, the game goes on and it is the other player's turn.
#[inline]
fn passes_turn<G: Hints>(game: &G, state: G::State, after: G::State) -> bool {
    game.outcome(after).is_none() && !is_extra_turn(game, state, after)
}

/// The score of each move, indexed by the index of the move. The score is the sum of the weights of
/// the move's features.
pub(crate) struct Scores([i32; MOVE_LIMIT as usize]);

impl Scores {
    #[inline]
    pub(crate) fn new<G: Hints>(
        game: &G,
        state: G::State,
        moves: Moves,
        weight: &dyn Fn(u32) -> i32,
    ) -> Self {
        let mut scores = [0; MOVE_LIMIT as usize];
        game.each_feature(state, moves, &mut |mv, feature| {
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

    /// Returns the rank of the move `mv`, which is the number of moves in `moves` that come before
    /// `mv`.
    #[cfg(feature = "bake")]
    pub(crate) fn rank(&self, moves: Moves, mv: Move) -> u32 {
        let score = |mv: Move| self.0[usize::from(mv)];
        let is_before = |&other: &Move| {
            score(other) > score(mv) || score(other) == score(mv) && other.index() < mv.index()
        };
        moves.iter().filter(is_before).count() as u32
    }

    /// Returns the greatest score of a move minus the second greatest, or 255 if the difference is
    /// greater.
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
