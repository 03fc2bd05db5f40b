//! Every state that a strategy can reach against any replies.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::graph::{Graph, Step};
use super::{AuditError, Defeat};
use crate::solved::{Solved, StateOf, lawful_analysis};
use crate::strategy::Strategy;
use perfectplay_core::{Game, Move, Moves, Player, Value, moves_again, starts};

/// The states that a strategy can reach, and the mistakes that it may make there.
//
// A strategy's choices depend only on the state. So each state is examined once for each
// player to move, however many games pass through it.
pub(super) struct Reach<S> {
    pub graph: Graph,
    /// The state at each node of the graph.
    pub states: Vec<S>,
    /// The number of choices that give away a win, and of those that give away a win or a
    /// draw.
    pub missed_wins: u64,
    pub blunders: u64,
    numbers: BTreeMap<(u64, Player), usize>,
}

impl<S: Copy> Reach<S> {
    pub(super) fn of<T, P>(
        solved: &T,
        strategy: &P,
        side: Player,
    ) -> Result<Self, AuditError<StateOf<T>>>
    where
        T: Solved + ?Sized,
        T::Game: Game<State = S>,
        P: Strategy<S> + ?Sized,
    {
        let game = solved.game();
        let mut reach = Self {
            graph: Graph::default(),
            states: Vec::new(),
            missed_wins: 0,
            blunders: 0,
            numbers: BTreeMap::new(),
        };
        for start in starts(game) {
            let first = game.to_move(start).unwrap_or(Player::First);
            reach.meet((game.key(start), first), start, side, None);
        }
        let mut number = 0;
        while let Some(&state) = reach.states.get(number) {
            let own = reach.graph.node(number).own;
            let player = if own { side } else { side.other() };
            let outcome = game.outcome(state);
            let resigns = own && outcome.is_none() && strategy.resigns(state);
            let result = match outcome {
                None if resigns => Some(Value::Loss),
                outcome => outcome.map(|value| if own { value } else { value.flip() }),
            };
            reach.graph.enter(number, result);
            if resigns {
                reach.count_mistakes(solved, state, None)?;
            } else if outcome.is_none() {
                let moves = match game.legal(state) {
                    legal if own => choices(strategy, state, legal)?,
                    legal => legal,
                };
                if own {
                    reach.count_mistakes(solved, state, Some(moves))?;
                }
                for mv in moves {
                    let after = game.play(state, mv);
                    let next = if moves_again(game, state, after) {
                        player
                    } else {
                        player.other()
                    };
                    let node = (game.key(after), next);
                    let to = reach.meet(node, after, side, Some((number, mv)));
                    let probability = if own {
                        strategy.probability(state, mv)
                    } else {
                        0.0
                    };
                    reach.graph.add_step(Step {
                        mv,
                        to,
                        probability,
                    });
                }
            }
            number += 1;
        }
        Ok(reach)
    }

    /// The number of a node, which is added if it is new.
    fn meet(
        &mut self,
        node: (u64, Player),
        state: S,
        side: Player,
        from: Option<(usize, Move)>,
    ) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.states.push(state);
            self.graph.add(node.1 == side, from)
        })
    }

    /// The game with these moves from the start with this number.
    pub(super) fn defeat(&self, start: usize, moves: Vec<Move>) -> Defeat<S> {
        let start = self.states[start];
        Defeat { start, moves }
    }

    /// Counts the choices that are mistakes according to the table. A resignation, which is no
    /// choice, is a mistake unless all is lost.
    fn count_mistakes<T>(
        &mut self,
        solved: &T,
        state: S,
        choices: Option<Moves>,
    ) -> Result<(), AuditError<S>>
    where
        T: Solved + ?Sized,
        T::Game: Game<State = S>,
    {
        let analysis = lawful_analysis(solved, state).ok_or(AuditError::NoRecord { state })?;
        let mistakes = choices.map_or(u64::from(analysis.value > Value::Loss), |choices| {
            u64::from((choices & analysis.mistakes()).len())
        });
        self.blunders += mistakes;
        if analysis.value == Value::Win {
            self.missed_wins += mistakes;
        }
        Ok(())
    }
}

/// The choices of a strategy in an unfinished state. They are legal, and there is at
/// least one.
fn choices<S: Copy>(
    strategy: &(impl Strategy<S> + ?Sized),
    state: S,
    legal: Moves,
) -> Result<Moves, AuditError<S>> {
    let choices = strategy.choices(state);
    if choices.is_empty() {
        return Err(AuditError::NoChoice { state });
    }
    let illegal = choices - legal;
    if !illegal.is_empty() {
        return Err(AuditError::Illegal {
            state,
            moves: illegal,
            legal,
        });
    }
    Ok(choices)
}
