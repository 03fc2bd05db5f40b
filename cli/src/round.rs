//! A round of any game, without the types of the game.

use perfectplay::round::{Ending, Ply, RoundError, Seat};
use perfectplay::{Move, Player, Round, Solved};
use perfectplay_games::Listed;
use std::convert::Infallible;

use crate::picture::Picture;
use crate::spec::Spec;
use crate::state_view::StateView;

/// What can be done with a round: see [`Round`].
pub trait RoundInText {
    /// What is known of the state on the board.
    fn view(&self) -> StateView;

    /// What the board looks like.
    fn picture(&self) -> Picture;

    fn mover(&self) -> Player;

    fn ending(&self) -> Option<Ending>;

    fn play(&mut self, mv: Move) -> Result<(), RoundError>;

    fn respond(&mut self, entropy: u64) -> Option<Move>;

    fn undo(&mut self) -> usize;

    fn redo(&mut self) -> usize;
}

type AnySolved<'a, G> = &'a dyn Solved<Game = G, Error = Infallible>;

/// A round of a game that is on the list.
pub struct RoundOf<'a, G: Listed> {
    round: Round<AnySolved<'a, G>, Vec<Ply<G::State>>>,
    spec: Spec,
}

impl<'a, G: Listed> RoundOf<'a, G> {
    pub fn new(solved: AnySolved<'a, G>, spec: Spec, seats: [Seat; 2]) -> Self {
        Self {
            round: Round::new(solved, seats),
            spec,
        }
    }
}

impl<G: Listed> RoundInText for RoundOf<'_, G> {
    fn view(&self) -> StateView {
        StateView::of(*self.round.solved(), &self.spec, self.round.state())
    }

    fn picture(&self) -> Picture {
        Picture::of(self.round.solved().game(), self.round.state())
    }

    fn mover(&self) -> Player {
        self.round.mover()
    }

    fn ending(&self) -> Option<Ending> {
        self.round.ending()
    }

    fn play(&mut self, mv: Move) -> Result<(), RoundError> {
        self.round.play(mv)
    }

    fn respond(&mut self, entropy: u64) -> Option<Move> {
        self.round.respond(entropy)
    }

    fn undo(&mut self) -> usize {
        self.round.undo()
    }

    fn redo(&mut self) -> usize {
        self.round.redo()
    }
}
