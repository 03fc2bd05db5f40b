//! Estimates of the sizes of playbooks, compared with the same sums computed state by state;
//! and a game with ranks and extra turns.

use std::collections::HashMap;

use perfectplay::index::{Dense, Tier};
use perfectplay::playbook::Keep;
use perfectplay::solve::Solution;
use perfectplay::{Game, Move, Moves, Player, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_tablebase::{DenseIndex, Limits, Memory, ResultStore, Solver, Tablebase};

/// A game with a stone on a track. A move takes it one, two or three cells forwards, and a
/// player who moves it one cell moves again. The player to move on the last cell has lost.
struct Track;

/// The last cell.
const END: u32 = 40;

impl Game for Track {
    type State = (u32, Player);

    const TURNS_ALTERNATE: bool = false;

    fn move_count(&self) -> u32 {
        3
    }

    fn start(&self) -> Self::State {
        (0, Player::First)
    }

    fn outcome(&self, (cell, _): Self::State) -> Option<Value> {
        (cell == END).then_some(Value::Loss)
    }

    fn legal(&self, (cell, _): Self::State) -> Moves {
        Moves::first_n((END - cell).min(3))
    }

    fn play(&self, (cell, player): Self::State, mv: Move) -> Self::State {
        match mv.index() {
            0 => (cell + 1, player),
            more => (cell + 1 + u32::from(more), player.other()),
        }
    }

    fn key(&self, (cell, player): Self::State) -> u64 {
        u64::from(cell) << 1 | player as u64
    }

    fn to_move(&self, (_, player): Self::State) -> Option<Player> {
        Some(player)
    }
}

impl Dense for Track {
    fn tier_count(&self) -> u64 {
        u64::from(END) + 1
    }

    fn tier_size(&self, _: Tier) -> u64 {
        2
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let cell = tier.number();
        (cell + 1..=u64::from(END).min(cell + 3)).map(Tier::new)
    }

    fn rank(&self, (cell, player): Self::State) -> Option<(Tier, u64)> {
        Some((Tier::new(cell.into()), player as u64))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> Self::State {
        let player = [Player::First, Player::Second][rank as usize % 2];
        (tier.number() as u32, player)
    }
}

/// Rounds a number to its four highest bits.
fn rounded(number: u64) -> u64 {
    let shift = number.max(8).ilog2() - 3;
    (number + (1 << shift >> 1)) >> shift << shift
}

/// Returns the estimates for a state: for a playbook of the player to move, and for one of the
/// other.
fn estimates<G: Game>(
    solution: &Solution<&G>,
    keep: Keep,
    state: G::State,
    known: &mut HashMap<u64, [u64; 2]>,
) -> [u64; 2] {
    let game = *solution.game();
    if let Some(&known) = known.get(&game.key(state)) {
        return known;
    }
    let (mut least, mut sum, mut moves) = (None, 0, 0);
    if game.outcome(state).is_none() {
        let score = |state| solution.score(state).expect("a state of the game");
        for mv in game.legal(state) {
            moves += 1;
            let after = game.play(state, mv);
            let (mut then, mut of_move) = (estimates(solution, keep, after, known), score(after));
            if !G::TURNS_ALTERNATE && game.to_move(after) == game.to_move(state) {
                of_move = of_move.later();
            } else {
                then.reverse();
                of_move = of_move.before();
            }
            let own = score(state);
            let is_as_good = match own.value() {
                Value::Win | Value::Loss if keep == Keep::Distance => of_move == own,
                value => of_move.value() == value,
            };
            if is_as_good {
                least = least.into_iter().chain([then[0]]).min();
            }
            sum += then[1];
        }
    }
    let entry = if moves > 1 { 8 } else { 0 };
    let found = [entry + least.unwrap_or(0) * 3 / 4, sum].map(rounded);
    known.insert(game.key(state), found);
    found
}

/// Compares the estimates of all states: when made in one go, when read again, and when made in
/// part.
fn agree<G: Dense + Sync>(game: &G) {
    let solution = solve(game).expect("a game");
    let solver = Solver::new(DenseIndex(game), "game").expect("a plan");
    let directory = tempfile::tempdir().expect("a directory");
    let (path, store, limits) = (
        directory.path().join("game.table"),
        Memory::new(),
        Limits::default(),
    );
    solver.solve(&store, &limits).expect("a game");
    solver.gather(&store, &path, &limits).expect("a file");
    let table = Tablebase::open(DenseIndex(game), &path).expect("a table");
    table.verify(&limits).expect("a right table");
    let plan = table.plan_guide(u64::MAX).expect("a plan");
    let plan = plan.expect("ranks");
    let states: Vec<G::State> = solution.iter().map(|(state, _)| state).collect();
    for keep in [Keep::Value, Keep::Distance] {
        let store = Memory::new();
        let mut known = HashMap::new();
        for every in [1, 2, 3] {
            for name in plan.guide_files().step_by(every) {
                store.remove(&name).expect("a place in memory");
            }
            let guide = table.guide(&plan, keep, &store, &limits);
            let guide = guide.expect("estimates");
            assert_eq!(guide.estimate(game.start()), None);
            guide.fetch(&states).expect("estimates");
            for &state in &states {
                let [own, _] = estimates(&solution, keep, state, &mut known);
                assert_eq!(guide.estimate(state), Some(own), "{keep:?} {state:?}");
                assert_eq!(guide.score(state), solution.score(state), "{state:?}");
            }
        }
    }
}

#[test]
fn games_of_marks() {
    let game = |parameters| Marks::with_parameters(parameters).expect("a game");
    agree(&game("3,2,2"));
    agree(&game("3,3,3"));
    agree(&Connect::with_parameters("3x4,3").expect("a game"));
}

#[test]
fn extra_turns() {
    agree(&Track);
}
