//! Tests games with the largest possible keys and with the largest possible tiers. Their rules are
//! correct.

use std::ops::ControlFlow;

use perfectplay::index::{Dense, Sparse, Tier};
use perfectplay::{Game, Move, Moves, Value, solve};
use perfectplay_tablebase::{
    DenseIndex, Error, Limits, MemoryStore, Sharding, Solver, SparseIndex, Tablebase,
};

/// A game of one ply. The start has the key 5. One of the two moves from the start leads to the
/// state with the key 0, and the other move to the state with the greatest key. Either move wins.
#[derive(Clone, Copy)]
struct FarKeys;

impl Game for FarKeys {
    type State = u64;

    fn move_count(&self) -> u32 {
        2
    }

    fn start(&self) -> u64 {
        5
    }

    fn outcome(&self, key: u64) -> Option<Value> {
        (key != 5).then_some(Value::Loss)
    }

    fn legal(&self, _: u64) -> Moves {
        Moves::first_n(2)
    }

    fn play(&self, _: u64, mv: Move) -> u64 {
        [0, u64::MAX][usize::from(mv.index())]
    }

    fn key(&self, key: u64) -> u64 {
        key
    }

    fn tier(&self, key: u64) -> Option<u32> {
        Some(u32::from(key != 5))
    }
}

impl Sparse for FarKeys {
    fn last_tier(&self) -> u32 {
        1
    }

    fn state_of_key(&self, key: u64) -> Option<u64> {
        Some(key)
    }
}

#[test]
fn the_least_and_the_greatest_key_are_solved() {
    let directory = tempfile::tempdir().expect("a directory");
    for sharding in [Sharding::Whole, Sharding::Count(2), Sharding::Count(50)] {
        let path = directory.path().join("far-keys.table");
        let solver = Solver::with_sharding(SparseIndex(FarKeys), "far keys", sharding);
        let solver = solver.expect("a plan");
        let summary = solver.solve_to(&path, &Limits::default());
        assert_eq!(summary.expect("a solved game").states(), 3);
        let table = Tablebase::open(SparseIndex(FarKeys), &path).expect("a table");
        let solution = solve(FarKeys).expect("a game");
        for key in [5, 0, u64::MAX] {
            let found = table.lookup(key).expect("a whole table");
            assert_eq!(found, solution.lookup(key), "{key}");
        }
        let mut keys = Vec::new();
        let visited = table.visit(|key, _| {
            keys.push(key);
            ControlFlow::Continue(())
        });
        visited.expect("a whole table");
        assert_eq!(keys, [5, 0, u64::MAX]);
        table.verify(&Limits::default()).expect("a true table");
    }
}

/// A game with one tier. `.0` is the number of ranks of the tier. Only one of the ranks belongs to
/// a reachable state.
#[derive(Clone, Copy)]
struct OneTier(u64);

impl Game for OneTier {
    type State = u64;

    fn move_count(&self) -> u32 {
        1
    }

    fn start(&self) -> u64 {
        0
    }

    fn outcome(&self, _: u64) -> Option<Value> {
        Some(Value::Draw)
    }

    fn legal(&self, _: u64) -> Moves {
        Moves::EMPTY
    }

    fn play(&self, rank: u64, _: Move) -> u64 {
        rank
    }

    fn key(&self, rank: u64) -> u64 {
        rank
    }
}

impl Dense for OneTier {
    fn tier_count(&self) -> u64 {
        1
    }

    fn tier_size(&self, _: Tier) -> u64 {
        self.0
    }

    fn next_tiers(&self, _: Tier) -> impl Iterator<Item = Tier> {
        std::iter::empty()
    }

    fn rank(&self, rank: u64) -> Option<(Tier, u64)> {
        Some((Tier::new(0), rank))
    }

    fn unrank(&self, _: Tier, rank: u64) -> u64 {
        rank
    }
}

#[test]
fn more_states_than_memory_can_hold_are_a_typed_error() {
    let solved = |size, memory| {
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        let solver = Solver::new(DenseIndex(OneTier(size)), "one tier");
        solver.and_then(|solver| solver.solve(&MemoryStore::new(), &limits))
    };
    // The solver does not ask the system for memory above the limit.
    for size in [1 << 39, 1 << 42, 1 << 50] {
        match solved(size, None) {
            Err(Error::Memory { needed, allowed }) => {
                assert!(
                    needed >= size / 4 && allowed == Limits::MOST,
                    "{needed} {allowed}"
                );
            }
            other => panic!("{size}: {other:?}"),
        }
    }
    for size in [1 << 50, 1 << 55, 1 << 61, u64::MAX] {
        match solved(size, Some(u64::MAX)) {
            Err(Error::Allocation { bytes }) => assert!(bytes >= size / 8, "{bytes}"),
            Err(Error::TooManyTiers { .. }) => assert!(size > 1 << 61),
            other => panic!("{size}: {other:?}"),
        }
    }
}

#[test]
fn shards_are_planned_for_as_far_as_there_is_room() {
    // There are two tiers. Moves lead from each shard of the first tier to all shards of the second
    // tier.
    #[derive(Clone, Copy)]
    struct TwoTiers;

    impl Game for TwoTiers {
        type State = (u64, u64);

        fn move_count(&self) -> u32 {
            1
        }

        fn start(&self) -> (u64, u64) {
            (0, 0)
        }

        fn outcome(&self, (tier, _): (u64, u64)) -> Option<Value> {
            (tier == 1).then_some(Value::Loss)
        }

        fn legal(&self, _: (u64, u64)) -> Moves {
            Moves::first_n(1)
        }

        fn play(&self, (_, rank): (u64, u64), _: Move) -> (u64, u64) {
            (1, rank)
        }

        fn key(&self, (tier, rank): (u64, u64)) -> u64 {
            tier << 40 | rank
        }
    }

    impl Dense for TwoTiers {
        fn tier_count(&self) -> u64 {
            2
        }

        fn tier_size(&self, _: Tier) -> u64 {
            1 << 30
        }

        fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
            (tier.number() == 0).then(|| Tier::new(1)).into_iter()
        }

        fn rank(&self, (tier, rank): (u64, u64)) -> Option<(Tier, u64)> {
            Some((Tier::new(tier), rank))
        }

        fn unrank(&self, tier: Tier, rank: u64) -> (u64, u64) {
            (tier.number(), rank)
        }
    }

    let plan = |bits| Solver::with_sharding(DenseIndex(TwoTiers), "two", Sharding::Bits(bits));
    assert!(plan(20).is_ok());
    // 2^14 shards lead to 2^14 others.
    assert!(matches!(plan(16), Err(Error::TooManyLinks { .. })));
}
