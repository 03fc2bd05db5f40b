//! A round: the state on the board, the moves that led to it, and who makes the next move.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::str::FromStr;

use crate::level::{Judged, Level, Playable, PlayedState};
use crate::solved::LookupError;
use perfectplay_core::{Game, Move, MoveIndex, Moves, Player, PlayerName, Value};

/// Tells who makes the moves of a player: a human, or the computer at some level.
///
/// As text, a seat is `human` or a [`Level`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A human plays, by [`Round::play`].
    Human,
    /// The computer plays at this level. The computer moves when [`Round::respond`] is called.
    Ai(Level),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad("human"),
            Self::Ai(level) => level.fmt(f),
        }
    }
}

/// Parses the text of `Display`.
impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, ParseSeatError> {
        match text {
            "human" => Ok(Self::Human),
            level => level.parse().map(Self::Ai).map_err(|_| ParseSeatError),
        }
    }
}

#[cfg(feature = "serde")]
crate::text::serialize_as_text!(Seat, "human or a level of play");

/// The error for a text that is not a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ParseSeatError;

impl fmt::Display for ParseSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected human or a level (perfect, invincible, casual, casual:0 to casual:100, random)",
        )
    }
}

perfectplay_core::debug_as_display!([] ParseSeatError);

impl core::error::Error for ParseSeatError {}

/// A move that was played, and the state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply<S> {
    /// The move.
    pub mv: Move,
    /// The state after the move.
    pub after: S,
}

/// The list of moves that a [`Round`] keeps. The list is a `Vec`, or an array in programs without
/// an allocator.
pub trait History<S>: AsRef<[Ply<S>]> {
    /// Stores `ply` at the index `number`. The caller has already stored all plies with lower
    /// indexes. Returns `false` if there is no room.
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

/// The default history of a [`Round`], which is a `Vec`.
#[cfg(feature = "alloc")]
pub type DefaultHistory<S> = Vec<Ply<S>>;
/// The default history of a [`Round`] if there is no allocator. It is an empty array.
#[cfg(not(feature = "alloc"))]
pub type DefaultHistory<S> = [Ply<S>; 0];

/// A way in which a round can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player won.
    WonBy(Player),
    /// The game is over, and its rules say that it is a draw.
    Drawn,
    /// The same state is on the board for the third time, which is a draw.
    Repetition,
}

impl Ending {
    /// Returns the ending as text, with the names that the game gives its players.
    ///
    /// ```
    /// use perfectplay::{Player, round::Ending, tictactoe::TicTacToe};
    ///
    /// let ending = Ending::WonBy(Player::Second);
    /// assert_eq!(ending.to_string(), "the second player wins");
    /// assert_eq!(ending.in_words_of(&TicTacToe).to_string(), "O wins");
    /// ```
    pub fn in_words_of<G: Game>(self, game: &G) -> impl fmt::Display + use<G> {
        EndingInWords {
            ending: self,
            names: game.player_names(),
        }
    }
}

struct EndingInWords {
    ending: Ending,
    names: [&'static str; 2],
}

impl fmt::Display for EndingInWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ending {
            Ending::WonBy(winner) => write!(f, "{} wins", PlayerName(self.names[winner as usize])),
            Ending::Drawn => f.write_str("a draw"),
            Ending::Repetition => f.write_str("a draw: the same state for the third time"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ending, names) = (*self, ["first", "second"]);
        EndingInWords { ending, names }.fmt(f)
    }
}

/// A game in progress, with its players, the moves that were played, and the moves that were taken
/// back.
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
/// To keep a round in a struct, name its type `Round<TicTacToe>`. If the program has an allocator,
/// the history of this type is a `Vec`.
#[derive(Clone, Debug)]
pub struct Round<T: Playable, H = DefaultHistory<PlayedState<T>>> {
    solved: T,
    seats: [Seat; 2],
    start: PlayedState<T>,
    /// The plies that were played, followed by those that were taken back.
    history: H,
    played: usize,
    /// The number of plies in `history`, both played and taken back.
    known: usize,
}

#[cfg(feature = "alloc")]
impl<T: Playable> Round<T> {
    /// Creates a round that begins at the start of the game. `seats[0]` is the seat of the first
    /// player, and `seats[1]` that of the second player.
    #[must_use]
    pub fn new(solved: T, seats: [Seat; 2]) -> Self {
        Self::with_history(solved, seats, Vec::new())
    }

    /// Restores a round that was [saved](Self::save).
    ///
    /// # Errors
    /// Fails when a saved move cannot be played, for example because the round belongs to another
    /// game.
    pub fn restore(solved: T, saved: &SavedRound<PlayedState<T>>) -> Result<Self, RoundError> {
        let mut round = Self::new(solved, saved.seats).starting_from(saved.start);
        for &mv in saved.played.iter().chain(&saved.taken_back) {
            round.push(mv)?;
        }
        round.played = saved.played.len();
        Ok(round)
    }
}

impl<T: Playable> Round<T, ()> {
    /// Creates a round that needs no allocator. It has room for `PLIES` plies.
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

    /// Returns the round with the state `start` on the board, and without any moves. `start` may be
    /// a state that no game reaches. In such a state, the computer [makes no move](Level::choose).
    /// If the state does not tell the player to move, the first player is to move.
    ///
    /// ```
    /// use perfectplay::round::Seat;
    /// use perfectplay::tictactoe::{TicTacToe, state};
    /// use perfectplay::{Level, Round};
    ///
    /// let seats = [Seat::Human, Seat::Ai(Level::Perfect)];
    /// let mut round = Round::new(TicTacToe, seats).starting_from(state!(X X . / . O . / . . .));
    /// assert_eq!(round.respond(7).map(usize::from), Some(2));
    /// ```
    #[must_use]
    pub fn starting_from(self, start: PlayedState<T>) -> Self {
        Self {
            start,
            played: 0,
            known: 0,
            ..self
        }
    }

    /// Returns the solved game.
    #[must_use]
    pub const fn solved(&self) -> &T {
        &self.solved
    }

    /// Returns the seat of a player. The seat tells who makes the player's moves.
    #[must_use]
    pub const fn seat(&self, player: Player) -> Seat {
        self.seats[player as usize]
    }

    /// Sets the seat of a player. From now on, the human or the level in `seat` makes the player's
    /// moves.
    pub const fn set_seat(&mut self, player: Player, seat: Seat) {
        self.seats[player as usize] = seat;
    }

    /// Returns the state on the board.
    #[must_use]
    pub fn state(&self) -> PlayedState<T> {
        self.state_at(self.played)
    }

    /// Returns the player to move. If the game is over, returns the player who would move next.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.mover_at(self.played)
    }

    /// Returns the name that the game gives a player, for messages.
    ///
    /// ```
    /// use perfectplay::round::Seat;
    /// use perfectplay::{Round, tictactoe::TicTacToe};
    ///
    /// let round = Round::new(TicTacToe, [Seat::Human; 2]);
    /// assert_eq!(format!("{} to move", round.name(round.mover())), "X to move");
    /// ```
    #[must_use]
    pub fn name(&self, player: Player) -> PlayerName {
        PlayerName(self.solved.rules().player_names()[player as usize])
    }

    /// Returns the legal moves; none when the game is over.
    #[must_use]
    pub fn legal(&self) -> Moves {
        match self.ending() {
            Some(_) => Moves::EMPTY,
            None => self.solved.rules().legal(self.state()),
        }
    }

    /// Returns the legal moves grouped by value, and the best moves. `None` if the game is over, or
    /// if no game reaches the state.
    ///
    /// ```
    /// use perfectplay::round::Seat;
    /// use perfectplay::{Round, tictactoe::TicTacToe};
    ///
    /// let mut round = Round::new(TicTacToe, [Seat::Human; 2]);
    /// round.play(0)?;
    /// let hint = round.hint().expect("a game that goes on");
    /// assert_eq!(hint.best.to_string(), "{4}");
    /// assert_eq!(hint.losing, round.legal() - hint.best);
    /// # Ok::<(), perfectplay::round::RoundError>(())
    /// ```
    #[must_use]
    pub fn hint(&self) -> Option<Judged>
    where
        T: Playable<Error = Infallible>,
    {
        self.try_hint().ok().flatten()
    }

    /// Does the same as [`hint`](Self::hint), but reports an error if the table cannot be read.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or contradicts the rules.
    pub fn try_hint(&self) -> Result<Option<Judged>, LookupError<PlayedState<T>, T::Error>> {
        match self.ending() {
            Some(_) => Ok(None),
            None => self.solved.judge(self.state()),
        }
    }

    /// Returns the plies that were played, in the order of play.
    #[must_use]
    pub fn history(&self) -> &[Ply<PlayedState<T>>] {
        &self.history.as_ref()[..self.played]
    }

    /// Returns how the game ended; `None` while the game goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self.solved.rules().outcome(self.state()) {
            Some(Value::Win) => Some(Ending::WonBy(self.mover())),
            Some(Value::Loss) => Some(Ending::WonBy(self.mover().other())),
            Some(Value::Draw) => Some(Ending::Drawn),
            None => self.is_third_time().then_some(Ending::Repetition),
        }
    }

    /// Returns whether the computer is to move.
    #[must_use]
    pub fn awaits_ai(&self) -> bool {
        self.ending().is_none() && matches!(self.seat(self.mover()), Seat::Ai(_))
    }

    /// Plays a move for a human. `mv` may also be the index of the move. The round forgets the
    /// moves that were taken back.
    ///
    /// # Errors
    /// Fails when the computer is to move, the game is over, the move is not legal, or the round
    /// has no room for the move. After an error, the round is unchanged.
    pub fn play(&mut self, mv: impl MoveIndex) -> Result<(), RoundError> {
        if self.awaits_ai() {
            return Err(RoundError::NotHuman {
                player: self.mover(),
            });
        }
        self.push(mv)
    }

    /// Plays the move `mv` for the computer, instead of a move that the computer's level chooses.
    /// For example, the move may come from a [`Playbook`](crate::Playbook).
    ///
    /// # Errors
    /// Fails in the same cases as [`play`](Self::play), and when a human is to move.
    pub fn play_for_ai(&mut self, mv: impl MoveIndex) -> Result<(), RoundError> {
        if self.ending().is_none() && !self.awaits_ai() {
            return Err(RoundError::NotAi {
                player: self.mover(),
            });
        }
        self.push(mv)
    }

    fn push(&mut self, mv: impl MoveIndex) -> Result<(), RoundError> {
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

    /// If the computer is to move, plays a move for it and returns the move. `entropy` is used as
    /// in [`Level::choose`].
    ///
    /// After the move, the computer may be [to move](Self::awaits_ai) again, because the move gave
    /// an extra turn, or because the computer plays for both players. So call `respond` until it
    /// returns `None`.
    ///
    /// ```
    /// # use perfectplay::round::Seat;
    /// # use perfectplay::{Level, Round, tictactoe::TicTacToe};
    /// # let mut round = Round::new(TicTacToe, [Seat::Human, Seat::Ai(Level::Perfect)]);
    /// # let mut entropy = 7;
    /// round.play(0)?;
    /// while let Some(mv) = round.respond(entropy) {
    ///     println!("The computer plays {mv}.");
    ///     entropy += 1;
    /// }
    /// # Ok::<(), perfectplay::round::RoundError>(())
    /// ```
    pub fn respond(&mut self, entropy: u64) -> Option<Move>
    where
        T: Playable<Error = Infallible>,
    {
        self.try_respond(entropy).ok().flatten()
    }

    /// Does the same as [`respond`](Self::respond), but reports an error if the table cannot be
    /// read.
    ///
    /// # Errors
    /// Fails in the same cases as [`Level::try_choose`]. After an error, the round is unchanged.
    pub fn try_respond(
        &mut self,
        entropy: u64,
    ) -> Result<Option<Move>, LookupError<PlayedState<T>, T::Error>> {
        let Seat::Ai(level) = self.seat(self.mover()) else {
            return Ok(None);
        };
        let chosen = level.try_choose(&self.solved, self.state(), entropy)?;
        Ok(chosen.filter(|&mv| self.push(mv).is_ok()))
    }

    /// Returns the seats, the start and the moves of the round. From these data,
    /// [`restore`](Round::restore) can create the round again. With the feature `serde`, a saved
    /// round can be serialized if its states can be serialized.
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
    pub fn save(&self) -> SavedRound<PlayedState<T>> {
        let (played, rest) = self.history.as_ref().split_at(self.played);
        let taken_back = &rest[..self.known - self.played];
        let moves = |plies: &[Ply<_>]| plies.iter().map(|ply| ply.mv).collect();
        SavedRound {
            seats: self.seats,
            start: self.start,
            played: moves(played),
            taken_back: moves(taken_back),
        }
    }

    /// Takes back the last move of a human and all moves after it, so that the human can choose
    /// again. If only computers play, takes back the last move. Returns the number of plies taken
    /// back, which is 0 if there was nothing to take back.
    pub fn undo(&mut self) -> usize {
        let target = (0..self.played).rev().find(|&ply| self.may_stop_at(ply));
        self.go_to(target)
    }

    /// Replays moves that were taken back, until a human is to move or no such move is left. If
    /// only computers play, replays one move. Returns the number of plies replayed.
    pub fn redo(&mut self) -> usize {
        let target =
            (self.played + 1..=self.known).find(|&ply| ply == self.known || self.may_stop_at(ply));
        self.go_to(target)
    }

    /// Returns whether [`undo`](Self::undo) can take a move back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        (0..self.played).any(|ply| self.may_stop_at(ply))
    }

    /// Returns whether [`redo`](Self::redo) can replay a move.
    #[must_use]
    pub const fn can_redo(&self) -> bool {
        self.played < self.known
    }

    /// Takes back the last ply, whether a human or the computer played it, and returns its move.
    /// `None` if no ply was played.
    pub fn undo_ply(&mut self) -> Option<Move> {
        let last = self.history().last()?.mv;
        self.played -= 1;
        Some(last)
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

    /// Returns whether the state on the board has occurred twice before.
    fn is_third_time(&self) -> bool {
        let now = self.state();
        let times = (0..=self.played).filter(|&ply| self.state_at(ply) == now);
        self.solved.rules().is_loopy() && times.count() >= 3
    }

    /// Returns whether undo and redo may stop before this ply. They may stop if a human makes this
    /// ply, or if no human plays at all.
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

/// A [`Round`] without its game, to be stored or sent. [`Round::save`] makes it.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SavedRound<S> {
    /// The seat of the first player (`[0]`), and the seat of the second player (`[1]`).
    pub seats: [Seat; 2],
    /// The state in which the round began.
    pub start: S,
    /// The moves that were played, in the order of play.
    pub played: Vec<Move>,
    /// The moves that were taken back, in the order of play. Before they were taken back, these
    /// moves followed the moves in `played`.
    pub taken_back: Vec<Move>,
}

/// The reason why a move was not played in a [`Round`].
#[derive(Clone, Copy, PartialEq, Eq)]
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
    /// It is the computer's turn, so a human cannot move.
    NotHuman {
        /// The player to move.
        player: Player,
    },
    /// It is the turn of a human, so the computer cannot move.
    NotAi {
        /// The player to move.
        player: Player,
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
            Self::NotHuman { player } => write!(f, "the computer plays the {player} player"),
            Self::NotAi { player } => write!(f, "a human plays the {player} player"),
            Self::Full => f.write_str("the round has no room for another ply"),
        }
    }
}

perfectplay_core::debug_as_display!([] RoundError);

impl core::error::Error for RoundError {}
