//! The boards of the games of mills, with their points, lines and symmetries. A board is one to
//! three squares, one inside the other.
//!
//! Points are numbered square by square from the outer square, and in each square clockwise from
//! the corner at the top left. In a mask of points, each square takes one byte. Turning or
//! mirroring the board changes each of these bytes in the same way.
//!
//! ```text
//!     0-----------1-----------2
//!     |   8-------9------10   |
//!     |   |  16--17--18   |   |
//!     7--15--23      19--11---3
//!     |   |  22--21--20   |   |
//!     |  14------13------12   |
//!     6-----------5-----------4
//! ```

use crate::board::BoardSize;

/// The number of stones in a mill. A player who has too few stones for a mill loses.
pub(super) const MILL: u8 = 3;

/// The number of points of a square.
const CORNERS_AND_MIDDLES: u8 = 8;
const MOST_POINTS: usize = 24;
const MOST_EDGES: usize = 32;

/// A board of one to three squares, one inside the other.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Squares {
    pub squares: u8,
    edges: [(u8, u8); MOST_EDGES],
    edge_count: usize,
    /// `edge_numbers[a][b]` is the index of the edge between the points `a` and `b`.
    edge_numbers: [[u8; MOST_POINTS]; MOST_POINTS],
    /// For each point, the points that are one edge away, as a mask.
    pub neighbours: [u32; MOST_POINTS],
    /// For each point, the lines of three points through it, as masks. The second mask is empty if
    /// there is only one line through the point.
    lines: [[u32; 2]; MOST_POINTS],
    /// `along[square][set]` is the mask of all edges that lead clockwise from a point in `set` to
    /// the next point of `square`.
    along: [[u32; 256]; 3],
    /// `inwards[square][set]` is the mask of all edges that lead from a point in `set` on `square`
    /// to the next inner square.
    inwards: [[u32; 256]; 2],
}

pub(super) static BOARDS: [Squares; 3] = [Squares::new(1), Squares::new(2), Squares::new(3)];

impl Squares {
    const fn new(squares: u8) -> Self {
        let mut board = Self {
            squares,
            edges: [(0, 0); MOST_EDGES],
            edge_count: 0,
            edge_numbers: [[0; MOST_POINTS]; MOST_POINTS],
            neighbours: [0; MOST_POINTS],
            lines: [[0; 2]; MOST_POINTS],
            along: [[0; 256]; 3],
            inwards: [[0; 256]; 2],
        };
        let mut point = 0;
        while point < squares * CORNERS_AND_MIDDLES {
            let (square, place) = (point / CORNERS_AND_MIDDLES, point % CORNERS_AND_MIDDLES);
            let first = square * CORNERS_AND_MIDDLES;
            board.join(point, first + (place + 1) % CORNERS_AND_MIDDLES);
            let is_middle = place % 2 == 1;
            if is_middle {
                let ends = [place - 1, (place + 1) % CORNERS_AND_MIDDLES];
                let side = 1 << point | 1 << (first + ends[0]) | 1 << (first + ends[1]);
                board.lines[point as usize][0] = side;
                // The first line of a corner is the side before the corner, and the second is the
                // side after it.
                board.lines[(first + ends[1]) as usize][0] = side;
                board.lines[(first + ends[0]) as usize][1] = side;
                if square > 0 {
                    board.join(point - CORNERS_AND_MIDDLES, point);
                }
                if squares == 3 {
                    let outer = 1 << place;
                    board.lines[point as usize][1] = outer | outer << 8 | outer << 16;
                }
            }
            point += 1;
        }
        board
    }

    /// Adds the edge from the point `a` to `b`. `b` is the next point of the same square, or the
    /// neighbour of `a` on the next inner square.
    const fn join(&mut self, a: u8, b: u8) {
        self.edges[self.edge_count] = (a, b);
        self.edge_numbers[a as usize][b as usize] = self.edge_count as u8;
        self.edge_numbers[b as usize][a as usize] = self.edge_count as u8;
        let (square, place) = (a / CORNERS_AND_MIDDLES, a % CORNERS_AND_MIDDLES);
        let mut set = 0;
        while set < 256 {
            let edge = (set as u32 >> place & 1) << self.edge_count;
            if b / CORNERS_AND_MIDDLES == square {
                self.along[square as usize][set] |= edge;
            } else {
                self.inwards[square as usize][set] |= edge;
            }
            set += 1;
        }
        self.edge_count += 1;
        self.neighbours[a as usize] |= 1 << b;
        self.neighbours[b as usize] |= 1 << a;
    }

    pub const fn points(&self) -> u8 {
        self.squares * CORNERS_AND_MIDDLES
    }

    pub const fn all(&self) -> u32 {
        (1 << self.points()) - 1
    }

    pub fn edges(&self) -> &[(u8, u8)] {
        &self.edges[..self.edge_count]
    }

    #[inline]
    pub const fn edge_between(&self, a: u8, b: u8) -> u8 {
        self.edge_numbers[a as usize][b as usize]
    }

    /// Returns the edges that join a point of `mine` with a point of `free`, as a mask.
    #[inline]
    pub fn edges_across(&self, mine: u32, free: u32) -> u32 {
        // The points whose next point on the same square is in the set.
        let next = |set: u32| (set >> 1 & 0x007f_7f7f) | (set & 0x0001_0101) << 7;
        let along = (mine & next(free) | free & next(mine)).to_le_bytes();
        let inwards = (mine & free >> 8 | free & mine >> 8).to_le_bytes();
        let along = [0, 1, 2].map(|square| self.along[square][usize::from(along[square])]);
        let inwards = [0, 1].map(|square| self.inwards[square][usize::from(inwards[square])]);
        along[0] | along[1] | along[2] | inwards[0] | inwards[1]
    }

    /// Returns whether a point of a set is in a mill. A mill is a line of three points that are all
    /// in the set.
    #[inline]
    pub fn is_in_mill(&self, set: u32, point: u8) -> bool {
        let mut lines = self.lines[usize::from(point)].into_iter();
        lines.any(|line| line != 0 && set & line == line)
    }

    /// Returns each mill in a set once, as a mask.
    pub fn mills(&self, set: u32) -> impl Iterator<Item = u32> {
        let lines = self.lines[..usize::from(self.points())].iter().flatten();
        let first = lines.zip(0_u32..).filter(move |&(&line, at)| {
            // A line is listed at each of its points. It is returned only for its lowest point.
            line != 0 && set & line == line && line.trailing_zeros() == at / 2
        });
        first.map(|(&line, _)| line)
    }

    /// Returns the points of a set that are in no mill.
    pub fn outside_mills(&self, set: u32) -> u32 {
        self.mills(set).fold(set, |rest, mill| rest & !mill)
    }

    /// Returns the number of symmetries. A board of one square has 8 symmetries. A board of several
    /// squares has 16 symmetries, because the outermost and the innermost square may also change
    /// places.
    pub const fn symmetries(&self) -> u32 {
        if self.squares == 1 { 8 } else { 16 }
    }

    /// Returns the image of a point under a symmetry. `symmetry` is less than
    /// [`symmetries`](Self::symmetries).
    pub const fn image_of_point(&self, symmetry: u32, point: u8) -> u8 {
        let (square, place) = (point / CORNERS_AND_MIDDLES, point % CORNERS_AND_MIDDLES);
        let square = if symmetry & 8 == 0 {
            square
        } else {
            self.squares - 1 - square
        };
        square * CORNERS_AND_MIDDLES + image_of_place(symmetry, place)
    }

    #[inline]
    pub fn image(&self, symmetry: u32, set: u32) -> u32 {
        let images = &IMAGES[(symmetry & 7) as usize];
        let [outer, middle, inner, _] = set.to_le_bytes();
        let [outer, middle, inner] = [
            images[usize::from(outer)],
            images[usize::from(middle)],
            images[usize::from(inner)],
        ];
        let squares = match (symmetry & 8, self.squares) {
            (0, _) | (_, 1) => [outer, middle, inner, 0],
            (_, 2) => [middle, outer, inner, 0],
            _ => [inner, middle, outer, 0],
        };
        u32::from_le_bytes(squares)
    }

    /// Returns the size of the smallest rectangle of cells that contains all points. Some cells of
    /// this rectangle are not points.
    pub const fn grid(&self) -> BoardSize {
        let side = 2 * self.squares + 1;
        BoardSize {
            columns: side,
            rows: side,
        }
    }

    pub const fn cell(&self, point: u8) -> u8 {
        let (square, place) = (point / CORNERS_AND_MIDDLES, point % CORNERS_AND_MIDDLES);
        let (near, middle, far) = (square, self.squares, 2 * self.squares - square);
        let (row, column) = match place {
            0 => (near, near),
            1 => (near, middle),
            2 => (near, far),
            3 => (middle, far),
            4 => (far, far),
            5 => (far, middle),
            6 => (far, near),
            _ => (middle, near),
        };
        row * self.grid().columns + column
    }

    /// Returns the point in a cell; `None` if the cell has no point.
    pub fn point(&self, cell: u8) -> Option<u8> {
        (0..self.points()).find(|&point| self.cell(point) == cell)
    }
}

/// Returns the place to which a symmetry maps `place`. A place is the index of a point within its
/// square. Bits 0 and 1 of `symmetry` are the number of quarter turns. If bit 2 is set, the square
/// is mirrored after the turns.
const fn image_of_place(symmetry: u32, place: u8) -> u8 {
    let turned = (place + 2 * (symmetry & 3) as u8) % CORNERS_AND_MIDDLES;
    if symmetry & 4 == 0 {
        turned
    } else {
        (CORNERS_AND_MIDDLES - turned) % CORNERS_AND_MIDDLES
    }
}

/// `IMAGES[symmetry][set]` is the image of a set of points of one square. Bit *i* of `set` is the
/// point with index *i* on its square.
static IMAGES: [[u8; 256]; 8] = {
    let mut images = [[0; 256]; 8];
    let mut number = 0;
    while number < 8 * 256 * CORNERS_AND_MIDDLES as usize {
        let (place, rest) = (number % 8, number / 8);
        let (set, symmetry) = (rest % 256, rest / 256);
        if set >> place & 1 == 1 {
            images[symmetry][set] |= 1 << image_of_place(symmetry as u32, place as u8);
        }
        number += 1;
    }
    images
};
