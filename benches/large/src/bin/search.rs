//! Compares a tablebase file of Connect Four with a live search. Each compared state is random, and
//! has marks in at least half of its cells. The states are grouped by their number of marks, and
//! the output has one row for each group.
//!
//! ```console
//! $ cd benches/large
//! $ cargo run --release --bin search -- 6x6 connect.table 10000
//! ```
//!
//! The search shares no code with the solver. It is an alpha-beta search with a transposition
//! table, as Pascal Pons describes it in "Solving Connect 4" (2015). A board is stored in the
//! layout of bits that John Tromp devised.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fmt};

use large::{Xorshift, exit_code};
use perfectplay::{Game, Move, Value};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{DenseIndex, Tablebase};

/// The number of entries of the transposition table.
const ENTRIES: usize = 1 << 22;

fn main() -> ExitCode {
    exit_code("search", run(&env::args().skip(1).collect::<Vec<_>>()))
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [size, file, count] = arguments else {
        return Err("expected a size such as 6x6, a tablebase file, and a number of states".into());
    };
    let count: usize = count.parse()?;
    let (columns, rows) = size.split_once('x').ok_or("expected a size such as 6x6")?;
    let mut search = Search::new(columns.parse()?, rows.parse()?);
    let game = Connect::with_parameters(size).ok_or("expected the size of a board")?;
    let table = Tablebase::open(DenseIndex(game), Path::new(file))?;
    let mut random = Xorshift(1);
    println!("| plies | states | won | drawn | lost | nodes of the search, mean |");
    println!("| --: | --: | --: | --: | --: | --: |");
    for plies in search.cells().div_ceil(2)..search.cells() {
        let lines = search.random_lines(plies, count, &mut random);
        let states: Vec<_> = lines.iter().map(|line| after(game, line)).collect();
        let found = table.lookup_many(&states)?;
        let mut values = [0_u64; 3];
        search.nodes = 0;
        for (line, found) in lines.iter().zip(&found) {
            let expected = search.result(line);
            let analysis = found.as_ref().ok_or("expected a reachable state")?;
            let found = PerfectEnd::new(analysis.value(), analysis.distance());
            if found != expected {
                let line = MarkLine(line);
                return Err(format!("after {line}: expected {expected}, found {found}").into());
            }
            values[expected.value as usize] += 1;
        }
        let [won, drawn, lost] = values;
        let nodes = search.nodes / lines.len().max(1) as u64;
        println!(
            "| {plies} | {} | {won} | {drawn} | {lost} | {nodes} |",
            lines.len()
        );
    }
    Ok(())
}

/// Begins with an empty board, and drops a disc into each column of `line` in turn. Returns the
/// resulting state.
fn after(game: Connect, line: &[u8]) -> <Connect as Game>::State {
    line.iter().fold(game.start(), |state, &column| {
        game.play(state, Move::new(column).expect("a column"))
    })
}

/// How a game ends if both players play perfectly. `value` is the value for the player to move, and
/// `plies` is the number of plies to the end.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PerfectEnd {
    value: Value,
    plies: Option<u32>,
}

impl PerfectEnd {
    const fn new(value: Value, plies: Option<u32>) -> Self {
        Self { value, plies }
    }
}

impl fmt::Display for PerfectEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = self.plies.unwrap_or_default();
        write!(f, "{:?} in {plies} plies", self.value)
    }
}

/// A sequence of columns, counted from 0. `Display` prints one digit for each column, counted from
/// 1.
struct MarkLine<'a>(&'a [u8]);

impl fmt::Display for MarkLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|column| write!(f, "{}", column + 1))
    }
}

/// The discs on a board, as masks. A column is a group of bits: one bit for each row, from the
/// bottom up, and then an unused bit.
#[derive(Clone, Copy)]
struct BitBoard {
    /// The discs of the player to move.
    own: u64,
    /// All discs.
    all: u64,
    plies: u32,
}

impl BitBoard {
    const EMPTY: Self = Self {
        own: 0,
        all: 0,
        plies: 0,
    };
}

/// An entry of the transposition table: a position, and bounds on its score.
#[derive(Clone, Copy, Default)]
struct StoredBound {
    key: u64,
    low: i8,
    high: i8,
}

/// An alpha-beta search for boards of one size.
///
/// The score of a win is the number of cells that are empty just before the winner drops the last
/// disc. The score of a loss is negative, and the score of a draw is 0.
struct Search {
    columns: u32,
    rows: u32,
    /// A mask of the lowest cell of each column.
    bottom: u64,
    /// All cells.
    full: u64,
    /// The columns from the middle outwards, because moves in the middle are more often good.
    order: Vec<u32>,
    entries: Vec<StoredBound>,
    nodes: u64,
}

impl Search {
    fn new(columns: u32, rows: u32) -> Self {
        let bottom = (0..columns).fold(0, |bits, column| bits | 1 << (column * (rows + 1)));
        let mut order: Vec<u32> = (0..columns).collect();
        order.sort_by_key(|&column| (2 * column + 1).abs_diff(columns));
        Self {
            columns,
            rows,
            bottom,
            full: bottom * ((1 << rows) - 1),
            order,
            entries: vec![StoredBound::default(); ENTRIES],
            nodes: 0,
        }
    }

    const fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    const fn column(&self, column: u32) -> u64 {
        ((1 << self.rows) - 1) << (column * (self.rows + 1))
    }

    /// Returns the cells in which a disc can come to rest.
    const fn open(&self, board: BitBoard) -> u64 {
        (board.all + self.bottom) & self.full
    }

    const fn drop(board: BitBoard, cell: u64) -> BitBoard {
        BitBoard {
            own: board.all ^ board.own,
            all: board.all | cell,
            plies: board.plies + 1,
        }
    }

    /// Returns whether four of the discs in the mask are in a row.
    fn has_four(&self, discs: u64) -> bool {
        [1, self.rows, self.rows + 1, self.rows + 2]
            .iter()
            .any(|step| {
                let pairs = discs & discs >> step;
                pairs & pairs >> (2 * step) != 0
            })
    }

    /// Returns the cells where the next disc can complete four in a row with `discs`.
    fn completing(&self, board: BitBoard, discs: u64) -> u64 {
        let mut rest = self.open(board);
        let mut found = 0;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            if self.has_four(discs | cell) {
                found |= cell;
            }
        }
        found
    }

    /// Returns `count` different lines of `plies` random moves. Returns fewer lines if it does not
    /// find this many. No line ends the game.
    fn random_lines(&self, plies: u32, count: usize, random: &mut Xorshift) -> Vec<Vec<u8>> {
        let (mut lines, mut seen) = (Vec::new(), HashSet::new());
        for _ in 0..1000 * count {
            let (mut board, mut line) = (BitBoard::EMPTY, Vec::new());
            while board.plies < plies {
                let open: Vec<u32> = (0..self.columns)
                    .filter(|&column| self.open(board) & self.column(column) != 0)
                    .collect();
                let column = open[random.below(open.len())];
                line.push(column as u8);
                let cell = self.open(board) & self.column(column);
                if self.has_four(board.own | cell) {
                    break;
                }
                board = Self::drop(board, cell);
            }
            if board.plies == plies && seen.insert((board.own, board.all)) {
                lines.push(line);
                if lines.len() == count {
                    break;
                }
            }
        }
        lines
    }

    /// Begins with an empty board, and drops a disc into each column of `line` in turn. Returns how
    /// the game ends if both players then play perfectly.
    fn result(&mut self, line: &[u8]) -> PerfectEnd {
        let board = line.iter().fold(BitBoard::EMPTY, |board, &column| {
            Self::drop(board, self.open(board) & self.column(column.into()))
        });
        let most = self.most(board.plies);
        let score = self.score(board, -most, most);
        let left = self.cells() - board.plies;
        match score {
            0 => PerfectEnd::new(Value::Draw, Some(left)),
            1.. => PerfectEnd::new(Value::Win, Some(left + 1 - score as u32)),
            _ => PerfectEnd::new(Value::Loss, Some(left + 1 - score.unsigned_abs())),
        }
    }

    /// Returns the score of a player who wins with the next disc.
    const fn most(&self, plies: u32) -> i32 {
        (self.cells() - plies) as i32
    }

    /// Returns the score of a position if the score lies between `low` and `high`. If the score is
    /// `high` or more, returns a lower bound, which is at least `high`. If the score is `low` or
    /// less, returns an upper bound, which is at most `low`.
    fn score(&mut self, board: BitBoard, low: i32, high: i32) -> i32 {
        self.nodes += 1;
        if board.plies == self.cells() {
            return 0;
        }
        if self.completing(board, board.own) != 0 {
            return self.most(board.plies);
        }
        // Without an immediate win, the player wins at best with the second disc from now.
        let (mut low, mut high) = (low, high.min((self.most(board.plies) - 2).max(0)));
        if low >= high {
            return high;
        }
        // The key is unique: the sum marks the lowest empty cell of each column.
        let key = board.own + board.all + self.bottom;
        let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % ENTRIES;
        let entry = self.entries[slot];
        if entry.key == key {
            low = low.max(entry.low.into());
            high = high.min(entry.high.into());
            if low >= high {
                return if i32::from(entry.low) >= high {
                    entry.low.into()
                } else {
                    high
                };
            }
        }
        let begin = low;
        // A player who leaves a threat unanswered loses.
        let forced = self.completing(board, board.all ^ board.own);
        let open = self.open(board);
        let tried = if forced == 0 { open } else { forced };
        let mut best = -self.most(board.plies);
        for number in 0..self.order.len() {
            let cell = tried & self.column(self.order[number]);
            if cell == 0 {
                continue;
            }
            let score = -self.score(Self::drop(board, cell), -high, -low.max(best));
            best = best.max(score);
            if best >= high {
                break;
            }
        }
        let mut entry = StoredBound {
            key,
            low: -(self.cells() as i8),
            high: self.cells() as i8,
        };
        if best > begin {
            entry.low = best as i8;
        }
        if best < high {
            entry.high = best as i8;
        }
        self.entries[slot] = entry;
        best
    }
}
