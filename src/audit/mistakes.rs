//! The mistakes of a strategy, one by one.

use core::fmt;

use super::AuditError;
use super::reach::Reach;
use crate::solved::{Solved, StateOf, lawful_analysis};
use crate::strategy::Strategy;
use perfectplay_core::{Analysis, Game, Move, Moves, Player, Value};

/// The mistakes that a strategy may make on one side, against any replies: every choice that
/// turns a win into a draw or a loss, or a draw into a loss. The states nearest to a start
/// come first.
///
/// A strategy without a mistake loses only a game that is lost from the start. This works in
/// every game, also where [`audit`](super::audit()) cannot count the games.
///
/// ```
/// use perfectplay::tictactoe::{CornerFirst, TicTacToe};
/// use perfectplay::{Player, Value, mistakes, state};
///
/// let mut mistakes = mistakes(&TicTacToe, &CornerFirst, Player::Second)?;
/// let first = mistakes.next().expect("a mistake");
/// assert_eq!(first.state, state!(X . . / . O X / . . .));
/// assert_eq!((first.before, first.after), (Value::Draw, Value::Loss));
/// assert_eq!(first.mv.map(|mv| mv.index()), Some(6)); // a corner
/// assert_eq!(first.good.bits(), 0b110_000_110); // 1, 2, 7 and 8
/// assert_eq!(mistakes.count(), 9);
/// # Ok::<(), perfectplay::AuditError<perfectplay::State>>(())
/// ```
///
/// # Errors
/// When the strategy chooses no move or an illegal move, or when the table has no record of a
/// state, or one that the rules contradict.
pub fn mistakes<'t, T: Solved + ?Sized>(
    solved: &'t T,
    strategy: &(impl Strategy<StateOf<T>> + ?Sized),
    side: Player,
) -> Result<Mistakes<'t, T>, AuditError<StateOf<T>>> {
    Ok(Mistakes {
        reach: Reach::of(solved, strategy, side)?,
        solved,
        next: 0,
        found: None,
    })
}

/// A mistake of a strategy: a state that it meets, and what it may do there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake<S> {
    /// The state, in which the strategy is to move.
    pub state: S,
    /// The move; `None` if the strategy [resigns](Strategy::resigns).
    pub mv: Option<Move>,
    /// The probability that the strategy makes this mistake in this state, `0.0..=1.0`.
    pub probability: f64,
    /// What the state is worth to the strategy.
    pub before: Value,
    /// What is left of that after the mistake. It is less.
    pub after: Value,
    /// The moves that keep the value.
    pub good: Moves,
    /// The [best](Analysis::best) of them.
    pub best: Moves,
}

/// An iterator over the mistakes of a strategy, made by [`mistakes`].
pub struct Mistakes<'t, T: Solved + ?Sized> {
    solved: &'t T,
    reach: Reach<StateOf<T>>,
    /// The number of the next node to look at.
    next: usize,
    /// The node that was looked at last, and what is left of its mistakes.
    found: Option<(usize, Analysis, Moves)>,
}

impl<T: Solved + ?Sized> Mistakes<'_, T> {
    /// The next mistake of the node that was looked at last.
    fn next_of_node(&mut self) -> Option<Mistake<StateOf<T>>> {
        let (node, analysis, left) = self.found.as_mut()?;
        let mv = left.first()?;
        *left = *left - mv.into();
        let mut steps = self.reach.graph.steps(*node).iter();
        let step = steps.find(|step| step.mv == mv)?;
        let after = if analysis.losing.contains(mv) {
            Value::Loss
        } else {
            Value::Draw
        };
        Some(Mistake {
            probability: step.probability,
            ..mistake(self.reach.states[*node], analysis, Some(mv), after)
        })
    }
}

impl<T: Solved + ?Sized> Iterator for Mistakes<'_, T> {
    type Item = Mistake<StateOf<T>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(mistake) = self.next_of_node() {
                return Some(mistake);
            }
            let node = self.next;
            let &state = self.reach.states.get(node)?;
            self.next += 1;
            self.found = None;
            let is_over = self.solved.game().outcome(state).is_some();
            if is_over || !self.reach.graph.node(node).own {
                continue;
            }
            // It was there when the strategy was followed.
            let analysis = lawful_analysis(self.solved, state)?;
            let steps = self.reach.graph.steps(node);
            if steps.is_empty() && analysis.value > Value::Loss {
                return Some(mistake(state, &analysis, None, Value::Loss));
            }
            let chosen = steps.iter().map(|step| Moves::from(step.mv));
            let chosen = chosen.fold(Moves::EMPTY, |all, mv| all | mv);
            self.found = Some((node, analysis, chosen & analysis.mistakes()));
        }
    }
}

/// A mistake that is certain.
const fn mistake<S>(state: S, analysis: &Analysis, mv: Option<Move>, after: Value) -> Mistake<S> {
    Mistake {
        state,
        mv,
        probability: 1.0,
        before: analysis.value,
        after,
        good: analysis.of_kind(analysis.value),
        best: analysis.best,
    }
}

impl<T: Solved + ?Sized> fmt::Debug for Mistakes<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mistakes")
            .field("states", &self.reach.states.len())
            .field("looked_at", &self.next)
            .finish_non_exhaustive()
    }
}
