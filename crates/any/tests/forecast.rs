//! Tests that the forecast cost of a game agrees with the actual cost of solving the game tier by tier.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;

use perfectplay::forecast::{Certainty, Effort};
use perfectplay_any::jobs::{Cutting, Form, MemoryStore, ResultStore};
use perfectplay_any::{
    AnyGame, Catalogue, Error, Estimate, Limits, Progress, Solve, Tiers, unwatched,
};
use perfectplay_tablebase::Error as StoreError;

/// The games whose forecasts the tests compare with the actual costs. In some games the board fills up, and in others
/// it does not. Some games have a dense index in which nearly every rank belongs to a reachable state. Other games have
/// a dense index in which very few ranks belong to reachable states. Some games have no dense index.
const GAMES: [&str; 10] = [
    "connect:5x3",
    "hexapawn:4x4",
    "connect:4x4",
    "connect:4x5",
    "mnk:4,3,3",
    "mnk:4,3,4",
    "hexapawn:5x3",
    "breakthrough:3x4",
    "domineering:6x4",
    "dots:3x2",
];

fn rules(game: &str) -> AnyGame {
    Catalogue::with_games_that_ship()
        .find(game)
        .expect("a game")
}

fn forecast(rules: &AnyGame, states: u32) -> Estimate {
    let effort = Effort { states, seed: 0 };
    rules.estimate(effort, &unwatched).expect("an estimate")
}

/// A result store that records the greatest number of bytes that it held at any time.
#[derive(Default)]
struct Measured {
    results: MemoryStore,
    sizes: Mutex<(HashMap<String, usize>, usize)>,
}

impl ResultStore for Measured {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.results.read(name)
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), StoreError> {
        let (sizes, most) = &mut *self.sizes.lock().expect("a lock");
        sizes.insert(name.to_owned(), bytes.len());
        *most = sizes.values().sum::<usize>().max(*most);
        self.results.write(name, bytes)
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.sizes.lock().expect("a lock").0.remove(name);
        self.results.remove(name)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.results.path(name)
    }
}

/// Returns whether `expected` differs from `found` by at most a quarter of `found`.
fn is_close(expected: u64, found: u64) -> bool {
    expected.abs_diff(found) <= found / 4
}

#[test]
fn small_games_take_what_is_forecast() {
    takes_what_is_forecast(&GAMES[..2]);
}

#[test]
#[ignore = "takes larger games; run by .ci/run"]
fn ten_games_in_full() {
    takes_what_is_forecast(&GAMES);
}

fn takes_what_is_forecast(games: &[&str]) {
    for &game in games {
        let rules = rules(game);
        let (jobs, _) = rules.jobs(Cutting::Noted(None)).expect("jobs");
        let store = Measured::default();
        let solved = jobs.solver().solve(&store, &Limits::default());
        let states = solved.expect("a solved game").states();

        // A forecast says whether the states were counted or estimated from samples.
        let forecasts = [200_000, 100_000].map(|effort| forecast(&rules, effort));
        for estimate in &forecasts {
            let expected = estimate.states().count;
            match estimate.states().certainty {
                Certainty::Exact => assert_eq!(expected, states, "{game}"),
                Certainty::Estimate => {
                    assert!(is_close(expected, states), "{game}: {expected} of {states}");
                }
                certainty => panic!("{game}: {certainty:?}"),
            }
        }
        if jobs.plan().form() != Form::Dense {
            continue;
        }
        let Some(Tiers { memory, disk, .. }) = forecasts[0].tiers else {
            panic!("{game}: no tiers");
        };

        // The memory that the forecast states is enough to solve the game. Three quarters of this memory are not
        // enough.
        let within = |memory| {
            let store = MemoryStore::new();
            let limits = Limits {
                memory: Some(memory),
                threads: Some(1),
                ..Limits::default()
            };
            let solved = jobs.solver().solve(&store, &limits);
            solved.map(drop).map_err(Error::from)
        };
        within(memory).expect("enough memory");
        let less = within(memory / 4 * 3);
        assert!(matches!(less, Err(Error::Tablebase(_))), "{game}: {less:?}");

        let found = store.sizes.lock().expect("a lock").1 as u64;
        assert!(
            (found / 2..=6 * found).contains(&disk),
            "{game}: expected {disk} bytes, found {found}"
        );
    }
}

/// Tests the forecast of the disk space for hexapawn. In this game, most ranks of the dense index belong to no
/// reachable state, so the forecast must count only the reachable states.
#[test]
#[ignore = "surveys a larger game; run by .ci/run"]
fn disk_in_full() {
    let estimate = forecast(&rules("hexapawn:6x4"), 100_000);
    let tiers = estimate.tiers.expect("tiers");
    assert!(tiers.numbered > 500_000_000);
    // The results and the table together have 9,974,546 bytes. About half of these bytes exist at the same
    // time.
    assert!(
        (2_500_000..10_000_000).contains(&tiers.disk),
        "{}",
        tiers.disk
    );
}

#[test]
fn who_watches_stops_a_forecast() {
    for game in GAMES {
        let told = Mutex::new(Vec::new());
        let watch = |progress: Progress| {
            told.lock().expect("a lock").push(progress);
            ControlFlow::Break(())
        };
        let how = Solve {
            watch: &watch,
            ..Solve::default()
        };
        let solved = rules(game).solve_anew(&how);
        assert!(matches!(solved, Err(Error::Stopped)), "{game}");
        let told = told.into_inner().expect("a lock");
        // The progress is reported once, before the number of states is known.
        assert_eq!(
            told.iter().map(|told| told.total).collect::<Vec<_>>(),
            [0],
            "{game}"
        );
    }
}

#[test]
fn who_watches_stops_a_forecast_of_jobs() {
    // The forecast of a game with a dense index comes from a survey of its states. The forecast of a game with a sparse
    // index is made tier by tier.
    for (game, form) in [("connect:5x4", Form::Dense), ("dots:3x3", Form::Sparse)] {
        let (jobs, _) = rules(game).jobs(Cutting::Noted(None)).expect("jobs");
        assert_eq!(jobs.plan().form(), form, "{game}");
        let told = Mutex::new(Vec::new());
        let stopped = jobs.forecast(None, &|progress| {
            let mut told = told.lock().expect("a lock");
            told.push(progress.done);
            if told.len() < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert!(matches!(stopped, Err(Error::Stopped)), "{game}");
        let told = told.into_inner().expect("a lock");
        assert!(told.len() == 3 && told.is_sorted(), "{game}: {told:?}");
    }
}
