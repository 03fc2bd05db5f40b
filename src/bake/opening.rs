//! Bakes the opening of a game.

use alloc::vec::Vec;

use super::error::BakeError;
use super::wdl::{PlyTally, written};
use crate::oracle::Layers;
use crate::wdl::KeptPlies;
use perfectplay_core::{Hints, Value};

/// Returns the states after `plies` plies whose values [`opening`] needs, in the order that it
/// needs. Symmetric states count as one. A state whose value one ply decides is left out.
pub fn opening_states<G: Hints>(game: &G, plies: u8) -> impl Iterator<Item = G::State> {
    let states: Vec<_> = Layers::new(game, plies).open(game).collect();
    states.into_iter().map(|(_, state)| state)
}

/// Returns an opening in bytes, for [`Opening::from_bytes`](crate::oracle::Opening::from_bytes).
/// The values are those of the [states](opening_states) after `plies` plies, in the same order. The
/// name tells people which opening it is; the library ignores it.
///
/// # Errors
/// When the name has more than 255 bytes, the game is loopy, or the number of values is not the
/// number of states.
pub fn opening<G: Hints>(
    name: &str,
    game: &G,
    plies: u8,
    values: &[Value],
) -> Result<Vec<u8>, BakeError> {
    if game.is_loopy() {
        return Err(BakeError::Loopy);
    }
    let layers = Layers::new(game, plies);
    let keys: Vec<u64> = layers.open(game).map(|(key, _)| key).collect();
    if keys.len() != values.len() {
        return Err(BakeError::Values {
            expected: keys.len(),
            found: values.len(),
        });
    }
    let mut tally = PlyTally::default();
    values.iter().for_each(|&value| tally.count(value));
    let order = tally.order();
    let mut lists = [const { Vec::new() }; 3];
    for (key, &value) in keys.into_iter().zip(values) {
        let code = order.iter().position(|&other| other == Some(value));
        lists[code.unwrap_or(2)].push(key);
    }
    written(
        name,
        game,
        (KeptPlies::After(plies), order),
        layers.len() as u64,
        lists,
    )
}
