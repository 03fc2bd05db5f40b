//! A game in progress.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use crate::level::{Level, Playable, PlayedState};
use crate::solved::LookupError;
use perfectplay_core::{Game, Move, MoveIndex, Moves, Player, Value};

/// Who makes the moves of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Seat {
    /// A human, by [`Round::play`].
    Human,
    /// The computer at this level, when [`Round::respond`] is called.
    Ai(Level),
}

/// A move that was played, and the state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply<S> {
    /// The move.
    pub mv: Move,
    /// The state that it led to.
    pub after: S,
}

/// Where a [`Round`] keeps its moves: a `Vec`, or an array where there is no allocator.
pub trait History<S>: AsRef<[Ply<S>]> {
    /// Stores the ply with this number, after those before it. Returns `false` if there is
    /// no room.
    fn store(&mut self, number: usize, ply: Ply<S>) -> bool;
}

impl<S, const LENGTH: usize> History<S> for [Ply<S>; LENGTH] {
    fn store(&mut self, number: usize, ply: Ply<S>) -> bool {
        self.get_mut(number).map(|stored| *stored = ply).is_some()
    }
}

#[cfg(feature = "alloc")]
impl<S> History<S> for Vec<Ply<S>> {
    fn store(&mut self, number: usize, ply: Ply<S>) -> bool {
        self.truncate(number);
        self.push(ply);
        true
    }
}

/// The history of a [`Round`] that names none: a `Vec`, or no room where there is no allocator.
#[cfg(feature = "alloc")]
pub type DefaultHistory<S> = Vec<Ply<S>>;
/// The history of a [`Round`] that names none: a `Vec`, or no room where there is no allocator.
#[cfg(not(feature = "alloc"))]
pub type DefaultHistory<S> = [Ply<S>; 0];

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player won.
    WonBy(Player),
    /// By its rules the game is drawn.
    Drawn,
    /// The same state was on the board for the third time, which is a draw.
    Repetition,
}

/// A game in progress: who plays, what was played, and what was taken back.
///
/// ```
/// use perfectplay::round::Seat;
/// use perfectplay::{Level, Player, Round, tictactoe::TicTacToe};
///
/// // Nine plies at most, so an array has room for them.
/// let seats = [Seat::Human, Seat::Ai(Level::Perfect)];
/// let mut round = Round::with_room_for::<9>(&TicTacToe, seats);
/// round.play(0)?;
/// let reply = round.respond(7).expect("a reply");
/// assert_eq!(reply.index(), 4);
/// assert!(round.play(reply).is_err());
/// assert_eq!(round.state().to_string(), "X../.O./...");
/// assert_eq!(round.undo(), 2);
/// assert_eq!(round.redo(), 2);
/// assert_eq!(round.mover(), Player::First);
/// # Ok::<(), perfectplay::round::RoundError>(())
/// ```
///
/// A program that keeps a round in a struct names it `Round<TicTacToe>`: with an allocator, the
/// history is a `Vec`.
#[derive(Clone, Debug)]
pub struct Round<T: Playable, H = DefaultHistory<PlayedState<T>>> {
    solved: T,
    seats: [Seat; 2],
    start: PlayedState<T>,
    /// The plies, those that were taken back after those that were played.
    history: H,
    played: usize,
    /// Plies that were played or taken back.
    known: usize,
}

#[cfg(feature = "alloc")]
impl<T: Playable> Round<T> {
    /// A new game between the first and the second player.
    #[must_use]
    pub fn new(solved: T, seats: [Seat; 2]) -> Self {
        Self::with_history(solved, seats, Vec::new())
    }

    /// The round that was saved, of the same game.
    ///
    /// # Errors
    /// When one of the moves cannot be played: the round was not saved from this game.
    pub fn restore(solved: T, saved: &SavedRound) -> Result<Self, RoundError> {
        let start = solved.rules().start();
        Self::restore_from(solved, start, saved)
    }

    /// The round that was saved, of the same game, which began [from](Self::from_state) this state.
    ///
    /// # Errors
    /// As [`restore`](Self::restore).
    pub fn restore_from(
        solved: T,
        start: PlayedState<T>,
        saved: &SavedRound,
    ) -> Result<Self, RoundError> {
        let mut round = Self::new(solved, saved.seats).from_state(start);
        for &mv in saved.played.iter().chain(&saved.taken_back) {
            round.play(mv)?;
        }
        round.played = saved.played.len();
        Ok(round)
    }
}

impl<T: Playable> Round<T, ()> {
    /// A new game that needs no allocator. It has room for `PLIES` plies.
    #[must_use]
    pub fn with_room_for<const PLIES: usize>(
        solved: T,
        seats: [Seat; 2],
    ) -> Round<T, [Ply<PlayedState<T>>; PLIES]> {
        let unused = Ply {
            mv: Move::FIRST,
            after: solved.rules().start(),
        };
        Round::with_history(solved, seats, [unused; PLIES])
    }
}

impl<T: Playable, H: History<PlayedState<T>>> Round<T, H> {
    fn with_history(solved: T, seats: [Seat; 2], history: H) -> Self {
        Self {
            start: solved.rules().start(),
            solved,
            seats,
            history,
            played: 0,
            known: 0,
        }
    }

    /// The round from this state on, without a move: also one that no game reaches, but there a
    /// computer [makes no move](Level::choose). If the state does not tell whose turn it is, it is
    /// the first player's.
    ///
    /// ```
    /// use perfectplay::round::Seat;
    /// use perfectplay::tictactoe::{TicTacToe, state};
    /// use perfectplay::{Level, Round};
    ///
    /// let seats = [Seat::Human, Seat::Ai(Level::Perfect)];
    /// let mut round = Round::new(TicTacToe, seats).from_state(state!(X X . / . O . / . . .));
    /// assert_eq!(round.respond(7).map(usize::from), Some(2));
    /// ```
    #[must_use]
    pub fn from_state(self, start: PlayedState<T>) -> Self {
        Self {
            start,
            played: 0,
            known: 0,
            ..self
        }
    }

    /// The solved game.
    #[must_use]
    pub const fn solved(&self) -> &T {
        &self.solved
    }

    /// Who makes the moves of a player.
    #[must_use]
    pub const fn seat(&self, player: Player) -> Seat {
        self.seats[player as usize]
    }

    /// Gives the moves of a player to another level or person from now on.
    pub const fn set_seat(&mut self, player: Player, seat: Seat) {
        self.seats[player as usize] = seat;
    }

    /// The state on the board.
    #[must_use]
    pub fn state(&self) -> PlayedState<T> {
        self.state_at(self.played)
    }

    /// The player to move. When the game is over, the player who would be next.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.mover_at(self.played)
    }

    /// The plies played, the first one first.
    #[must_use]
    pub fn history(&self) -> &[Ply<PlayedState<T>>] {
        &self.history.as_ref()[..self.played]
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self.solved.rules().outcome(self.state()) {
            Some(Value::Win) => Some(Ending::WonBy(self.mover())),
            Some(Value::Loss) => Some(Ending::WonBy(self.mover().other())),
            Some(Value::Draw) => Some(Ending::Drawn),
            None => self.is_third_time().then_some(Ending::Repetition),
        }
    }

    /// Whether the computer is to move.
    #[must_use]
    pub fn awaits_ai(&self) -> bool {
        self.ending().is_none() && matches!(self.seat(self.mover()), Seat::Ai(_))
    }

    /// Plays a move, or the move of this index, for the player to move. Moves that were taken back
    /// are forgotten.
    ///
    /// # Errors
    /// When the game is over, the move is not legal, or there is no room for it; the game
    /// is then as it was.
    pub fn play(&mut self, mv: impl MoveIndex) -> Result<(), RoundError> {
        if self.ending().is_some() {
            return Err(RoundError::Over);
        }
        let (index, legal) = (mv.number(), self.solved.rules().legal(self.state()));
        let Some(mv) = Move::new(index).filter(|&mv| legal.contains(mv)) else {
            return Err(RoundError::Illegal { index, legal });
        };
        let after = self.solved.rules().play(self.state(), mv);
        if !self.history.store(self.played, Ply { mv, after }) {
            return Err(RoundError::Full);
        }
        self.played += 1;
        self.known = self.played;
        Ok(())
    }

    /// Lets the computer move, if it is to move, and returns its move. Afterwards it may be
    /// [to move](Self::awaits_ai) again, if a computer has the other seat or the move gave an
    /// extra turn. The entropy is that of [`Level::choose`].
    pub fn respond(&mut self, entropy: u64) -> Option<Move>
    where
        T: Playable<Error = Infallible>,
    {
        self.try_respond(entropy).ok().flatten()
    }

    /// [`respond`](Self::respond) by a table that may not be readable.
    ///
    /// # Errors
    /// Those of [`Level::try_choose`]; the game is then as it was.
    pub fn try_respond(
        &mut self,
        entropy: u64,
    ) -> Result<Option<Move>, LookupError<PlayedState<T>, T::Error>> {
        let Seat::Ai(level) = self.seat(self.mover()) else {
            return Ok(None);
        };
        let chosen = level.try_choose(&self.solved, self.state(), entropy)?;
        Ok(chosen.filter(|&mv| self.play(mv).is_ok()))
    }

    /// The seats and the moves, from which [`restore`](Round::restore) makes the round again. The
    /// state from which it began is not among them.
    /// With the feature `serde` they can be written and read.
    ///
    /// ```
    /// use perfectplay::round::Seat;
    /// use perfectplay::{Level, Round, tictactoe::TicTacToe};
    ///
    /// let mut round = Round::new(&TicTacToe, [Seat::Human, Seat::Ai(Level::Perfect)]);
    /// round.play(0)?;
    /// let restored = Round::restore(&TicTacToe, &round.save())?;
    /// assert_eq!(restored.history(), round.history());
    /// # Ok::<(), perfectplay::round::RoundError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> SavedRound {
        let (played, rest) = self.history.as_ref().split_at(self.played);
        let taken_back = &rest[..self.known - self.played];
        let moves = |plies: &[Ply<_>]| plies.iter().map(|ply| ply.mv).collect();
        SavedRound {
            seats: self.seats,
            played: moves(played),
            taken_back: moves(taken_back),
        }
    }

    /// Takes back the last move of a human and all moves after it, so that the human can
    /// choose again. If only computers play, it takes back the last move. Returns how many
    /// plies were taken back: 0 if there was no such move.
    pub fn undo(&mut self) -> usize {
        let target = (0..self.played).rev().find(|&ply| self.may_stop_at(ply));
        self.go_to(target)
    }

    /// Plays again what was taken back, until a human is to move or nothing is left.
    /// Returns how many plies were played again.
    pub fn redo(&mut self) -> usize {
        let target =
            (self.played + 1..=self.known).find(|&ply| ply == self.known || self.may_stop_at(ply));
        self.go_to(target)
    }

    fn state_at(&self, ply: usize) -> PlayedState<T> {
        match ply.checked_sub(1) {
            None => self.start,
            Some(last) => self.history.as_ref()[last].after,
        }
    }

    fn mover_at(&self, ply: usize) -> Player {
        let mover = self.solved.rules().to_move(self.state_at(ply));
        mover.unwrap_or(Player::BOTH[ply % 2])
    }

    /// Whether the state on the board was there twice before.
    fn is_third_time(&self) -> bool {
        let now = self.state();
        let times = (0..=self.played).filter(|&ply| self.state_at(ply) == now);
        self.solved.rules().is_loopy() && times.count() >= 3
    }

    /// Whether the state at this ply waits for a human, or no state ever does.
    fn may_stop_at(&self, ply: usize) -> bool {
        self.seat(self.mover_at(ply)) == Seat::Human || !self.seats.contains(&Seat::Human)
    }

    fn go_to(&mut self, target: Option<usize>) -> usize {
        let target = target.unwrap_or(self.played);
        let plies = self.played.abs_diff(target);
        self.played = target;
        plies
    }
}

/// What a [`Round`] is without its game, to be kept or sent: see [`Round::save`].
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SavedRound {
    /// Who makes the moves of the first and of the second player.
    pub seats: [Seat; 2],
    /// The moves played, the first one first.
    pub played: Vec<Move>,
    /// The moves that were taken back after them, in the order in which they were played.
    pub taken_back: Vec<Move>,
}

/// Why a move was not played in a [`Round`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoundError {
    /// The game is over.
    Over,
    /// The move is not legal.
    Illegal {
        /// The index of the move.
        index: u8,
        /// The legal moves.
        legal: Moves,
    },
    /// The round has no room for another ply.
    Full,
}

impl fmt::Display for RoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::Illegal { index, legal } => {
                write!(f, "move {index} is not legal; legal are {legal}")
            }
            Self::Full => f.write_str("the round has no room for another ply"),
        }
    }
}

impl core::error::Error for RoundError {}
