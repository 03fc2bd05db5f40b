//! A playbook as a module of Rust.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use super::rules::{Board, SourceRules, only_side, title};
use crate::playbook::{Parts, PlaybookData};
use perfectplay_core::Player;

/// The module.
pub(super) fn source(name: &str, data: &PlaybookData<'_>, rules: SourceRules) -> String {
    let key = if rules.key_bits() > u32::BITS {
        "u64"
    } else {
        "u32"
    };
    let mut source = String::new();
    for line in title(name, data) {
        source += format!("// {line}").trim_end();
        source += "\n";
    }
    source += "//\n// Written by perfectplay.\n\n";
    source += &rank(data, &data.parts(), key);
    source += &match rules {
        SourceRules::Keys { .. } => String::new(),
        SourceRules::TicTacToe => tictactoe(data),
        SourceRules::Connect {
            columns,
            rows,
            length,
        } => {
            let board = Board {
                columns,
                rows,
                length,
            };
            connect(data, board, key)
        }
    };
    source
}

/// An array, in lines.
fn array<T: Display>(comment: &str, name: &str, kind: &str, numbers: &[T]) -> String {
    let lines = numbers.chunks(16).map(|line| {
        let numbers = line.iter().map(ToString::to_string);
        format!("    {},\n", numbers.collect::<Vec<_>>().join(", "))
    });
    format!(
        "/// {comment}\n#[rustfmt::skip]\nstatic {name}: [{kind}; {}] = [\n{}];\n\n",
        numbers.len(),
        lines.collect::<String>(),
    )
}

/// The data, and the function that answers a key.
fn rank(data: &PlaybookData<'_>, parts: &Parts<'_>, key: &str) -> String {
    if parts.arrays.is_empty() {
        return format!(
            r"/// The rank of the move among the legal ones: always the same.
pub fn rank(_key: {key}) -> Option<u8> {{
    Some({})
}}

",
            parts.ranks[0]
        );
    }
    let longest = parts.longest();
    let ranks: u8 = parts.counts.iter().sum();
    let mut source = array(
        "The bits from which those of all codes follow.",
        "BITS",
        "u8",
        parts.arrays,
    );
    if parts.seeds.len() > 1 {
        source += &array(
            "Where the bits of each bucket begin, and where the last ones end.",
            "STARTS",
            if parts.arrays.len() <= usize::from(u16::MAX) {
                "u16"
            } else {
                "u32"
            },
            &parts.starts,
        );
        source += &array("The seed of each bucket.", "SEEDS", "u8", parts.seeds);
    }
    source += &array(
        "How many ranks have a code of 1 bit, 2 bits and so on.",
        "COUNTS",
        "u8",
        &parts.counts[1..=longest],
    );
    source += &array(
        "The ranks in the order of their codes.",
        "RANKS",
        "u8",
        &parts.ranks[..usize::from(ranks)],
    );
    let (low, high) = if key == "u64" {
        (
            "    let high = (key >> 32) as u32;\n    let lane = mix(key as u32 ^ mix(high));\n",
            " ^ high.wrapping_mul(0x85eb_ca6b)",
        )
    } else {
        ("    let lane = mix(key);\n", "")
    };
    let bucket = if parts.seeds.len() > 1 {
        format!(
            r"    let bucket = (((lane >> 16) * {}) >> 16) as usize;
    let start = STARTS[bucket] as usize;
    let spots = STARTS[bucket + 1] as u32 - start as u32 - 1;
    let seed = SEEDS[bucket];
",
            parts.seeds.len()
        )
    } else {
        format!(
            "    let (start, spots, seed) = (0, {}, {}_u8);\n",
            parts.arrays.len() - 1,
            parts.seeds[0]
        )
    };
    let check = match data.check_bits() {
        0 => String::new(),
        bits => format!(
            r"    for _ in 0..{bits} {{
        if (word & mask).count_ones() % 2 == 1 {{
            return None;
        }}
        mask = mask.rotate_left(1);
    }}
"
        ),
    };
    source
        + &format!(
            r"const fn mix(number: u32) -> u32 {{
    let number = (number ^ (number >> 16)).wrapping_mul(0x045d_9f3b);
    let number = (number ^ (number >> 16)).wrapping_mul(0x045d_9f3b);
    number ^ (number >> 16)
}}

/// The rank of the move in the state with this key: its number among the legal moves. For a
/// state outside the book, any rank or `None`.
pub fn rank(key: {key}) -> Option<u8> {{
{low}{bucket}    let spread = (lane ^ seed as u32).wrapping_mul(0x9e37_79b1);
    let spread = spread ^ (spread >> 16);
    let mask = (spread{high}).wrapping_mul(0xc2b2_ae35);
    let mut mask = mask ^ (mask >> 16);
    let pair = |part: u32| {{
        let place = start + ((part * spots) >> 16) as usize;
        match BITS.get(place..) {{
            Some(&[low, high, ..]) => u16::from_le_bytes([low, high]) as u32,
            _ => 0,
        }}
    }};
    let word = pair(spread >> 16) | (pair(spread & 0xffff) << 16);
{check}    // The next code, the least of its length, and how many are shorter.
    let (mut value, mut least, mut shorter) = (0_u32, 0_u32, 0_u32);
    for &count in &COUNTS {{
        value = (value << 1) | ((word & mask).count_ones() % 2);
        if value - least < count as u32 {{
            return RANKS.get((shorter + value - least) as usize).copied();
        }}
        least = (least + count as u32) << 1;
        shorter += count as u32;
        mask = mask.rotate_left(1);
    }}
    None
}}

",
        )
}

/// The lines in which a book that is not for both sides refuses the turns of the other one.
fn only(data: &PlaybookData<'_>, is_first: &str) -> String {
    let refused = match only_side(data) {
        None => return String::new(),
        Some(Player::First) => format!("!({is_first})"),
        Some(Player::Second) => is_first.to_string(),
    };
    format!("    if {refused} {{\n        return None;\n    }}\n")
}

/// What both rules have.
const OVER: &str = "/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The player who has moved last has a line.
    Line,
    /// Neither has.
    Draw,
}

";

fn tictactoe(data: &PlaybookData<'_>) -> String {
    let only = only(data, "x.count_ones() == o.count_ones()");
    let (turned, images, back) = if data.uses_symmetry() {
        (
            r"/// The image of some cells, with rows and columns exchanged for odd turns, and with the columns
/// mirrored for even ones. All turns, one after the other, lead to all eight images.
const fn turned(turn: u8, cells: u16) -> u16 {
    if turn % 2 == 1 {
        exchanged(exchanged(cells, 0o42, 2), 4, 4)
    } else {
        exchanged(cells, 0o111, 2)
    }
}

/// Exchanges each of some cells with the one so many further on.
const fn exchanged(cells: u16, some: u16, further: u32) -> u16 {
    let differ = (cells ^ (cells >> further)) & some;
    cells ^ differ ^ (differ << further)
}

",
            r"    // The image with the least key stands for all eight.
    let (mut image, mut least, mut turns) = ([o, x], [o, x], 0);
    for turn in 1..8 {
        image = image.map(|cells| turned(turn, cells));
        if image < least {
            (least, turns) = (image, turn);
        }
    }
    let [o, x] = least;
",
            r"    for turn in (1..=turns).rev() {
        cell = turned(turn, cell);
    }
",
        )
    } else {
        ("", "", "")
    };
    let cell = if back.is_empty() { "cell" } else { "mut cell" };
    format!(
        r"{OVER}// Cells are numbered row by row from 0 to 8, and cell i is bit i of a mask. X moves first, so that
// the masks of X and O tell who is to move.

/// Whether some cells contain a line.
const fn line(cells: u16) -> bool {{
    cells & (cells >> 1) & (cells >> 2) & 0o111 != 0
        || cells & (cells >> 3) & (cells >> 6) & 7 != 0
        || cells & 0o421 == 0o421
        || cells & 0o124 == 0o124
}}

/// Whether the game is over, and how.
pub const fn over(x: u16, o: u16) -> Option<Over> {{
    if line(x) || line(o) {{
        Some(Over::Line)
    }} else if (x | o) & 0o777 == 0o777 {{
        Some(Over::Draw)
    }} else {{
        None
    }}
}}

/// The empty cells, which are the legal moves while the game goes on.
pub const fn legal(x: u16, o: u16) -> u16 {{
    !(x | o) & 0o777
}}

/// The cells of the player who moves, with one more.
pub const fn play(cells: u16, cell: u8) -> u16 {{
    cells | (1 << (cell % 16))
}}

{turned}/// The cell to play, for whoever is to move; `None` if the game is over, or it is the turn of a
/// side that the book is not for. A state that no game by the book leads to gets any answer.
pub fn choose(x: u16, o: u16) -> Option<u8> {{
    if over(x, o).is_some() {{
        return None;
    }}
{only}{images}    let mut empty = legal(x, o);
    let rank = if empty.count_ones() == 1 {{
        0
    }} else {{
        rank(x as u32 | ((o as u32) << 9))?
    }};
    for _ in 0..rank {{
        empty &= empty.wrapping_sub(1);
    }}
    let {cell} = empty & empty.wrapping_neg();
{back}    if cell == 0 {{
        None
    }} else {{
        Some(cell.trailing_zeros() as u8)
    }}
}}
"
    )
}

fn connect(data: &PlaybookData<'_>, board: Board, key: &str) -> String {
    let height = board.height();
    let (columns, full, top) = (board.columns, board.full(), board.top());
    let (bottom, all) = (board.bottom(), board.all());
    let width = if key == "u64" { u64::BITS } else { u32::BITS };
    let runs = board.shifts().map(|shifts| {
        if shifts.iter().any(|&shift| shift >= width) {
            return String::new();
        }
        let steps = shifts
            .iter()
            .map(|shift| format!("    run &= run >> {shift};\n"));
        format!(
            "    let mut run = state.last;\n{}    found |= run;\n",
            steps.collect::<String>()
        )
    });
    let only = only(data, "state.occupied.count_ones() % 2 == 0");
    let (mirrored, image) = if data.uses_symmetry() {
        (
            format!(
                r"/// The mirror image of a key.
const fn mirrored(mut key: {key}) -> {key} {{
    let (mut image, mut column) = (0, 0);
    while column < {columns} {{
        image = (image << {height}) | (key & {});
        key >>= {height};
        column += 1;
    }}
    image
}}

",
                (1_u64 << height) - 1
            ),
            r"    // The lesser of a state and its mirror image stands for both.
    let image = mirrored(key);
    let (key, is_mirrored) = if image < key { (image, true) } else { (key, false) };
",
        )
    } else {
        (String::new(), "")
    };
    let nth = if data.uses_symmetry() {
        format!(
            r"    if is_mirrored {{
        (0..{columns}).rev().filter(is_legal).nth(rank)
    }} else {{
        (0..{columns}).filter(is_legal).nth(rank)
    }}
"
        )
    } else {
        format!("    (0..{columns}).filter(is_legal).nth(rank)\n")
    };
    format!(
        r"{OVER}/// A state. Columns are numbered from the left, from 0 on. The cells of a column are the bits of
/// a mask from {height} times its number on, the lowest first; one bit above each column stays empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {{
    /// The cells of the player who has moved last.
    pub last: {key},
    /// Those of both. The first player is to move if their number is even.
    pub occupied: {key},
}}

/// The start of a game.
pub const START: State = State {{
    last: 0,
    occupied: 0,
}};

/// Whether the game is over, and how.
pub const fn over(state: State) -> Option<Over> {{
    let mut found = 0;
{runs}    if found != 0 {{
        Some(Over::Line)
    }} else if state.occupied == {all:#x} {{
        Some(Over::Draw)
    }} else {{
        None
    }}
}}

/// The columns that are not full, as a mask: the legal moves while the game goes on.
pub const fn legal(state: State) -> u32 {{
    let (mut legal, mut column) = (0, 0);
    while column < {columns} {{
        if (state.occupied >> ({height} * column)) & {top} == 0 {{
            legal |= 1 << column;
        }}
        column += 1;
    }}
    legal
}}

/// The state after a mark falls into a column. If that is full or there is none, nothing changes
/// but whose turn it is.
pub const fn play(state: State, column: u8) -> State {{
    let cells = if column < {columns} {{
        {full:#x} << ({height} * column as u32)
    }} else {{
        0
    }};
    let foot = state.occupied.wrapping_add({bottom:#x}) & cells;
    State {{
        last: (state.occupied ^ state.last) | foot,
        occupied: state.occupied | foot,
    }}
}}

{mirrored}/// The column to play, for whoever is to move; `None` if the game is over, or it is the turn of a
/// side that the book is not for. A state that no game by the book leads to gets any answer.
pub fn choose(state: State) -> Option<u8> {{
    if over(state).is_some() {{
        return None;
    }}
{only}    let legal = legal(state);
    let is_legal = |&column: &u8| (legal >> column) & 1 == 1;
    let key = state.occupied.wrapping_add({bottom:#x}).wrapping_add(state.last);
{image}    let rank = if legal.count_ones() == 1 {{ 0 }} else {{ rank(key)? as usize }};
{nth}}}
",
        runs = runs.concat(),
    )
}
