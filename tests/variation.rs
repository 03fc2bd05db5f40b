//! The line of best play is as long, and ends, as the record says.

use perfectplay::tictactoe::{TicTacToe, records};
use perfectplay::{Game, State, principal_variation};

#[test]
fn every_state() {
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
fn nothing_follows_what_no_game_reaches() {
    let strangers = State::all().filter(|state| state.unreachable().is_some());
    for state in strangers {
        assert_eq!(
            principal_variation(&TicTacToe, state).next(),
            None,
            "{state}"
        );
    }
}
