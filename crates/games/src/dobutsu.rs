//! Dōbutsu shōgi, also called "Let's Catch the Lion!" (Kitao, 2008), as Tanaka solved it.
//!
//! Each player has a lion, a giraffe, an elephant and a chick on a board of three columns and
//! four rows. Sente, whose letters are upper case, moves first.
//!
//! ```text
//! g l e
//! . c .
//! . C .
//! E L G
//! ```
//!
//! - Every piece moves one cell: a lion in any direction, a giraffe straight, an elephant
//!   diagonally, and a chick straight ahead. A chick that moves to the last row becomes a hen,
//!   which moves like a lion, but not diagonally backwards.
//! - A piece that is captured goes to the hand of the player who captures it. A captured hen
//!   becomes a chick again. Instead of moving, a player may drop a piece from the hand on any empty
//!   cell. A chick may be dropped in the last row, where it stays a chick. A chick may also be
//!   dropped in a column where the player already has a chick.
//! - The player who takes the lion wins. A player also wins if that player's lion reaches the last
//!   row, and the opponent cannot take this lion at once (a *try*).
//! - Play without end is a draw.
//!
//! The rules are those in the report that solved the game (Tanaka, An analysis of a board game
//! "Dōbutsu shōgi", IPSJ SIG Technical Report 2009-GI-22). As in that report, a player who can take
//! the lion must take it. In the table below, the last row is the whole game. All other rows are
//! variants with fewer kinds of pieces.
//!
//! | pieces | states | start |
//! | --- | --- | --- |
//! | `L` | 40 | win in 5 |
//! | `LC` | 24,790 | win in 15 |
//! | `LG` | 6,978 | draw |
//! | `LE` | 7,270 | draw |
//! | `LEG` | 927,059 | draw |
//! | `LGC` | 3,008,274 | draw |
//! | `LEC` | 3,202,072 | draw |
//! | `LEGC` | 246,803,168 | loss in 78 |
//!
//! A state, its mirror image, and the same state with the players exchanged have the same rank, so
//! they count as one. All states in which a lion has been taken have one rank, too. Tanaka's number
//! of states, 246,803,167, does not count the states in which a lion has been taken.

mod animals;
mod moves;
mod ranks;
mod text;

use core::fmt;
use core::iter;

use perfectplay::game::{Hints, ParseStateError};
use perfectplay::index::{Dense, Tier};
use perfectplay::{Game, Move, Moves, Player, Value};

use crate::listed::{Listed, Visitor};
use crate::show::{Grid, Place, Side, Square};
pub use animals::Animals;
use animals::{ASLANT, BOARD, CHICK, FAR, HandAnimal, LION, MINE, NEAR, STRAIGHT};
use moves::DobutsuMove;
use ranks::AnimalRanks;

/// The tier of the states that have both lions.
const PLAYED: Tier = Tier::new(0);
/// The tier of the states in which a lion has been taken.
const TAKEN: Tier = Tier::new(1);

/// The rules of dōbutsu shōgi, with two lions, and two pieces of every other kind that the game
/// uses.
///
/// Cells are numbered as the player to move sees the board. Moves 0 to 28 go from a cell to a
/// neighbouring cell. The moves in both directions between two cells have the same number. The
/// direction is clear, because only one of the two cells holds a piece of the player to move. Moves
/// 29 to 58 drop a giraffe, an elephant or a chick on one of the ten cells without a lion. Moves 59
/// to 63 take the opponent's lion. If several pieces can take the lion, the move 59 uses the first
/// of them, the move 60 the second, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dobutsu {
    /// Whether the game has elephants (`[0]`), giraffes (`[1]`) and chicks (`[2]`).
    kinds: [bool; 3],
}

/// The kinds of pieces besides the lion, in the order of their letters in the parameters.
const KINDS: [HandAnimal; 3] = [HandAnimal::Elephant, HandAnimal::Giraffe, HandAnimal::Chick];

impl Dobutsu {
    fn kinds(self) -> impl Iterator<Item = HandAnimal> {
        let kinds = KINDS.into_iter().zip(self.kinds);
        kinds.filter_map(|(kind, is_in)| is_in.then_some(kind))
    }

    fn is_whole(self) -> bool {
        self.kinds == [true; 3]
    }

    fn ranks(self) -> AnimalRanks {
        AnimalRanks::new(self.kinds())
    }

    /// Returns whether the state consists of two lions, and two pieces of every other kind that the
    /// game uses. Only the lion of the player to move may be missing.
    fn has_all(self, state: Animals) -> bool {
        let numbers = KINDS.into_iter().zip(self.kinds);
        let lions = state.lions();
        state.has_only_pieces()
            && numbers
                .into_iter()
                .all(|(kind, is_in)| state.number_of(kind) == 2 * u64::from(is_in))
            && (lions & state.theirs()).count_ones() == 1
            && (lions & state.mine()).count_ones() <= 1
    }
}

impl Game for Dobutsu {
    type State = Animals;

    crate::listed::describe_as_text!();

    fn move_count(&self) -> u32 {
        moves::COUNT.into()
    }

    fn start(&self) -> Animals {
        let contents = [ASLANT, STRAIGHT, CHICK].into_iter().zip([9, 11, 7]);
        let pieces = contents
            .zip(self.kinds)
            .filter(|&(_, is_in)| is_in)
            .map(|(piece, _)| piece);
        let pieces = iter::once((LION, 10)).chain(pieces);
        pieces.fold(Animals::EMPTY, |state, (content, cell)| {
            state.with(cell, content | MINE).with(11 - cell, content)
        })
    }

    fn outcome(&self, state: Animals) -> Option<Value> {
        let mine = state.lions() & state.mine();
        let theirs = state.lions() & !state.mine();
        if mine == 0 {
            return Some(Value::Loss);
        }
        if mine & FAR != 0 {
            return Some(Value::Win);
        }
        (theirs & NEAR != 0 && state.takers() == 0).then_some(Value::Loss)
    }

    fn legal(&self, state: Animals) -> Moves {
        moves::legal(state)
    }

    fn play(&self, state: Animals, mv: Move) -> Animals {
        DobutsuMove::new(state, mv).play(state)
    }

    fn key(&self, state: Animals) -> u64 {
        state.bits()
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Sente", "Gote"]
    }

    fn to_move(&self, state: Animals) -> Option<Player> {
        Some(state.to_move())
    }

    fn is_loopy(&self) -> bool {
        Self::IS_LOOPY
    }
}

impl Dense for Dobutsu {
    fn tier_count(&self) -> u64 {
        2
    }

    fn tier_size(&self, tier: Tier) -> u64 {
        if tier == TAKEN {
            1
        } else {
            self.ranks().count()
        }
    }

    fn next_tiers(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        [PLAYED, TAKEN].into_iter().filter(move |_| tier == PLAYED)
    }

    fn rank(&self, state: Animals) -> Option<(Tier, u64)> {
        if state.lions() & state.mine() == 0 {
            return Some((TAKEN, 0));
        }
        Some((PLAYED, self.ranks().rank(state)?))
    }

    fn unrank(&self, tier: Tier, rank: u64) -> Animals {
        if tier == TAKEN {
            return moves::taken(self.start());
        }
        self.ranks().unrank(rank)
    }

    fn moves_between(&self, _tier: Tier, next: Tier) -> Moves {
        let steps_and_drops = Moves::first_n(moves::TAKES.into());
        if next == TAKEN {
            Moves::first_n(moves::COUNT.into()) - steps_and_drops
        } else {
            steps_and_drops
        }
    }

    fn states_before(&self, state: Animals) -> Option<impl Iterator<Item = Animals>> {
        (state.lions() & state.mine() != 0).then(|| moves::before(state))
    }
}

impl Hints for Dobutsu {
    /// Returns 4. A symmetry may exchange left and right, or the two players, or both. The fourth
    /// symmetry is the identity.
    fn symmetries(&self) -> u32 {
        4
    }

    fn image(&self, symmetry: u32, state: Animals) -> Animals {
        let state = if symmetry & 1 == 0 {
            state
        } else {
            state.mirrored()
        };
        if symmetry & 2 == 0 {
            state
        } else {
            state.with_players_exchanged()
        }
    }

    fn image_of_move(&self, symmetry: u32, state: Animals, mv: Move) -> Move {
        if symmetry & 1 == 0 {
            return mv;
        }
        let action = DobutsuMove::new(state, mv).mirrored();
        action.to_move(state.mirrored()).unwrap_or(mv)
    }
}

/// The number of columns of the drawing. The drawing shows the board, a gap, and one column for
/// each kind of piece in the hands. Beside the board, the upper two rows show the hand of Gote, and
/// the lower two rows the hand of Sente.
const COLUMNS: u8 = BOARD.columns + GAP + HandAnimal::ALL.len() as u8;
const GAP: u8 = 1;

impl Dobutsu {
    /// Returns the square of the drawing that shows a cell. Cells are numbered as the player to
    /// move sees them.
    fn square_of(state: Animals, cell: u8) -> u8 {
        let (row, column) = BOARD.place(seen_by_first(state, cell));
        row * COLUMNS + column
    }
}

/// Returns the number of a cell as Sente counts the cells. `cell` is its number as the player to
/// move counts them.
const fn seen_by_first(state: Animals, cell: u8) -> u8 {
    match state.to_move() {
        Player::First => cell,
        Player::Second => BOARD.cells() - 1 - cell,
    }
}

impl Listed for Dobutsu {
    const NAME: &'static str = "dobutsu";
    const TITLE: &'static str = "Dōbutsu shōgi";
    const RULES: &'static str = "Catch the lion, or bring your own safely to the last row; \
        what you capture, you may drop.";
    const PARAMETERS: &'static str = "PIECES; \
        PIECES is L and then some of E, G and C, and LEGC is the whole game";
    const STATES: &'static str = "the rows from the top, b or w to move, and the hands, \
        such as gle/.c./.C./ELG b -";
    const KEY: &'static str = "Bits 0 to 47 are four masks of twelve cells, seen by the player to move: the own pieces, those \
        that move straight, those that move aslant, and the chicks and hens. From bit 48 on, there are \
        the numbers of giraffes, elephants and chicks in the hand of the player to move, then those in \
        the other hand, with two bits each. Bit 60 is set if Gote is to move. Cells are numbered row by \
        row from the top left; the pieces of the player to move go up.";
    const SAMPLES: &'static [&'static str] = &["LC", "LG", "LE", "L"];
    const IS_LOOPY: bool = true;
    const KEYS_TELL_STATES: bool = true;

    fn with_parameters(text: &str) -> Option<Self> {
        let mut letters = text.strip_prefix('L')?;
        let kinds = KINDS.map(|kind| match letters.strip_prefix(kind.letter()) {
            Some(rest) => {
                letters = rest;
                true
            }
            None => false,
        });
        letters.is_empty().then_some(Self { kinds })
    }

    fn write_parameters(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char('L')?;
        self.kinds()
            .try_for_each(|kind| out.write_char(kind.letter()))
    }

    fn of_key(&self, key: u64) -> Option<Animals> {
        Some(Animals::from_bits(key)).filter(|&state| self.has_all(state))
    }

    fn accept<V: Visitor>(self, visitor: V) -> V::Output {
        visitor.visit_dense(self)
    }

    /// Writes the title. If the game leaves out some kinds of pieces, the letters of its pieces
    /// follow the title.
    fn write_title(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(Self::TITLE)?;
        if self.is_whole() {
            return Ok(());
        }
        out.write_char(' ')?;
        self.write_parameters(out)
    }

    /// Writes the board, the player to move and the hands: `gle/.c./.C./ELG b -`.
    fn write_state(&self, state: Animals, out: &mut dyn fmt::Write) -> fmt::Result {
        text::write(state, out)
    }

    fn read_state(&self, text: &str) -> Result<Animals, ParseStateError> {
        let state = text::read(text)?;
        let expected = "two pieces of each kind, with those in the hands, and two lions";
        if self.has_all(state) {
            Ok(state)
        } else {
            Err(ParseStateError::at(text, 0, expected))
        }
    }

    /// Writes a step as the two cells, with `+` if a chick becomes a hen: `b3b4+`. Writes a drop as
    /// the piece and its cell: `E*b2`.
    fn write_move(&self, state: Animals, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let name = |cell: u8| BOARD.name(seen_by_first(state, cell));
        let action = DobutsuMove::new(state, mv);
        match action {
            DobutsuMove::Step { from, to } => write!(out, "{}{}", name(from), name(to))?,
            DobutsuMove::Drop { kind, to } => write!(out, "{}*{}", kind.letter(), name(to))?,
        }
        out.write_str(if action.promotes(state) { "+" } else { "" })
    }

    fn marks(&self) -> [char; 2] {
        ['^', 'v']
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::new(COLUMNS, BOARD.rows).lettered())
    }

    fn square(&self, state: Animals, square: u8) -> Square {
        let seen = state.seen_by_first();
        let (row, column) = (square / COLUMNS, square % COLUMNS);
        if let Some(cell) = BOARD.cell(row, column) {
            let content = seen.content(cell.into());
            let owner = Player::after_plies(u32::from(content & MINE == 0));
            return match content {
                0 => Square::Empty,
                _ => Square::piece(owner).with_kind(text::letter_of(content | MINE)),
            };
        }
        let kind = column.checked_sub(BOARD.columns + GAP);
        let Some(&kind) = kind.and_then(|number| HandAnimal::ALL.get(usize::from(number))) else {
            return Square::Absent;
        };
        let (owner, held) = if row < BOARD.rows / 2 {
            (Player::Second, seen.held_by_other(kind))
        } else {
            (Player::First, seen.held(kind))
        };
        if held > u64::from(row % 2) {
            Square::piece(owner).with_kind(kind.letter())
        } else {
            Square::Absent
        }
    }

    fn place(&self, state: Animals, mv: Move) -> Place {
        match DobutsuMove::new(state, mv) {
            DobutsuMove::Step { from, to } => Place::Step {
                from: Self::square_of(state, from),
                to: Self::square_of(state, to),
            },
            DobutsuMove::Drop { kind, to } => {
                let first_row = match state.to_move() {
                    Player::First => BOARD.rows / 2,
                    Player::Second => 0,
                };
                let row = first_row + state.held(kind) as u8 - 1;
                Place::Step {
                    from: row * COLUMNS + BOARD.columns + GAP + kind as u8,
                    to: Self::square_of(state, to),
                }
            }
        }
    }

    /// Returns the label beside the board: a letter for a column, or a digit for a row. The hands
    /// have no labels.
    fn letter(&self, side: Side, number: u8) -> Option<char> {
        match side {
            Side::Left => Some(char::from(b'0' + BOARD.rows - number)),
            Side::Bottom if number < BOARD.columns => Some(char::from(b'a' + number)),
            _ => None,
        }
    }
}
