//! What the jobs without ranks find is what the library's solver finds, state by state, in
//! whatever order, parts and memory they run.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use perfectplay::game::Score;
use perfectplay::ranked::Ranked;
use perfectplay::solve::Solution;
use perfectplay::{Game, Move, Moves, Value, solve};
use perfectplay_games::domineering::Domineering;
use perfectplay_games::dots::DotsAndBoxes;
use perfectplay_games::kalah::Kalah;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::notakto::Notakto;
use perfectplay_games::vanishing::Vanishing;
use perfectplay_games::{Listed, TypeVisitor, visit_types};
use perfectplay_tablebase::{
    Error, Folder, Job, Jobs, KeyedJobs, Limits, Memory, Status, Store, TierSize,
};

fn game<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).expect("parameters of the game")
}

/// How many states have each score, by the library's solver.
fn histogram<G: Game>(solution: &Solution<G>) -> Vec<(Score, u64)> {
    let mut counts = BTreeMap::new();
    for (_, score) in solution.scores() {
        *counts.entry(score).or_default() += 1;
    }
    counts.into_iter().collect()
}

/// What a state is worth, as a store tells.
fn score_of<G: Game>(
    game: &G,
    state: G::State,
    jobs: &KeyedJobs<'_>,
    store: &dyn Store,
) -> Option<Score> {
    let tier = game.tier(state).expect("a game with tiers");
    let score = jobs.score_of(tier, game.key(state), store);
    score.expect("an answer")
}

/// Every result of a store by name.
fn results(jobs: &KeyedJobs<'_>, store: &dyn Store) -> BTreeMap<String, Vec<u8>> {
    let read = |job| {
        let file = jobs.file(job);
        let bytes = store.read(&file).expect("a file");
        (file, bytes.expect("a result"))
    };
    jobs.list().map(read).collect()
}

/// Solves every sample of every game that can be solved so.
struct Agree(BTreeSet<&'static str>);

impl TypeVisitor for Agree {
    fn visit<G: Listed>(&mut self) {
        for parameters in G::SAMPLES {
            let game: G = game(parameters);
            let jobs = match KeyedJobs::new(&game, G::NAME, 1) {
                Ok(jobs) => jobs,
                Err(Error::NoTier { .. } | Error::NoLastTier | Error::Key { .. }) => return,
                Err(error) => panic!("{}: {error}", G::NAME),
            };
            self.0.insert(G::NAME);
            let solution = solve(&game).expect("a game");
            let store = Memory::new();
            let summary = jobs.solve(&store, &Limits::default());
            let summary = summary.expect("a game");
            let found: Vec<_> = summary.scores().collect();
            assert_eq!(found, histogram(&solution), "{}:{parameters}", G::NAME);
        }
    }
}

#[test]
fn every_game_with_tiers_and_telling_keys() {
    let mut agree = Agree(BTreeSet::new());
    visit_types(&mut agree);
    let expected = [
        "breakthrough",
        "chomp",
        "connect",
        "domineering",
        "dots",
        "hexapawn",
        "kalah",
        "mnk",
        "nim",
        "notakto",
        "subtraction",
    ];
    assert_eq!(agree.0, BTreeSet::from(expected));
}

/// Solves a game with so many parts, and compares the score of every state.
fn every_state<G: Listed>(parameters: &str, parts: u32) {
    let game: G = game(parameters);
    let solution = solve(&game).expect("a game");
    let jobs = KeyedJobs::new(&game, G::NAME, parts).expect("a plan");
    let store = Memory::new();
    let summary = jobs.solve(&store, &Limits::default()).expect("a game");
    assert_eq!(summary.states(), solution.len() as u64);
    for (state, score) in solution.scores() {
        let found = score_of(&game, state, &jobs, &store);
        assert_eq!(found, Some(score), "{}:{parameters}, {state:?}", G::NAME);
    }
}

/// One part and several; keys with gaps; players who move again; codes of two bytes; batches
/// of several tiers.
#[test]
fn states() {
    every_state::<Marks>("3,2,3", 1);
    every_state::<Connect>("3x3,3,misere", 3);
    every_state::<Domineering>("3x3", 2);
    every_state::<DotsAndBoxes>("2x1", 1);
    every_state::<DotsAndBoxes>("2x1", 5);
    every_state::<Kalah>("2,3", 1);
    every_state::<Kalah>("2,2", 2);
}

/// Strangers are all the ranks that nothing reaches.
#[test]
fn strangers_have_no_score() {
    let game: Marks = game("3,2,3");
    let solution = solve(&game).expect("a game");
    let jobs = KeyedJobs::new(&game, "mnk:3,2,3", 1).expect("a plan");
    let store = Memory::new();
    jobs.solve(&store, &Limits::default()).expect("a game");
    for tier in (0..game.tier_count()).map(perfectplay::ranked::Tier::new) {
        for rank in 0..game.tier_size(tier) {
            let state = game.unrank(tier, rank);
            let found = score_of(&game, state, &jobs, &store);
            assert_eq!(found, solution.score(state), "{state:?}");
        }
    }
}

/// Larger games, by whole histograms.
#[test]
fn histograms_are_those_of_the_ranked_solver() {
    fn same<G: Ranked + Listed>(parameters: &str) {
        let game: G = game(parameters);
        let limits = Limits::default();
        let ranked = Jobs::new(&game, parameters).expect("a plan");
        let ranked = ranked.solve(&Memory::new(), &limits).expect("a game");
        let keyed = KeyedJobs::new(&game, parameters, 1).expect("a plan");
        let keyed = keyed.solve(&Memory::new(), &limits).expect("a game");
        assert!(keyed.scores().eq(ranked.scores()));
    }
    same::<Marks>("4,3,3");
    same::<Connect>("4x4");
}

#[test]
fn threads_and_memory_change_no_byte() {
    let game: Connect = game("4x3,3");
    for parts in [1, 4] {
        let jobs = KeyedJobs::new(&game, "connect:4x3,3", parts).expect("a plan");
        let solved = |threads, memory| {
            let store = Memory::new();
            let limits = Limits {
                threads,
                memory,
                ..Limits::default()
            };
            jobs.solve(&store, &limits).map(|_| results(&jobs, &store))
        };
        let expected = solved(None, None).expect("a game");
        assert!(solved(Some(1), None).expect("a game") == expected);
        assert!(solved(Some(3), None).expect("a game") == expected);
        // The least that is enough; less is refused.
        let mut memory = 1 << 22;
        while solved(Some(2), Some(memory / 2)).is_ok_and(|found| found == expected) {
            memory /= 2;
        }
        assert!(memory < 1 << 20, "{memory}");
        match solved(Some(2), Some(memory / 2)) {
            Err(Error::Memory { needed, allowed }) => assert!(needed > allowed),
            other => panic!("{other:?}"),
        }
    }
}

/// How many states and moves each tier has, by the library's solver.
fn tier_sizes<G: Game>(game: &G) -> Vec<TierSize> {
    let mut sizes: BTreeMap<u32, [u64; 2]> = BTreeMap::new();
    for (state, _) in solve(game).expect("a game").scores() {
        let tier = game.tier(state).expect("a game with tiers");
        let [states, moves] = sizes.entry(tier).or_default();
        *states += 1;
        if game.outcome(state).is_none() {
            *moves += u64::from(game.legal(state).len());
        }
    }
    let sizes = sizes.into_iter();
    let sizes = sizes.map(|(tier, [states, moves])| TierSize {
        tier,
        states,
        moves,
    });
    sizes.collect()
}

/// A job holds no more than is expected, and one of scoring that is not cut no less.
fn memory_is_as_expected<G: Listed>(parameters: &str, parts: u32) {
    let game: G = game(parameters);
    let sizes = tier_sizes(&game);
    let states = sizes.iter().map(|size| size.states).sum();
    let jobs = KeyedJobs::new(&game, G::NAME, parts).expect("a plan");
    let forecast = jobs.forecast(&sizes, states);
    let store = Memory::new();
    for job in jobs.list() {
        let memory = jobs.memory(job, &forecast);
        let limits = |memory| Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        if parts == 1 && matches!(job, Job::Score(_)) && memory > 0 {
            match jobs.run(job, &store, &limits(memory - 1)) {
                Err(Error::Memory { .. }) => {}
                other => panic!("{}:{parameters}, {job:?}: {other:?}", G::NAME),
            }
        }
        let run = jobs.run(job, &store, &limits(memory));
        run.unwrap_or_else(|error| panic!("{}:{parameters}, {job:?}: {error}", G::NAME));
    }
    let costs = jobs.costs(&forecast);
    assert_eq!(costs.jobs, jobs.list().count() as u64);
    let memory = jobs.list().map(|job| jobs.memory(job, &forecast));
    assert_eq!(Some(costs.memory), memory.max());
    // Twice as many states take twice as much.
    let twice = jobs.costs(&jobs.forecast(&sizes, 2 * states));
    assert!((twice.seconds / costs.seconds - 2.0).abs() < 0.01);
}

#[test]
fn memory_is_what_a_forecast_tells() {
    for parts in [1, 3, 7] {
        memory_is_as_expected::<Domineering>("4x4", parts);
        memory_is_as_expected::<DotsAndBoxes>("2x1", parts);
        memory_is_as_expected::<Notakto>("1", parts);
        memory_is_as_expected::<Connect>("3x3,3", parts);
    }
}

#[test]
fn jobs_run_alone_and_twice() {
    let game: Domineering = game("4x3");
    for parts in [1, 3] {
        let jobs = KeyedJobs::new(&game, "domineering:4x3", parts).expect("a plan");
        let expected = Memory::new();
        jobs.solve(&expected, &Limits::default()).expect("a game");

        // Whichever has what it needs, from the end of the list.
        let store = Memory::new();
        let mut open: Vec<Job> = jobs.list().collect();
        let limits = Limits::default();
        while !open.is_empty() {
            let ready = open.iter().rposition(|&job| {
                let needs = jobs.needs(job);
                needs.iter().all(|need| !open.contains(need))
            });
            let job = open.remove(ready.expect("a job that can run"));
            jobs.run(job, &store, &limits).expect("a result");
            jobs.run(job, &store, &limits).expect("the same result");
            assert_eq!(jobs.job(&jobs.file(job)), Some(job));
        }
        assert!(results(&jobs, &store) == results(&jobs, &expected));

        // A job without what it needs says so.
        let last = jobs.list().last().expect("a job");
        match jobs.run(last, &Memory::new(), &limits) {
            Err(Error::Missing { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn damaged_results_are_made_again() {
    let game: Domineering = game("3x3");
    let jobs = KeyedJobs::new(&game, "domineering:3x3", 2).expect("a plan");
    let folder = tempfile::tempdir().expect("a folder");
    let store = Folder::new(folder.path()).expect("a store");
    jobs.solve(&store, &Limits::default()).expect("a game");
    let expected = results(&jobs, &store);
    for job in jobs.list() {
        let path = store.path(&jobs.file(job));
        let whole = fs::read(&path).expect("a result");
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&path, &bytes).expect("a file");
            let status = jobs.status(job, &store).expect("a store");
            assert_eq!(status, Status::Damaged, "{at}");
        }
        fs::write(&path, &whole[..whole.len() / 2]).expect("a file");
        assert_eq!(jobs.status(job, &store).expect("a store"), Status::Damaged);
        // What was found is asked for no more once there are scores; a job makes it again.
        jobs.solve(&store, &Limits::default()).expect("a game");
        jobs.run(job, &store, &Limits::default()).expect("a result");
        assert_eq!(jobs.status(job, &store).expect("a store"), Status::Done);
    }
    assert!(results(&jobs, &store) == expected);
    // Those of other rules, or of another number of parts, are not mixed with them.
    let others = KeyedJobs::new(&game, "domineering:3x3", 3).expect("a plan");
    let mut found = others
        .list()
        .map(|job| others.status(job, &store).expect("a store"));
    assert!(found.all(|status| status != Status::Done));
}

#[test]
fn games_without_tiers_are_refused() {
    let game: Vanishing = game("before");
    let refused = KeyedJobs::new(&game, "vanishing:before", 1);
    assert!(matches!(refused, Err(Error::NoTier { .. })));
}

/// A game that counts down from nine, with a mistake.
struct Wrong(Mistake);

#[derive(PartialEq)]
enum Mistake {
    None,
    NoLastTier,
    EarlyLastTier,
    TierStays,
    KeyTellsNothing,
    NoMoves,
}

impl Game for Wrong {
    type State = u32;

    fn move_count(&self) -> u32 {
        1
    }
    fn start(&self) -> u32 {
        9
    }
    fn outcome(&self, left: u32) -> Option<Value> {
        (left == 0).then_some(Value::Loss)
    }
    fn legal(&self, left: u32) -> Moves {
        let is_stuck = self.0 == Mistake::NoMoves && left == 4;
        Moves::first_n(u32::from(!is_stuck))
    }
    fn play(&self, left: u32, _mv: Move) -> u32 {
        left - 1
    }
    fn key(&self, left: u32) -> u64 {
        left.into()
    }
    fn state_of_key(&self, key: u64) -> Option<u32> {
        (self.0 != Mistake::KeyTellsNothing).then_some(key as u32)
    }
    fn tier(&self, left: u32) -> Option<u32> {
        let is_same = self.0 == Mistake::TierStays && left == 4;
        Some(9 - left - u32::from(is_same))
    }
    fn last_tier(&self) -> Option<u32> {
        match self.0 {
            Mistake::NoLastTier => None,
            Mistake::EarlyLastTier => Some(8),
            _ => Some(9),
        }
    }
}

#[test]
fn wrong_rules_are_told() {
    let solved = |mistake| {
        let game = Wrong(mistake);
        let jobs = KeyedJobs::new(&game, "wrong", 1)?;
        jobs.solve(&Memory::new(), &Limits::default())
    };
    assert_eq!(solved(Mistake::None).expect("right rules").states(), 10);
    assert!(matches!(
        solved(Mistake::NoLastTier),
        Err(Error::NoLastTier)
    ));
    assert!(matches!(
        solved(Mistake::EarlyLastTier),
        Err(Error::LastTier { last: 8, found: 9 })
    ));
    assert!(matches!(
        solved(Mistake::TierStays),
        Err(Error::Tier {
            before: 4,
            found: 4
        })
    ));
    assert!(matches!(
        solved(Mistake::KeyTellsNothing),
        Err(Error::Key { key: 9 })
    ));
    assert!(matches!(
        solved(Mistake::NoMoves),
        Err(Error::NoMoves { .. })
    ));
}

#[test]
fn a_solver_that_is_told_to_stop_goes_on_later() {
    let game: Connect = game("3x3,3");
    let jobs = KeyedJobs::new(&game, "connect:3x3,3", 1).expect("a plan");
    let expected = Memory::new();
    jobs.solve(&expected, &Limits::default()).expect("a game");
    let store = Memory::new();
    let steps = AtomicU32::new(0);
    let mut stops = 0;
    // Each time it comes a little farther.
    loop {
        let watch = |_| match steps.fetch_sub(1, Ordering::Relaxed) {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        steps.store(30 + 10 * stops, Ordering::Relaxed);
        let limits = Limits {
            watch: &watch,
            ..Limits::default()
        };
        match jobs.solve(&store, &limits) {
            Ok(_) => break,
            Err(Error::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 0);
    assert!(results(&jobs, &store) == results(&jobs, &expected));
}

/// Where the process that is to be killed keeps its results.
const FOLDER: &str = "PERFECTPLAY_KEYED_TEST_FOLDER";

/// Solves a game in a process of its own that is killed again and again, at moments that
/// are later every time; the results are those that nobody has disturbed.
#[test]
fn killed_at_any_moment_it_goes_on() {
    let game: Connect = game("4x4");
    let jobs = KeyedJobs::new(&game, "connect:4x4", 2).expect("a plan");
    let solve_in = |path: &Path| {
        let store = Folder::new(path).expect("a store");
        let summary = jobs.solve(&store, &Limits::default());
        assert_eq!(summary.expect("a game").states(), 161_029);
        store
    };
    if let Some(path) = env::var_os(FOLDER) {
        solve_in(Path::new(&path));
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let undisturbed = Instant::now();
    let expected = solve_in(&folder.path().join("expected"));
    let undisturbed = undisturbed.elapsed();

    let path = folder.path().join("killed");
    let (mut patience, mut kills) = (undisturbed / 16, 0);
    loop {
        let mut child = Command::new(env::current_exe().expect("this program"))
            .args(["--exact", "keyed::killed_at_any_moment_it_goes_on"])
            .env(FOLDER, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a process");
        let start = Instant::now();
        let ended = loop {
            match child.try_wait().expect("a process") {
                Some(status) => break Some(status),
                None if start.elapsed() >= patience => break None,
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        if let Some(status) = ended {
            assert!(status.success());
            break;
        }
        // SIGKILL, on Unix.
        child.kill().expect("a process to kill");
        child.wait().expect("an end");
        kills += 1;
        patience += undisturbed / 16;
    }
    assert!(kills > 0);
    let killed = Folder::new(&path).expect("a store");
    assert!(results(&jobs, &killed) == results(&jobs, &expected));
}
