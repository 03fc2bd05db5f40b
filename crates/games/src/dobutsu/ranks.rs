//! Ranks the states of dōbutsu shōgi.
//!
//! The ranks are divided into blocks, one for each placement of the two lions. A state has the same
//! rank as its mirror image, and as the state in which the players are exchanged. If two placements
//! are mirror images of each other, only one of them has a block. A state whose placement has no
//! block gets the rank of its mirror image. The placement has no block if the lion of the player to
//! move is in the right column. It also has none if this lion is in the middle column and the other
//! lion is in the right column. If the lion of the player to move is in the far row, the game is
//! over, and the state has no rank.
//!
//! Within a block, states are compared cell by cell over the ten cells without a lion. The first
//! cell that differs decides which state has the lower rank. So a rank is a sum over these cells.
//! The summand of a cell is the number of states that have the same content in all earlier cells,
//! but a smaller content in this cell. The summand depends only on the content of the cell, on how
//! many cells follow, and on which pieces the earlier cells do not contain. So a table contains all
//! summands. All pieces that are not on the board are in the players' hands.
//!
//! If both lions are in the middle column, mirroring does not move them. The other pieces then
//! decide whether the rank is computed from the state or from its mirror image. The left and the
//! right cell of each row are compared, from the top row down. In the first row whose two cells
//! differ, the ranked image holds the smaller content on the left.

use core::cmp::Ordering;

use super::animals::{
    ALL, ASLANT, Animals, BOARD, CHICK, FAR, HEN, HandAnimal, LEFT, LION, MINE, RIGHT, STRAIGHT,
};

/// The number of cells without a lion.
const CELLS: usize = 10;
/// The number of possible sets of pieces that are not placed yet. A set contains 0 to 2 pieces of
/// each kind. It is stored as one number, to which each giraffe adds 1, each elephant adds 3, and
/// each chick adds 9.
const LEFTS: usize = 27;
/// The possible contents of a cell without a lion. Ranks compare contents by their order in this
/// list.
const CONTENTS: [u64; 9] = [
    0,
    STRAIGHT,
    STRAIGHT | MINE,
    ASLANT,
    ASLANT | MINE,
    CHICK,
    CHICK | MINE,
    HEN,
    HEN | MINE,
];
/// When a cell is filled with `content`, `COST[content]` is subtracted from the number that stores
/// the remaining pieces.
const COST: [usize; 16] = {
    let mut cost = [0; 16];
    let mut at = 0;
    while at < CONTENTS.len() {
        cost[CONTENTS[at] as usize] = cost_of(CONTENTS[at]);
        at += 1;
    }
    cost
};

const fn cost_of(content: u64) -> usize {
    match content & !MINE {
        STRAIGHT => 1,
        ASLANT => 3,
        CHICK | HEN => 9,
        _ => 0,
    }
}

/// Returns the set of pieces that remain in `left` after a cell is filled with `content`. `None` if
/// `left` does not contain the piece in `content`.
const fn after(left: usize, content: u64) -> Option<usize> {
    let is_left = match content & !MINE {
        STRAIGHT => left % 3 > 0,
        ASLANT => left / 3 % 3 > 0,
        CHICK | HEN => left / 9 > 0,
        _ => true,
    };
    if is_left {
        Some(left - cost_of(content))
    } else {
        None
    }
}

/// `WAYS[cells][left]` is the number of ways to place the remaining pieces `left` on `cells` empty
/// cells and in the two hands.
const WAYS: [[u32; LEFTS]; CELLS + 1] = {
    let mut ways = [[0; LEFTS]; CELLS + 1];
    let mut left = 0;
    while left < LEFTS {
        ways[0][left] = ((left % 3 + 1) * (left / 3 % 3 + 1) * (left / 9 + 1)) as u32;
        left += 1;
    }
    let mut cells = 1;
    while cells <= CELLS {
        let mut left = 0;
        while left < LEFTS {
            let mut at = 0;
            while at < CONTENTS.len() {
                if let Some(after) = after(left, CONTENTS[at]) {
                    ways[cells][left] += ways[cells - 1][after];
                }
                at += 1;
            }
            left += 1;
        }
        cells += 1;
    }
    ways
};

/// `SMALLER[cells][left][content]` is the number of ways to place the remaining pieces `left` so
/// that the next cell holds less than `content`. After the next cell, `cells` more cells are still
/// to be filled.
static SMALLER: [[[u32; 16]; LEFTS]; CELLS] = {
    let mut smaller = [[[0; 16]; LEFTS]; CELLS];
    let mut cells = 0;
    while cells < CELLS {
        let mut left = 0;
        while left < LEFTS {
            let (mut at, mut sum) = (0, 0);
            while at < CONTENTS.len() {
                smaller[cells][left][CONTENTS[at] as usize] = sum;
                if let Some(after) = after(left, CONTENTS[at]) {
                    sum += WAYS[cells][after];
                }
                at += 1;
            }
            left += 1;
        }
        cells += 1;
    }
    smaller
};

const ROWS: usize = 4;
/// `ORBITS[rows][left]` is the number of ways to place the remaining pieces `left`. The pieces may
/// be on the left and right cells of `rows` rows, on two cells in the middle column, and in the
/// hands. An arrangement and its mirror image count as one.
static ORBITS: [[u32; LEFTS]; ROWS + 1] = {
    let mut orbits = [[0; LEFTS]; ROWS + 1];
    orbits[0] = WAYS[2];
    let mut rows = 0;
    while rows < ROWS {
        let mut left = 0;
        while left < LEFTS {
            let mut first = 0;
            while first < CONTENTS.len() {
                let mut second = first;
                while second < CONTENTS.len() {
                    orbits[rows + 1][left] += pairs(&orbits, rows, left, [first, second]);
                    second += 1;
                }
                first += 1;
            }
            left += 1;
        }
        rows += 1;
    }
    orbits
};

/// Returns the number of ways to place the remaining pieces `left` if the left cell of the next row
/// holds `first`, and the right cell holds `second`. Both are indexes into [`CONTENTS`]. `rows`
/// rows follow this row.
const fn pairs(
    orbits: &[[u32; LEFTS]; ROWS + 1],
    rows: usize,
    left: usize,
    [first, second]: [usize; 2],
) -> u32 {
    let Some(left) = after(left, CONTENTS[first]) else {
        return 0;
    };
    let Some(left) = after(left, CONTENTS[second]) else {
        return 0;
    };
    if first == second {
        orbits[rows][left]
    } else {
        WAYS[2 * rows + 2][left]
    }
}

/// The number of blocks in which at least one lion is outside the middle column, so that mirroring
/// moves this lion.
const PAIRS: usize = 45;
/// The number of blocks in which both lions are in the middle column.
const OWN_IMAGES: usize = 9;
/// For each block, the cell of the lion of the player to move (`.0`) and the cell of the other lion
/// (`.1`).
static LIONS: [(u8, u8); PAIRS + OWN_IMAGES] = {
    let mut lions = [(0, 0); PAIRS + OWN_IMAGES];
    let (mut next, mut next_own) = (0, PAIRS);
    let mut pair = 0;
    while pair < 144 {
        let (mine, theirs) = (pair / 12, pair % 12);
        pair += 1;
        // 0 for the left column, 1 for the middle one.
        let (column, other) = (BOARD.place(mine).1, BOARD.place(theirs).1);
        let is_mirrored = column == 2 || column == 1 && other == 2;
        if mine == theirs || 1 << mine & FAR != 0 || is_mirrored {
            continue;
        }
        if column == 1 && other == 1 {
            lions[next_own] = (mine, theirs);
            next_own += 1;
        } else {
            lions[next] = (mine, theirs);
            next += 1;
        }
    }
    assert!(next == PAIRS && next_own == PAIRS + OWN_IMAGES);
    lions
};
/// The inverse of [`LIONS`]: `BLOCKS[mine][theirs]` is the index of a block. `mine` is the cell of
/// the lion of the player to move, and `theirs` is the cell of the other lion.
static BLOCKS: [[u8; 12]; 12] = {
    let mut blocks = [[0; 12]; 12];
    let mut block = 0;
    while block < LIONS.len() {
        let (mine, theirs) = LIONS[block];
        blocks[mine as usize][theirs as usize] = block as u8;
        block += 1;
    }
    blocks
};

/// Computes ranks for a game that has two lions and two pieces of each other kind in play.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnimalRanks {
    /// The set of all pieces except the lions, stored as the comment of [`LEFTS`] describes.
    pieces: usize,
}

impl AnimalRanks {
    pub fn new(kinds: impl Iterator<Item = HandAnimal>) -> Self {
        let pieces = kinds.map(|kind| 2 * cost_of(kind.content()));
        Self {
            pieces: pieces.sum(),
        }
    }

    pub fn count(self) -> u64 {
        PAIRS as u64 * self.block() + OWN_IMAGES as u64 * self.own_block()
    }

    /// Returns the size of a block in which at least one lion is outside the middle column.
    fn block(self) -> u64 {
        WAYS[CELLS][self.pieces].into()
    }

    /// Returns the size of a block in which both lions are in the middle column.
    fn own_block(self) -> u64 {
        ORBITS[ROWS][self.pieces].into()
    }

    /// Returns the rank of a state with both lions; `None` if the lion of the player to move is in
    /// the far row.
    #[inline]
    pub fn rank(self, state: Animals) -> Option<u64> {
        let [mine, theirs] = [state.lions() & state.mine(), state.lions() & state.theirs()];
        if mine & FAR != 0 {
            return None;
        }
        let is_mirrored = mine & RIGHT != 0 || mine & LEFT == 0 && theirs & RIGHT != 0;
        let state = if is_mirrored { state.mirrored() } else { state };
        let lions = state.lions();
        let [mine, theirs] = [lions & state.mine(), lions & !state.mine()];
        let block = BLOCKS[mine.trailing_zeros() as usize][theirs.trailing_zeros() as usize];
        let block = u64::from(block);
        if block < PAIRS as u64 {
            let mut reader = RankSum::new(state, self.pieces);
            let mut cells = state.occupied() & !lions;
            while cells != 0 {
                let cell = cells.trailing_zeros();
                cells &= cells - 1;
                let after = ALL & !lions & !1 << cell;
                reader.read(after.count_ones() as usize, state.content(cell));
            }
            return Some(block * self.block() + reader.end());
        }
        let own = block - PAIRS as u64;
        Some(PAIRS as u64 * self.block() + own * self.own_block() + self.rank_of_own(state))
    }

    /// Returns the rank of a state within its block, if both lions are in the middle column.
    fn rank_of_own(self, state: Animals) -> u64 {
        let mut reader = RankSum::new(state, self.pieces);
        let mut order = Ordering::Equal;
        for (rows, cell) in rows() {
            let contents = [cell, cell + 2].map(|cell| state.content(cell));
            if order.is_eq() {
                order = contents[0].cmp(&contents[1]);
                let [first, second] = in_order(order, contents);
                reader.read_row(rows, first, second);
            } else {
                let [first, second] = in_order(order, contents);
                reader.read(2 * rows + 3, first);
                reader.read(2 * rows + 2, second);
            }
        }
        for (cells, cell) in middle(state) {
            reader.read(cells, state.content(cell));
        }
        reader.end()
    }

    /// Returns the state that has this rank.
    #[inline]
    pub fn unrank(self, rank: u64) -> Animals {
        let blocks = PAIRS as u64 * self.block();
        let (block, within) = if rank < blocks {
            ((rank / self.block()) as usize, rank % self.block())
        } else {
            let rank = rank - blocks;
            (
                PAIRS + (rank / self.own_block()) as usize,
                rank % self.own_block(),
            )
        };
        let (mine, theirs) = LIONS[block];
        let lions = Animals::EMPTY
            .with(mine.into(), LION | MINE)
            .with(theirs.into(), LION);
        let mut writer = Unranking {
            state: lions,
            left: self.pieces,
            rank: within as u32,
        };
        if block < PAIRS {
            let mut cells = ALL & !lions.occupied();
            let mut after = CELLS;
            while cells != 0 && writer.left > 0 {
                after -= 1;
                writer.write(after, cells.trailing_zeros());
                cells &= cells - 1;
            }
        } else {
            writer.write_own();
        }
        writer.end()
    }
}

/// Iterates over the rows from the top. `.0` is the number of rows that follow, and `.1` is the
/// left cell of the row.
fn rows() -> impl Iterator<Item = (usize, u32)> {
    (0..ROWS).rev().zip((0..).step_by(3))
}

/// Iterates over the two cells of the middle column that have no lion. `.0` is the number of cells
/// that follow, and `.1` is the cell.
fn middle(state: Animals) -> impl Iterator<Item = (usize, u32)> {
    let lions = state.lions();
    let cells = rows().map(|(_, left)| left + 1);
    let free = cells.filter(move |cell| lions >> cell & 1 == 0);
    [1, 0].into_iter().zip(free)
}

/// Returns the contents of the left and the right cell of one row, exchanged if the mirror image of
/// the state is ranked. The mirror image is ranked if `order` is `Greater`. To compute `order`,
/// compare the left content with the right content in the first row in which the two differ.
fn in_order(order: Ordering, [left, right]: [u64; 2]) -> [u64; 2] {
    if order.is_gt() {
        [right, left]
    } else {
        [left, right]
    }
}

/// Returns all pairs of contents for the left and the right cell of a row in which the left content
/// is not greater than the right content. Each content is an index into [`CONTENTS`].
fn ordered() -> impl Iterator<Item = [usize; 2]> {
    let all = 0..CONTENTS.len();
    all.flat_map(|first| (first..CONTENTS.len()).map(move |second| [first, second]))
}

/// Computes the rank of a state within its block, by reading one cell after another. `rank` is the
/// sum of one summand for each cell that has been read.
struct RankSum {
    state: Animals,
    /// The set of the pieces that the cells read so far do not contain.
    left: usize,
    rank: u32,
}

impl RankSum {
    const fn new(state: Animals, left: usize) -> Self {
        Self {
            state,
            left,
            rank: 0,
        }
    }

    /// Reads one cell. `cells` cells follow it.
    #[inline]
    fn read(&mut self, cells: usize, content: u64) {
        self.rank += SMALLER[cells][self.left][content as usize];
        self.left -= COST[content as usize];
    }

    /// Reads the left and the right cell of one row. `first` must not be greater than `second`.
    /// `rows` rows follow this row.
    fn read_row(&mut self, rows: usize, first: u64, second: u64) {
        let smaller = ordered().take_while(|row| row.map(|at| CONTENTS[at]) != [first, second]);
        let ways = smaller.map(|row| pairs(&ORBITS, rows, self.left, row));
        self.rank += ways.sum::<u32>();
        self.left -= COST[first as usize] + COST[second as usize];
    }

    /// Reads the hands.
    #[inline]
    fn end(self) -> u64 {
        let [giraffes, elephants, chicks] =
            HandAnimal::ALL.map(|kind| self.state.held(kind) as usize);
        let (of_giraffes, of_elephants) = (self.left % 3 + 1, self.left / 3 % 3 + 1);
        let hand = giraffes + of_giraffes * (elephants + of_elephants * chicks);
        u64::from(self.rank) + hand as u64
    }
}

/// Computes the state from a rank within a block, by filling one cell after another.
struct Unranking {
    state: Animals,
    left: usize,
    rank: u32,
}

impl Unranking {
    /// Fills one cell. `cells` cells follow it.
    #[inline]
    fn write(&mut self, cells: usize, cell: u32) {
        if self.rank < WAYS[cells][self.left] {
            return;
        }
        // A content without a remaining piece adds no ways, so it is never the last content that
        // fits.
        let smaller = &SMALLER[cells][self.left];
        let fits = |content: &u64| smaller[*content as usize] <= self.rank;
        let content = CONTENTS.into_iter().take_while(fits).last().unwrap_or(0);
        self.rank -= smaller[content as usize];
        self.put(cell, content);
    }

    fn put(&mut self, cell: u32, content: u64) {
        self.state = self.state.with(cell, content);
        self.left -= COST[content as usize];
    }

    /// Fills the ten cells that contain no lion. Both lions must be in the middle column.
    fn write_own(&mut self) {
        let mut is_same = true;
        for (rows, cell) in rows() {
            if is_same {
                let [first, second] = self.find_row(rows).map(|at| CONTENTS[at]);
                self.put(cell, first);
                self.put(cell + 2, second);
                is_same = first == second;
            } else {
                self.write(2 * rows + 3, cell);
                self.write(2 * rows + 2, cell + 2);
            }
        }
        for (cells, cell) in middle(self.state) {
            self.write(cells, cell);
        }
    }

    /// Returns what the left and the right cell of one row hold, as indexes into [`CONTENTS`].
    /// `rows` rows follow this row.
    fn find_row(&mut self, rows: usize) -> [usize; 2] {
        let found = ordered().find(|&row| {
            let ways = pairs(&ORBITS, rows, self.left, row);
            let is_here = self.rank < ways;
            if !is_here {
                self.rank -= ways;
            }
            is_here
        });
        found.unwrap_or([0, 0])
    }

    fn end(self) -> Animals {
        let mut hand = self.rank as usize;
        let mut state = self.state;
        let mut left = self.left;
        for kind in HandAnimal::ALL {
            let number = left % 3;
            let mine = hand % (number + 1);
            for piece in 0..number {
                state = if piece < mine {
                    state.with_held(kind)
                } else {
                    state.with_held_by_other(kind)
                };
            }
            hand /= number + 1;
            left /= 3;
        }
        state
    }
}
