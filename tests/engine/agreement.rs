//! Tests that all ways to ask about a state give the same answer, even for a state that no game
//! reaches.

use crate::oracles::tictactoe::Oracle;
use perfectplay::game::AnalysisParts;
use perfectplay::solve::Solution;
use perfectplay::tictactoe::State;
use perfectplay::tictactoe::{MAP, TicTacToe, Unreachable, records, search};
use perfectplay::{Analysis, Moves, Value, lookup, solve};

/// Returns the oracle's answer about a state, as an [`Analysis`].
fn expected(oracle: &Oracle, state: State) -> Option<Analysis> {
    let answer = oracle.answer(state.x(), state.o())?;
    let moves = |mask: u16| Moves::from_bits(mask.into());
    Some(
        AnalysisParts {
            winning: moves(answer.winning),
            losing: moves(answer.losing),
            neutral: moves(answer.neutral),
            best: moves(answer.best),
            value: match answer.value {
                1 => Value::Win,
                0 => Value::Draw,
                _ => Value::Loss,
            },
            distance: Some(answer.distance.into()),
        }
        .analysis(),
    )
}

fn solution() -> Solution<TicTacToe> {
    solve(TicTacToe).unwrap()
}

#[test]
fn lookup_map_and_solver_agree_on_all_pairs_of_masks() {
    let oracle = Oracle::new();
    let solution = solution();
    let mut reachable = 0;
    let mut states = 0;
    for x in 0..512 {
        for o in 0..512 {
            let Ok(state) = State::from_masks(x, o) else {
                assert_ne!(x & o, 0, "{x:b} and {o:b} are disjoint");
                assert_eq!(oracle.answer(x, o), None);
                continue;
            };
            states += 1;
            let expected = expected(&oracle, state);
            reachable += usize::from(expected.is_some());
            assert_eq!(
                lookup(state).map(|r| r.analysis()),
                expected,
                "lookup {state}"
            );
            assert_eq!(MAP.get(&state).copied(), lookup(state), "map {state}");
            assert_eq!(solution.lookup(state), expected, "solve {state}");
            assert_eq!(state.unreachable().is_none(), expected.is_some(), "{state}");
        }
    }
    assert_eq!((states, reachable), (19_683, 5_478));
    assert_eq!(solution.len(), reachable);
    assert_eq!(MAP.len(), reachable);
}

#[test]
fn live_searches_agree_on_reachable_states() {
    let oracle = Oracle::new();
    for (state, _) in records() {
        let expected = expected(&oracle, state).unwrap();
        let masks = search::Masks {
            winning: expected.winning(),
            losing: expected.losing(),
            neutral: expected.neutral(),
        };
        assert_eq!(search::minimax(state), expected, "minimax {state}");
        assert_eq!(search::alpha_beta(state), expected, "alpha-beta {state}");
        assert_eq!(search::threats(state), expected, "threats {state}");
        assert_eq!(search::memoised(state), expected, "memoised {state}");
        assert_eq!(search::alpha_beta_masks(state), masks, "alpha-beta {state}");
        assert_eq!(search::threats_masks(state), masks, "threats {state}");
    }
}

#[test]
fn live_searches_agree_on_unreachable_states() {
    for state in State::all().filter(|&state| lookup(state).is_none()) {
        let answer = search::memoised(state);
        assert_eq!(search::alpha_beta(state), answer, "{state}");
        assert_eq!(search::minimax(state), answer, "{state}");
    }
}

#[test]
fn the_map_is_enumerable() {
    let mut entries: Vec<_> = MAP
        .entries()
        .map(|(&state, &record)| (state, record))
        .collect();
    entries.sort_by_key(|&(state, _)| state);
    assert!(entries.into_iter().eq(records()));
}

#[test]
fn an_unreachable_state_has_a_reason() {
    let why = |text: &str| text.parse::<State>().unwrap().unreachable();
    assert_eq!(why("XX./.../..."), Some(Unreachable::Counts { x: 2, o: 0 }));
    assert_eq!(why("O../.../..."), Some(Unreachable::Counts { x: 0, o: 1 }));
    assert_eq!(why("XXX/OOO/..."), Some(Unreachable::BothWon));
    let winner = perfectplay::Player::First;
    assert_eq!(why("XXX/OO./O.."), Some(Unreachable::PlayedOn { winner }));
    let winner = perfectplay::Player::Second;
    assert_eq!(why("OOO/XX./XX."), Some(Unreachable::PlayedOn { winner }));
    assert_eq!(why("XXX/OO./..."), None);
}
