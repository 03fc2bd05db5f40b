//! Compares forecasts of a game's size with the solution of the game. For games that are too large
//! to solve in a test, compares the forecasts with published counts.

use core::ops::ControlFlow;
use std::collections::BTreeMap;

use perfectplay::check::Fault;
use perfectplay::forecast::{Certainty, Effort, Forecast, forecast_tiers};
use perfectplay::solve::{Solution, SolveError};
use perfectplay::{Game, Move, Moves, Value, bake, forecast, solve};
use perfectplay_any::AnyGame;
use perfectplay_games::{self as games, Listing};

use crate::games::registry::game;

/// Returns whether `forecast` is at least half of `truth` and at most twice as large.
fn near(forecast: u64, truth: u64) -> bool {
    (truth.div_ceil(2)..=2 * truth).contains(&forecast)
}

/// Compares the forecast of a game with its solution. If the budget of the forecast covers all
/// states, the forecast must be exact. If the budget covers a fifth of the states, the forecast
/// must be close. `tests/games/registry.rs` calls this function for every game.
pub fn agrees_with<G: Game>(spec: &str, solution: &Solution<&G>) {
    let game = *solution.game();
    let all = forecast(game, Effort::default()).unwrap();
    let states = all.states;
    assert_eq!(all.certainty, Certainty::Exact, "{spec}");
    assert_eq!(states, solution.len() as u64, "{spec}");
    // Larger games take too long to bake without optimisation, and smaller tables consist mostly
    // of the header.
    if (1_000..20_000).contains(&states) {
        let table = bake::table(spec, solution).unwrap().len() as u64;
        assert!(near(all.table, table), "{spec}: {table}");
    }
    let budget = (states / 5).max(100) as u32;
    let is_sampled = !game.is_loopy() && game.tier(game.start()).is_some();
    for seed in 0..4 {
        let effort = Effort {
            states: budget,
            seed,
        };
        let some = forecast(game, effort).unwrap();
        if is_sampled || some.certainty == Certainty::Exact {
            assert!(near(some.states, states), "{spec}: {some:?} for {states}");
        } else {
            assert_eq!(some.certainty, Certainty::AtLeast, "{spec}");
            assert!(
                (budget.into()..=states).contains(&some.states),
                "{spec}: {some:?} for {states}"
            );
        }
    }
}

/// Asserts that the forecasts for the tiers agree with the forecast for the whole game. With a
/// budget for all states, the forecasts for the tiers must also be equal to the counts of the
/// solution. Returns whether the game has tiers.
fn tiers_agree(game: &AnyGame) -> bool {
    let (whole, tiers) =
        forecast_tiers(game, Effort::default(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(whole, forecast(game, Effort::default()).unwrap());
    if game.is_loopy() || game.tier(game.start()).is_none() {
        assert_eq!(tiers, []);
        return false;
    }
    let mut expected: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for (state, _) in solve(game).unwrap().scores() {
        let (states, moves) = expected.entry(game.tier(state).unwrap()).or_default();
        *states += 1;
        if game.outcome(state).is_none() {
            *moves += u64::from(game.legal(state).len());
        }
    }
    let found = tiers.iter().map(|of| (of.tier, (of.states, of.moves)));
    assert!(found.eq(expected), "{tiers:?}");

    let effort = Effort {
        states: (whole.states / 5).max(1) as u32,
        seed: 0,
    };
    let (whole, tiers) = forecast_tiers(game, effort, |_| ControlFlow::Continue(())).unwrap();
    let states = tiers.iter().map(|tier| tier.states).sum::<u64>();
    assert!(states <= whole.states && whole.states <= states + tiers.len() as u64);
    true
}

#[test]
fn forecasts_tell_the_sizes_of_tiers() {
    let mut with_tiers = 0;
    for Listing { name, samples, .. } in games::LIST {
        // In some games, the first sample is large. A small budget tells which samples are small.
        let effort = Effort {
            states: 10_000,
            seed: 0,
        };
        let games = samples
            .iter()
            .map(|sample| game(&format!("{name}:{sample}")));
        let least = games.min_by_key(|game| forecast(game, effort).unwrap().states);
        with_tiers += u32::from(tiers_agree(&least.unwrap()));
    }
    assert!(with_tiers > 8, "{with_tiers}");
}

/// Forecasts a game with a budget of `states` states and the given seed.
fn ask(spec: &str, states: u32, seed: u64) -> Forecast {
    forecast(&game(spec), Effort { states, seed }).unwrap()
}

/// Larger games. `.0` is the name of the game, and `.1` is the number of its reachable states. `.2`
/// is a budget of states, far too small to visit all of them. J. Tromp published the counts for
/// Connect Four (John's Connect Four Playground). In the published counts, positions that differ
/// only in the colours of discs count as different. The other counts were enumerated.
const LARGE: &[(&str, u64, u32)] = &[
    ("connect:5x4", 3_945_711, 10_000),
    ("connect:4x5", 1_706_255, 10_000),
    ("connect:6x4", 94_910_577, 40_000),
    ("connect:5x5", 69_763_700, 20_000),
    ("mnk:4,4,3", 6_036_001, 10_000),
    ("mnk:4,4,4", 9_722_011, 10_000),
    ("hexapawn:5x4", 359_894, 10_000),
    ("notakto:2", 202_500, 2_000),
    ("chomp:8x8", 12_870, 1_000),
    ("nim:15,15,15,15", 65_536, 2_000),
];

#[test]
#[ignore = "surveys larger games; run by .ci/run"]
fn large_games_in_full() {
    for &(spec, truth, states) in LARGE {
        for seed in 0..2 {
            let found = ask(spec, states, seed);
            assert!(near(found.states, truth), "{spec}: {found:?} for {truth}");
            assert_ne!(found.certainty, Certainty::Exact, "{spec}");
        }
    }
}

#[test]
fn the_forecast_depends_only_on_the_seed() {
    let of = |seed| ask("connect:4x4", 2_000, seed);
    assert_eq!(of(7), of(7));
    assert_ne!(of(7), of(8));
}

#[test]
fn few_pairs_make_a_rough_forecast() {
    let of = |states| ask("connect:6x4", states, 0).certainty;
    assert_eq!(of(5_000), Certainty::Rough);
    assert_eq!(of(40_000), Certainty::Estimate);
}

/// A game in which the players count from 0 to `to`, each adding one in turn. The game can have two
/// faults. `tier_stays_at` is a number that has the same tier as the number before it. `stuck_at`
/// is a number without moves.
struct Count {
    to: u32,
    tier_stays_at: Option<u32>,
    stuck_at: Option<u32>,
}

impl Count {
    const LONG: Self = Self {
        to: 1_000_000_000,
        tier_stays_at: None,
        stuck_at: None,
    };
}

impl Game for Count {
    type State = u32;

    fn move_count(&self) -> u32 {
        1
    }

    fn start(&self) -> u32 {
        0
    }

    fn outcome(&self, number: u32) -> Option<Value> {
        (number == self.to).then_some(Value::Loss)
    }

    fn legal(&self, number: u32) -> Moves {
        Moves::first_n(u32::from(self.stuck_at != Some(number)))
    }

    fn play(&self, number: u32, _: Move) -> u32 {
        number + 1
    }

    fn key(&self, number: u32) -> u64 {
        number.into()
    }

    fn tier(&self, number: u32) -> Option<u32> {
        Some(number - u32::from(self.tier_stays_at == Some(number)))
    }
}

#[test]
fn what_has_been_counted_is_told_after_every_tier() {
    let to_five = Count {
        to: 5,
        ..Count::LONG
    };
    let mut told = Vec::new();
    let found = forecast_tiers(&to_five, Effort::default(), |so_far| {
        told.push(so_far);
        ControlFlow::Continue(())
    });
    assert_eq!(told, [1, 2, 3, 4, 5, 6]);
    let (found, _) = found.unwrap();
    assert_eq!((found.states, found.certainty), (6, Certainty::Exact));
    let stopped = forecast_tiers(&to_five, Effort::default(), |_| ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err(), SolveError::Stopped);
}

#[test]
fn a_game_that_is_too_long_gives_a_lower_bound() {
    let effort = Effort {
        states: 100,
        seed: 0,
    };
    let found = forecast(&Count::LONG, effort).unwrap();
    assert_eq!(found.certainty, Certainty::AtLeast);
    assert!(found.states >= 100);
}

#[test]
fn wrong_rules_are_reported_with_the_route() {
    let stuck = Count {
        stuck_at: Some(3),
        ..Count::LONG
    };
    let error = forecast(&stuck, Effort::default()).unwrap_err();
    let finding = error.finding().expect("a fault");
    assert_eq!(finding.fault, Fault::NoMoves);
    assert_eq!(
        (finding.route.state(), finding.route.moves()),
        ("3", &[Move::FIRST; 3][..])
    );

    let stays = Count {
        tier_stays_at: Some(5),
        ..Count::LONG
    };
    let error = forecast(&stays, Effort::default()).unwrap_err();
    let expected = Fault::Tier {
        before: Some(4),
        found: Some(4),
    };
    let finding = error.finding().expect("a fault");
    assert_eq!(finding.fault, expected);
    assert_eq!(
        (finding.route.state(), finding.route.moves().len()),
        ("5", 5)
    );
}
