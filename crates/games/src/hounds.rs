//! Hare and Hounds, also called the French military game (Dyen, about 1886; Gardner, Mathematical
//! Games, Scientific American, October 1963).
//!
//! Three hounds (X) hunt one hare (O) on eleven points. The hounds move first.
//!
//! ```text
//!     X---.---.
//!   / | \ | / | \
//! X---.---.---.---O
//!   \ | / | \ | /
//!     X---.---.
//! ```
//!
//! - A player moves a piece along a line to the next point, if that point is empty. Nothing is
//!   captured.
//! - The hare moves in any direction. A hound moves straight or diagonally to the right, up or
//!   down, but never to the left.
//! - If the hare has no move, the hounds win.
//! - If the hare is to the left of all hounds, it has escaped and wins.
//! - Play without end is a draw. In some versions of the game, the hounds lose if ten of their
//!   moves in a row go up or down. The hounds win even if this rule is added.
//!
//! The hounds win (Berlekamp, Conway and Guy, Winning Ways, chapter 21, the French military hunt),
//! in 23 plies. There are 2,396 reachable states, including finished ones. The player to move is
//! part of a state.

use core::{fmt, iter};

use perfectplay::game::{Hints, ParseStateError};
use perfectplay::index::{Dense, Tier};
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::board::BoardSize;
use crate::listed::{Listed, Visitor};
use crate::pieces::{Pieces, Stepping, cells};
use crate::show::Shape;

/// The smallest rectangle of cells that holds all eleven points. The four corners of this rectangle
/// are not points.
const BOARD: BoardSize = BoardSize {
    columns: 5,
    rows: 3,
};

const fn is_point(cell: u8) -> bool {
    let (row, column) = BOARD.place(cell);
    row == 1 || (column > 0 && column < BOARD.columns - 1)
}

/// Returns whether a line joins two cells.
const fn joins(a: u8, b: u8) -> bool {
    let ((row, column), (other_row, other_column)) = (BOARD.place(a), BOARD.place(b));
    let (down, right) = (other_row.abs_diff(row), other_column.abs_diff(column));
    // Diagonal lines run through every second point.
    let aslant = down == 1 && right == 1 && (row + column) % 2 == 1;
    is_point(a) && is_point(b) && (down + right == 1 || aslant)
}

const LINES: usize = 22;
/// The two ends of each line. The left end comes first. In an upright line, the upper end comes
/// first.
const ENDS: [(u8, u8); LINES] = {
    let mut ends = [(0, 0); LINES];
    let (mut a, mut b, mut i) = (0, 1, 0);
    while b < BOARD.cells() {
        if joins(a, b) {
            let b_is_left = BOARD.place(b).1 < BOARD.place(a).1;
            ends[i] = if b_is_left { (b, a) } else { (a, b) };
            i += 1;
        }
        a += 1;
        if a == b {
            (a, b) = (0, b + 1);
        }
    }
    assert!(i == LINES);
    ends
};

/// The rules of Hare and Hounds. The index of a move is the number of the line along which a piece
/// moves. Only one end of this line is empty, so the direction is clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HareAndHounds;

impl HareAndHounds {
    /// Returns the column of the leftmost of these pieces.
    fn leftmost(pieces: u32) -> Option<u8> {
        cells(pieces).map(|cell| BOARD.place(cell).1).min()
    }

    /// Returns the point that a piece of the player leaves (`.0`) and the point that it reaches
    /// (`.1`) along a line. `None` if no piece of the player may move along this line.
    fn step(state: Pieces, (a, b): (u8, u8)) -> Option<(u8, u8)> {
        let (mine, occupied) = (state.mine(), state.occupied());
        let is = |mask: u32, cell: u8| mask >> cell & 1 == 1;
        if is(mine, a) && !is(occupied, b) {
            return Some((a, b));
        }
        let goes_left = BOARD.place(a).1 < BOARD.place(b).1;
        let is_hound = matches!(state.to_move(), Player::First);
        if is(mine, b) && !is(occupied, a) && !(is_hound && goes_left) {
            return Some((b, a));
        }
        None
    }
}

impl Game for HareAndHounds {
    type State = Pieces;

    crate::listed::describe_as_text!();

    fn move_count(&self) -> u32 {
        LINES as u32
    }

    fn start(&self) -> Pieces {
        let [hound, other, third, hare] = [(1, 0), (0, 1), (2, 1), (1, 4)]
            .map(|(row, column)| 1 << (row * BOARD.columns + column));
        Pieces::start(hound | other | third, hare)
    }

    fn outcome(&self, state: Pieces) -> Option<Value> {
        let hounds = Self::leftmost(state.held_by(Player::First));
        let hare = Self::leftmost(state.held_by(Player::Second));
        if hare < hounds {
            return Some(match state.to_move() {
                Player::First => Value::Loss,
                Player::Second => Value::Win,
            });
        }
        self.legal(state).is_empty().then_some(Value::Loss)
    }

    fn legal(&self, state: Pieces) -> Moves {
        let lines = ENDS.into_iter().zip(0..);
        let open = lines.filter(|&(ends, _)| Self::step(state, ends).is_some());
        open.filter_map(|(_, line)| Move::new(line)).collect()
    }

    fn play(&self, state: Pieces, mv: Move) -> Pieces {
        match Self::step(state, ENDS[usize::from(mv.index())]) {
            Some((from, to)) => state.after(state.mine() ^ 1 << from | 1 << to, state.theirs()),
            None => state,
        }
    }

    /// Returns a number of 31 bits. The lowest 15 bits are a mask of the hounds, and the next 15
    /// bits are a mask of the hare. The highest bit is the player to move.
    fn key(&self, state: Pieces) -> u64 {
        let cells = BOARD.cells();
        let [hounds, hare] = Player::BOTH.map(|player| u64::from(state.held_by(player)));
        hounds | hare << cells | (state.to_move() as u64) << (2 * cells)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn to_move(&self, state: Pieces) -> Option<Player> {
        Some(state.to_move())
    }

    /// Returns `true`, because a player's own move can lose the game: the hounds lose if they move
    /// past the hare.
    fn last_mover_may_lose(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        Self::IS_LOOPY
    }
}

const POINTS: u32 = {
    let (mut points, mut cell) = (0, 0);
    while cell < BOARD.cells() {
        if is_point(cell) {
            points |= 1 << cell;
        }
        cell += 1;
    }
    points
};
/// The number of hounds (`[0]`) and the number of hares (`[1]`).
const COUNTS: [u32; 2] = [3, 1];

/// All states are in one tier.
impl Dense for HareAndHounds {
    fn tier_count(&self) -> u64 {
        1
    }

    fn tier_size(&self, _tier: Tier) -> u64 {
        Pieces::count(POINTS.count_ones(), COUNTS)
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        iter::once(tier)
    }

    fn rank(&self, state: Pieces) -> Option<(Tier, u64)> {
        let counts = Player::BOTH.map(|player| state.held_by(player).count_ones());
        (counts == COUNTS).then(|| (Tier::new(0), state.rank(POINTS)))
    }

    fn unrank(&self, _tier: Tier, rank: u64) -> Pieces {
        Pieces::unrank(POINTS, COUNTS, rank)
    }

    fn states_before(&self, state: Pieces) -> Option<impl Iterator<Item = Pieces>> {
        Some(ENDS.into_iter().filter_map(move |(a, b)| {
            let has_moved = |to: u8| state.theirs() >> to & 1 == 1;
            let (from, to) = if has_moved(a) { (b, a) } else { (a, b) };
            let is_possible = has_moved(to) && state.occupied() >> from & 1 == 0;
            let before = state.before(state.theirs() ^ 1 << to | 1 << from);
            let step = Self::step(before, (a, b));
            (is_possible && step == Some((from, to))).then_some(before)
        }))
    }
}

impl Stepping for HareAndHounds {
    fn board(&self) -> BoardSize {
        BOARD
    }

    fn has_place(&self, cell: u8) -> bool {
        is_point(cell)
    }

    fn step(&self, state: Pieces, mv: Move) -> Option<(u8, u8)> {
        Self::step(state, ENDS[usize::from(mv.index())])
    }

    fn shape_of(&self, player: Player) -> Shape {
        match player {
            Player::First => Shape::Hound,
            Player::Second => Shape::Hare,
        }
    }

    fn joined(&self) -> &[(u8, u8)] {
        &ENDS
    }
}

impl Hints for HareAndHounds {
    /// Returns 2, because the board may be mirrored up and down.
    fn symmetries(&self) -> u32 {
        2
    }

    fn image(&self, symmetry: u32, state: Pieces) -> Pieces {
        state.map(|cell| image_of_cell(symmetry, cell))
    }

    fn image_of_move(&self, symmetry: u32, _state: Pieces, mv: Move) -> Move {
        let (a, b) = ENDS[usize::from(mv.index())];
        let (a, b) = (image_of_cell(symmetry, a), image_of_cell(symmetry, b));
        let mut lines = ENDS.into_iter().zip(0..);
        // The lower end of an upright line becomes the upper one.
        let image = lines.find(|&(ends, _)| ends == (a, b) || ends == (b, a));
        image.and_then(|(_, line)| Move::new(line)).unwrap_or(mv)
    }
}

fn image_of_cell(symmetry: u32, cell: u8) -> u8 {
    // On a board that is not a square, symmetry 2 mirrors the rows.
    BOARD.image(2 * symmetry, cell)
}

impl Listed for HareAndHounds {
    const NAME: &'static str = "hounds";
    const TITLE: &'static str = "Hare and Hounds";
    const RULES: &'static str = "Three hounds that never go back hunt a hare: \
        it loses when it has no move, and wins when it has passed them.";
    const PARAMETERS: &'static str = "";
    const STATES: &'static str = "the rows from the top, with nothing in the corners, and the \
        player to move, such as .X.../X...O/.X... X";
    const KEY: &'static str = "Bits 0 to 14 are the cells of the hounds, bits 15 to 29 that of the hare, and bit 30 is set if \
        the hare is to move. Cells are numbered row by row from the top left of 5 by 3 cells; the \
        corners are no points.";
    const SAMPLES: &'static [&'static str] = &[""];
    const IS_LOOPY: bool = true;
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }

    fn write_parameters(&self, _out: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }

    fn of_key(&self, key: u64) -> Option<Pieces> {
        const MASK: u32 = (1 << BOARD.cells()) - 1;
        let held = |shift| (key >> shift) as u32 & MASK;
        let to_move = Player::after_plies((key >> (2 * BOARD.cells())) as u32);
        Some(Pieces::new(held(0), held(BOARD.cells()), to_move))
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_dense(self)
    }

    /// Writes a board of 5 by 3 cells, and then the player to move: `.X.../X...O/.X... X`. The
    /// corners are always `.`.
    fn write_state(&self, state: Pieces, out: &mut dyn fmt::Write) -> fmt::Result {
        state.write(BOARD, out)
    }

    fn read_state(&self, text: &str) -> Result<Pieces, ParseStateError> {
        let (mut hounds, mut hare) = (0_u32, 0_u32);
        let expected = "a cell (one of X O ., but . in a corner; three X and one O)";
        let to_move = BOARD.read(text, expected, |cell, found| {
            let (pieces, most) = match found {
                'X' => (&mut hounds, 3),
                'O' => (&mut hare, 1),
                _ => return found == '.',
            };
            *pieces |= 1 << cell;
            is_point(cell) && pieces.count_ones() <= most
        })?;
        if hounds.count_ones() < 3 || hare == 0 {
            return Err(ParseStateError::at(text, 0, expected));
        }
        Ok(Pieces::new(hounds, hare, to_move))
    }

    /// Writes the point that the piece leaves and the point that it reaches, as in chess: `a2-b3`.
    fn write_move(&self, state: Pieces, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        match Self::step(state, ENDS[usize::from(mv.index())]) {
            Some((from, to)) => write!(out, "{}-{}", BOARD.name(from), BOARD.name(to)),
            None => write!(out, "{mv}"),
        }
    }

    crate::pieces::draw_by_steps!();
}
