//! Draws positions of a game at random.

use fastrand::Rng;
use perfectplay::{Game, Player, walk};
use perfectplay_any::{AnyTable, Error, Position};

/// A position with its ply.
pub struct Sampled<'t> {
    /// The position.
    pub position: Position<'t>,
    /// The number of plies from the nearest start.
    pub ply: u32,
}

/// Draws `number` different unfinished positions, or all if there are fewer. If a side is given,
/// its player is to move in all of them.
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
        // This is Vitter's reservoir: the n-th state replaces one of the drawn states with the
        // probability `number`/n.
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
