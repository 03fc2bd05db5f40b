//! The eight symmetries of the board.

use super::board::{CELLS, SIDE};
use super::rules::TicTacToe;
use super::state::State;
use crate::{Hints, Move, Moves};

/// One of the eight ways to rotate or mirror the board.
///
/// ```
/// use perfectplay::tictactoe::State;
/// use perfectplay::tictactoe::Symmetry;
///
/// let state: State = "X.O/.../...".parse()?;
/// let images = Symmetry::all().map(|symmetry| symmetry.state(state));
/// assert_eq!(images.filter(|&image| image == state).count(), 1);
/// # Ok::<(), perfectplay::game::ParseStateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    const COUNT: u8 = 8;

    /// `IMAGES[symmetry][cell]` is the cell to which the symmetry moves `cell`. Each 1 bit in the
    /// symmetry's index adds a step: bit 0 exchanges row and column, bit 1 then reverses the order
    /// of the columns, and bit 2 then reverses the order of the rows.
    const IMAGES: [[u8; CELLS as usize]; Self::COUNT as usize] = {
        let mut images = [[0; CELLS as usize]; Self::COUNT as usize];
        let mut symmetry = 0;
        while symmetry < Self::COUNT {
            let mut cell = 0;
            while cell < CELLS {
                let (mut row, mut column) = (cell / SIDE, cell % SIDE);
                if symmetry & 1 != 0 {
                    (row, column) = (column, row);
                }
                if symmetry & 2 != 0 {
                    column = SIDE - 1 - column;
                }
                if symmetry & 4 != 0 {
                    row = SIDE - 1 - row;
                }
                images[symmetry as usize][cell as usize] = row * SIDE + column;
                cell += 1;
            }
            symmetry += 1;
        }
        images
    };

    /// The identity, which leaves every cell where it is.
    pub const IDENTITY: Self = Self(0);

    /// Returns all eight symmetries, the identity first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self)
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Reflections and the half turn are their own inverses. The two quarter turns are
        // the inverses of each other.
        match self.0 {
            3 => Self(5),
            5 => Self(3),
            itself => Self(itself),
        }
    }

    /// Returns the image of a cell; `None` for a number above 8.
    #[must_use]
    #[inline]
    pub fn cell(self, cell: u8) -> Option<u8> {
        Self::IMAGES[self.0 as usize].get(cell as usize).copied()
    }

    /// Returns the image of a set of cells. Numbers above 8 are dropped.
    #[must_use]
    pub const fn moves(self, moves: Moves) -> Moves {
        let mut image = 0;
        let mut cell = 0;
        while cell < CELLS {
            let bit = moves.bits() >> cell & 1;
            image |= bit << Self::IMAGES[self.0 as usize][cell as usize];
            cell += 1;
        }
        Moves::from_bits(image)
    }

    /// Returns the image of a board.
    #[must_use]
    #[inline]
    pub const fn state(self, state: State) -> State {
        let mut bits = state.to_bits();
        if self.0 & 1 != 0 {
            bits = exchange(exchange(bits, 0b000_100_010, 2), 0b000_000_100, 4);
        }
        if self.0 & 2 != 0 {
            bits = exchange(bits, 0b001_001_001, 2);
        }
        if self.0 & 4 != 0 {
            bits = exchange(bits, 0b000_000_111, 6);
        }
        State(bits)
    }
}

/// For each cell *c* in the mask `cells`, exchanges the content of *c* with the content of the cell
/// *c* + `further`. `bits` are the bits of a state.
#[inline]
const fn exchange(bits: u32, cells: u32, further: u32) -> u32 {
    let both = cells | cells << State::OCCUPIED_SHIFT;
    let differ = (bits ^ bits >> further) & both;
    bits ^ differ ^ differ << further
}

impl State {
    /// Returns the least of the eight images of this board, and a symmetry that maps the board to
    /// this image. Symmetric boards have the same least image. The 5,478 reachable boards have 765
    /// different least images.
    #[must_use]
    pub fn canonical(self) -> (Self, Symmetry) {
        Symmetry::all()
            .map(|symmetry| (symmetry.state(self), symmetry))
            .min()
            .unwrap_or((self, Symmetry::IDENTITY))
    }
}

impl Hints for TicTacToe {
    #[inline]
    fn symmetries(&self) -> u32 {
        Symmetry::COUNT.into()
    }

    #[inline]
    fn image(&self, symmetry: u32, state: State) -> State {
        // The remainder makes every number a symmetry.
        Symmetry(symmetry as u8 % Symmetry::COUNT).state(state)
    }

    #[inline]
    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        let image = Symmetry(symmetry as u8 % Symmetry::COUNT).cell(mv.index());
        image.and_then(Move::new).unwrap_or(mv)
    }
}
