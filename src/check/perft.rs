//! Counts sequences of moves, to compare rules with those of other programs.

use perfectplay_core::Game;

/// Counts the sequences of exactly `plies` moves that can be played from a state. Different
/// sequences that lead to the same state count separately. A sequence that ends the game before
/// `plies` moves does not count. These counts are known as *perft*. For many games, such counts are
/// published. You can compare them with the counts of your own rules.
///
/// The time is proportional to the count.
///
/// ```
/// use perfectplay::check::perft;
/// use perfectplay::tictactoe::{State, TicTacToe};
///
/// assert_eq!(perft(&TicTacToe, State::EMPTY, 2), 72);
/// ```
#[must_use]
pub fn perft<G: Game>(game: &G, state: G::State, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    if game.outcome(state).is_some() {
        return 0;
    }
    let legal = game.legal(state);
    if plies == 1 {
        return legal.len().into();
    }
    let after = legal.iter().map(|mv| game.play(state, mv));
    after.map(|state| perft(game, state, plies - 1)).sum()
}
