//! The value of every move, the best first: it agrees with the analysis of every state.

use std::collections::BTreeSet;

use perfectplay::games::Listed;
use perfectplay::games::hexapawn::Hexapawn;
use perfectplay::games::vanishing::Vanishing;
use perfectplay::tictactoe::{TicTacToe, records, slot};
use perfectplay::{
    EvaluatedMove, Game, Moves, Score, Solved, State, StateOf, Value, lookup, solve,
};

/// Compares the moves of a state with its analysis and with the states after them.
fn compare<T: Solved>(solved: &T, state: StateOf<T>) {
    let analysis = solved.analysis(state).expect("a reachable state");
    let moves: Vec<_> = solved.moves(state).collect();

    let of = |keep: &dyn Fn(&EvaluatedMove<StateOf<T>>) -> bool| -> Moves {
        let kept = moves.iter().filter(|evaluated| keep(evaluated));
        kept.map(|evaluated| evaluated.mv).collect()
    };
    assert_eq!(of(&|mv| mv.value == Value::Win), analysis.winning);
    assert_eq!(of(&|mv| mv.value == Value::Draw), analysis.neutral);
    assert_eq!(of(&|mv| mv.value == Value::Loss), analysis.losing);
    assert_eq!(of(&|mv| mv.is_best), analysis.best);
    assert_eq!(moves.len() as u32, analysis.legal().len());

    let score = |mv: &EvaluatedMove<_>| Score::new(mv.value, mv.distance);
    assert!(moves.is_sorted_by(|a, b| (score(a), b.mv) > (score(b), a.mv)));
    if let Some(first) = moves.first() {
        assert_eq!(first.value, analysis.value);
        assert_eq!(first.distance, analysis.distance);
    }
    for evaluated in &moves {
        assert_eq!(evaluated.after, solved.game().play(state, evaluated.mv));
        let after = solved.analysis(evaluated.after).expect("a reachable state");
        assert_eq!(evaluated.value, after.value.flip());
        assert_eq!(evaluated.distance, after.distance.map(|plies| plies + 1));
    }
}

#[test]
fn in_every_state_of_three_games() {
    for (state, _) in records() {
        compare(&TicTacToe, state);
    }
    let hexapawn = Hexapawn::new(4, 4).expect("a board");
    let solution = solve(&hexapawn).expect("a solution");
    for (state, _) in solution.scores() {
        compare(&solution, state);
    }
    // States come back here, so some moves have no distance.
    let vanishing = Vanishing::with_parameters("before").expect("a variant");
    let solution = solve(&vanishing).expect("a solution");
    for (state, _) in solution.scores() {
        compare(&solution, state);
    }
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
