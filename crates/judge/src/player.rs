//! The interface of the players that are judged.

use std::time::{Duration, Instant};

use fastrand::Rng;
use perfectplay::{Level, Move, Moves};
use perfectplay_any::Position;

use crate::fault::Fault;

/// A legal move and its name.
pub struct NamedMove {
    /// The move.
    pub mv: Move,
    /// The name of the move.
    pub name: String,
}

impl NamedMove {
    /// Returns the legal moves of a position.
    #[must_use]
    pub fn legal(position: &Position<'_>) -> Vec<Self> {
        let named = position.legal().iter().map(|mv| Self {
            mv,
            name: position.move_name(mv),
        });
        named.collect()
    }

    /// Returns moves with these names. Their indexes count from 0.
    #[must_use]
    pub fn numbered(names: &[&str]) -> Vec<Self> {
        let moves = (0..).filter_map(Move::new).zip(names);
        let named = moves.map(|(mv, &name)| Self {
            mv,
            name: name.to_owned(),
        });
        named.collect()
    }
}

/// One or more moves that a player has chosen in a state. The player plays one of them at random.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// All these moves have the same probability.
    Alike(Moves),
    /// Each move has its own probability. The probabilities add up to 1.
    Weighted(Vec<(Move, f64)>),
}

impl Chosen {
    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> Moves {
        match self {
            Self::Alike(moves) => *moves,
            Self::Weighted(moves) => moves.iter().map(|&(mv, _)| mv).collect(),
        }
    }

    /// Returns the probability of a move.
    #[must_use]
    pub fn probability(&self, mv: Move) -> f64 {
        match self {
            Self::Alike(moves) if moves.contains(mv) => f64::from(moves.len()).recip(),
            Self::Alike(_) => 0.0,
            Self::Weighted(moves) => {
                let found = moves.iter().find(|(known, _)| *known == mv);
                found.map_or(0.0, |&(_, probability)| probability)
            }
        }
    }

    /// Draws one of the moves at random. Returns `None` if there are no moves.
    #[must_use]
    pub fn draw(&self, random: &mut Rng) -> Option<Move> {
        match self {
            Self::Alike(moves) => moves.nth(random.u32(0..moves.len().max(1))),
            Self::Weighted(moves) => {
                let mut left = random.f64();
                let found = moves.iter().find(|(_, probability)| {
                    left -= probability;
                    left < 0.0
                });
                // The sum of the probabilities may be slightly less than 1.
                found.or(moves.last()).map(|&(mv, _)| mv)
            }
        }
    }
}

/// A player, which is a program or a function of another language.
pub trait Player {
    /// Begins a new game. The player may remember the moves of the current game, but nothing from earlier games.
    fn begin(&mut self) {}

    /// Returns whether the player's answers depend on more than the position. A player whose answers depend on
    /// more than the position cannot be audited.
    fn remembers(&self) -> bool {
        false
    }

    /// Asks for the moves that the player would play in a position. All returned moves are legal.
    ///
    /// # Errors
    ///
    /// Fails when the player gives no answer, or an answer that is not a set of legal moves.
    fn ask(&mut self, position: &Position<'_>, legal: &[NamedMove]) -> Result<Chosen, Fault>;

    /// Returns the average time that the player takes for an answer; `None` if it is unknown.
    fn time_per_answer(&self) -> Option<Duration>;
}

/// A function that creates a player. Its argument is the deadline for all answers of the player together.
pub type Starter<'c> = Box<dyn Fn(Instant) -> Mover<'c> + Sync + 'c>;

/// Chooses the moves of one side: either a level of the library, or a player that a user supplies.
pub enum Mover<'a> {
    /// A level of the library.
    Level(Level),
    /// A program, or a function of another language.
    Player(Box<dyn Player + 'a>),
}
