//! Tests loopy games, some of them with random moves. The scores agree with the library's solver, and `verify` finds
//! each planted error.

use std::collections::BTreeMap;
use std::fs;
use std::iter;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay::check::Check;
use perfectplay::game::Score;
use perfectplay::index::{Dense, Tier};
use perfectplay::{Game, Move, Moves, Player, Value, solve};
use perfectplay_games::Listed;
use perfectplay_games::dodgem::Dodgem;
use perfectplay_games::hounds::HareAndHounds;
use perfectplay_games::mills::Mills;
use perfectplay_tablebase::{
    DenseIndex, DirectoryStore, Error, Job, Limits, MemoryStore, ResultStore, Solver, Tablebase,
};

use crate::forged_files::with_scores;

const STATES: u8 = 48;
/// The number of states in a tier.
const IN_TIER: u8 = 12;

/// A game with random moves. A move stays in the tier of its state or leads to a later tier.
#[derive(Clone)]
struct RandomGame<const ALTERNATE: bool> {
    /// For each state, the states after its moves, or the value if the game is over.
    nodes: Vec<Result<Vec<u8>, Value>>,
    start: u8,
    /// The number of states in a tier.
    in_tier: u8,
    /// Whether `states_before` of the game returns a list, and not `None`.
    tells_before: bool,
}

impl<const ALTERNATE: bool> RandomGame<ALTERNATE> {
    fn new(seed: u64, in_tier: u8) -> Self {
        let mut bits = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |bound: u8| {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            ((bits >> 32) % u64::from(bound)) as u8
        };
        let nodes = (0..STATES).map(|state| match below(12) {
            0 => Err(Value::Loss),
            1 if seed % 2 == 0 => Err(Value::Draw),
            2 if seed % 3 == 0 => Err(Value::Win),
            _ => Ok((0..=below(3))
                .map(|_| {
                    let first = state / in_tier * in_tier;
                    // Most moves stay in the tier.
                    let end = if below(3) == 0 {
                        STATES
                    } else {
                        first + in_tier
                    };
                    first + below(end - first)
                })
                .collect()),
        });
        Self {
            nodes: nodes.collect(),
            start: 0,
            in_tier,
            tells_before: true,
        }
    }
}

impl<const ALTERNATE: bool> Game for RandomGame<ALTERNATE> {
    type State = u8;

    const TURNS_ALTERNATE: bool = ALTERNATE;

    fn move_count(&self) -> u32 {
        4
    }
    fn start(&self) -> u8 {
        self.start
    }
    fn outcome(&self, state: u8) -> Option<Value> {
        self.nodes[usize::from(state)].clone().err()
    }
    fn legal(&self, state: u8) -> Moves {
        let next = self.nodes[usize::from(state)].as_ref();
        Moves::first_n(next.map_or(0, |next| next.len() as u32))
    }
    fn play(&self, state: u8, mv: Move) -> u8 {
        let next = self.nodes[usize::from(state)].as_ref();
        next.expect("a state with moves")[usize::from(mv.index())]
    }
    fn key(&self, state: u8) -> u64 {
        state.into()
    }
    fn to_move(&self, state: u8) -> Option<Player> {
        (!ALTERNATE).then(|| Player::after_plies(u32::from(state) / 3))
    }
    fn last_mover_may_lose(&self) -> bool {
        true
    }
    fn is_loopy(&self) -> bool {
        true
    }
}

impl<const ALTERNATE: bool> Dense for RandomGame<ALTERNATE> {
    fn tier_count(&self) -> u64 {
        (STATES / self.in_tier).into()
    }
    fn tier_size(&self, _tier: Tier) -> u64 {
        self.in_tier.into()
    }
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        (tier.number()..self.tier_count()).map(Tier::new)
    }
    fn rank(&self, state: u8) -> Option<(Tier, u64)> {
        let tier = Tier::new((state / self.in_tier).into());
        Some((tier, (state % self.in_tier).into()))
    }
    fn unrank(&self, tier: Tier, rank: u64) -> u8 {
        (tier.number() * u64::from(self.in_tier) + rank) as u8
    }
    fn states_before(&self, state: u8) -> Option<impl Iterator<Item = u8>> {
        let leads_here = move |before: &u8| {
            let next = self.nodes[usize::from(*before)].as_ref();
            next.is_ok_and(|next| next.contains(&state))
        };
        self.tells_before.then(|| (0..STATES).filter(leads_here))
    }
}

/// Solves a game on `threads` threads, and returns the bytes of its table.
fn bytes<G: Dense + Clone + Sync + Send>(game: &G, threads: usize) -> Vec<u8> {
    let limits = Limits {
        threads: Some(threads),
        ..Limits::default()
    };
    let solver = Solver::new(DenseIndex(game.clone()), "game").expect("a plan");
    let store = MemoryStore::new();
    solver.solve(&store, &limits).expect("a game");
    let mut bytes = Vec::new();
    let gathered = solver.gather_into(&store, &mut bytes, &limits);
    gathered.expect("a place in memory");
    bytes
}

fn agrees<const ALTERNATE: bool>(seed: u64, in_tier: u8) {
    let mut game = RandomGame::<ALTERNATE>::new(seed, in_tier);
    let checked = Check::new().run_dense(&game);
    assert!(checked.findings.is_empty(), "{checked}");
    let solution = solve(&game).expect("a game");
    let made = bytes(&game, 1);
    {
        let path = std::path::Path::new("memory");
        let table = Tablebase::open_source(DenseIndex(game.clone()), Box::new(made.clone()), path);
        let table = table.expect("a table");
        for state in 0..STATES {
            let found = table.score(state).expect("an answer");
            assert_eq!(found, solution.score(state), "{seed}: {state}");
        }
        table.verify(&Limits::default()).expect("a right table");
    }
    assert!(bytes(&game, 3) == made, "{seed}");
    game.tells_before = false;
    assert!(bytes(&game, 1) == made, "{seed}");
}

#[test]
fn random_games_agree_with_the_small_solver() {
    random_games_agree(0..18);
}

#[test]
#[ignore = "takes more games; run by .ci/run"]
fn random_games_in_full() {
    random_games_agree(18..60);
}

fn random_games_agree(seeds: Range<u64>) {
    for seed in seeds {
        agrees::<true>(seed, STATES);
        agrees::<true>(seed, IN_TIER);
        agrees::<false>(seed, STATES);
        agrees::<false>(seed, IN_TIER);
    }
}

/// Compares two solutions of a game. The first solution is computed in memory by the library's solver, and the
/// second in rounds by this crate. Every state must have the same key, value and distance in both.
fn has_the_same_values<G: Dense + Listed + Send + Sync>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("parameters of the game");
    let bytes_of = |mut scores: Vec<(u64, Score)>| {
        scores.sort_unstable_by_key(|&(key, _)| key);
        let bytes = scores.into_iter().flat_map(|(key, score)| {
            let plies = score.distance().unwrap_or(u32::MAX);
            let score = iter::once(score.value() as u8).chain(plies.to_le_bytes());
            key.to_le_bytes().into_iter().chain(score)
        });
        bytes.collect::<Vec<u8>>()
    };
    let solution = solve(&game).expect("a game");
    let expected = solution
        .scores()
        .map(|(state, score)| (game.key(state), score));
    let path = std::path::Path::new("memory");
    let table = Tablebase::open_source(DenseIndex(game.clone()), Box::new(bytes(&game, 2)), path);
    let mut found = Vec::new();
    let visited = table.expect("a table").visit(|state, score| {
        found.push((game.key(state), score));
        ControlFlow::Continue(())
    });
    visited.expect("a whole table");
    assert!(
        bytes_of(found) == bytes_of(expected.collect()),
        "{parameters}"
    );
}

#[test]
fn both_ways_give_the_same_bytes_of_values() {
    has_the_same_values::<Dodgem>("3");
    has_the_same_values::<HareAndHounds>("");
}

/// In nine men's morris and its relatives, symmetric states share a rank. Each state has the same score in the table as
/// in a solution in memory. As its number of states, the table reports the number of ranks, so symmetric states count
/// once.
#[test]
fn states_that_share_a_rank_have_one_score() {
    for parameters in Mills::SAMPLES {
        let game = Mills::with_parameters(parameters).expect("parameters of the game");
        let made = bytes(&game, 1);
        assert!(bytes(&game, 3) == made, "{parameters}");
        let path = std::path::Path::new("memory");
        let table = Tablebase::open_source(DenseIndex(game.clone()), Box::new(made), path);
        let table = table.expect("a table");
        let mut ranks = BTreeMap::new();
        for (state, score) in solve(&game).expect("a game").scores() {
            let found = table.score(state).expect("an answer");
            assert_eq!(found, Some(score), "{parameters}: {state:?}");
            ranks.insert(game.rank(state).expect("a rank"), score);
        }
        let mut histogram = BTreeMap::new();
        for score in ranks.into_values() {
            *histogram.entry(score).or_insert(0) += 1;
        }
        let counted: Vec<(Score, u64)> = table.summary().scores().collect();
        assert_eq!(counted, Vec::from_iter(histogram), "{parameters}");
        table.verify(&Limits::default()).expect("a right table");
    }
}

/// Solves six men's morris, with and without flying. Checks the number of states, how many of them are won, drawn and
/// lost, and the longest distance. The start is drawn.
#[test]
#[ignore = "takes minutes"]
fn six_mens_morris() {
    for (parameters, states, counts, longest) in [
        ("six", 1_758_494, [475_097, 1_114_798, 168_599], 132),
        ("2,6,stays", 1_758_014, [1_053_975, 165_879, 538_160], 122),
    ] {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("table");
        let game = Mills::with_parameters(parameters).expect("parameters of the game");
        let solver = Solver::new(DenseIndex(game.clone()), "mills").expect("a plan");
        let summary = solver.solve_to(&path, &Limits::default()).expect("a game");
        let table = Tablebase::open(DenseIndex(game.clone()), &path).expect("a table");
        table.verify(&Limits::default()).expect("a right table");
        let start = table.score(game.start()).expect("an answer");
        assert_eq!(start, Some(Score::ENDLESS), "{parameters}");
        let found = [Value::Win, Value::Draw, Value::Loss].map(|value| summary.count(value));
        assert_eq!((summary.states(), found), (states, counts), "{parameters}");
        assert_eq!(summary.longest(), longest, "{parameters}");
    }
}

/// The greatest distance, in plies, for which a table of a short game has codes.
const HORIZON: u32 = 83;
/// The code of a draw that never ends.
const ENDLESS: u8 = 85;
/// The greatest code.
const LAST: u8 = 253;

/// Returns the reachable states of a game, and the codes of these states. The game has one tier.
fn scores(game: &RandomGame<true>) -> (Vec<u64>, Vec<u8>) {
    let code = |score: Score| match (score.value(), score.distance()) {
        (_, None) => HORIZON + 2,
        (Value::Loss, Some(plies)) => 1 + plies,
        (Value::Draw, Some(plies)) => 2 * HORIZON + 3 - plies,
        (Value::Win, Some(plies)) => 3 * HORIZON + 4 - plies,
    };
    let solution = solve(game).expect("a game");
    let scored = (0..STATES).filter_map(|state| Some((state, solution.score(state)?)));
    let coded = scored.map(|(state, score)| (u64::from(state), code(score) as u8));
    coded.unzip()
}

/// Each table has at least one error: a wrong score, a missing state, or a group of unreachable states that lead to
/// each other.
#[test]
fn every_planted_error_is_found() {
    let mut planted = 0;
    for seed in 0..8 {
        let game = RandomGame::<true>::new(seed, STATES);
        let (ranks, codes) = scores(&game);
        let with_scores = with_scores(DenseIndex(game.clone()), Job::Score(0));
        let verify =
            |ranks: &[u64], codes: &[u8]| with_scores(ranks, codes).verify(&Limits::default());
        verify(&ranks, &codes).expect("a right table");
        for at in 0..ranks.len() {
            for code in [
                1,
                2,
                ENDLESS,
                ENDLESS + 82,
                ENDLESS + 83,
                ENDLESS + 84,
                LAST - 2,
                LAST - 1,
                LAST,
                codes[at] - 1,
                codes[at] + 1,
            ] {
                if code > 0 && code <= LAST && code != codes[at] {
                    let mut codes = codes.clone();
                    codes[at] = code;
                    assert!(verify(&ranks, &codes).is_err(), "{seed}: {at}, {code}");
                    planted += 1;
                }
            }
            let (mut ranks, mut codes) = (ranks.clone(), codes.clone());
            ranks.remove(at);
            codes.remove(at);
            assert!(verify(&ranks, &codes).is_err(), "{seed}: {at}");
            planted += 1;
        }
        // All endless draws are changed together: all become losses, all become wins, or all become draws with an end.
        if codes.contains(&ENDLESS) {
            for code in [1, 5, 93, LAST - 1, LAST] {
                let codes: Vec<u8> = codes
                    .iter()
                    .map(|&old| if old == ENDLESS { code } else { old })
                    .collect();
                assert!(verify(&ranks, &codes).is_err(), "{seed}: {code}");
                planted += 1;
            }
        }
        for start in (0..STATES).filter(|&state| !ranks.contains(&state.into())) {
            let mut other = game.clone();
            other.start = start;
            let known = iter::zip(ranks.clone(), codes.clone());
            let (more, more_codes) = scores(&other);
            let mut all: Vec<(u64, u8)> = known.chain(iter::zip(more, more_codes)).collect();
            all.sort_unstable();
            all.dedup();
            let (ranks, codes): (Vec<u64>, Vec<u8>) = all.into_iter().unzip();
            let verified = verify(&ranks, &codes);
            let is_found = matches!(verified, Err(Error::Flaw { expected: None, .. }));
            assert!(is_found, "{seed}: {start}: {verified:?}");
            planted += 1;
        }
    }
    assert!(planted > 1000, "{planted}");
}

/// A game whose states form a single row. Each state but the last leads to the next state, and half of the states also
/// lead back. The player who reaches the last state wins. With perfect play from the first state, the game ends after
/// `states - 1` plies.
#[derive(Clone)]
struct LongWay {
    states: u32,
    in_tier: u32,
    tells_before: bool,
}

impl LongWay {
    /// Returns whether a state leads back to the state before it.
    fn leads_back(&self, state: u32) -> bool {
        let left = self.states - 1 - state;
        left % 2 == 1 && state % self.in_tier > 0
    }
}

impl Game for LongWay {
    type State = u32;

    fn move_count(&self) -> u32 {
        2
    }
    fn start(&self) -> u32 {
        0
    }
    fn outcome(&self, state: u32) -> Option<Value> {
        (state + 1 == self.states).then_some(Value::Loss)
    }
    fn legal(&self, state: u32) -> Moves {
        Moves::first_n(1 + u32::from(self.leads_back(state)))
    }
    fn play(&self, state: u32, mv: Move) -> u32 {
        if mv.index() == 0 {
            state + 1
        } else {
            state - 1
        }
    }
    fn key(&self, state: u32) -> u64 {
        state.into()
    }
    fn is_loopy(&self) -> bool {
        true
    }
}

impl Dense for LongWay {
    fn tier_count(&self) -> u64 {
        self.states.div_ceil(self.in_tier).into()
    }
    fn tier_size(&self, _tier: Tier) -> u64 {
        self.in_tier.into()
    }
    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        let next = tier.number()..=tier.number() + 1;
        next.take_while(|&next| next < self.tier_count())
            .map(Tier::new)
    }
    fn rank(&self, state: u32) -> Option<(Tier, u64)> {
        let tier = Tier::new((state / self.in_tier).into());
        Some((tier, (state % self.in_tier).into()))
    }
    fn unrank(&self, tier: Tier, rank: u64) -> u32 {
        tier.number() as u32 * self.in_tier + rank as u32
    }
    fn states_before(&self, state: u32) -> Option<impl Iterator<Item = u32>> {
        let before = state.checked_sub(1);
        let behind = Some(state + 1).filter(|&next| next < self.states && self.leads_back(next));
        self.tells_before.then(|| before.into_iter().chain(behind))
    }
}

#[test]
fn scores_outgrow_their_width() {
    solve_in_lengths(&[84, 85, 168, 169, 300]);
}

#[test]
#[ignore = "takes a longer game; run by .ci/run"]
fn scores_outgrow_their_width_in_full() {
    solve_in_lengths(&[600]);
}

/// Solves a game in several lengths, whose distances need codes of different widths. The table has the right scores.
/// The bytes of the table do not depend on the number of threads, or on whether the game implements `states_before`.
/// The bytes also stay the same if the solver is stopped every few steps and continues.
fn solve_in_lengths(lengths: &[u32]) {
    for &states in lengths {
        for in_tier in [states, states / 3 + 1, 7] {
            let mut game = LongWay {
                states,
                in_tier,
                tells_before: true,
            };
            let checked = Check::new().run_dense(&game);
            assert!(checked.findings.is_empty(), "{checked}");
            let made = bytes(&game, 1);
            let path = std::path::Path::new("memory");
            let table =
                Tablebase::open_source(DenseIndex(game.clone()), Box::new(made.clone()), path);
            let table = table.expect("a table");
            for state in 0..states {
                let left = states - 1 - state;
                let value = [Value::Loss, Value::Win][left as usize % 2];
                let expected = Some(Score::new(value, Some(left)));
                assert_eq!(table.score(state).expect("an answer"), expected);
            }
            table.verify(&Limits::default()).expect("a right table");
            assert!(bytes_of_stopped(&game) == made, "{states}, {in_tier}");
            assert!(bytes(&game, 3) == made, "{states}, {in_tier}");
            game.tells_before = false;
            assert!(bytes(&game, 1) == made, "{states}, {in_tier}");
        }
    }
}

/// Returns the bytes of a table whose solver was stopped again and again, each time a few steps later than before.
fn bytes_of_stopped(game: &LongWay) -> Vec<u8> {
    let solver = Solver::new(DenseIndex(game.clone()), "game").expect("a plan");
    let store = MemoryStore::new();
    for most in (1..).step_by(7) {
        let steps = AtomicU32::new(0);
        let limits = Limits {
            threads: Some(1),
            watch: &|_| match steps.fetch_add(1, Ordering::Relaxed) {
                step if step >= most => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            },
            ..Limits::default()
        };
        match solver.solve(&store, &limits) {
            Err(Error::Interrupted) => {}
            solved => {
                assert_eq!(solved.expect("a game").longest(), game.states - 1);
                break;
            }
        }
    }
    let score = solver.score_of_start(&store).expect("an answer");
    assert_eq!(score.and_then(Score::distance), Some(game.states - 1));
    let mut bytes = Vec::new();
    let gathered = solver.gather_into(&store, &mut bytes, &Limits::default());
    gathered.expect("a place in memory");
    bytes
}

/// Tests a solver that is killed while it moves results into the table. Some of these results store the score of a
/// state in two bytes, and not in one.
#[test]
fn a_table_of_two_widths_is_written_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let game = LongWay {
        states: 200,
        in_tier: 50,
        tells_before: true,
    };
    let solver = Solver::new(DenseIndex(game.clone()), "game").expect("a plan");
    let limits = Limits::default();
    let store = DirectoryStore::open(DirectoryStore::beside(&path), "game").expect("a directory");
    solver.solve(&store, &limits).expect("a game");
    solver.gather_within(&store, &limits).expect("a table");
    solver.gather_within(&store, &limits).expect("a table");
    let moved = fs::read(store.path("table.part")).expect("a table");
    assert!(moved == bytes(&game, 1));
}

/// A finished solver leaves no other file beside its table.
#[test]
fn nothing_is_left_beside_the_table() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("table");
    let solver = Solver::new(DenseIndex(HareAndHounds), "hounds").expect("a plan");
    let solved = solver.solve_to(&path, &Limits::default());
    assert_eq!(solved.expect("a game").states(), 2396);
    let files = fs::read_dir(directory.path()).expect("a directory");
    assert_eq!(files.count(), 1);
}

#[test]
fn progress_ends_at_its_total() {
    let most = Mutex::new(BTreeMap::new());
    let limits = Limits {
        watch: &|progress| {
            let mut most = most.lock().expect("no panic");
            let phase = format!("{:?}", progress.phase);
            let (done, total) = most.entry(phase).or_insert((0, progress.total));
            *done = progress.done.max(*done);
            *total = progress.total;
            ControlFlow::Continue(())
        },
        ..Limits::default()
    };
    let solver = Solver::new(DenseIndex(HareAndHounds), "hounds").expect("a plan");
    solver.solve(&MemoryStore::new(), &limits).expect("a game");
    let most = most.into_inner().expect("no panic");
    assert!(!most.is_empty());
    for (phase, (done, total)) in most {
        assert_eq!(done, total, "{phase}");
    }
}
