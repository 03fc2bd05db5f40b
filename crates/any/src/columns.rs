//! The answers about many states, as columns of plain numbers. The packages for other languages pass these columns on
//! as arrays.

use perfectplay::game::{AnalysisParts, Score};
use perfectplay::{Analysis, Game, Player, Value};
use perfectplay_games::show::Square;

use crate::game::AnyGame;

/// A kind of column. A column has one entry for each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Column {
    /// The content of each square of the board as a [code](crate::square_code). Empty for a game without a
    /// board.
    Board,
    /// The key of the state.
    Key,
    /// The least key among the symmetric images of the state.
    Canonical,
    /// The player to move: 0 for the first, 1 for the second, -1 if the state does not say whose turn it is.
    Mover,
    /// The points of the first player, then the points of the second player. Empty for a game without points.
    Points,
    /// The value for the player to move: 1 for a win, 0 for a draw, -1 for a loss, and [`Columns::UNKNOWN`] for
    /// an unreachable state.
    Value,
    /// The number of plies to the end; -1 if perfect play never ends.
    Distance,
    /// The number of plies from the nearest start; -1 if it is unknown.
    Ply,
    /// The winning moves as a bit mask.
    Winning,
    /// The neutral moves, which neither win nor lose, as a bit mask.
    Neutral,
    /// The losing moves as a bit mask.
    Losing,
    /// The best moves as a bit mask.
    Best,
}

impl Column {
    /// All columns, in the order in which they are shown.
    pub const ALL: [Self; 12] = [
        Self::Board,
        Self::Key,
        Self::Canonical,
        Self::Mover,
        Self::Points,
        Self::Value,
        Self::Distance,
        Self::Ply,
        Self::Winning,
        Self::Neutral,
        Self::Losing,
        Self::Best,
    ];

    /// Returns the name of the column.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Key => "key",
            Self::Canonical => "canonical",
            Self::Mover => "mover",
            Self::Points => "points",
            Self::Value => "value",
            Self::Distance => "distance",
            Self::Ply => "ply",
            Self::Winning => "winning",
            Self::Neutral => "neutral",
            Self::Losing => "losing",
            Self::Best => "best",
        }
    }
}

/// A set of columns that a caller wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColumnSet(u16);

impl ColumnSet {
    /// Creates the set of `columns`.
    #[must_use]
    pub fn new(columns: &[Column]) -> Self {
        let bits = columns.iter().map(|&column| 1 << column as u8);
        Self(bits.fold(0, |all, bit| all | bit))
    }

    /// Returns whether `column` is in the set.
    #[must_use]
    pub const fn has(self, column: Column) -> bool {
        self.0 >> column as u8 & 1 == 1
    }

    /// Returns whether the set contains a column of moves, such as the winning moves. To fill a column of moves,
    /// the state after each move is looked up.
    pub(crate) fn tell_moves(self) -> bool {
        use Column::{Best, Losing, Neutral, Winning};
        self.0 & Self::new(&[Winning, Neutral, Losing, Best]).0 != 0
    }
}

/// Columns about some states. A column that is not in the set [`wanted`](Self::wanted) is empty.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Columns {
    /// The set of columns that the caller wants.
    pub wanted: ColumnSet,
    /// The number of states.
    pub len: usize,
    /// [`Column::Board`]: the squares of all states, one state after the other.
    pub boards: Vec<i8>,
    /// [`Column::Key`].
    pub keys: Vec<u64>,
    /// [`Column::Canonical`].
    pub canonical: Vec<u64>,
    /// [`Column::Mover`].
    pub movers: Vec<i8>,
    /// [`Column::Points`]: two numbers for each state.
    pub points: Vec<i32>,
    /// [`Column::Value`].
    pub values: Vec<i8>,
    /// [`Column::Distance`].
    pub distances: Vec<i32>,
    /// [`Column::Ply`].
    pub plies: Vec<i32>,
    /// [`Column::Winning`].
    pub winning: Vec<u64>,
    /// [`Column::Neutral`].
    pub neutral: Vec<u64>,
    /// [`Column::Losing`].
    pub losing: Vec<u64>,
    /// [`Column::Best`].
    pub best: Vec<u64>,
}

impl Columns {
    /// The code for an unreachable state in the column of values. In the other columns, an unreachable state has the
    /// distance -1 and no moves.
    pub const UNKNOWN: i8 = i8::MIN;

    /// Creates empty columns.
    #[must_use]
    pub fn new(wanted: ColumnSet) -> Self {
        Self {
            wanted,
            ..Self::default()
        }
    }

    /// Reserves room for a total of `states` states. Each board has `squares` squares.
    pub fn reserve(&mut self, states: usize, squares: usize) {
        let has = |column| self.wanted.has(column);
        let room = |column| if has(column) { states } else { 0 };
        self.boards.reserve_exact(room(Column::Board) * squares);
        self.keys.reserve_exact(room(Column::Key));
        self.canonical.reserve_exact(room(Column::Canonical));
        self.movers.reserve_exact(room(Column::Mover));
        self.points.reserve_exact(2 * room(Column::Points));
        self.values.reserve_exact(room(Column::Value));
        self.distances.reserve_exact(room(Column::Distance));
        self.plies.reserve_exact(room(Column::Ply));
        self.winning.reserve_exact(room(Column::Winning));
        self.neutral.reserve_exact(room(Column::Neutral));
        self.losing.reserve_exact(room(Column::Losing));
        self.best.reserve_exact(room(Column::Best));
    }

    /// Appends the states of `other`, which must have the same set of columns.
    pub fn append(&mut self, other: &Self) {
        self.len += other.len;
        self.boards.extend_from_slice(&other.boards);
        self.keys.extend_from_slice(&other.keys);
        self.canonical.extend_from_slice(&other.canonical);
        self.movers.extend_from_slice(&other.movers);
        self.points.extend_from_slice(&other.points);
        self.values.extend_from_slice(&other.values);
        self.distances.extend_from_slice(&other.distances);
        self.plies.extend_from_slice(&other.plies);
        self.winning.extend_from_slice(&other.winning);
        self.neutral.extend_from_slice(&other.neutral);
        self.losing.extend_from_slice(&other.losing);
        self.best.extend_from_slice(&other.best);
    }

    /// Appends a row for a state. Fills only the columns that need no table, such as the board and the key.
    pub(crate) fn push_state(&mut self, game: &AnyGame, state: u64) {
        self.len += 1;
        if self.wanted.has(Column::Board) {
            let (marks, boards) = (game.info().marks, &mut self.boards);
            let push = &mut |square| boards.push(square_code(square, marks));
            game.0.each_square(state, push);
        }
        if self.wanted.has(Column::Key) {
            self.keys.push(game.key(state));
        }
        if self.wanted.has(Column::Canonical) {
            self.canonical.push(game.0.canonical_key(state));
        }
        if self.wanted.has(Column::Mover) {
            let mover = game.to_move(state);
            self.movers.push(mover.map_or(-1, |player| player as i8));
        }
        if self.wanted.has(Column::Points) {
            let points = game.0.points(state).into_iter().flatten();
            self.points.extend(points.map(|number| number as i32));
        }
    }

    /// Appends a row for a key that belongs to no state.
    pub(crate) fn push_stateless(&mut self) {
        // The board is unknown, so no squares are appended.
        self.len += 1;
        if self.wanted.has(Column::Mover) {
            self.movers.push(-1);
        }
    }

    /// Adds the table's analysis to the last row. The analysis is `None` if the state is unreachable.
    pub(crate) fn push_known(&mut self, known: Option<&Analysis>) {
        if self.wanted.has(Column::Value) {
            let value = known.map_or(Self::UNKNOWN, |known| value_code(known.value()));
            self.values.push(value);
        }
        if self.wanted.has(Column::Distance) {
            let distance = known.and_then(|known| known.distance());
            self.distances
                .push(distance.map_or(-1, |plies| plies as i32));
        }
        if self.wanted.tell_moves() {
            let sets = known.map_or([0; 4], |known| {
                [
                    known.winning(),
                    known.neutral(),
                    known.losing(),
                    known.best(),
                ]
                .map(|set| set.bits())
            });
            let columns = [
                (Column::Winning, &mut self.winning),
                (Column::Neutral, &mut self.neutral),
                (Column::Losing, &mut self.losing),
                (Column::Best, &mut self.best),
            ];
            for ((column, sets_of_all), set) in columns.into_iter().zip(sets) {
                if self.wanted.has(column) {
                    sets_of_all.push(set);
                }
            }
        }
    }

    /// Fills the column [`Column::Ply`] of the last row.
    pub(crate) fn push_ply(&mut self, ply: Option<u32>) {
        if self.wanted.has(Column::Ply) {
            self.plies.push(ply.map_or(-1, |plies| plies as i32));
        }
    }
}

pub(crate) fn without_moves(score: Score) -> Analysis {
    AnalysisParts {
        distance: score.distance(),
        ..Analysis::finished(score.value()).parts()
    }
    .analysis()
}

/// Returns the code of a value: 1 for a win, 0 for a draw, -1 for a loss.
#[must_use]
pub const fn value_code(value: Value) -> i8 {
    match value {
        Value::Win => 1,
        Value::Draw => 0,
        Value::Loss => -1,
    }
}

/// Returns the code of the content of a square. `marks` are the marks of the two players.
///
/// | | |
/// | --- | --: |
/// | nothing | 0 |
/// | a piece of the first player, of the second | 1, -1 |
/// | such a piece of a kind `1` to `9`, or of this age | the number, its negative |
/// | such a piece of a kind `A` to `Z`, or a figure of chess by its letter | 10 to 35, -10 to -35 |
/// | a heap | the number of things |
/// | an X and an O that belong to no player, or the marks of this game | 1, -1 |
/// | another thing that belongs to no player | 2 |
/// | no square | -128 |
#[must_use]
pub fn square_code(square: Square, marks: [char; 2]) -> i8 {
    let of = |owner, number: i8| match owner {
        Player::First => number,
        Player::Second => -number,
    };
    match square {
        Square::Absent => i8::MIN,
        Square::Empty => 0,
        Square::Piece { owner, age, kind } => {
            let letters = ['K', 'Q', 'R', 'B', 'N', 'P'];
            let figure = |figure: char| letters[(figure as usize - '♔' as usize) % letters.len()];
            let kind = square.figure().map(figure).or(kind);
            let kind = kind.map(|kind| match kind.to_ascii_uppercase() {
                kind @ 'A'..='Z' => kind as i8 - b'A' as i8 + 10,
                kind => kind.to_digit(10).map_or(1, |digit| digit as i8),
            });
            of(owner, kind.or(age.map(|age| age as i8)).unwrap_or(1))
        }
        Square::Common(mark) if mark == marks[0] => 1,
        Square::Common(mark) if mark == marks[1] => -1,
        Square::Common(_) => 2,
        Square::Heap { number, .. } => i8::try_from(number).unwrap_or(i8::MAX),
    }
}
