//! Positions of a game, drawn at random.

use fastrand::Rng;
use perfectplay::{Game, Player, walk};
use perfectplay_any::{Error, Position, Table};

/// A position, and how many plies it is from the nearest start.
pub struct Sampled<'t> {
    /// The position.
    pub position: Position<'t>,
    /// How far it is from a start.
    pub ply: u32,
}

/// This number of positions in which the game goes on, or all if there are fewer, with the player
/// of a side to move if one is given.
///
/// # Errors
/// When the table cannot be read, or the rules contradict it.
pub fn positions<'t>(
    table: &'t dyn Table,
    number: u32,
    side: Option<Player>,
    random: &mut Rng,
) -> Result<Vec<Sampled<'t>>, Error> {
    let numbers = table.numbers();
    let mut drawn = Vec::new();
    let mut met = 0;
    for visit in walk(&numbers) {
        let visit = visit.map_err(|error| numbers.error(error))?;
        let to_move = numbers.to_move(visit.state).or(side);
        if numbers.outcome(visit.state).is_some() || side.is_some() && to_move != side {
            continue;
        }
        // Vitter's reservoir: the n-th state replaces one of those that are drawn with the
        // probability number/n.
        if drawn.len() < number as usize {
            drawn.push(visit);
        } else if let Some(place) = drawn.get_mut(random.usize(0..=met)) {
            *place = visit;
        }
        met += 1;
    }
    random.shuffle(&mut drawn);
    let positions = drawn.iter().map(|visit| Sampled {
        position: numbers.position(visit.state),
        ply: visit.ply,
    });
    Ok(positions.collect())
}
