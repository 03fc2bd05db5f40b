//! Computes the features of a move in m,n,k-games. Playbooks by rules use these features to order
//! the moves of a state. The index of each feature is part of the file format of these playbooks.

use perfectplay::game::Hints;
use perfectplay::{Move, Moves, Player};

use super::{Mnk, MnkState};

/// Says at which index each block of features begins. Games use these blocks only if marks fall to
/// the bottom of a column and lines have four cells.
pub(super) struct Blocks {
    /// The number of pairs that consist of a line and one of its cells. A pair and its mirror image
    /// count once.
    pairs: u32,
    /// The number of patterns that the marks in a line can form. A pattern leaves out one cell of
    /// the line, and has marks of at most one player.
    patterns: u32,
    cell: u32,
    odd_columns: u32,
    new_threats: u32,
    in_column: u32,
    below: u32,
    replies: u32,
    counting: u32,
    quarter: u32,
    threat: u32,
    pub(super) end: u32,
}

/// The number of blocks whose features are patterns of the marks in a line. Blocks 0, 2, 3 and 4
/// describe lines through the cell of the move. Blocks 1 and 5 describe lines through the cell
/// above the cell of the move. Blocks 0 and 1 are used in every state. Blocks 2 and 5 are used if
/// the context contains [`OWN_COUNTS`]. Block 3 is used if the context contains [`THEIR_COUNTS`].
/// Block 4 is used if at least four sevenths of the cells are marked.
const LINE_BLOCKS: u32 = 6;

/// The number of possible contexts. The context of a state consists of the three bits
/// [`OWN_COUNTS`], [`THEIR_COUNTS`] and [`THEIRS_IN_OWN_ROW`]. Each bit tells whether a player has
/// a threat in certain rows, because the value of a threat depends on its row.
const CONTEXTS: u32 = 8;
/// This bit is set if the player to move has a [counting](Mnk::counting) threat in a good row for
/// that player: an odd row for the first player, an even row for the second.
const OWN_COUNTS: u32 = 1;
/// This bit is set if the opponent has a [counting](Mnk::counting) threat in a good row for the
/// opponent: an odd row if the opponent is the first player, otherwise an even row.
const THEIR_COUNTS: u32 = 2;
/// This bit is set if the opponent has a [counting](Mnk::counting) threat in a good row for the
/// player to move: an odd row if the first player is to move, otherwise an even row.
const THEIRS_IN_OWN_ROW: u32 = 4;

/// The input from which the patterns of a move are computed. A view consists of the marks of both
/// players, and of one cell: the cell of the move, or the cell above. The marks and the cell may be
/// mirrored.
#[derive(Clone, Copy)]
struct View {
    mv: Move,
    mine: u64,
    theirs: u64,
    cell: u64,
    is_image: bool,
}

impl<const GRAVITY: bool> Mnk<GRAVITY> {
    /// Returns whether patterns of lines are among the features of this game.
    pub(super) const fn has_patterns(&self) -> bool {
        GRAVITY && !self.misere && self.length == 4
    }

    /// Returns those of `threats` that *count*. A threat counts if neither player has another
    /// threat below it in the same column. A threat that does not count cannot decide the game.
    #[inline]
    fn counting(&self, threats: u64, others: u64) -> u64 {
        let (mut above, mut next) = (0, threats | others);
        for _ in 1..self.board.rows {
            next = next << 1 & self.all;
            above |= next;
        }
        threats & !above
    }

    #[inline]
    fn column(&self, cell: u64) -> (u32, u32) {
        let apart = u32::from(self.board.rows) + 1;
        let bit = cell.trailing_zeros();
        (bit / apart, bit % apart)
    }

    /// Returns whether at least four sevenths of the cells are marked.
    #[inline]
    fn is_late(&self, state: MnkState) -> bool {
        7 * state.occupied.count_ones() >= 4 * u32::from(self.board.cells())
    }

    /// Returns the number of columns in the left half of the board, including the middle column.
    fn left_columns(&self) -> u32 {
        u32::from(self.board.columns).div_ceil(2)
    }

    /// Numbers the cells of the left half of the board. A cell of the right half has the number of
    /// its mirror image.
    #[inline]
    fn folded(&self, column: u32, row: u32) -> u32 {
        let column = column.min(u32::from(self.board.columns) - 1 - column);
        column * u32::from(self.board.rows) + row
    }

    pub(super) fn blocks(&self) -> Blocks {
        let (columns, rows) = (u32::from(self.board.columns), u32::from(self.board.rows));
        let cells = self.left_columns() * rows;
        let pairs: u32 = self.pairs().map(|(_, _, cells)| cells.count_ones()).sum();
        let patterns = (1 << self.length) - 1;
        let mut end = LINE_BLOCKS * pairs * patterns;
        let mut block = |count| {
            end += count;
            end - count
        };
        Blocks {
            pairs,
            patterns,
            cell: block(cells * CONTEXTS),
            odd_columns: block(columns * 2 * CONTEXTS),
            new_threats: block(3 * 3 * 3),
            in_column: block(rows * rows * 2),
            below: block(3 * CONTEXTS),
            replies: block((columns + 1) * CONTEXTS),
            counting: block(3 * 3 * 3 * 2),
            quarter: block(cells * 4),
            threat: block(2 * 5 * 2),
            end,
        }
    }

    /// For each direction of lines, iterates over the places of a line, such as its second place.
    /// `.0` is the distance in bits between neighbouring cells of a line in this direction. `.1` is
    /// the place. `.2` is a mask of cells: each of them is at the place `.1` of some line in this
    /// direction. If the masks contain a cell of a line, they leave out the mirror image of this
    /// cell in the mirror image of the line.
    #[inline]
    fn pairs(&self) -> impl Iterator<Item = (u8, u8, u64)> + use<GRAVITY> {
        let apart = u32::from(self.board.rows) + 1;
        let left = (1_u64 << (self.left_columns() * apart)) - 1;
        let middle = if self.board.columns % 2 == 1 {
            left & !(left >> apart)
        } else {
            0
        };
        let (starts, steps, length) = (self.lines.starts, self.lines.shifts[0], self.length);
        (0..4_u8)
            .zip(starts)
            .zip(steps)
            .flat_map(move |((way, starts), step)| {
                (0..length).map(move |place| {
                    let mut cells = starts << (place * step) & left;
                    // Of two lines through a cell of the middle column that are mirror images, one
                    // is left out: the row in which the cell has the later place, or the diagonal
                    // of the last direction.
                    if way == 3 || way == 0 && 2 * place > length - 1 {
                        cells &= !middle;
                    }
                    (step, place, cells)
                })
            })
    }

    /// Returns the mirror image of a set of cells.
    #[inline]
    pub(super) fn reflected(&self, cells: u64) -> u64 {
        let columns = 0..self.board.columns;
        let pairs = columns.clone().zip(columns.rev());
        pairs.fold(0, |image, (from, to)| {
            image | self.in_column(cells, from) << self.foot(to)
        })
    }

    pub(super) fn each_pattern(
        &self,
        state: MnkState,
        moves: Moves,
        each: &mut dyn FnMut(Move, u32),
    ) {
        let blocks = self.blocks();
        let (mine, theirs) = (state.occupied ^ state.last, state.last);
        let context = self.context(state);
        let is_late = self.is_late(state);

        // The lines through the cell, and then through the cell above it.
        let images = [mine, theirs].map(|marks| self.reflected(marks));
        let mut of_cell = [None; 2 * perfectplay::game::MOVE_LIMIT as usize];
        let mut of_above = of_cell;
        let mut count = 0;
        let open = self.open(state);
        for mv in moves {
            let cell = open & self.column_of(mv);
            let image = self.reflected(cell);
            let is_left = image >= cell;
            let is_middle = image == cell;
            for (is_image, is_seen) in [(false, is_left), (true, !is_left || is_middle)] {
                if !is_seen {
                    continue;
                }
                let ([mine, theirs], cell) = if is_image {
                    (images, image)
                } else {
                    ([mine, theirs], cell)
                };
                let is_image = is_image && is_middle;
                of_cell[count] = Some(View {
                    mv,
                    mine,
                    theirs,
                    cell,
                    is_image,
                });
                let above = cell << 1 & self.all;
                let mine = mine | cell;
                of_above[count] = (above != 0).then_some(View {
                    mv,
                    mine,
                    theirs,
                    cell: above,
                    is_image,
                });
                count += 1;
            }
        }
        let block = blocks.pairs * blocks.patterns;
        let mut first = 0;
        for (step, place, cells) in self.pairs() {
            let is_own_image =
                step == 1 || step == self.board.rows + 1 && 2 * place == self.length - 1;
            let mut see = |view: &View, contexts: [(u32, bool); 4]| {
                if view.cell & cells == 0 || view.is_image && is_own_image {
                    return;
                }
                let Some(pattern) = self.pattern(view, step, place) else {
                    return;
                };
                let number = first + (cells & (view.cell - 1)).count_ones();
                for (number_of_block, holds) in contexts {
                    if holds {
                        let feature = number_of_block * block + number * blocks.patterns + pattern;
                        each(view.mv, feature);
                    }
                }
            };
            let (own, their) = (context & OWN_COUNTS != 0, context & THEIR_COUNTS != 0);
            for view in of_cell[..count].iter().flatten() {
                see(view, [(0, true), (2, own), (3, their), (4, is_late)]);
            }
            for view in of_above[..count].iter().flatten() {
                see(view, [(1, true), (5, own), (0, false), (0, false)]);
            }
            first += cells.count_ones();
        }
        for mv in moves {
            self.each_of_move(&blocks, state, mv, context, each);
        }
    }

    #[inline]
    pub(super) const fn column_of(&self, mv: Move) -> u64 {
        ((1 << self.board.rows) - 1) << self.foot(mv.index())
    }

    /// Returns a number that tells which cells of a line are marked, and by which player. Leaves
    /// out the cell that has this `place` in the line. `None` if both players have marks in the
    /// remaining cells.
    #[inline]
    fn pattern(&self, view: &View, step: u8, place: u8) -> Option<u32> {
        let start = view.cell.trailing_zeros() - u32::from(place * step);
        let (mut mine, mut theirs, mut bit) = (0, 0, 0);
        for other in (0..self.length).filter(|&other| other != place) {
            let at = start + u32::from(other * step);
            mine |= (view.mine >> at & 1) << bit;
            theirs |= (view.theirs >> at & 1) << bit;
            bit += 1;
        }
        match (mine, theirs) {
            (mine, 0) => Some(mine as u32),
            (0, theirs) => Some((1 << bit) - 1 + theirs as u32),
            _ => None,
        }
    }

    /// Returns the cells in the rows where a threat is worth most to the player to move. The first
    /// player's threats are worth most in odd rows, and the second player's threats in even rows.
    #[inline]
    fn own_rows(&self, state: MnkState) -> u64 {
        self.rows_from(Player::after_plies(state.occupied.count_ones()) == Player::First)
    }

    fn context(&self, state: MnkState) -> u32 {
        let (mine, theirs) = (state.occupied ^ state.last, state.last);
        let [mine, theirs] = [mine, theirs].map(|marks| self.threats_of(marks, state.occupied));
        let own_rows = self.own_rows(state);
        let set = |bit, holds| if holds { bit } else { 0 };
        let mine_count = self.counting(mine, theirs);
        let theirs_count = self.counting(theirs, mine);
        set(OWN_COUNTS, mine_count & own_rows != 0)
            | set(THEIR_COUNTS, theirs_count & !own_rows != 0)
            | set(THEIRS_IN_OWN_ROW, theirs_count & own_rows != 0)
    }

    /// Calls `each` with every feature of a move, except the patterns of lines.
    fn each_of_move(
        &self,
        blocks: &Blocks,
        state: MnkState,
        mv: Move,
        context: u32,
        each: &mut dyn FnMut(Move, u32),
    ) {
        let (columns, rows) = (u32::from(self.board.columns), u32::from(self.board.rows));
        let own_rows = self.own_rows(state);
        let column = self.column_of(mv);
        let cell = self.open(state) & column;
        let (number, row) = self.column(cell);
        let folded = self.folded(number, row);
        let is_even = row % 2;
        let (before, theirs) = (state.occupied ^ state.last, state.last);
        let (mine, occupied) = (before | cell, state.occupied | cell);
        let after = MnkState {
            last: mine,
            occupied,
        };
        let some = |cells: u64| cells.count_ones().min(2);

        each(mv, blocks.cell + folded * CONTEXTS + context);
        // The columns with an odd number of marks have their next cell in an even row.
        let odd = (self.open(state) & self.rows_from(false)).count_ones() - is_even;
        let odd = odd.min(columns - 1);
        each(
            mv,
            blocks.odd_columns + (odd * 2 + is_even) * CONTEXTS + context,
        );

        let threats = self.threats_of(mine, occupied);
        let new = threats & !self.threats_of(before, state.occupied);
        let their_threats = self.threats_of(theirs, occupied);
        let reply = threats & self.open(after);
        let forcing = if reply == 0 {
            0
        } else {
            let then = self
                .threats_of(theirs | reply, occupied | reply)
                .count_ones();
            1 + u32::from(then > their_threats.count_ones())
        };
        let parities = some(new & own_rows) * 3 + some(new & !own_rows);
        each(mv, blocks.new_threats + parities * 3 + forcing);

        let up = |threats: u64| match threats & column {
            0 => 0,
            threats => threats.trailing_zeros() - cell.trailing_zeros(),
        };
        let ups = up(threats) * rows + up(their_threats);
        each(mv, blocks.in_column + ups * 2 + is_even);

        let below = match cell >> 1 & column {
            0 => 0,
            below if before & below != 0 => 1,
            _ => 2,
        };
        each(mv, blocks.below + below * CONTEXTS + context);
        let replies = self.safe_moves(after).len();
        each(mv, blocks.replies + replies * CONTEXTS + context);

        let mine_count = self.counting(threats, their_threats);
        let theirs_count = self.counting(their_threats, threats);
        let counting = some(mine_count & own_rows) * 9
            + some(theirs_count & !own_rows) * 3
            + some(theirs_count & own_rows);
        let (marks, cells) = (state.occupied.count_ones(), u32::from(self.board.cells()));
        each(
            mv,
            blocks.counting + counting * 2 + u32::from(self.is_late(state)),
        );
        each(mv, blocks.quarter + folded * 4 + 4 * marks / cells);

        let mut new = new;
        while new != 0 {
            let threat = new & new.wrapping_neg();
            new ^= threat;
            let (number, row) = self.column(threat);
            let column = ((1 << rows) - 1) << (number * (rows + 1));
            let height = (occupied & column).count_ones();
            let above = (row - height).min(4);
            let is_own = u32::from(own_rows & threat != 0);
            let is_cut = u32::from(their_threats & column & (threat - 1) != 0);
            each(mv, blocks.threat + (is_own * 5 + above) * 2 + is_cut);
        }
    }
}
