//! How likely each player wins.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use perfectplay::{Level, Player, Solved, Strategy, Value, moves_again};
use perfectplay_games::Listed;
use serde::Serialize;

/// The outcome of a game between two players of one level, as probabilities.
///
/// They are exact, up to the rounding of sums, if no state comes back. If states do, they are
/// the limits of a sum without an end, to nine digits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// The first player wins.
    pub first: f64,
    /// Nobody wins, be it that the game never ends.
    pub draw: f64,
    /// The second player wins.
    pub second: f64,
}

impl Odds {
    /// By how much the first player is more likely to win than the second, from -1 to 1.
    pub fn edge(self) -> f64 {
        self.first - self.second
    }

    /// Those of a level in the first start of a game.
    pub fn of<G: Listed>(solved: &dyn Solved<Game = G>, level: Level) -> Self {
        let [first, second] = Chain::of(solved, level).limits()[0];
        Self {
            first,
            // The sum of the others may be rounded up.
            draw: (1.0 - first - second).max(0.0),
            second,
        }
    }
}

/// The states that a game may come to, as a Markov chain. The first one is the start.
struct Chain {
    /// For each state where its moves begin in `moves`, and at last where they end.
    bounds: Vec<usize>,
    /// Where a move leads, and its probability.
    moves: Vec<(usize, f64)>,
    /// For each state, how likely each player has won in it: only in the last one of a game.
    won: Vec<[f64; 2]>,
}

impl Chain {
    fn of<G: Listed>(solved: &dyn Solved<Game = G>, level: Level) -> Self {
        let (game, strategy) = (solved.game(), level.on(solved));
        let start = game.start();
        let first = game.to_move(start).unwrap_or(Player::First);
        let mut chain = Self {
            bounds: vec![0],
            moves: Vec::new(),
            won: Vec::new(),
        };
        // A state need not tell who is to move.
        let mut found = vec![(start, first)];
        let mut numbers = HashMap::from([((game.key(start), first), 0)]);
        while let Some(&(state, mover)) = found.get(chain.won.len()) {
            let mut won = [0.0; 2];
            match game.outcome(state) {
                Some(Value::Win) => won[mover as usize] = 1.0,
                Some(Value::Loss) => won[mover.other() as usize] = 1.0,
                Some(Value::Draw) => {}
                None => {
                    for mv in strategy.choices(state) {
                        let after = game.play(state, mv);
                        let next = match moves_again(game, state, after) {
                            true => mover,
                            false => mover.other(),
                        };
                        let number = match numbers.entry((game.key(after), next)) {
                            Entry::Occupied(known) => *known.get(),
                            Entry::Vacant(new) => {
                                found.push((after, next));
                                *new.insert(found.len() - 1)
                            }
                        };
                        let probability = strategy.probability(state, mv);
                        chain.moves.push((number, probability));
                    }
                }
            }
            chain.won.push(won);
            chain.bounds.push(chain.moves.len());
        }
        chain
    }

    /// How likely each player wins from each state on.
    ///
    /// Sweeps from the last state to the first until nothing changes. Without states that come
    /// back, that is once for each ply at most. The probabilities only grow, from 0 on.
    fn limits(self) -> Vec<[f64; 2]> {
        const SMALL: f64 = 1e-12;
        let mut won = self.won;
        loop {
            let mut change: f64 = 0.0;
            for state in (0..won.len()).rev() {
                let moves = &self.moves[self.bounds[state]..self.bounds[state + 1]];
                if moves.is_empty() {
                    continue;
                }
                let mut sum = [0.0; 2];
                for &(after, probability) in moves {
                    for (sum, won) in sum.iter_mut().zip(won[after]) {
                        *sum += probability * won;
                    }
                }
                for (old, new) in won[state].iter().zip(sum) {
                    change = change.max((new - old).abs());
                }
                won[state] = sum;
            }
            if change < SMALL {
                return won;
            }
        }
    }
}
