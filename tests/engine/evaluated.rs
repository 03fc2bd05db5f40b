//! Tests the list of a state's moves with their values, best move first. For every state, this list
//! must agree with the analysis of the state.

use std::collections::BTreeSet;
use std::convert::Infallible;

use perfectplay::game::{AnalysisParts, Score};
use perfectplay::level::Playable;
use perfectplay::solved::{EvaluatedMove, LookupError, StateOf};
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::{TicTacToe, records, slot};
use perfectplay::{Analysis, Game, Move, Moves, Solved, Value, lookup, solve};
use perfectplay_games::dodgem::Dodgem;
use perfectplay_games::hexapawn::Hexapawn;

/// Checks the list of a state's moves. The values in the list must agree with the analysis of the
/// state, and with the analyses of the states after the moves.
fn compare<T: Solved<Error = Infallible>>(solved: &T, state: StateOf<T>) {
    let analysis = solved.analysis(state).expect("a reachable state");
    let moves: Vec<_> = solved.moves(state).collect();

    let of = |keep: &dyn Fn(&EvaluatedMove<StateOf<T>>) -> bool| -> Moves {
        let kept = moves.iter().filter(|evaluated| keep(evaluated));
        kept.map(|evaluated| evaluated.mv).collect()
    };
    assert_eq!(of(&|mv| mv.value == Value::Win), analysis.winning());
    assert_eq!(of(&|mv| mv.value == Value::Draw), analysis.neutral());
    assert_eq!(of(&|mv| mv.value == Value::Loss), analysis.losing());
    assert_eq!(of(&|mv| mv.is_best), analysis.best());
    assert_eq!(of(&|mv| mv.value < analysis.value()), analysis.mistakes());
    assert_eq!(moves.len() as u32, analysis.legal().len());

    let score = |mv: &EvaluatedMove<_>| Score::new(mv.value, mv.distance);
    assert!(moves.is_sorted_by(|a, b| (score(a), b.mv) > (score(b), a.mv)));
    if let Some(first) = moves.first() {
        assert_eq!(first.value, analysis.value());
        assert_eq!(first.distance, analysis.distance());
    }
    for evaluated in &moves {
        assert_eq!(evaluated.after, solved.game().play(state, evaluated.mv));
        let after = solved.analysis(evaluated.after).expect("a reachable state");
        assert_eq!(evaluated.value, after.value().flip());
        assert_eq!(evaluated.distance, after.distance().map(|plies| plies + 1));
    }
}

#[test]
fn in_every_state_of_three_games() {
    for (state, _) in records() {
        compare(&TicTacToe, state);
    }
    assert_eq!(TicTacToe.states(), records().count() as u64);
    compare_hexapawn(3);
    // This game is loopy, so some moves have no distance.
    let solution = solve(Dodgem::new(3).expect("a board")).expect("a solution");
    for (state, _) in solution.scores() {
        compare(&solution, state);
    }
}

#[test]
#[ignore = "takes a larger board; run by .ci/run"]
fn every_state_in_full() {
    compare_hexapawn(4);
}

/// Compares every state of Hexapawn on a board with four columns.
fn compare_hexapawn(rows: u8) {
    let hexapawn = Hexapawn::new(4, rows).expect("a board");
    let solution = solve(&hexapawn).expect("a solution");
    for (state, _) in solution.scores() {
        compare(&solution, state);
        compare(&&solution, state);
    }
    let states = solution.len() as u64;
    assert_eq!(
        (solution.states(), Solved::states(&&solution)),
        (states, states)
    );
}

#[test]
fn an_unreachable_board_has_no_moves() {
    for state in State::all().filter(|&state| lookup(state).is_none()) {
        assert_eq!(TicTacToe.moves(state).next(), None, "{state}");
    }
}

#[test]
fn every_reachable_board_has_a_slot_of_its_own() {
    let slots: BTreeSet<usize> = records().filter_map(|(state, _)| slot(state)).collect();
    assert_eq!(slots.len(), 5478);
    assert_eq!(slots.last(), Some(&6709));
    for state in State::all() {
        assert_eq!(slot(state).is_some(), lookup(state).is_some(), "{state}");
    }
}

/// A solved game whose start has two moves. Each of the two moves ends the game. The field holds
/// the analysis that the game claims for its start, right or wrong.
struct Held(Analysis);

impl Game for Held {
    type State = u8;

    fn move_count(&self) -> u32 {
        3
    }

    fn start(&self) -> u8 {
        0
    }

    fn outcome(&self, state: u8) -> Option<Value> {
        (state > 0).then_some(Value::Draw)
    }

    fn legal(&self, _: u8) -> Moves {
        Moves::first_n(2)
    }

    fn play(&self, _: u8, mv: Move) -> u8 {
        1 + mv.index()
    }

    fn key(&self, state: u8) -> u64 {
        state.into()
    }
}

impl Solved for Held {
    type Game = Self;
    type Error = Infallible;

    fn game(&self) -> &Self {
        self
    }

    fn states(&self) -> u64 {
        3
    }

    fn try_analysis(&self, _: u8) -> Result<Option<Analysis>, Infallible> {
        Ok(Some(self.0))
    }
}

/// Returns whether an analysis of the start is free of contradictions, and contains exactly the two
/// legal moves. Checks this bit by bit.
fn agrees(held: &Analysis) -> bool {
    let kinds = [held.winning(), held.neutral(), held.losing()].map(Moves::bits);
    let value = match kinds {
        [0, 0, _] => Value::Loss,
        [0, ..] => Value::Draw,
        _ => Value::Win,
    };
    let [winning, neutral, losing] = kinds;
    let keeping = match value {
        Value::Loss => losing,
        Value::Draw => neutral,
        Value::Win => winning,
    };
    let best = held.best().bits();
    let in_kinds = |mv: u32| kinds.iter().filter(|&kind| kind >> mv & 1 == 1).count();
    (0..64).all(|mv| in_kinds(mv) == usize::from(mv < 2))
        && held.value() == value
        && best != 0
        && (0..64).all(|mv| best >> mv & 1 <= keeping >> mv & 1)
        && match held.distance() {
            None => value == Value::Draw,
            Some(plies) => (1..=Score::MAX_DISTANCE).contains(&plies),
        }
}

/// A table with a correct checksum may hold any analysis, even an analysis that contradicts the
/// rules.
#[test]
fn an_analysis_that_the_rules_contradict_is_told() {
    let sets = || (0..8).map(Moves::from_bits);
    let mut allowed = 0;
    for winning in sets() {
        for neutral in sets() {
            for losing in sets() {
                for best in sets() {
                    for value in [Value::Loss, Value::Draw, Value::Win] {
                        for distance in [0, 1, Score::MAX_DISTANCE, Score::MAX_DISTANCE + 1]
                            .map(Some)
                            .into_iter()
                            .chain([None])
                        {
                            let held = AnalysisParts {
                                winning,
                                losing,
                                neutral,
                                best,
                                value,
                                distance,
                            }
                            .analysis();
                            let is_allowed = Held(held).judge(0).is_ok();
                            assert_eq!(is_allowed, agrees(&held), "{held:?}");
                            allowed += usize::from(is_allowed);
                            let is_over = held == Analysis::finished(Value::Draw);
                            assert_eq!(Held(held).judge(1).is_ok(), is_over, "{held:?}");
                            // The table has the same analysis for both next states. So only an
                            // analysis in which all moves draw agrees with the table.
                            let is_drawn = is_allowed && neutral == Moves::first_n(2);
                            let moves = if is_drawn { 2 } else { 0 };
                            assert_eq!(Held(held).moves(0).count(), moves, "{held:?}");
                            let error = Held(held).try_moves(0).err();
                            let expected = LookupError::Contradiction { state: 0 };
                            assert_eq!(error, (!is_drawn).then_some(expected), "{held:?}");
                        }
                    }
                }
            }
        }
    }
    // The sum is over all pairs of values of the two moves. Each term is the number of possible
    // sets of best moves times the number of possible distances.
    let (wins, draws, losses) = (2 * (1 + 1) + 3, 2 + 3, 3);
    assert_eq!(allowed, wins * 2 + draws * 3 + losses * 2);
}

#[test]
fn a_game_declares_nothing_unasked() {
    let game = Held(Analysis::finished(Value::Draw));
    assert_eq!((game.tier(0), game.other_starts().next()), (None, None));
    assert_eq!((game.legal_count(0), game.to_move(0)), (None, None));
    assert!(!game.is_loopy() && !game.last_mover_may_lose());
}
