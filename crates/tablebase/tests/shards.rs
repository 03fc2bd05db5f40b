//! Tests tiers that are cut into shards. The file has the same bytes for every sharding and every
//! order of jobs.

use perfectplay_games::Listed;
use perfectplay_games::domineering::Domineering;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_games::subtraction::Subtraction;
use perfectplay_tablebase::{
    DenseIndex, Error, Index, Job, JobStatus, Limits, MemoryStore, Plan, ResultStore, Sharding,
    Solver, SparseIndex,
};

/// A pseudorandom number generator: D. E. Knuth's linear congruential generator for MMIX.
struct Dice(u64);

impl Dice {
    /// Returns a number below `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

fn game<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).expect("parameters of the game")
}

fn file(solver: &Solver, store: &dyn ResultStore) -> Vec<u8> {
    let mut bytes = Vec::new();
    let gathered = solver.gather_into(store, &mut bytes, &Limits::default());
    assert_eq!(gathered.expect("a file"), bytes.len() as u64);
    bytes
}

/// Runs every job by itself in a random order. With a dense index, each job gets as little memory
/// as possible.
fn run_in_random_order(solver: &Solver, store: &dyn ResultStore, dice: &mut Dice) {
    let plan = solver.plan();
    let workload = plan.numbered().map(|_| plan.workload(0, &[]));
    let mut open: Vec<Job> = solver.jobs().collect();
    let (mut ready, mut done) = (Vec::new(), Vec::new());
    while !open.is_empty() || !ready.is_empty() {
        let can_run = |job: &Job| plan.needs(*job).iter().all(|need| done.contains(need));
        let (can, cannot) = open.into_iter().partition(can_run);
        open = cannot;
        ready.extend::<Vec<Job>>(can);
        let job = ready.swap_remove(dice.roll(ready.len()));
        let limits = Limits {
            memory: workload.as_ref().map(|workload| workload.memory(job)),
            threads: Some(1 + dice.roll(2)),
            ..Limits::default()
        };
        solver
            .run_each(&[job], store, &limits, &mut |_| ())
            .expect("a result");
        done.push(job);
    }
}

/// Asserts that cutting a game into shards does not change the bytes of its file.
fn shards_change_no_byte<I: Index + Copy>(index: I, shardings: &[Sharding]) {
    let whole = Solver::new(index, "game").expect("a plan");
    let store = MemoryStore::new();
    let summary = whole.solve(&store, &Limits::default()).expect("a game");
    let expected = file(&whole, &store);
    let mut dice = Dice(expected.len() as u64);
    for &sharding in shardings {
        let solver = Solver::with_sharding(index, "game", sharding).expect("a plan");
        assert!(solver.jobs().count() > whole.jobs().count());
        let store = MemoryStore::new();
        run_in_random_order(&solver, &store, &mut dice);
        assert!(file(&solver, &store) == expected, "{sharding}");
        assert_eq!(solver.summary(&store).expect("scores"), summary);
        for job in solver.jobs() {
            assert_eq!(solver.plan().job(&solver.plan().file(job)), Some(job));
        }
    }
}

#[test]
fn columns() {
    let index = DenseIndex(game::<Connect>("4x5,3"));
    shards_change_no_byte(index, &[Sharding::Bits(16)]);
}

#[test]
#[ignore = "takes larger tiers; run by .ci/run"]
fn columns_in_full() {
    let index = DenseIndex(game::<Connect>("5x4"));
    shards_change_no_byte(index, &[Sharding::Bits(16), Sharding::Bits(17)]);
}

/// Tests a game that does not implement `ranks_after`. For such a game, the solver does not know to
/// which ranks the moves from a range of ranks lead.
#[test]
fn cells() {
    shards_change_no_byte(DenseIndex(game::<Marks>("13,1,3")), &[Sharding::Bits(16)]);
}

#[test]
#[ignore = "takes larger tiers; run by .ci/run"]
fn cells_in_full() {
    shards_change_no_byte(DenseIndex(game::<Marks>("5,3,3")), &[Sharding::Bits(18)]);
}

#[test]
fn keys() {
    let index = SparseIndex(game::<Domineering>("4x4"));
    shards_change_no_byte(index, &[Sharding::Count(2), Sharding::Count(13)]);
}

/// The size and the number of shards have limits. If the caller asks for shards beyond a limit, the
/// solver makes the shards that are just within the limit.
#[test]
fn shards_beyond_the_bounds_are_those_at_the_bounds() {
    fn is_as<I: Index + Copy>(index: I, found: Sharding, expected: Sharding) {
        let [found, expected] = [found, expected].map(|sharding| {
            let solver = Solver::with_sharding(index, "game", sharding).expect("a plan");
            let jobs = solver.jobs();
            jobs.map(|job| solver.plan().file(job)).collect::<Vec<_>>()
        });
        assert!(found == expected);
    }
    let dense = DenseIndex(game::<Connect>("5x4"));
    for bits in [0, 2, 15] {
        let least = Sharding::Bits(Sharding::LEAST_BITS);
        is_as(dense, Sharding::Bits(bits), least);
    }
    for bits in [63, 64, u32::MAX] {
        is_as(
            dense,
            Sharding::Bits(bits),
            Sharding::Bits(Sharding::MOST_BITS),
        );
    }
    let sparse = SparseIndex(game::<Domineering>("3x3"));
    for count in [0, 1] {
        is_as(sparse, Sharding::Count(count), Sharding::Whole);
    }
    for count in [1001, u32::MAX] {
        is_as(
            sparse,
            Sharding::Count(count),
            Sharding::Count(Sharding::MOST),
        );
    }
}

#[test]
fn keys_are_spread_evenly() {
    let index = SparseIndex(game::<Domineering>("4x4"));
    let solver = Solver::with_sharding(index, "game", Sharding::Count(4)).expect("a plan");
    let (store, plan) = (MemoryStore::new(), solver.plan());
    let jobs: Vec<Job> = solver.jobs().collect();
    let run = solver.run_each(&jobs, &store, &Limits::default(), &mut |_| ());
    run.expect("results");
    let bytes = |shard: usize| {
        let result = store.read(&plan.file(Job::Score(shard)));
        result.expect("a place in memory").expect("a result").len()
    };
    let levels = plan.levels().iter();
    let levels = levels.map(|shards| shards.clone().map(bytes).collect::<Vec<_>>());
    let largest = levels.max_by_key(|sizes| sizes.iter().sum::<usize>());
    let sizes = largest.expect("a level");
    let [least, most] = [sizes.iter().min(), sizes.iter().max()].map(|size| size.copied());
    assert!(least.map(|size| 2 * size) > most, "{sizes:?}");
}

#[test]
fn results_of_other_shardings_are_made_again() {
    change_the_sharding("4x5,3");
}

#[test]
#[ignore = "takes larger tiers; run by .ci/run"]
fn results_of_other_shardings_in_full() {
    change_the_sharding("5x4");
}

/// A store may hold results of jobs that cut the tiers into other shards. The solver does not use
/// these results.
fn change_the_sharding(parameters: &str) {
    let index = DenseIndex(game::<Connect>(parameters));
    let limits = Limits::default();
    let store = MemoryStore::new();
    let whole = Solver::new(index, "game").expect("a plan");
    whole.solve(&store, &limits).expect("a game");
    let expected = file(&whole, &store);
    let mut other = 0;
    for bits in [16, 17] {
        let solver = Solver::with_sharding(index, "game", Sharding::Bits(bits)).expect("a plan");
        for job in solver.jobs() {
            let status = solver.status(job, &store).expect("a store");
            let file = solver.plan().file(job);
            // The results of whole tiers are the same in all plans.
            assert!(status != JobStatus::Done || !file.contains('.'), "{file}");
            other += u32::from(status == JobStatus::Damaged);
        }
        solver.solve(&store, &limits).expect("a game");
        assert!(file(&solver, &store) == expected);
    }
    // `other` counts the files of a sharding that have the same names as files of another sharding.
    assert!(other > 0);
}

#[test]
fn shards_are_as_large_as_their_number_says() {
    assert_eq!(
        Sharding::from_ranks(0),
        Sharding::Bits(Sharding::LEAST_BITS)
    );
    assert_eq!(Sharding::from_ranks((1 << 18) - 1), Sharding::Bits(17));
    assert_eq!(
        Sharding::from_ranks(u64::MAX),
        Sharding::Bits(Sharding::MOST_BITS)
    );
    let index = DenseIndex(game::<Connect>("5x5"));
    let whole = Plan::new(&index, Sharding::Whole).expect("a plan");
    let plan = Plan::new(&index, Sharding::Bits(18)).expect("a plan");
    assert_eq!(plan.levels().len(), whole.levels().len());
    let memory = |plan: &Plan| plan.workload(0, &[]).costs().memory;
    assert!(memory(&plan) < memory(&whole));
    for text in ["whole", "65536 ranks", "2 shards", "1000 shards"] {
        assert_eq!(text.parse::<Sharding>().expect(text).to_string(), text);
    }
    for text in [
        "",
        "65537 ranks",
        "1 shards",
        "1001 shards",
        "4294967295 shards",
        "2 parts",
    ] {
        assert!(text.parse::<Sharding>().is_err(), "{text}");
    }
}

/// If a result that a job needs is missing, the job's error names this result.
#[test]
fn a_shard_that_is_missing_is_named() {
    let index = DenseIndex(game::<Connect>("5x4"));
    let solver = Solver::with_sharding(index, "game", Sharding::Bits(16)).expect("a plan");
    let plan = solver.plan();
    let cut = solver.jobs().find(|&job| plan.file(job).contains('.'));
    let cut = cut.expect("a shard");
    match solver.run_each(&[cut], &MemoryStore::new(), &Limits::default(), &mut |_| ()) {
        Err(Error::Missing { job }) => {
            assert!(plan.needs(cut).iter().any(|&need| plan.file(need) == job));
        }
        other => panic!("{other:?}"),
    }
    for name in ["found-", "found-0.0", "scores-1.", "scores-x", "found-0.x"] {
        assert_eq!(plan.job(name), None, "{name}");
    }
}

/// Tests a game with thousands of levels, each of only a few states. A level is a set of tiers.
/// Asserts that each job works on many levels. One job for each level would be slow, because
/// storing a result takes as long as solving many states.
fn is_solved_in_few_jobs<I: Index + Copy>(index: I, most: usize) {
    let [whole, cut] = [Sharding::Whole, Sharding::Bits(Sharding::LEAST_BITS)]
        .map(|sharding| Solver::with_sharding(index, "game", sharding).expect("a plan"));
    let [few, many] = [&whole, &cut].map(|solver| solver.jobs().count());
    assert!(few <= most && few < many / 10, "{few} and {many}");
    let [found, expected] = [&whole, &cut].map(|solver| {
        let store = MemoryStore::new();
        let solved = solver.solve(&store, &Limits::default());
        solved.expect("a solved game");
        file(solver, &store)
    });
    assert!(found == expected);
    if let Some(bytes) = whole.plan_bytes() {
        let kept = Solver::with_plan(index, "game", Sharding::Whole, &bytes);
        assert!(
            kept.expect("the plan that was kept")
                .jobs()
                .eq(whole.jobs())
        );
    }
}

#[test]
fn small_levels_are_put_together() {
    is_solved_in_few_jobs(DenseIndex(game::<Subtraction>("700,64")), 130);
    is_solved_in_few_jobs(DenseIndex(game::<Subtraction>("1000,1,misere")), 130);
}

#[test]
#[ignore = "takes more levels; run by .ci/run"]
fn small_levels_in_full() {
    is_solved_in_few_jobs(DenseIndex(game::<Subtraction>("3000,64")), 130);
}
