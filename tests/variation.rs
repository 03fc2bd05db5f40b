//! The line of best play is as long as the record says, and has the result that it says.

use perfectplay::tictactoe::{TicTacToe, records};
use perfectplay::{Game, State, principal_variation};

#[test]
fn best_play_leads_to_the_recorded_end() {
    for (state, record) in records() {
        let mut end = state;
        let mut moves = 0;
        for (mv, after) in principal_variation(&TicTacToe, state) {
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
        assert_eq!(
            principal_variation(&TicTacToe, state).next(),
            None,
            "{state}"
        );
    }
}
