//! The eight symmetries of the board.

use super::board::{CELLS, SIDE};
use super::rules::TicTacToe;
use super::state::State;
use crate::{Move, Moves, Symmetric};

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

    /// The image of each cell under each symmetry. A symmetry has three bits: bit 0 exchanges
    /// row and column, then bit 1 mirrors the columns, then bit 2 mirrors the rows.
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

    /// All eight symmetries, the identity first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self)
    }

    /// The symmetry that undoes this one.
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

    /// The image of a cell; `None` for a number above 8.
    #[must_use]
    pub fn cell(self, cell: u8) -> Option<u8> {
        Self::IMAGES[self.0 as usize].get(cell as usize).copied()
    }

    /// The image of a set of cells. Numbers above 8 are dropped.
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

    /// The image of a board.
    #[must_use]
    pub const fn state(self, state: State) -> State {
        State::from_disjoint(self.mask(state.x()), self.mask(state.o()))
    }

    const fn mask(self, mask: u16) -> u16 {
        self.moves(Moves::from_bits(mask as u64)).bits() as u16
    }
}

impl State {
    /// The least of the eight images, which is the same for all of them, and a symmetry
    /// that takes this state to it. The 5,478 reachable states have 765 such canonical
    /// forms.
    #[must_use]
    pub fn canonical(self) -> (Self, Symmetry) {
        Symmetry::all()
            .map(|symmetry| (symmetry.state(self), symmetry))
            .min()
            .unwrap_or((self, Symmetry::IDENTITY))
    }
}

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> u32 {
        Symmetry::all().len() as u32
    }

    fn image(&self, symmetry: u32, state: State) -> State {
        Symmetry::all()
            .nth(symmetry as usize)
            .map_or(state, |symmetry| symmetry.state(state))
    }

    fn image_of_move(&self, symmetry: u32, _state: Self::State, mv: Move) -> Move {
        Symmetry::all()
            .nth(symmetry as usize)
            .and_then(|symmetry| Move::new(symmetry.cell(mv.index())?))
            .unwrap_or(mv)
    }
}
