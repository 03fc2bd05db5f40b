//! Tests dōbutsu shōgi, in which symmetric states have the same rank. Each state must have the same
//! score as in the solution of the library's solver. The table must have the same bytes whether the
//! solver uses `states_before` or not.

use std::collections::HashMap;
use std::path::Path;

use perfectplay::index::{Dense, Tier};
use perfectplay::{Game, Move, Moves, Player, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::dobutsu::{Animals, Dobutsu};
use perfectplay_tablebase::{DenseIndex, Limits, MemoryStore, Solver, Tablebase};

/// The same game without `states_before`.
#[derive(Clone, Copy)]
struct Sweeping(Dobutsu);

impl Game for Sweeping {
    type State = Animals;

    fn move_count(&self) -> u32 {
        self.0.move_count()
    }
    fn start(&self) -> Animals {
        self.0.start()
    }
    fn outcome(&self, state: Animals) -> Option<Value> {
        self.0.outcome(state)
    }
    fn legal(&self, state: Animals) -> Moves {
        self.0.legal(state)
    }
    fn play(&self, state: Animals, mv: Move) -> Animals {
        self.0.play(state, mv)
    }
    fn key(&self, state: Animals) -> u64 {
        self.0.key(state)
    }
    fn to_move(&self, state: Animals) -> Option<Player> {
        self.0.to_move(state)
    }
    fn is_loopy(&self) -> bool {
        true
    }
}

impl Dense for Sweeping {
    fn tier_count(&self) -> u64 {
        self.0.tier_count()
    }
    fn tier_size(&self, tier: Tier) -> u64 {
        self.0.tier_size(tier)
    }
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        self.0.next_tiers(tier)
    }
    fn rank(&self, state: Animals) -> Option<(Tier, u64)> {
        self.0.rank(state)
    }
    fn unrank(&self, tier: Tier, rank: u64) -> Animals {
        self.0.unrank(tier, rank)
    }
}

/// Solves a game on `threads` threads, and returns the bytes of its table.
fn bytes<G: Dense<State = Animals> + Copy + Sync + Send>(game: &G, threads: usize) -> Vec<u8> {
    let limits = Limits {
        threads: Some(threads),
        ..Limits::default()
    };
    let solver = Solver::new(DenseIndex(*game), "dobutsu").expect("a plan");
    let store = MemoryStore::new();
    solver.solve(&store, &limits).expect("a game");
    let mut bytes = Vec::new();
    let gathered = solver.gather_into(&store, &mut bytes, &limits);
    gathered.expect("a place in memory");
    bytes
}

fn agrees(pieces: &str) {
    let game = Dobutsu::with_parameters(pieces).expect("some pieces");
    let made = bytes(&game, 1);
    assert!(bytes(&game, 3) == made, "{pieces}");
    assert!(bytes(&Sweeping(game), 2) == made, "{pieces}");
    let path = Path::new("memory");
    let table = Tablebase::open_source(DenseIndex(game), Box::new(made), path).expect("a table");
    table.verify(&Limits::default()).expect("a right table");
    let solution = solve(game).expect("a game");
    let mut scores = HashMap::new();
    for (state, score) in solution.scores() {
        let found = table.score(state).expect("an answer");
        assert_eq!(found, Some(score), "{state:?}");
        scores.insert(game.rank(state), score);
    }
    let mut counts = HashMap::new();
    for score in scores.into_values() {
        *counts.entry(score).or_insert(0) += 1;
    }
    assert_eq!(
        table.summary().scores().collect::<HashMap<_, u64>>(),
        counts
    );
    // The other ranks have no score.
    let ranks = 0..game.tier_size(Tier::new(0));
    let scored = ranks.filter(|&rank| {
        let state = game.unrank(Tier::new(0), rank);
        table.score(state).expect("an answer").is_some()
    });
    assert_eq!(scored.count() as u64 + 1, table.summary().states());
}

#[test]
fn each_state_has_the_score_of_the_small_solver() {
    for pieces in ["L", "LC", "LG", "LE"] {
        agrees(pieces);
    }
}
