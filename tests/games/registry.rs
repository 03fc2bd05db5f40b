//! Solves every game that this project contains, once for each sample of the game's parameters. The
//! solver identifies states by their keys. The solution must agree with a second solver, and with a
//! table that stores only win, draw or loss. Forecasts of the number of states must agree with the
//! solution, too. The game's `AnyTable` must pass the verifier. The rules of the game must pass the
//! checker, and must fit the game's texts, pictures and symmetries. A solver can also be compiled
//! for the state type of a single game. The tests of `perfectplay-any` compare solvers of this kind
//! with the solver that uses keys.

use std::collections::{BTreeSet, HashMap};

use crate::engine::{forecasts, proofs, wdl};
use crate::games::showing;
use crate::oracles::any_game::second_solution_within;
use perfectplay::check::Check;
use perfectplay::game::{AnalysisParts, Hints, canonical, starts};
use perfectplay::solve::Solution;
use perfectplay::{Analysis, Moves, Value, solve};

use perfectplay_any::{AnyGame, Catalogue, Limits, Solve};
use perfectplay_games::{self as games, Listed, Visitor};

/// A slow test runs on at most this many states of a game. If a game has more states, the test
/// takes a sample of them.
const MANY: usize = 2_000;

/// Every run tests the games that have at most this many states. Only the tests `in_full` include
/// larger games.
const FEW: usize = 5_500;

/// Returns the names of all games, with every sample of their parameters.
pub(crate) fn specs() -> impl Iterator<Item = String> {
    games::LIST.iter().flat_map(|listing| {
        let spec = |parameters: &&str| format!("{}:{parameters}", listing.name);
        listing.samples.iter().map(spec)
    })
}

/// Returns the game whose name and parameters are `spec`. The return type is the same for all
/// games, so code that uses it is compiled only once.
pub(crate) fn game(spec: &str) -> AnyGame {
    let games = Catalogue::with_games_that_ship();
    games
        .find(spec)
        .unwrap_or_else(|error| panic!("{spec}: {error}"))
}

struct Run<'a> {
    spec: &'a str,
    /// A game with more states than this is not tested.
    within: usize,
}

impl Visitor for Run<'_> {
    /// Whether the game has at most `within` states.
    type Output = bool;

    fn visit<G: Listed>(self, game: G) -> bool {
        let Self { spec, within } = self;
        let Some(analyses) = analyses(spec, within) else {
            return false;
        };
        // States from all parts of the solution.
        let sample: Vec<(G::State, Analysis)> = analyses
            .iter()
            .step_by(analyses.len().div_ceil(MANY))
            .map(|&(key, analysis)| (game.of_key(key).expect("a state"), analysis))
            .collect();
        assert_eq!(G::IS_LOOPY, game.is_loopy(), "{spec}");
        the_rules_pass_the_checker(spec, &game);
        parameters_survive_a_round_trip(spec, &game);
        texts_survive_a_round_trip(spec, &game, &sample);
        keys_tell_all_boards_apart(spec, &game, &sample);
        moves_lead_where_the_game_says(spec, &game, &sample);
        showing::agrees_with(&game, analyses.iter().map(|&(key, _)| key));
        true
    }
}

/// Asserts that `may_reach(a, b)` is `true` if moves lead from *a* to *b*. Tests each state of
/// `sample` together with some start before it, and together with each state after one of its
/// moves.
fn moves_lead_where_the_game_says<G: Listed>(
    spec: &str,
    game: &G,
    sample: &[(G::State, Analysis)],
) {
    for (state, analysis) in sample {
        let mut starts = starts(game);
        assert!(starts.any(|start| game.may_reach(start, *state)), "{spec}");
        for mv in analysis.legal() {
            assert!(game.may_reach(*state, game.play(*state, mv)), "{spec}");
        }
    }
}

/// Tests the solution of a game. Returns each state's key and analysis. Returns `None` if there are
/// more states than `within`.
fn analyses(spec: &str, within: usize) -> Option<Vec<(u64, Analysis)>> {
    let game = &game(spec);
    let second = second_solution_within(game, within)?;
    let solution = solve(game).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let analyses: Vec<(u64, Analysis)> = solution.iter().collect();
    for &(key, analysis) in &analyses {
        assert_eq!(solution.lookup(key), Some(analysis), "{spec}: {key}");
    }
    the_table_verifies(spec, game, &analyses);
    the_solver_agrees_with_a_second_one(spec, &second, &analyses);
    images_have_the_same_analysis(spec, &solution, &analyses);
    wdl::agrees_with(spec, &solution);
    forecasts::agrees_with(spec, &solution);
    proofs::agrees_with(spec, &solution);
    Some(analyses)
}

/// Tests a game with the samples of its parameters that have at most `within` states. If all
/// samples have more states, tests the game with the first sample.
fn run(name: &str, within: usize) {
    let listing = games::LIST
        .iter()
        .find(|listing| listing.name == name)
        .unwrap();
    let is_run = |sample: &str, within| {
        let spec = &format!("{name}:{sample}");
        games::open(spec, Run { spec, within }).unwrap()
    };
    let runs = listing
        .samples
        .iter()
        .filter(|sample| is_run(sample, within));
    assert!(runs.count() > 0 || is_run(listing.samples[0], usize::MAX));
}

/// Defines two tests for each game: one for the samples of its parameters with few states, and one
/// for all samples.
macro_rules! registry {
    ($($name:ident),+ $(,)?) => {
        $(
            #[test]
            fn $name() {
                run(stringify!($name), FEW);
            }
        )+

        mod in_full {
            $(
                #[test]
                #[ignore = "takes larger samples as well; run by .ci/run"]
                fn $name() {
                    super::run(stringify!($name), usize::MAX);
                }
            )+
        }

        #[test]
        fn every_game_has_a_test() {
            let names = games::LIST.iter().map(|listing| listing.name);
            assert!(names.eq([$(stringify!($name)),+]));
        }
    };
}

registry![
    tictactoe,
    mnk,
    connect,
    wild,
    notakto,
    hexapawn,
    chomp,
    nim,
    subtraction,
    morris,
    mills,
    vanishing,
    dodgem,
    hounds,
    dobutsu,
    chess,
    breakthrough,
    domineering,
    dots,
    kalah,
];

fn the_solver_agrees_with_a_second_one(
    spec: &str,
    second: &HashMap<u64, (u64, Analysis)>,
    analyses: &[(u64, Analysis)],
) {
    assert_eq!(second.len(), analyses.len(), "{spec}");
    for &(key, analysis) in analyses {
        let other = second.get(&key);
        let other = other.unwrap_or_else(|| panic!("{spec}: {key} is not reached"));
        assert_eq!(other, &(key, analysis), "{spec}");
    }
}

/// The verifier of an `AnyTable` is optimised.
fn the_table_verifies(spec: &str, game: &AnyGame, analyses: &[(u64, Analysis)]) {
    let table = game.solve(&Solve::default()).unwrap();
    let verified = table.verify(&Limits::default());
    let verified = verified.unwrap_or_else(|error| panic!("{spec}: {error}"));
    assert_eq!(verified.states, analyses.len() as u64, "{spec}");
    let count = |value| {
        let values = analyses.iter().map(|(_, analysis)| analysis.value());
        values.filter(|&found| found == value).count() as u64
    };
    assert_eq!(verified.wins, count(Value::Win), "{spec}");
    assert_eq!(verified.draws, count(Value::Draw), "{spec}");
    assert_eq!(verified.losses, count(Value::Loss), "{spec}");
}

fn the_rules_pass_the_checker<G: Listed>(spec: &str, game: &G) {
    let checked = Check::new().states(MANY).run(game);
    assert!(checked.findings.is_empty(), "{spec}: {checked}");
}

fn texts_survive_a_round_trip<G: Listed>(spec: &str, game: &G, sample: &[(G::State, Analysis)]) {
    for &(state, analysis) in sample {
        let text = game.state_text(state).to_string();
        assert_eq!(game.read_state(&text), Ok(state), "{spec}: {text}");
        assert!(!text.contains('\n'), "{spec}: {text:?}");
        let moves = analysis.legal();
        let texts = moves.iter().map(|mv| game.move_text(state, mv).to_string());
        let texts: BTreeSet<String> = texts.collect();
        assert_eq!(
            texts.len(),
            moves.len() as usize,
            "{spec}: {text}: {texts:?}"
        );
    }
    for text in ["", "?", "\u{e9}/\n"] {
        assert!(game.read_state(text).is_err(), "{spec}: {text:?}");
    }
}

/// Asserts that different boards have different keys, even boards that no game reaches. To get
/// different boards, this function replaces one character of a text, or exchanges two characters.
fn keys_tell_all_boards_apart<G: Listed>(spec: &str, game: &G, sample: &[(G::State, Analysis)]) {
    const CHANGED: usize = 100;
    let mut texts = Vec::new();
    for &(state, _) in sample {
        assert_eq!(game.of_key(game.key(state)), Some(state), "{spec}");
        texts.push(game.state_text(state).to_string());
    }
    let alphabet: BTreeSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
    let mut read = BTreeSet::new();
    let mut look_at = |changed: &[char]| {
        let text: String = changed.iter().collect();
        if let Ok(state) = game.read_state(&text) {
            assert_eq!(game.of_key(game.key(state)), Some(state), "{spec}: {text}");
            read.insert(text);
        }
    };
    for text in texts.iter().step_by(texts.len().div_ceil(CHANGED)) {
        let chars: Vec<char> = text.chars().collect();
        for at in 0..chars.len() {
            let mut changed = chars.clone();
            for &char in &alphabet {
                changed[at] = char;
                look_at(&changed);
            }
            changed.clone_from(&chars);
            for other in 0..at {
                changed.swap(at, other);
                look_at(&changed);
                changed.swap(at, other);
            }
        }
    }
    let is_changed = read.len() > 1 || sample.len() == 1;
    assert!(is_changed, "{spec}: no changed text was read");
}

fn parameters_survive_a_round_trip<G: Listed>(spec: &str, game: &G) {
    let mut written = String::new();
    game.write_parameters(&mut written).unwrap();
    let again =
        G::with_parameters(&written).unwrap_or_else(|| panic!("{spec}: {written:?} is not read"));
    let mut twice = String::new();
    again.write_parameters(&mut twice).unwrap();
    assert_eq!(twice, written, "{spec}");
    assert_eq!(again.start(), game.start(), "{spec}");
    assert_eq!(again.move_count(), game.move_count(), "{spec}");
    assert!(G::with_parameters("no such parameters").is_none(), "{spec}");
}

fn images_have_the_same_analysis(
    spec: &str,
    solution: &Solution<&AnyGame>,
    analyses: &[(u64, Analysis)],
) {
    let game = solution.game();
    for &(state, analysis) in analyses.iter().step_by(analyses.len().div_ceil(MANY)) {
        let (form, to_form) = canonical(game, state);
        assert_eq!(game.image(to_form, state), form, "{spec}: {state:?}");
        for symmetry in 0..game.symmetries() {
            let moves = |moves: Moves| -> Moves {
                let images = moves
                    .iter()
                    .map(|mv| game.image_of_move(symmetry, state, mv));
                images.collect()
            };
            let expected = AnalysisParts {
                winning: moves(analysis.winning()),
                losing: moves(analysis.losing()),
                neutral: moves(analysis.neutral()),
                best: moves(analysis.best()),
                ..analysis.parts()
            }
            .analysis();
            let image = game.image(symmetry, state);
            let found = solution.lookup(image);
            assert_eq!(found, Some(expected), "{spec}: {state:?} by {symmetry}");
            assert_eq!(canonical(game, image).0, form, "{spec}: {state:?}");
        }
    }
}

/// Returns whether a text names a game that ships.
pub(crate) fn names_a_game(spec: &str) -> bool {
    Catalogue::with_games_that_ship().find(spec).is_ok()
}

/// Tests that two different texts never name the same game. In the parameters, no number may have a
/// leading zero or a sign, and no number may be missing.
#[test]
fn numbers_of_parameters_are_written_in_one_way() {
    let mut refused = 0;
    for listing in games::LIST {
        for sample in listing.samples {
            let is_digit = |at: usize| sample[at..].starts_with(|c: char| c.is_ascii_digit());
            let numbers =
                (0..sample.len()).filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1)));
            for at in numbers {
                for sign in ["0", "00", "+", "-", " "] {
                    let spec = format!("{}:{}{sign}{}", listing.name, &sample[..at], &sample[at..]);
                    assert!(!names_a_game(&spec), "{spec}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 100, "{refused}");
    assert!(names_a_game("nim:0,4,3") && !names_a_game("nim:0,4,03"));
}
