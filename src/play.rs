//! A game in progress.

use crate::ai::Level;
use crate::game::Move;
use crate::games::tictactoe::{CELLS, PlayError, Player, State, Status};
use crate::lookup::lookup;
use crate::record::Record;

/// Who makes the moves of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Somebody who calls [`Round::play`].
    Human,
    /// The computer, at this level, when [`Round::respond`] is called.
    Ai(Level),
}

/// One game in progress, from the empty board: who plays, what was played, and what was
/// taken back.
///
/// ```
/// use perfectplay::{Level, Player, Round, Seat, Status};
///
/// let mut round = Round::new(Seat::Human, Seat::Ai(Level::Perfect));
/// round.play(0)?;
/// assert_eq!(round.respond(7).map(|mv| mv.index()), Some(4));
/// assert!(round.play(4).is_err());
/// assert_eq!(round.state().to_string(), "X../.O./...");
/// assert_eq!(round.undo(), 2);
/// assert_eq!(round.redo(), 2);
/// # Ok::<(), perfectplay::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The seats of X and of O.
    seats: [Seat; 2],
    /// The mark that the first player is shown with.
    first_mark: Player,
    /// The moves, the ones taken back behind those played.
    moves: [Move; CELLS as usize],
    /// The state before each move and after the last.
    states: [State; CELLS as usize + 1],
    played: usize,
    /// Moves played and taken back.
    known: usize,
}

impl Round {
    /// A new game. The first player is X by the rules.
    #[must_use]
    pub const fn new(first: Seat, second: Seat) -> Self {
        Self {
            seats: [first, second],
            first_mark: Player::X,
            moves: [Move::FIRST; CELLS as usize],
            states: [State::EMPTY; CELLS as usize + 1],
            played: 0,
            known: 0,
        }
    }

    /// The same game with this mark shown for the first player, and the other for the
    /// second. States, results and hints stay in the terms of the rules.
    #[must_use]
    pub const fn showing(mut self, first_mark: Player) -> Self {
        self.first_mark = first_mark;
        self
    }

    /// The mark that a player is shown with.
    #[must_use]
    pub const fn mark(&self, player: Player) -> Player {
        match self.first_mark {
            Player::X => player,
            Player::O => player.other(),
        }
    }

    /// Who makes the moves of a player.
    #[must_use]
    pub const fn seat(&self, player: Player) -> Seat {
        self.seats[player as usize]
    }

    /// The board.
    #[must_use]
    pub const fn state(&self) -> State {
        self.states[self.played]
    }

    /// How the game stands.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.state().status()
    }

    /// The moves played, the first one first.
    #[must_use]
    pub fn history(&self) -> &[Move] {
        &self.moves[..self.played]
    }

    /// What the table says of the moves of this board. Only a game that goes on has any.
    #[must_use]
    pub const fn hints(&self) -> Option<Record> {
        if self.status().is_over() {
            None
        } else {
            lookup(self.state())
        }
    }

    /// Whether the computer is to move.
    #[must_use]
    pub const fn awaits_ai(&self) -> bool {
        !self.status().is_over() && matches!(self.seat(self.state().to_move()), Seat::Ai(_))
    }

    /// Plays in the cell, for the player to move. What was taken back is forgotten.
    ///
    /// # Errors
    /// As [`State::play`]; the game is as it was.
    pub fn play(&mut self, cell: u8) -> Result<(), PlayError> {
        let after = self.state().play(cell)?;
        // A move that was made is of the board.
        if let Some(mv) = Move::new(cell) {
            self.moves[self.played] = mv;
        }
        self.played += 1;
        self.states[self.played] = after;
        self.known = self.played;
        Ok(())
    }

    /// Lets the computer move, if it is to move, and tells what it played. The entropy
    /// is that of [`Level::choose`].
    pub fn respond(&mut self, entropy: u64) -> Option<Move> {
        match self.seat(self.state().to_move()) {
            Seat::Human => None,
            Seat::Ai(level) => {
                let mv = level.choose(self.state(), entropy)?;
                self.play(mv.index()).ok()?;
                Some(mv)
            }
        }
    }

    /// Takes back the last move of a human and what came after it, so that the human can
    /// choose again; where only computers play, the last move. Tells how many plies were
    /// taken back: nought if there was no such move.
    pub fn undo(&mut self) -> u8 {
        let target = (0..self.played).rev().find(|&ply| self.may_stop_at(ply));
        self.go_to(target)
    }

    /// Plays again what was taken back, up to where a human is to move next or the last
    /// of it. Tells how many plies were played again.
    pub fn redo(&mut self) -> u8 {
        let target =
            (self.played + 1..=self.known).find(|&ply| ply == self.known || self.may_stop_at(ply));
        self.go_to(target)
    }

    /// Whether the state after so many plies waits for a human, or no state ever does.
    fn may_stop_at(&self, ply: usize) -> bool {
        let mover = self.states[ply].to_move();
        self.seat(mover) == Seat::Human || !self.seats.contains(&Seat::Human)
    }

    fn go_to(&mut self, target: Option<usize>) -> u8 {
        let target = target.unwrap_or(self.played);
        let plies = self.played.abs_diff(target);
        self.played = target;
        plies as u8
    }
}
