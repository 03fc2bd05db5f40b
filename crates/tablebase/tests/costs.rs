//! Tests the expected costs of jobs, to the byte. If you change the constants in `cost.rs`, change
//! the expected costs in this file, too.

use perfectplay::index::Dense;
use perfectplay_games::Listed;
use perfectplay_games::chess::Chess;
use perfectplay_games::dobutsu::Dobutsu;
use perfectplay_games::domineering::Domineering;
use perfectplay_games::mills::Mills;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{
    AnyIndex, DenseIndex, Index, Job, JobCost, Outline, Plan, Sharding, SparseIndex, TierSize,
    Workload,
};

fn plan<I: Index>(index: I, sharding: Sharding) -> Plan {
    Plan::new(&index, sharding).expect("a plan")
}

/// Returns the costs of a job. `.0` is the time in nanoseconds on one core, `.1` the size of the
/// result in bytes, and `.2` the memory in bytes.
fn job(workload: &Workload<'_>, job: Job) -> (u64, u64, u64) {
    let JobCost { seconds, bytes } = workload.cost(job);
    ((seconds * 1e9).round() as u64, bytes, workload.memory(job))
}

/// Returns the costs of all jobs. `.0` holds the first six fields of `Costs`, in the order of their declaration. `.1`
/// describes the longest chain of jobs in which each job needs the result of the previous job: how many jobs the chain
/// has, and how long they take. Times are in nanoseconds, and sizes in bytes.
fn all(workload: &Workload<'_>) -> ([u64; 6], [u64; 2]) {
    let costs = workload.costs();
    let [seconds, longest] =
        [costs.seconds, costs.longest_path.seconds].map(|seconds| (seconds * 1e9).round() as u64);
    (
        [
            costs.jobs,
            costs.memory,
            seconds,
            costs.bytes,
            costs.read,
            costs.disk,
        ],
        [costs.longest_path.jobs, longest],
    )
}

/// With a sparse index, a plan does not know the memory of a job, because the memory depends on the number of reachable
/// states. In a loopy game, the memory of a job depends on the longest win.
#[test]
fn certain_memory() {
    let connect = Connect::with_parameters("4x4").expect("a game");
    let mills = Mills::with_parameters("1,3,flies").expect("a game");
    assert!(plan(DenseIndex(connect), Sharding::Whole).knows_memory());
    assert!(!plan(SparseIndex(connect), Sharding::Whole).knows_memory());
    assert!(!plan(DenseIndex(mills), Sharding::Whole).knows_memory());
}

#[test]
fn dense() {
    let index = DenseIndex(Connect::with_parameters("5x4").expect("a game"));
    let cut = plan(index, Sharding::Bits(16));
    assert_eq!(cut.numbered(), Some(5_621_939));
    // In these cases, none, hardly any, some and all of the states that have a rank are reachable.
    for (states, find, score, costs) in [
        (
            0,
            (0, 300, 24_576),
            (98_304, 300, 212_992),
            (
                [128, 454_144, 4_793_664, 38_400, 133_200, 110_980],
                [21, 1_161_120],
            ),
        ),
        (
            50_000,
            (15_074, 840, 24_576),
            (128_613, 684, 212_992),
            (
                [128, 454_144, 6_956_792, 83_450, 315_328, 130_871],
                [41, 1_675_137],
            ),
        ),
        (
            700_000,
            (211_038, 2_298, 24_576),
            (522_626, 2_623, 212_992),
            (
                [128, 454_144, 35_077_453, 249_093, 958_102, 231_328],
                [41, 8_357_360],
            ),
        ),
        (
            u64::MAX,
            (1_694_916, 300, 24_576),
            (3_506_176, 10_130, 212_992),
            (
                [128, 454_144, 248_013_116, 517_739, 1_778_465, 620_277],
                [41, 58_956_584],
            ),
        ),
    ] {
        let workload = cut.workload(states, &[]);
        let firsts = cut.levels().iter().map(|level| level.start);
        let largest = firsts.max_by_key(|&shard| workload.memory(Job::Score(shard)));
        let largest = largest.expect("a shard");
        assert_eq!(job(&workload, Job::Find(largest)), find, "{states}");
        assert_eq!(job(&workload, Job::Score(largest)), score, "{states}");
        assert_eq!(all(&workload), costs, "{states}");
    }
    let whole = plan(index, Sharding::Whole);
    let costs = (
        [42, 593_072, 30_924_187, 223_340, 320_859, 217_638],
        [41, 30_924_187],
    );
    assert_eq!(all(&whole.workload(700_000, &[])), costs);
}

#[test]
fn sparse() {
    let index = SparseIndex(Domineering::with_parameters("4x4").expect("a game"));
    // Each tier's numbers of states and moves. Moves skip tiers.
    let tiers = [
        (0, 1, 24),
        (2, 24, 400),
        (3, 500, 9_000),
        (4, 7_000, 60_000),
        (6, 3_000, 6_001),
        (7, 90, 1),
    ];
    let tiers = tiers.map(|(tier, states, moves)| TierSize {
        tier,
        states,
        moves,
    });
    for (sharding, jobs, costs) in [
        (
            Sharding::Whole,
            [
                (3_956_665, 28_261, 1_462_082),
                (3_512_011, 1_318, 612_342),
                (3_956_665_097, 11_304_757, 184_644_372),
                (4_823_363_165, 9_232_218, 244_936_411),
            ],
            (
                [
                    34,
                    244_936_411,
                    12_657_345_266,
                    37_885_816,
                    61_770_317,
                    33_598_489,
                ],
                [34, 12_657_345_266],
            ),
        ),
        (
            Sharding::Count(3),
            [
                (1_318_888, 20_619, 499_949),
                (2_738_263, 887, 211_801),
                (1_544_881_524, 13_194_018, 114_346_957),
                (2_662_898_414, 6_212_989, 81_825_878),
            ],
            (
                [
                    102,
                    114_346_957,
                    18_539_338_853,
                    99_617_763,
                    370_198_416,
                    77_480_236,
                ],
                [34, 6_179_779_618],
            ),
        ),
    ] {
        let plan = plan(index, sharding);
        let workload = plan.workload(20_000_000, &tiers);
        let level = plan.level_of(4).expect("a level");
        let shards = [0, level].map(|level| plan.levels()[level].start);
        let of_both = shards.map(|shard| [Job::Find(shard), Job::Score(shard)]);
        let found = of_both.concat().into_iter().map(|of| job(&workload, of));
        assert_eq!(found.collect::<Vec<_>>(), jobs, "{sharding}");
        assert_eq!(all(&workload), costs, "{sharding}");
    }
}

/// The sums of costs do not overflow, whatever the number of states.
#[test]
fn costs_of_too_many_states_are_the_greatest_numbers() {
    let game = Domineering::with_parameters("3x3").expect("a board");
    let plan = plan(SparseIndex(game), Sharding::Whole);
    let tiers = [0, 2, 4].map(|tier| TierSize {
        tier,
        states: 10,
        moves: 30,
    });
    let costs = plan.workload(u64::MAX, &tiers).costs();
    assert_eq!(costs.bytes, u64::MAX);
}

/// Compares the costs that an outline forecasts with the costs that a plan forecasts. An outline is made from the sizes
/// of the tiers alone.
fn an_outline_is_close<G: Listed + Dense + Send + Sync>(parameters: &str) {
    let game = G::with_parameters(parameters).expect("a game");
    let index: AnyIndex<'_> = DenseIndex(game).into();
    let outline = Outline::new(&index).expect("few tiers");
    let whole = Plan::of_jobs(&index, Sharding::Whole).expect("a plan");
    let numbered = whole.numbered().expect("a number of states");
    assert_eq!(outline.numbered, numbered, "{parameters}");
    for states in [numbered / 10, numbered / 2] {
        let (expected, found) = (whole.workload(states, &[]).costs(), outline.costs(states));
        // A plan bundles small tiers.
        assert!(
            (1..=expected.memory).contains(&found.memory),
            "{parameters}"
        );
        let figures = [
            (expected.disk as f64, found.disk as f64),
            (expected.seconds, found.seconds),
        ];
        for (expected, found) in figures {
            let is_close = (expected / 3.0..=expected * 3.0).contains(&found);
            assert!(is_close, "{parameters}: {expected} and {found}");
        }
    }
}

#[test]
fn an_outline_of_connect_is_close_to_the_plan() {
    an_outline_is_close::<Connect>("6x4");
}

#[test]
fn an_outline_of_chess_is_close_to_the_plan() {
    an_outline_is_close::<Chess>("KRK");
}

#[test]
fn an_outline_of_dobutsu_is_close_to_the_plan() {
    an_outline_is_close::<Dobutsu>("LEC");
}

#[test]
#[ignore = "plans larger boards; run by .ci/run"]
fn outlines_in_full() {
    an_outline_is_close::<Connect>("5x5");
    an_outline_is_close::<Connect>("5x6");
    an_outline_is_close::<Chess>("KQKR");
}

/// Compares the expected time of a game with `measured`, the seconds of processor time that `solve`
/// took on an Intel Xeon.
fn takes<G: Listed + Dense + Send + Sync>(parameters: &str, states: u64, measured: f64) {
    let game = G::with_parameters(parameters).expect("a game");
    let plan = plan(DenseIndex(game), Sharding::Whole);
    let expected = plan.workload(states, &[]).costs().seconds;
    let is_close = (measured / 3.0..=measured * 3.0).contains(&expected);
    assert!(is_close, "{parameters}: {expected} and {measured}");
}

#[test]
fn loopy_games_take_between_a_third_and_three_times_of_what_is_expected() {
    takes::<Dobutsu>("LEGC", 246_803_168, 420.0);
    takes::<Mills>("3,5,flies", 74_415_853, 50.0);
}

#[test]
#[ignore = "plans a game with many starts; run by .ci/run"]
fn endings_in_full() {
    takes::<Chess>("KPPK", 89_314_832, 365.0);
}
