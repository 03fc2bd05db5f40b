//! Plays a line of moves, and compares each state on the way with an expected text.

use perfectplay_games::Listed;

/// Plays `line` from the start, and returns the last state. Each item of `line` is the text of a
/// move, and the expected text of the state after the move. The game must not end before the last
/// move.
pub fn play_line<G: Listed>(game: &G, line: &[(&str, &str)]) -> G::State
where
    G::State: PartialEq,
{
    let mut state = game.start();
    for &(played, expected) in line {
        assert_eq!(game.outcome(state), None);
        let mut legal = game.legal(state).iter();
        let mv = legal.find(|&mv| game.move_text(state, mv).to_string() == played);
        state = game.play(state, mv.unwrap());
        assert_eq!(game.state_text(state).to_string(), expected);
        assert_eq!(game.read_state(expected), Ok(state));
    }
    state
}
