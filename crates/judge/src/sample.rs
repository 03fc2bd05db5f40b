//! Draws positions of a game at random.

use std::collections::HashSet;

use fastrand::Rng;
use perfectplay::game::starts;
use perfectplay::{Game, Player, walk};
use perfectplay_any::{AnyTable, Error, Position};

/// A position with its ply.
pub struct Sampled<'t> {
    /// The position.
    pub position: Position<'t>,
    /// The number of plies from the nearest start of the game to this position.
    pub ply: u32,
}

/// A sample of the unfinished positions of a game.
#[derive(Clone, Copy, Debug)]
pub struct PositionSample {
    /// The number of positions.
    pub number: u32,
    /// The player who is to move in all positions; `None` if either player may be to move.
    pub side: Option<Player>,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl PositionSample {
    /// Draws `number` different unfinished positions, or all unfinished positions if there are fewer. If `side`
    /// is given, draws only positions in which this player is to move.
    ///
    /// An oracle cannot list its states. So if the table is an oracle, each position comes from a game in which
    /// both sides play at random. If many games in a row give no new position, fewer than `number` positions are
    /// returned.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it.
    pub fn positions(self, table: &AnyTable) -> Result<Vec<Sampled<'_>>, Error> {
        let Self { number, side, seed } = self;
        let random = &mut Rng::with_seed(seed);
        if table.is_oracle() {
            return Ok(positions_of_games(table, number, side, random));
        }
        let mut drawn = Vec::new();
        let mut met = 0;
        for visit in walk(table) {
            let visit = visit.map_err(|error| table.error(error))?;
            let to_move = table.game().to_move(visit.state).or(side);
            if table.game().outcome(visit.state).is_some() || side.is_some() && to_move != side {
                continue;
            }
            // This is reservoir sampling (J. S. Vitter). The n-th state replaces one of the drawn states with the
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
}

/// Draws different unfinished positions from games in which both sides play at random.
fn positions_of_games<'t>(
    table: &'t AnyTable,
    number: u32,
    side: Option<Player>,
    random: &mut Rng,
) -> Vec<Sampled<'t>> {
    /// Drawing ends after this many games in a row without a new position.
    const MOST_IN_VAIN: u32 = 1000;
    let starts: Vec<_> = starts(table.game()).collect();
    let (mut drawn, mut known, mut in_vain) = (Vec::new(), HashSet::new(), 0);
    while drawn.len() < number as usize && in_vain < MOST_IN_VAIN {
        in_vain += 1;
        let start = random.choice(&starts).copied();
        let mut position = table.position(start.expect("a start"));
        let (mut met, mut ply) = (Vec::new(), 0);
        while let Some(mv) = position.random_move(random.u64(..)) {
            if side.is_none() || position.mover().or(side) == side {
                met.push(Sampled { position, ply });
            }
            position = position.play(mv).expect("a legal move");
            ply += 1;
        }
        if met.is_empty() {
            continue;
        }
        let sampled = met.swap_remove(random.usize(..met.len()));
        if known.insert(sampled.position.key()) {
            drawn.push(sampled);
            in_vain = 0;
        }
    }
    drawn
}
