//! Every game that ships, with every sample of its parameters: the solver is compared
//! with a second one, the rules are checked, and text forms are written and read.

use std::collections::{BTreeMap, BTreeSet};

use crate::second::second_solution;
use perfectplay::{Analysis, Check, Moves, Solution, Value, canonical, solve, verify};
use perfectplay_games::{self as games, Listed, Listing, Visitor};

/// The number of states to examine in larger games, in tests that examine each state in
/// many ways.
const MANY: usize = 2_000;

/// Opens every sample of every game.
fn visit_all<V: Visitor<Output = ()>>(visitor: impl Fn(String) -> V) {
    for Listing { name, samples, .. } in games::LIST {
        assert!(!samples.is_empty(), "{name} has no samples");
        for sample in *samples {
            let spec = format!("{name}:{sample}");
            games::open(&spec, visitor(spec.clone())).unwrap();
        }
    }
}

/// States from all parts of a solution.
fn sample<'a, G: Listed>(
    solution: &'a Solution<&G>,
) -> impl Iterator<Item = (G::State, Analysis)> + 'a {
    solution.iter().step_by(solution.len().div_ceil(MANY))
}

struct Agree(String);

impl Visitor for Agree {
    type Output = ();

    fn visit<G: Listed + 'static>(self, game: G) {
        let Self(spec) = self;
        let solution = solve(&game).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let second = second_solution(&game);
        type Histogram = BTreeMap<(Value, Option<u32>), usize>;
        let [mut ours, mut theirs] = [Histogram::new(), Histogram::new()];
        for (state, analysis) in solution.iter() {
            *ours.entry((analysis.value, analysis.distance)).or_default() += 1;
            let other = second.get(&game.key(state));
            let other = other.unwrap_or_else(|| panic!("{spec}: {state:?} is not reached"));
            assert_eq!(other, &(state, analysis), "{spec}");
            assert_eq!(solution.get(state), Some(analysis), "{spec}: {state:?}");
        }
        for (_, analysis) in second.values() {
            *theirs
                .entry((analysis.value, analysis.distance))
                .or_default() += 1;
        }
        assert_eq!(ours, theirs, "{spec}");
    }
}

#[test]
fn the_solver_agrees_with_a_second_one() {
    visit_all(Agree);
}

struct Verify(String);

impl Visitor for Verify {
    type Output = ();

    fn visit<G: Listed + 'static>(self, game: G) {
        let Self(spec) = self;
        let solution = solve(&game).unwrap();
        let verified = verify(&solution).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(verified.states, solution.len() as u64, "{spec}");
        let count = |value| {
            let values = solution.iter().map(|(_, analysis)| analysis.value);
            values.filter(|&found| found == value).count() as u64
        };
        assert_eq!(verified.wins, count(Value::Win), "{spec}");
        assert_eq!(verified.draws, count(Value::Draw), "{spec}");
        assert_eq!(verified.losses, count(Value::Loss), "{spec}");
    }
}

#[test]
fn solutions_verify() {
    visit_all(Verify);
}

struct CheckRules(String);

impl Visitor for CheckRules {
    type Output = ();

    fn visit<G: Listed + 'static>(self, game: G) {
        let checked = Check::new().states(MANY).run(&game);
        assert!(checked.findings.is_empty(), "{}: {checked}", self.0);
    }
}

#[test]
fn the_rules_pass_the_checker() {
    visit_all(CheckRules);
}

struct ReadAndWrite(String);

impl Visitor for ReadAndWrite {
    type Output = ();

    fn visit<G: Listed + 'static>(self, game: G) {
        let Self(spec) = self;
        for (state, analysis) in solve(&game).unwrap().iter() {
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
}

#[test]
fn texts_survive_a_round_trip() {
    visit_all(ReadAndWrite);
}

struct Parameters(String);

impl Visitor for Parameters {
    type Output = ();

    fn visit<G: Listed + 'static>(self, game: G) {
        let Self(spec) = self;
        let mut written = String::new();
        game.write_parameters(&mut written).unwrap();
        let again = G::with_parameters(&written)
            .unwrap_or_else(|| panic!("{spec}: {written:?} is not read"));
        let mut twice = String::new();
        again.write_parameters(&mut twice).unwrap();
        assert_eq!(twice, written, "{spec}");
        assert_eq!(again.start(), game.start(), "{spec}");
        assert_eq!(again.move_count(), game.move_count(), "{spec}");
        assert!(G::with_parameters("no such parameters").is_none(), "{spec}");
    }
}

#[test]
fn parameters_survive_a_round_trip() {
    visit_all(Parameters);
}

struct Images(String);

impl Visitor for Images {
    type Output = ();

    fn visit<G: Listed + 'static>(self, game: G) {
        let Self(spec) = self;
        let solution = solve(&game).unwrap();
        for (state, analysis) in sample(&solution) {
            let (form, to_form) = canonical(&game, state);
            assert_eq!(game.image(to_form, state), form, "{spec}: {state:?}");
            for symmetry in 0..game.symmetries() {
                let moves = |moves: Moves| -> Moves {
                    let images = moves
                        .iter()
                        .map(|mv| game.image_of_move(symmetry, state, mv));
                    images.collect()
                };
                let expected = Analysis {
                    winning: moves(analysis.winning),
                    losing: moves(analysis.losing),
                    neutral: moves(analysis.neutral),
                    best: moves(analysis.best),
                    ..analysis
                };
                let image = game.image(symmetry, state);
                let found = solution.get(image);
                assert_eq!(found, Some(expected), "{spec}: {state:?} by {symmetry}");
                assert_eq!(canonical(&game, image).0, form, "{spec}: {state:?}");
            }
        }
    }
}

#[test]
fn images_have_the_same_analysis() {
    visit_all(Images);
}

#[test]
fn names_are_unique() {
    let names: BTreeSet<&str> = games::LIST.iter().map(|listing| listing.name).collect();
    assert_eq!(names.len(), games::LIST.len());
}
