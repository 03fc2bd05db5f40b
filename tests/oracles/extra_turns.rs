//! A second solver, for rules in which a player may move again. For each state, the solver computes
//! which player wins, and not the value for the player to move. So it never converts a value from
//! one player to the other. In each round, the solver visits all states. Round *d* finds the states
//! from which perfect play ends after *d* plies.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use perfectplay::{Game, Player, Solved, Value, walk};

/// What the rules say about a state: it is finished, or it has moves.
pub enum Position<S> {
    /// The game is over. `.0` is the winner; `None` is a draw.
    Over(Option<Player>),
    /// The game goes on. `.0` is the player to move; `.1` contains the states after the moves.
    Open(Player, Vec<S>),
}

/// The end of a game under perfect play. `.0` is the winner, and `.1` the number of plies to the
/// end. If the game never ends, `.0` and `.1` are `None`.
pub type End = (Option<Player>, Option<u32>);

/// Maps a pair (a ply and an end) to the number of such states. In the pair, `.0` is the number of
/// plies from the start to the state, and `.1` is the end of the game from this state.
pub type Histogram = BTreeMap<(u32, End), usize>;

/// A reachable state, the number of plies from the start to it, and the end of the game from it.
pub struct Found<S> {
    pub state: S,
    pub ply: u32,
    pub end: End,
}

/// Returns every state that can be reached from the start.
pub fn plain<S: Clone + Eq + Hash>(start: S, rules: impl Fn(&S) -> Position<S>) -> Vec<Found<S>> {
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![(start, 0)];
    let mut movers = Vec::new();
    let mut after = Vec::new();
    let mut ends: Vec<Option<End>> = Vec::new();
    while let Some((state, ply)) = states.get(after.len()).cloned() {
        let (mover, next) = match rules(&state) {
            Position::Over(winner) => {
                ends.push(Some((winner, Some(0))));
                (Player::First, Vec::new())
            }
            Position::Open(mover, next) => {
                assert!(!next.is_empty(), "the game goes on without a move");
                ends.push(None);
                (mover, next)
            }
        };
        let next = next.into_iter().map(|next| {
            *numbers.entry(next).or_insert_with_key(|next| {
                states.push((next.clone(), ply + 1));
                states.len() - 1
            })
        });
        let next: Vec<usize> = next.collect();
        movers.push(mover);
        after.push(next);
    }
    let mut open: Vec<usize> = (0..states.len()).collect();
    // Draws are settled only after all wins and losses.
    for draws in [false, true] {
        for plies in 1.. {
            let won_by = |player| move |end: &Option<End>| matches!(end, Some((Some(winner), _)) if *winner == player);
            let drawn = |end: &Option<End>| matches!(end, Some((None, _)));
            let mut settled = Vec::new();
            open.retain(|&number| ends[number].is_none());
            for &number in &open {
                let next: Vec<Option<End>> = after[number].iter().map(|&next| ends[next]).collect();
                let mover = movers[number];
                if draws {
                    settled.extend(next.iter().any(drawn).then_some((number, None)));
                } else if next.iter().any(won_by(mover)) {
                    settled.push((number, Some(mover)));
                } else if next.iter().all(won_by(mover.other())) {
                    settled.push((number, Some(mover.other())));
                }
            }
            if settled.is_empty() {
                break;
            }
            for (number, winner) in settled {
                ends[number] = Some((winner, Some(plies)));
            }
        }
    }
    let found = states.into_iter().zip(ends);
    found
        .map(|((state, ply), end)| Found {
            state,
            ply,
            end: end.unwrap_or((None, None)),
        })
        .collect()
}

/// Solves a game by `rules`, and counts its states as [`Histogram`] describes.
pub fn histogram<S: Clone + Eq + Hash>(start: S, rules: impl Fn(&S) -> Position<S>) -> Histogram {
    let mut histogram = Histogram::new();
    for found in plain(start, rules) {
        *histogram.entry((found.ply, found.end)).or_default() += 1;
    }
    histogram
}

/// Counts the states of the library's solution in the way in which [`histogram`] counts them.
/// `Game::to_move` must return a player for every state.
pub fn histogram_of<T: Solved>(solved: &T) -> Histogram {
    let mut histogram = Histogram::new();
    for visit in walk(solved) {
        let visit = visit.expect("a sound table");
        let mover = solved.game().to_move(visit.state).expect("a player");
        let winner = match visit.analysis.value() {
            Value::Win => Some(mover),
            Value::Draw => None,
            Value::Loss => Some(mover.other()),
        };
        let end = (winner, visit.analysis.distance());
        *histogram.entry((visit.ply, end)).or_default() += 1;
    }
    histogram
}
