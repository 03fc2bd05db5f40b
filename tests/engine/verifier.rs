//! Tests that the verifier accepts the correct table and no other table.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

use crate::oracles::any_game::second_solution;
use crate::oracles::drawn_graph::{Graph, Node};
use perfectplay::game::AnalysisParts;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::verify::{Flaw, Verified, VerifyError};
use perfectplay::{Analysis, Game, Move, Moves, Solved, Value, solve, verify};
use perfectplay_games::Listed;
use perfectplay_games::hexapawn::Hexapawn;

/// A table that a test makes by hand. It maps keys to analyses.
struct Handmade<'g, G: Game> {
    game: &'g G,
    analyses: HashMap<u64, Analysis>,
    /// The number of states that the table claims to have.
    states: u64,
}

impl<'g, G: Game> Handmade<'g, G> {
    fn new(game: &'g G) -> Self {
        let analyses: HashMap<_, _> = second_solution(game)
            .into_iter()
            .map(|(key, (_, analysis))| (key, analysis))
            .collect();
        Self {
            game,
            states: analyses.len() as u64,
            analyses,
        }
    }
}

impl<G: Game> Solved for Handmade<'_, G> {
    type Game = G;
    type Error = Infallible;

    fn game(&self) -> &G {
        self.game
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn try_analysis(&self, state: G::State) -> Result<Option<Analysis>, Infallible> {
        Ok(self.analyses.get(&self.game.key(state)).copied())
    }
}

/// Returns altered versions of a record. In some versions one bit of a mask is flipped: the bit of
/// a move, or the lowest bit that is not a move. Other versions have another value, another
/// distance, or no distance.
fn altered(record: Analysis, move_count: u32) -> Vec<Analysis> {
    let mut altered = Vec::new();
    for bit in 0..=move_count.min(63) {
        let flip = |moves: Moves| Moves::from_bits(moves.bits() ^ 1 << bit);
        altered.extend([
            AnalysisParts {
                winning: flip(record.winning()),
                ..record.parts()
            }
            .analysis(),
            AnalysisParts {
                losing: flip(record.losing()),
                ..record.parts()
            }
            .analysis(),
            AnalysisParts {
                neutral: flip(record.neutral()),
                ..record.parts()
            }
            .analysis(),
            AnalysisParts {
                best: flip(record.best()),
                ..record.parts()
            }
            .analysis(),
        ]);
    }
    for value in [Value::Loss, Value::Draw, Value::Win] {
        altered.push(
            AnalysisParts {
                value,
                ..record.parts()
            }
            .analysis(),
        );
    }
    for bit in 0..32 {
        altered.push(
            AnalysisParts {
                distance: Some(record.distance().unwrap_or(0) ^ 1 << bit),
                ..record.parts()
            }
            .analysis(),
        );
    }
    for distance in [None, Some(0), Some(u32::MAX)] {
        altered.push(
            AnalysisParts {
                distance,
                ..record.parts()
            }
            .analysis(),
        );
    }
    altered.retain(|altered| *altered != record);
    altered
}

/// Alters every `every`th record of a table, one at a time, in all ways that `altered` returns.
/// Asserts that the verifier finds each alteration. Returns the number of altered tables.
fn all_alterations_are_found<G: Game>(game: &G, every: usize) -> usize {
    let mut table = Handmade::new(game);
    let records: BTreeMap<u64, Analysis> = table.analyses.clone().into_iter().collect();
    let mut tables = 0;
    for (&key, &record) in records.iter().step_by(every) {
        for analysis in altered(record, game.move_count()) {
            table.analyses.insert(key, analysis);
            let accepted = verify(&table).is_ok();
            assert!(!accepted, "{key}: {analysis:?} for {record:?}");
            tables += 1;
        }
        table.analyses.insert(key, record);
    }
    verify(&table).unwrap();
    tables
}

#[test]
fn the_baked_table_is_accepted() {
    let verified = verify(&TicTacToe).unwrap();
    let counts = (verified.wins, verified.draws, verified.losses);
    assert_eq!(verified.states, 5478);
    assert_eq!(counts, (2836, 1068, 1574));
    assert_eq!((verified.endless, verified.longest), (0, 9));
    assert_eq!(
        verified.to_string(),
        "5478 states verified: 2836 wins, 1068 draws, 1574 losses; \
         the longest game from any of them has 9 plies"
    );
    let json = serde_json::to_string(&verified).unwrap();
    let fields =
        r#"{"states":5478,"wins":2836,"draws":1068,"losses":1574,"endless":0,"longest":9}"#;
    assert_eq!(json, fields);
    assert_eq!(serde_json::from_str::<Verified>(&json).unwrap(), verified);
}

#[test]
fn a_game_with_cycles_is_accepted() {
    let game = Graph::with_everything();
    let solution = solve(&game).unwrap();
    let verified = verify(&solution).unwrap();
    assert!(verified.wins > 0 && verified.losses > 0, "{verified:?}");
    assert!(verified.endless > 0, "{verified:?}");
    let endless = format!(" draws ({} of them endless), ", verified.endless);
    assert!(verified.to_string().contains(&endless), "{verified}");
    assert!(verified.draws > verified.endless + 1, "{verified:?}");
    assert_eq!(verified, verify(&Handmade::new(&game)).unwrap());
}

/// Alters every record of small games, and every `every`th record of Hexapawn.
fn alter_small_games(every: usize) {
    assert!(all_alterations_are_found(&Graph::with_everything(), 1) > 600);
    for seed in 0..20 {
        all_alterations_are_found(&Graph::random(seed, 12), 1);
    }
    let hexapawn = Hexapawn::with_parameters("3x3").unwrap();
    all_alterations_are_found(&hexapawn, every);
}

#[test]
fn every_altered_bit_of_a_small_game_is_found() {
    alter_small_games(7);
}

#[test]
#[ignore = "alters more records; run by .ci/run"]
fn altered_bits_in_full() {
    alter_small_games(1);
    all_alterations_are_found(&TicTacToe, 1823);
}

/// The test alters only a few records of this larger table, to save time.
#[test]
fn altered_bits_of_tic_tac_toe_are_found() {
    all_alterations_are_found(&TicTacToe, 2741);
}

/// Builds every possible table of some small games, and tests that the verifier accepts only the right table. In a
/// wrong table, several wrong records may agree with each other. Other tests alter only one record at a time. Every
/// distance in the tables is taken from the list `distances`.
fn accept_one_table(distances: &[Option<u32>]) {
    use Node::{End, Moves};
    let games = [
        // Two cycles have a common state, and one of the cycles leads to an end.
        vec![
            Moves(vec![1, 2]),
            Moves(vec![0]),
            Moves(vec![0, 3]),
            End(Value::Loss),
        ],
        vec![
            Moves(vec![1]),
            Moves(vec![2]),
            Moves(vec![0, 3]),
            End(Value::Win),
        ],
        vec![
            Moves(vec![1, 2]),
            Moves(vec![2, 3]),
            Moves(vec![1]),
            End(Value::Draw),
        ],
        vec![Moves(vec![1, 0]), Moves(vec![2, 1]), Moves(vec![0, 1])],
    ];
    for nodes in games {
        let game = Graph { nodes };
        let right = Handmade::new(&game).analyses;
        let accepted = all_tables(&game, distances).filter(|table| verify(table).is_ok());
        let accepted: Vec<_> = accepted.map(|table| table.analyses).collect();
        assert_eq!(accepted, [right]);
    }
}

#[test]
fn exactly_one_table_is_accepted() {
    accept_one_table(&[None, Some(0), Some(1), Some(2)]);
}

#[test]
#[ignore = "tries more tables; run by .ci/run"]
fn tables_in_full() {
    accept_one_table(&[None, Some(0), Some(1), Some(2), Some(3), Some(u32::MAX)]);
}

/// Returns all tables in which each state has a value and one of `distances`. In each record, the
/// sets of moves fit the values of the next states.
fn all_tables<'g>(
    game: &'g Graph,
    distances: &[Option<u32>],
) -> impl Iterator<Item = Handmade<'g, Graph>> + use<'g> {
    let mut worths = Vec::new();
    for value in [Value::Loss, Value::Draw, Value::Win] {
        for &distance in distances {
            worths.push((value, distance));
        }
    }
    let states = game.nodes.len() as u32;
    (0..worths.len().pow(states)).map(move |number| {
        let worth = |state: u8| worths[number / worths.len().pow(state.into()) % worths.len()];
        let analyses = (0..states as u8).map(|state| (state.into(), sorted(game, state, worth)));
        Handmade {
            game,
            analyses: analyses.collect(),
            states: states.into(),
        }
    })
}

fn sorted(game: &Graph, state: u8, worth: impl Fn(u8) -> (Value, Option<u32>)) -> Analysis {
    let (value, distance) = worth(state);
    let mut analysis = AnalysisParts {
        value,
        distance,
        ..Analysis::finished(value).parts()
    };
    if game.outcome(state).is_some() {
        return analysis.analysis();
    }
    for mv in game.legal(state) {
        let (theirs, plies) = worth(game.play(state, mv));
        let kind = match theirs {
            Value::Loss => &mut analysis.winning,
            Value::Draw => &mut analysis.neutral,
            Value::Win => &mut analysis.losing,
        };
        *kind |= mv.into();
        let keeps_distance = plies.map(|plies| plies.saturating_add(1)) == distance;
        if theirs.flip() == value && (keeps_distance || value == Value::Draw) {
            analysis.best |= mv.into();
        }
    }
    analysis.analysis()
}

#[test]
fn random_games_with_cycles_agree_with_the_second_solver() {
    for seed in 0..300 {
        let game = Graph::random(seed, 5 + (seed % 40) as u8);
        let solution = solve(&game).unwrap();
        let second = second_solution(&game);
        assert_eq!(solution.len(), second.len(), "seed {seed}");
        for (state, analysis) in solution.iter() {
            assert_eq!(second[&game.key(state)], (state, analysis), "seed {seed}");
        }
        verify(&solution).unwrap();
    }
}

#[test]
fn a_missing_record_is_found() {
    let game = Graph::with_everything();
    let whole = Handmade::new(&game);
    for &key in whole.analyses.keys() {
        let mut table = Handmade::new(&game);
        table.analyses.remove(&key);
        let error = verify(&table).unwrap_err();
        let VerifyError::Record { route, flaw } = error else {
            panic!("{error}");
        };
        assert_eq!((flaw, route.state()), (Flaw::Missing, &*key.to_string()));
    }
}

#[test]
fn a_wrong_count_is_found() {
    let game = Graph::with_everything();
    for wrong in [-1, 1] {
        let mut table = Handmade::new(&game);
        let expected = table.states;
        table.states = expected.wrapping_add_signed(wrong);
        let found = table.states;
        assert_eq!(verify(&table), Err(VerifyError::Count { expected, found }));
    }
}

/// If a table marks an unfinished state as finished, it hides all states after this state.
#[test]
fn a_table_that_is_not_closed_is_found() {
    let game = Graph::with_everything();
    let mut table = Handmade::new(&game);
    table.analyses.insert(0, Analysis::finished(Value::Draw));
    table.analyses.retain(|&key, _| key == 0);
    table.states = 1;
    assert!(verify(&table).is_err());
}

#[test]
fn an_error_gives_the_flaw_and_the_route() {
    let game = Graph::with_everything();
    let mut table = Handmade::new(&game);
    let right = table.analyses[&13];
    let wrong = AnalysisParts {
        best: Move::FIRST.into(),
        ..right.parts()
    }
    .analysis();
    table.analyses.insert(13, wrong);
    assert_eq!(
        verify(&table).unwrap_err().to_string(),
        "expected the best moves {}, found {0}, in 13, reached from 0 by [0, 1, 0]",
    );

    let endless = AnalysisParts {
        distance: None,
        ..right.parts()
    }
    .analysis();
    table.analyses.insert(13, endless);
    assert_eq!(
        verify(&table).unwrap_err().to_string(),
        "expected a loss that ends, found no end, in 13, reached from 0 by [0, 1, 0]",
    );
    table.states = 3;
    table.analyses.insert(13, right);
    assert_eq!(
        verify(&table).unwrap_err().to_string(),
        "the table has 3 states, and the game 14",
    );
}

#[test]
fn rules_that_leave_a_state_without_moves_are_refused() {
    let whole = Graph {
        nodes: vec![Node::Moves(vec![1]), Node::End(Value::Loss)],
    };
    let broken = Graph {
        nodes: vec![Node::Moves(vec![1]), Node::Moves(vec![])],
    };
    let table = Handmade {
        game: &broken,
        ..Handmade::new(&whole)
    };
    let error = verify(&table).unwrap_err();
    assert!(
        matches!(&error, VerifyError::Record { flaw: Flaw::NoMoves, route } if route.state() == "1"),
        "{error}",
    );
}
