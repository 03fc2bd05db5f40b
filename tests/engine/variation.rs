//! Tests that the line of best play from each state has the length and the result that the record
//! of this state promises.

use perfectplay::tictactoe::State;
use perfectplay::tictactoe::{TicTacToe, records};
use perfectplay::{Game, principal_variation};

#[test]
fn best_play_leads_to_the_recorded_end() {
    for (state, record) in records() {
        let mut end = state;
        let mut moves = 0;
        for ply in principal_variation(&TicTacToe, state) {
            let (mv, after) = ply.expect("a sound table");
            assert_eq!(end.play(mv.index()), Ok(after));
            end = after;
            moves += 1;
        }
        assert_eq!(moves, record.distance(), "{state}");
        let value = TicTacToe.outcome(end).expect("an end");
        let value = if moves % 2 == 0 { value } else { value.flip() };
        assert_eq!(value, record.value(), "{state}");
    }
}

#[test]
fn unreachable_states_have_no_best_line() {
    let unreachable = State::all().filter(|state| state.unreachable().is_some());
    for state in unreachable {
        assert!(principal_variation(&TicTacToe, state).next().is_none());
    }
}
