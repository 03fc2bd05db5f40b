//! What is forecast of games, against what solving them tier by tier then takes.

use std::fs;

use perfectplay::forecast::{Certainty, Effort};
use perfectplay_any::jobs::{Cutting, Directory, Form};
use perfectplay_any::{Catalogue, Error, Estimate, Limits, Rules, Tiers};

/// Boards that fill up and such that do not, nearly all of whose numbered states are reachable and
/// hardly any; and games without numbers.
const GAMES: [&str; 10] = [
    "connect:4x4",
    "connect:5x3",
    "connect:4x5",
    "mnk:4,3,3",
    "mnk:4,3,4",
    "hexapawn:4x4",
    "hexapawn:5x3",
    "breakthrough:3x4",
    "domineering:6x4",
    "dots:3x2",
];

fn rules(game: &str) -> Box<dyn Rules> {
    Catalogue::of_those_that_ship().find(game).expect("a game")
}

fn forecast(rules: &dyn Rules, states: u32) -> Estimate {
    let effort = Effort { states, seed: 0 };
    rules.forecast(effort).expect("a forecast")
}

/// Whether a number is right within a quarter.
fn is_close(expected: u64, found: u64) -> bool {
    expected.abs_diff(found) <= found / 4
}

#[test]
fn ten_games_take_what_is_forecast() {
    for game in GAMES {
        let rules = rules(game);
        let (jobs, _) = rules.jobs(Cutting::Noted(None)).expect("jobs");
        let folder = tempfile::tempdir().expect("a folder");
        let store = Directory::new(folder.path()).expect("a folder");
        let solved = jobs.solve(&store, &Limits::default());
        let states = solved.expect("a solved game").states();

        // Counted, or estimated from samples: it is told which.
        let forecasts = [200_000, 100_000].map(|effort| forecast(&*rules, effort));
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

        // That much memory is enough, and a quarter less is not.
        let within = |memory| {
            let store = perfectplay_any::jobs::Memory::new();
            let limits = Limits {
                memory: Some(memory),
                threads: Some(1),
                ..Limits::default()
            };
            jobs.solve(&store, &limits).map(drop)
        };
        within(memory).expect("enough memory");
        let less = within(memory / 4 * 3);
        assert!(matches!(less, Err(Error::Tablebase(_))), "{game}: {less:?}");

        let files = fs::read_dir(folder.path()).expect("a folder").flatten();
        let sizes = files.map(|file| file.metadata().expect("a file").len());
        let results: u64 = sizes.sum();
        let mut table = Vec::new();
        let gathered = jobs.gather_into(&store, &mut table, &Limits::default());
        let found = results + gathered.expect("a table");
        assert!(
            (found / 2..=6 * found).contains(&disk),
            "{game}: expected {disk} bytes, found {found}"
        );
    }
}

/// Of the states that have a number, hardly any are reachable: what they take follows from those.
#[test]
fn states_that_no_game_reaches_take_no_disk() {
    let estimate = forecast(&*rules("hexapawn:6x4"), 100_000);
    let tiers = estimate.tiers.expect("tiers");
    assert!(tiers.numbered > 500_000_000);
    // What solving takes is 9,974,546 bytes.
    assert!(
        (5_000_000..20_000_000).contains(&tiers.disk),
        "{}",
        tiers.disk
    );
}
