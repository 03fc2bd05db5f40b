//! Checks that the symmetries of a game preserve its rules.

use crate::kernel::{Fault, Moves, moves_again};
use crate::symmetric::{Symmetric, canonical};

/// The first fault in the images of a state.
pub(super) fn fault_in_images<G: Symmetric>(game: &G, state: G::State) -> Option<Fault> {
    if !is_identity(game, state) {
        return Some(Fault::Identity);
    }
    let form = canonical(game, state).0;
    (1..game.symmetries()).find_map(|symmetry| {
        fault_in_image(game, state, symmetry)
            .or_else(|| fault_of_the_group(game, state, form, symmetry))
    })
}

/// Whether symmetry 0 changes neither the state nor its moves.
fn is_identity<G: Symmetric>(game: &G, state: G::State) -> bool {
    let keeps = |mv| game.image_of_move(0, state, mv) == mv;
    game.image(0, state) == state
        && (game.outcome(state).is_some() || declared_legal(game, state).iter().all(keeps))
}

/// The legal moves that the game declares. Undeclared moves are a fault of their own.
fn declared_legal<G: Symmetric>(game: &G, state: G::State) -> Moves {
    game.legal(state) & Moves::first_n(game.move_count())
}

/// The first difference in how the rules treat a state and its image. A method is called
/// only if the answers before it agree: for an image that is not a state of the game, it
/// might not even return.
fn fault_in_image<G: Symmetric>(game: &G, state: G::State, symmetry: u32) -> Option<Fault> {
    let image = game.image(symmetry, state);
    let [expected, found] = [state, image].map(|state| game.outcome(state));
    if expected != found {
        return Some(Fault::ImageOutcome {
            symmetry,
            expected,
            found,
        });
    }
    if found.is_some() {
        return None;
    }
    let legal = declared_legal(game, state);
    let expected: Moves = legal
        .iter()
        .map(|mv| game.image_of_move(symmetry, state, mv))
        .collect();
    let found = declared_legal(game, image);
    // If two moves have the same image, there are fewer images than moves.
    if expected != found || expected.len() != legal.len() {
        return Some(Fault::ImageMoves {
            symmetry,
            expected,
            found,
        });
    }
    legal.iter().find_map(|mv| {
        let after = game.play(state, mv);
        let played = game.play(image, game.image_of_move(symmetry, state, mv));
        if played != game.image(symmetry, after) {
            return Some(Fault::ImagePlay { symmetry, mv });
        }
        let turns_differ = moves_again(game, state, after) != moves_again(game, image, played);
        turns_differ.then_some(Fault::ImageTurn { symmetry, mv })
    })
}

/// A fault if the symmetries do not form a group: no symmetry leads back from the image,
/// or the image has other images than the state. The latter is tested by the least image,
/// the canonical form.
fn fault_of_the_group<G: Symmetric>(
    game: &G,
    state: G::State,
    form: G::State,
    symmetry: u32,
) -> Option<Fault> {
    let image = game.image(symmetry, state);
    let leads_back = |back| game.image(back, image) == state;
    let is_of_the_group =
        (0..game.symmetries()).any(leads_back) && canonical(game, image).0 == form;
    (!is_of_the_group).then_some(Fault::Group { symmetry })
}
