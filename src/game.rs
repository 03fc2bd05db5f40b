//! What a game is: moves, sets of moves, values, and the rules as a trait.

use core::fmt;
use core::iter::{self, FusedIterator};
use core::ops::{BitAnd, BitOr, Sub};

/// How many different moves a game may have: the bits of a [`Moves`].
pub const MOVE_LIMIT: u32 = u64::BITS;

/// A move: its index, `0..64`.
///
/// What the index means is the game's affair; in tic-tac-toe it is the cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// Move 0.
    pub const FIRST: Self = Self(0);

    /// The move with this index, or `None` from 64 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as u32) < MOVE_LIMIT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The index, `0..64`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl From<Move> for u8 {
    fn from(mv: Move) -> Self {
        mv.index()
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A set of moves, as a bit mask: bit *i* set means that move *i* is in the set.
///
/// ```
/// use perfectplay::Moves;
///
/// let moves = Moves::from_bits(0b101_001_000);
/// assert_eq!(moves.len(), 3);
/// assert!(moves.iter().map(|mv| mv.index()).eq([3, 6, 8]));
/// assert_eq!(format!("{moves:?}"), "{3, 6, 8}");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves(u64);

impl Moves {
    /// No move.
    pub const EMPTY: Self = Self(0);

    /// The set with these bits.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The set of one move.
    #[must_use]
    pub const fn from_move(mv: Move) -> Self {
        Self(1 << mv.0)
    }

    /// The moves `0..count`; all 64 from 64 on.
    #[must_use]
    pub const fn first_n(count: u32) -> Self {
        if count < MOVE_LIMIT {
            Self((1 << count) - 1)
        } else {
            Self(u64::MAX)
        }
    }

    /// The set as a mask.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many moves there are, `0..=64`.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the move is in the set.
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        self.0 >> mv.0 & 1 == 1
    }

    /// Whether every move of this set is in the other.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The move with the lowest index.
    #[must_use]
    pub const fn first(self) -> Option<Move> {
        // For an empty set this is 64, which is no move.
        Move::new(self.0.trailing_zeros() as u8)
    }

    /// The move that has `n` others of the set below it.
    #[must_use]
    pub const fn nth(self, n: u32) -> Option<Move> {
        let mut rest = self.0;
        let mut below = n;
        while below > 0 && rest != 0 {
            rest &= rest - 1;
            below -= 1;
        }
        Self(rest).first()
    }

    /// This set and the other together.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What both sets have.
    #[must_use]
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// This set without the moves of the other.
    #[must_use]
    #[inline]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The moves, by rising index.
    #[must_use]
    pub const fn iter(self) -> MovesIter {
        MovesIter(self)
    }
}

impl BitOr for Moves {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitAnd for Moves {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl Sub for Moves {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

impl From<Move> for Moves {
    fn from(mv: Move) -> Self {
        Self::from_move(mv)
    }
}

impl FromIterator<Move> for Moves {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        moves
            .into_iter()
            .fold(Self::EMPTY, |set, mv| set.union(Self::from_move(mv)))
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = MovesIter;

    fn into_iter(self) -> MovesIter {
        self.iter()
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Binary for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Binary::fmt(&self.0, f)
    }
}

/// The moves of a [`Moves`], by rising index.
#[derive(Clone, Debug)]
pub struct MovesIter(Moves);

impl Iterator for MovesIter {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let first = self.0.first()?;
        self.0 = self.0.difference(Moves::from_move(first));
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for MovesIter {}
impl FusedIterator for MovesIter {}

/// What a state is worth to the player to move, if both play perfectly.
///
/// Ordered by what that player prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The opponent wins whatever is played.
    Loss,
    /// Neither player can win against perfect play.
    Draw,
    /// There is a way to win against any defence.
    Win,
}

impl Value {
    /// The same state as the opponent values it.
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// The rules of a finite game for two players who take turns and see everything: the
/// main door for authors of games.
///
/// The trait is about one *value* of the implementing type, so that a game may have
/// parameters (the size of its board). Six methods are the rules of a game with one start;
/// the others tell of more starts, and what the machine may rely on. They have defaults
/// for a game that promises nothing.
///
/// ```
/// use perfectplay::{Game, Move, Moves, Value};
///
/// /// Take one, two or three of a heap; who takes the last wins.
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type State = u32;
///
///     fn move_count(&self) -> u32 {
///         3
///     }
///     fn start(&self) -> u32 {
///         self.0
///     }
///     fn outcome(&self, left: u32) -> Option<Value> {
///         (left == 0).then_some(Value::Loss) // the opponent took the last
///     }
///     fn legal(&self, left: u32) -> Moves {
///         Moves::first_n(left.min(3))
///     }
///     fn play(&self, left: u32, mv: Move) -> u32 {
///         left - 1 - u32::from(mv.index())
///     }
///     fn key(&self, left: u32) -> u64 {
///         left.into()
///     }
/// }
/// ```
///
/// # How to say it
///
/// - **Misère play**: [`outcome`](Self::outcome) tells the other value. Who has made the
///   last move is the opponent, so that "the last to move loses" is a [`Value::Win`].
/// - **A player who cannot move**: either the game is over, and `outcome` tells for whom;
///   or the player passes, and the pass is a move of its own with an index of its own.
///   After every move it is the other player's turn.
/// - **Several starting states**: [`starts`](Self::starts).
/// - **States that come back**: [`may_repeat`](Self::may_repeat). A game that never ends
///   is a draw.
/// - **Who is to move** belongs to the state if it does not follow from the board, and
///   then to the key.
pub trait Game {
    /// A position, with the player to move.
    type State: Copy + Eq + fmt::Debug;

    /// How many different moves the game has: every legal move is below it.
    /// A game that needs more than [`MOVE_LIMIT`] cannot be solved here, and the solver
    /// says so.
    fn move_count(&self) -> u32;

    /// Where the game begins; the first of [`starts`](Self::starts).
    fn start(&self) -> Self::State;

    /// What a finished game is worth to the player who would move next; `None` while it
    /// goes on.
    fn outcome(&self, state: Self::State) -> Option<Value>;

    /// The legal moves of a state that is not finished: at least one. Nothing asks this
    /// of a finished state.
    fn legal(&self, state: Self::State) -> Moves;

    /// The state after a legal move, with the other player to move.
    fn play(&self, state: Self::State, mv: Move) -> Self::State;

    /// A number that no other state has.
    fn key(&self, state: Self::State) -> u64;

    /// Every state in which the game may begin. Reachable is what follows any of them.
    fn starts(&self) -> impl Iterator<Item = Self::State> {
        iter::once(self.start())
    }

    /// Whether a state may come back in one game. Such a game is solved backwards from
    /// its ends, and goes on for ever in a draw.
    fn may_repeat(&self) -> bool {
        false
    }

    /// The stage of the game that the state belongs to: the number of marks on the
    /// board, say. Every move leads to a later tier, or in a game that
    /// [may repeat](Self::may_repeat) to no earlier one. All states have a tier or none.
    ///
    /// With tiers a game of a hundred million states can be solved in memory.
    fn tier(&self, _state: Self::State) -> Option<u32> {
        None
    }

    /// How many symmetries the game has, the identity among them: the ways to turn,
    /// mirror or rename everything so that the rules stay the same. They are a group.
    ///
    /// They are for [`canonical`], and `check` tests them. Solvers and tables do without:
    /// each state has a record of its own.
    fn symmetries(&self) -> u32 {
        1
    }

    /// The image of a state under a symmetry, `0..symmetries()`. Number 0 changes nothing.
    /// The images of a [start](Self::starts) are reachable as well.
    fn image(&self, _symmetry: u32, state: Self::State) -> Self::State {
        state
    }

    /// The image of a move: `play(image(s), image_of_move(m))` is `image(play(s, m))`.
    fn image_of_move(&self, _symmetry: u32, mv: Move) -> Move {
        mv
    }
}

/// The image of a state that has the least key, the same for all its images, and the
/// least symmetry that leads there.
pub fn canonical<G: Game>(game: &G, state: G::State) -> (G::State, u32) {
    (1..game.symmetries())
        .map(|symmetry| (game.image(symmetry, state), symmetry))
        .fold((state, 0), |least, image| {
            if game.key(image.0) < game.key(least.0) {
                image
            } else {
                least
            }
        })
}
