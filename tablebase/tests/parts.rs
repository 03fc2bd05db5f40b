//! Large batches cut into parts: whatever the cut and the order of jobs, the table has the
//! same bytes.

use perfectplay::ranked::Ranked;
use perfectplay::solve;
use perfectplay_games::Listed;
use perfectplay_games::mnk::{Connect, Marks};
use perfectplay_tablebase::{Error, Job, Jobs, Limits, Memory, Plan, Status, Store};

/// Numbers that look random: a linear congruential generator (D. E. Knuth's MMIX).
struct Dice(u64);

impl Dice {
    /// A number below this one.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

fn game<G: Listed>(parameters: &str) -> G {
    G::with_parameters(parameters).expect("parameters of the game")
}

fn table<G: Ranked + Sync>(jobs: &Jobs<'_, G>, store: &dyn Store) -> Vec<u8> {
    let mut bytes = Vec::new();
    jobs.write_table(store, &mut bytes, &Limits::default())
        .expect("a table");
    bytes
}

/// Runs every job by itself with as little memory as it says, in a random order.
fn run_in_random_order<G: Ranked + Sync>(jobs: &Jobs<'_, G>, store: &dyn Store, dice: &mut Dice) {
    let mut open: Vec<Job> = jobs.list().collect();
    let (mut ready, mut done) = (Vec::new(), Vec::new());
    while !open.is_empty() || !ready.is_empty() {
        let can_run = |job: &Job| jobs.needs(*job).iter().all(|need| done.contains(need));
        let (can, cannot) = open.into_iter().partition(can_run);
        open = cannot;
        ready.extend::<Vec<Job>>(can);
        let job = ready.swap_remove(dice.roll(ready.len()));
        let limits = Limits {
            memory: Some(jobs.memory(job)),
            threads: Some(1 + dice.roll(2)),
            ..Limits::default()
        };
        jobs.run(job, store, &limits).expect("a result");
        done.push(job);
    }
}

/// The table of a game that is cut has the bytes of the one that is not.
fn cuts_change_no_byte<G: Ranked + Listed + Sync>(parameters: &str, cuts: &[u64]) {
    let game: G = game(parameters);
    let whole = Jobs::new(&game, "game").expect("a plan");
    let store = Memory::new();
    let summary = whole.solve(&store, &Limits::default()).expect("a game");
    let expected = table(&whole, &store);
    let mut dice = Dice(parameters.len() as u64);
    for &ranks in cuts {
        let jobs = Jobs::in_parts(&game, "game", ranks).expect("a plan");
        assert!(jobs.list().count() > whole.list().count());
        assert!(jobs.least_memory() < whole.least_memory());
        let store = Memory::new();
        run_in_random_order(&jobs, &store, &mut dice);
        assert!(
            table(&jobs, &store) == expected,
            "{parameters} in parts of {ranks}"
        );
        assert_eq!(jobs.summary(&store).expect("scores"), summary);
        for job in jobs.list() {
            assert_eq!(jobs.job(&jobs.file(job)), Some(job));
        }
    }
}

#[test]
fn columns() {
    cuts_change_no_byte::<Connect>("5x4", &[1, 1 << 17]);
}

#[test]
fn an_even_number_of_columns() {
    cuts_change_no_byte::<Connect>("4x5", &[100_000]);
}

/// A game that does not tell where ranges of ranks lead.
#[test]
fn cells() {
    cuts_change_no_byte::<Marks>("5,3,3", &[1 << 18]);
}

#[test]
fn the_driver_solves_in_parts_and_every_state_is_found() {
    let game: Connect = game("4x5,3");
    let jobs = Jobs::in_parts(&game, "game", 1).expect("a plan");
    let store = Memory::new();
    let summary = jobs.solve(&store, &Limits::default()).expect("a game");
    let solution = solve(&game).expect("a game");
    assert_eq!(summary.states(), solution.len() as u64);
    for (state, score) in solution.scores().step_by(997) {
        assert_eq!(
            jobs.score_of(state, &store).expect("a result"),
            Some(score),
            "{state:?}"
        );
    }
}

/// A store with results of one cut is no harm to another: they are not mixed.
#[test]
fn results_of_other_cuts_are_made_again() {
    let game: Connect = game("5x4");
    let limits = Limits::default();
    let store = Memory::new();
    let whole = Jobs::new(&game, "game").expect("a plan");
    whole.solve(&store, &limits).expect("a game");
    let expected = table(&whole, &store);
    let mut other = 0;
    for ranks in [1 << 16, 1 << 17] {
        let jobs = Jobs::in_parts(&game, "game", ranks).expect("a plan");
        for job in jobs.list() {
            let status = jobs.status(job, &store).expect("a store");
            let is_cut = jobs.file(job).contains('.');
            // What is not cut is the same in all plans.
            assert_eq!(status == Status::Done, !is_cut, "{}", jobs.file(job));
            other += u32::from(status == Status::Damaged);
        }
        jobs.solve(&store, &limits).expect("a game");
        assert!(table(&jobs, &store) == expected);
    }
    // Of the second cut, those with names that the first cut has too.
    assert!(other > 0);
}

#[test]
fn parts_are_as_large_as_their_number_says() {
    assert_eq!(Plan::rounded_part(0), Plan::LEAST_PART);
    assert_eq!(Plan::rounded_part(Plan::LEAST_PART * 2 - 1), 1 << 16);
    assert_eq!(Plan::rounded_part(u64::MAX), 1 << 63);
    let game: Connect = game("5x5");
    let whole = Plan::new(&game).expect("a plan");
    assert_eq!(whole.part_ranks(), None);
    assert_eq!(whole.parts().len(), whole.batches().len());
    let plan = Plan::in_parts(&game, 1 << 18).expect("a plan");
    assert_eq!(plan.part_ranks(), Some(1 << 18));
    assert_eq!(plan.batches().len(), whole.batches().len());
    for (number, batch) in plan.batches().iter().enumerate() {
        let mut end = 0;
        for part in &plan.parts()[batch.parts.clone()] {
            assert_eq!((part.batch, part.codes.start), (number, end));
            assert!(part.codes.end == batch.len || part.codes.end == end + (1 << 18));
            end = part.codes.end;
        }
        assert_eq!(end, batch.len);
    }
    for (number, part) in plan.parts().iter().enumerate() {
        for &next in &part.next {
            assert!(plan.parts()[next].previous.contains(&number));
        }
        for &previous in &part.previous {
            assert!(plan.parts()[previous].next.contains(&number));
        }
    }
}

/// A result that a job needs may be damaged: the job tells which part it is.
#[test]
fn a_part_that_is_missing_is_named() {
    let game: Connect = game("5x4");
    let jobs = Jobs::in_parts(&game, "game", 1).expect("a plan");
    let cut = jobs.list().find(|&job| jobs.file(job).contains('.'));
    let cut = cut.expect("a part");
    match jobs.run(cut, &Memory::new(), &Limits::default()) {
        Err(Error::Missing { job }) => {
            let needs = jobs.needs(cut);
            assert!(needs.iter().any(|&need| jobs.file(need) == job));
        }
        other => panic!("{other:?}"),
    }
    for name in ["found-", "found-0.0", "scores-1.", "scores-x", "found-0.x"] {
        assert_eq!(jobs.job(name), None, "{name}");
    }
}
