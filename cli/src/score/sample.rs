//! Positions of a game, drawn at random.

use fastrand::Rng;
use perfectplay::{Player, Solved, walk};
use perfectplay_games::Listed;
use std::convert::Infallible;

use crate::Failure;
use crate::solved_game::lacking;

/// A position in which a player is to move.
pub struct Position {
    pub state: String,
    /// How many plies it is from the nearest start.
    pub ply: u32,
}

/// Draws this number of different positions, in random order. Each that is not finished is as
/// likely as the others, and if the game tells who is to move, this player is. There are fewer
/// if the game has no more.
pub fn positions<G: Listed>(
    solved: &dyn Solved<Game = G, Error = Infallible>,
    number: u32,
    side: Option<Player>,
    random: &mut Rng,
) -> Result<Vec<Position>, Failure> {
    let game = solved.game();
    let mut drawn = Vec::new();
    let mut met = 0;
    for visit in walk(solved) {
        let visit = visit.map_err(|error| lacking(game, &error))?;
        let to_move = game.to_move(visit.state).or(side);
        if game.outcome(visit.state).is_some() || side.is_some() && to_move != side {
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
    let positions = drawn.iter().map(|visit| Position {
        state: game.state_text(visit.state).to_string(),
        ply: visit.ply,
    });
    Ok(positions.collect())
}
