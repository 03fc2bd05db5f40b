//! Games with symmetries.

use crate::{Game, Move};

/// A game with symmetries. A symmetry turns, mirrors or renames everything, and the rules stay
/// the same. All symmetries of a game form a group.
///
/// [`canonical`] uses symmetries, and `perfectplay::check::check_symmetric` tests them. Solvers
/// and tables ignore them: symmetric states have separate records. By default, a game has no
/// symmetry but the identity.
///
/// ```
/// use perfectplay::game::{Symmetric, canonical};
/// use perfectplay::tictactoe::{TicTacToe, state};
///
/// assert_eq!(TicTacToe.symmetries(), 8);
/// let corners = [state!(X . . / . . . / . . .), state!(. . . / . . . / . . X)];
/// let [one, other] = corners.map(|state| canonical(&TicTacToe, state).0);
/// assert_eq!(one, other);
/// ```
pub trait Symmetric: Game {
    /// Returns the number of symmetries of the game, including the identity.
    fn symmetries(&self) -> u32 {
        1
    }

    /// Returns the image of a state under a symmetry, `0..symmetries()`. Number 0 is the
    /// identity. The images of a [start](Game::start) are reachable too.
    fn image(&self, _symmetry: u32, state: Self::State) -> Self::State {
        state
    }

    /// Returns the image of a legal move of a state: `play(image(s), image_of_move(s, m))` is
    /// `image(play(s, m))`. The state matters only if a game [numbers its
    /// moves](Game::legal_count) state by state.
    fn image_of_move(&self, _symmetry: u32, _state: Self::State, mv: Move) -> Move {
        mv
    }
}

impl<G: Symmetric> Symmetric for &G {
    fn symmetries(&self) -> u32 {
        (**self).symmetries()
    }

    fn image(&self, symmetry: u32, state: Self::State) -> Self::State {
        (**self).image(symmetry, state)
    }

    fn image_of_move(&self, symmetry: u32, state: Self::State, mv: Move) -> Move {
        (**self).image_of_move(symmetry, state, mv)
    }
}

/// Returns the image of a state with the least key, and the first symmetry that leads to it.
/// All images of a state have the same canonical image.
#[inline]
pub fn canonical<G: Symmetric>(game: &G, state: G::State) -> (G::State, u32) {
    let (mut least, mut key) = ((state, 0), game.key(state));
    for symmetry in 1..game.symmetries() {
        let image = game.image(symmetry, state);
        let key_of_image = game.key(image);
        if key_of_image < key {
            (least, key) = ((image, symmetry), key_of_image);
        }
    }
    least
}
