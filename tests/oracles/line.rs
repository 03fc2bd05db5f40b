//! Plays a line of moves and compares each state on the way with its text.

use perfectplay_games::Listed;

/// Plays moves from the start, given as the text of each move and of the state that it leads
/// to. Returns the last state. The game must not end before that.
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
