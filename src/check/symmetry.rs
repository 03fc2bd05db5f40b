//! Checks that the symmetries of a game preserve its rules.

use alloc::vec::Vec;

use crate::entropy::{below, mix};
use perfectplay_core::Hints;
use perfectplay_core::{Fault, Moves, is_extra_turn};

/// Each state is compared with at most this many of its images. If a game has at most this number
/// of symmetries, each state is compared with all its images.
const EVERY: u32 = 64;

/// The greatest number of images that are computed to test whether the symmetries form a group.
/// This limit applies only to games with more than [`EVERY`] symmetries.
pub(super) const IMAGES: u32 = 1 << 20;

/// Returns the first fault in the images of `state`. `number` is the index of the state. If there
/// are many symmetries, only some images are tested, and `number` decides which.
pub(super) fn fault_in_images<G: Hints>(game: &G, state: G::State, number: u32) -> Option<Fault> {
    if !is_identity(game, state) {
        return Some(Fault::Identity);
    }
    let count = game.symmetries();
    if count <= EVERY {
        let orbit = orbit(game, state);
        return (1..count).find_map(|symmetry| {
            fault_in_image(game, state, symmetry)
                .or_else(|| fault_of_the_group(game, state, &orbit, symmetry))
        });
    }
    let chosen = |draw: u32| {
        let entropy = mix(u64::from(number) ^ mix(draw.into()));
        1 + below(entropy as u32, count - 1)
    };
    let fault = (0..EVERY)
        .map(chosen)
        .find_map(|symmetry| fault_in_image(game, state, symmetry));
    // The test computes two orbits for each of the first states.
    let is_first = number < IMAGES / 2 / count;
    fault.or_else(|| {
        let orbit = is_first.then(|| orbit(game, state))?;
        fault_of_the_group(game, state, &orbit, chosen(0))
    })
}

/// Returns whether symmetry 0 changes neither the state nor its moves.
fn is_identity<G: Hints>(game: &G, state: G::State) -> bool {
    let keeps = |mv| game.image_of_move(0, state, mv) == mv;
    game.image(0, state) == state
        && (game.outcome(state).is_some() || declared_legal(game, state).iter().all(keeps))
}

/// Returns the legal moves with an index below `move_count`. Another check reports all other legal
/// moves.
fn declared_legal<G: Hints>(game: &G, state: G::State) -> Moves {
    game.legal(state) & Moves::first_n(game.move_count())
}

/// Compares what the rules say of a state and of its image, and returns the first difference. After
/// a difference, the function calls no more methods of the rules, because the image may not be a
/// state of the game. For an image that is not a state, a method might never return.
fn fault_in_image<G: Hints>(game: &G, state: G::State, symmetry: u32) -> Option<Fault> {
    let image = game.image(symmetry, state);
    let (expected, found) = (game.outcome(state), game.outcome(image));
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
    // If two moves have the same image, `expected` has fewer moves than `legal`.
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
        let turns_differ = is_extra_turn(game, state, after) != is_extra_turn(game, image, played);
        turns_differ.then_some(Fault::ImageTurn { symmetry, mv })
    })
}

/// Compares two sets: all images of a state, and all images of one of these images. If the two sets
/// differ, the symmetries are not a group, which is a fault.
fn fault_of_the_group<G: Hints>(
    game: &G,
    state: G::State,
    expected: &[u64],
    symmetry: u32,
) -> Option<Fault> {
    let found = orbit(game, game.image(symmetry, state));
    (found != expected).then_some(Fault::Group { symmetry })
}

fn orbit<G: Hints>(game: &G, state: G::State) -> Vec<u64> {
    let symmetries = 0..game.symmetries();
    let images = symmetries.map(|symmetry| game.image(symmetry, state));
    let mut keys: Vec<u64> = images.map(|image| game.key(image)).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}
