//! Positions of a game, drawn at random.

use fastrand::Rng;
use perfectplay::{Game, Player, walk};
use perfectplay_any::{AnyTable, Error, Position};

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
    table: &'t AnyTable,
    number: u32,
    side: Option<Player>,
    random: &mut Rng,
) -> Result<Vec<Sampled<'t>>, Error> {
    let mut drawn = Vec::new();
    let mut met = 0;
    for visit in walk(table) {
        let visit = visit.map_err(|error| table.error(error))?;
        let to_move = table.game().to_move(visit.state).or(side);
        if table.game().outcome(visit.state).is_some() || side.is_some() && to_move != side {
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
        position: table.position(visit.state),
        ply: visit.ply,
    });
    Ok(positions.collect())
}
