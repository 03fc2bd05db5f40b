//! A playbook as a module of JavaScript.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use super::rules::{Board, SourceRules, only_side, title};
use crate::playbook::{Parts, PlaybookData};
use perfectplay_core::Player;

/// The module.
pub(super) fn source(name: &str, data: &PlaybookData<'_>, rules: SourceRules) -> String {
    let is_wide = rules.key_bits() > u32::BITS;
    let mut source = String::new();
    for line in title(name, data) {
        source += format!("// {line}").trim_end();
        source += "\n";
    }
    source += "//\n// Written by perfectplay.\n\n";
    source += &rank(data, &data.parts(), is_wide);
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
            connect(data, board, is_wide)
        }
    };
    source
}

/// An array, in lines.
fn array<T: Display>(comment: &str, name: &str, kind: &str, numbers: &[T]) -> String {
    let lines = numbers.chunks(16).map(|line| {
        let numbers = line.iter().map(ToString::to_string);
        format!("  {},\n", numbers.collect::<Vec<_>>().join(", "))
    });
    format!(
        "// {comment}\nconst {name} = {kind}.of(\n{});\n\n",
        lines.collect::<String>(),
    )
}

/// The data, and the function that answers a key.
fn rank(data: &PlaybookData<'_>, parts: &Parts<'_>, is_wide: bool) -> String {
    if parts.arrays.is_empty() {
        return format!(
            r"// The rank of the move among the legal ones: always the same.
export function rank(_key) {{
  return {};
}}

",
            parts.ranks[0]
        );
    }
    let ranks: u8 = parts.counts.iter().sum();
    let mut source = array(
        "The bits from which those of all codes follow.",
        "BITS",
        "Uint8Array",
        parts.arrays,
    );
    if parts.seeds.len() > 1 {
        source += &array(
            "Where the bits of each bucket begin, and where the last ones end.",
            "STARTS",
            "Uint32Array",
            &parts.starts,
        );
        source += &array(
            "The seed of each bucket.",
            "SEEDS",
            "Uint8Array",
            parts.seeds,
        );
    }
    source += &array(
        "How many ranks have a code of 1 bit, 2 bits and so on.",
        "COUNTS",
        "Uint8Array",
        &parts.counts[1..=parts.longest()],
    );
    source += &array(
        "The ranks in the order of their codes.",
        "RANKS",
        "Uint8Array",
        &parts.ranks[..usize::from(ranks)],
    );
    let (kind, low, high) = if is_wide {
        (
            "a BigInt",
            r"  const high = Number(BigInt.asUintN(32, key >> 32n));
  const lane = mix(Number(BigInt.asUintN(32, key)) ^ mix(high));
",
            " ^ Math.imul(high, 0x85ebca6b)",
        )
    } else {
        ("a number", "  const lane = mix(key);\n", "")
    };
    let bucket = if parts.seeds.len() > 1 {
        format!(
            r"  const bucket = Math.imul(lane >>> 16, {}) >>> 16;
  const start = STARTS[bucket];
  const spots = STARTS[bucket + 1] - start - 1;
  const seed = SEEDS[bucket];
",
            parts.seeds.len()
        )
    } else {
        format!(
            "  const start = 0;\n  const spots = {};\n  const seed = {};\n",
            parts.arrays.len() - 1,
            parts.seeds[0]
        )
    };
    let check = match data.check_bits() {
        0 => String::new(),
        bits => format!(
            r"  for (let bit = 0; bit < {bits}; bit += 1) {{
    if (parity(word & mask)) return null;
    mask = (mask << 1) | (mask >>> 31);
  }}
"
        ),
    };
    source
        + &format!(
            r"function mix(number) {{
  number = Math.imul(number ^ (number >>> 16), 0x045d9f3b);
  number = Math.imul(number ^ (number >>> 16), 0x045d9f3b);
  return number ^ (number >>> 16);
}}

function parity(word) {{
  word ^= word >>> 16;
  word ^= word >>> 8;
  word ^= word >>> 4;
  return (0x6996 >>> (word & 15)) & 1;
}}

// The rank of the move in the state with this key, {kind}: its number among the legal moves. For a
// state outside the book, any rank or null.
export function rank(key) {{
{low}{bucket}  let spread = Math.imul(lane ^ seed, 0x9e3779b1);
  spread ^= spread >>> 16;
  let mask = Math.imul(spread{high}, 0xc2b2ae35);
  mask ^= mask >>> 16;
  const first = start + (Math.imul(spread >>> 16, spots) >>> 16);
  const second = start + (Math.imul(spread & 0xffff, spots) >>> 16);
  const word = BITS[first] | (BITS[first + 1] << 8) | (BITS[second] << 16) | (BITS[second + 1] << 24);
{check}  // The next code, the least of its length, and how many are shorter.
  let value = 0;
  let least = 0;
  let shorter = 0;
  for (const count of COUNTS) {{
    value = (value << 1) | parity(word & mask);
    if (value - least < count) return RANKS[shorter + value - least];
    least = (least + count) << 1;
    shorter += count;
    mask = (mask << 1) | (mask >>> 31);
  }}
  return null;
}}

",
        )
}

/// The lines in which a book that is not for both sides refuses the turns of the other one.
fn only(data: &PlaybookData<'_>, same: &str, other: &str) -> String {
    match only_side(data) {
        None => String::new(),
        Some(Player::First) => format!("  if ({other}) return null;\n"),
        Some(Player::Second) => format!("  if ({same}) return null;\n"),
    }
}

/// The function that counts the ones of a mask, if a book needs it. Numbers end with `n`.
fn ones(data: &PlaybookData<'_>, n: &str) -> String {
    if only_side(data).is_none() {
        return String::new();
    }
    format!(
        r"function ones(mask) {{
  let count = 0;
  for (; mask !== 0{n}; mask &= mask - 1{n}) count += 1;
  return count;
}}

"
    )
}

fn tictactoe(data: &PlaybookData<'_>) -> String {
    let only = only(data, "ones(x) === ones(o)", "ones(x) !== ones(o)");
    let ones = ones(data, "");
    let (turned, images, back) = if data.uses_symmetry() {
        (
            r"// The image of some cells, with rows and columns exchanged for odd turns, and with the columns
// mirrored for even ones. All turns, one after the other, lead to all eight images.
function turned(turn, cells) {
  return turn & 1 ? exchanged(exchanged(cells, 0o42, 2), 4, 4) : exchanged(cells, 0o111, 2);
}

// Exchanges each of some cells with the one so many further on.
function exchanged(cells, some, further) {
  const differ = (cells ^ (cells >> further)) & some;
  return cells ^ differ ^ (differ << further);
}

",
            r"  // The image with the least key stands for all eight.
  let [leastX, leastO, turns] = [x, o, 0];
  for (let turn = 1; turn < 8; turn += 1) {
    x = turned(turn, x);
    o = turned(turn, o);
    if (o < leastO || (o === leastO && x < leastX)) [leastX, leastO, turns] = [x, o, turn];
  }
  [x, o] = [leastX, leastO];
",
            "  for (let turn = turns; turn > 0; turn -= 1) cell = turned(turn, cell);\n",
        )
    } else {
        ("", "", "")
    };
    let cell = if back.is_empty() { "const" } else { "let" };
    format!(
        r"// Cells are numbered row by row from 0 to 8, and cell i is bit i of a mask. X moves first, so that
// the masks of X and O tell who is to move.

// Whether some cells contain a line.
function line(cells) {{
  return (cells & (cells >> 1) & (cells >> 2) & 0o111) !== 0
    || (cells & (cells >> 3) & (cells >> 6) & 7) !== 0
    || (cells & 0o421) === 0o421
    || (cells & 0o124) === 0o124;
}}

// null while the game goes on; 'line' if the player who has moved last has one, or 'draw'.
export function over(x, o) {{
  if (line(x) || line(o)) return 'line';
  return ((x | o) & 0o777) === 0o777 ? 'draw' : null;
}}

// The empty cells as a mask, which are the legal moves while the game goes on.
export function legal(x, o) {{
  return ~(x | o) & 0o777;
}}

// The cells of the player who moves, with one more.
export function play(cells, cell) {{
  return cells | (1 << cell);
}}

{ones}{turned}// The cell to play, for whoever is to move; null if the game is over, or it is the turn of a side
// that the book is not for. A state that no game by the book leads to gets any answer.
export function choose(x, o) {{
  if (over(x, o)) return null;
{only}{images}  let empty = legal(x, o);
  const found = empty & (empty - 1) ? rank(x | (o << 9)) : 0;
  if (found === null) return null;
  for (let skipped = 0; skipped < found; skipped += 1) empty &= empty - 1;
  {cell} cell = empty & -empty;
{back}  return cell ? 31 - Math.clz32(cell) : null;
}}
"
    )
}

fn connect(data: &PlaybookData<'_>, board: Board, is_wide: bool) -> String {
    let height = board.height();
    let (columns, bottom) = (board.columns, board.bottom());
    // Masks are numbers of 32 bits, which JavaScript takes as signed unless it is told not to; or
    // whole numbers of any size.
    let n = if is_wide { "n" } else { "" };
    let (shift, unsigned, end) = if is_wide {
        (">>", "", "")
    } else {
        (">>>", "(", ") >>> 0")
    };
    let steps = if is_wide {
        format!("{height}n * BigInt(column)")
    } else {
        format!("{height} * column")
    };
    let runs = board.shifts().map(|shifts| {
        if !is_wide && shifts.iter().any(|&shift| shift >= u32::BITS) {
            return String::new();
        }
        let steps = shifts
            .iter()
            .map(|by| format!("  run &= run {shift} {by}{n};\n"));
        format!(
            "  run = last;\n{}  found |= run;\n",
            steps.collect::<String>()
        )
    });
    let runs = runs.concat();
    let only = only(data, "ones(occupied) % 2 === 0", "ones(occupied) % 2 !== 0");
    let ones = ones(data, n);
    let (mirrored, image) = if data.uses_symmetry() {
        (
            format!(
                r"// The mirror image of a key.
function mirrored(key) {{
  let image = 0{n};
  for (let column = 0; column < {columns}; column += 1) {{
    image = (image << {height}{n}) | (key & {}{n});
    key {shift}= {height}{n};
  }}
  return {unsigned}image{end};
}}

",
                (1_u64 << height) - 1
            ),
            r"  // The lesser of a state and its mirror image stands for both.
  const image = mirrored(key);
  if (image < key) {
    key = image;
    columns.reverse();
  }
",
        )
    } else {
        (String::new(), "")
    };
    let binding = if image.is_empty() { "const" } else { "let" };
    let key = if is_wide {
        format!("occupied + {bottom}n + last")
    } else {
        format!("(occupied + {bottom} + last) >>> 0")
    };
    format!(
        r"// Columns are numbered from the left, from 0 on. The cells of a column are the bits of a mask from
// {height} times its number on, the lowest first; one bit above each column stays empty. A state has
// two masks{masks}: the cells of the player who has moved last, and those of both. The first
// player is to move if their number is even.

// The start of a game.
export const START = Object.freeze({{ last: 0{n}, occupied: 0{n} }});

// null while the game goes on; 'line' if the player who has moved last has one, or 'draw'.
export function over({{ last, occupied }}) {{
  let run;
  let found = 0{n};
{runs}  if (found !== 0{n}) return 'line';
  return occupied === {all}{n} ? 'draw' : null;
}}

// The columns that are not full, which are the legal moves while the game goes on.
export function legal({{ occupied }}) {{
  const columns = [];
  for (let column = 0; column < {columns}; column += 1) {{
    if (((occupied {shift} ({steps})) & {top}{n}) === 0{n}) columns.push(column);
  }}
  return columns;
}}

// The state after a mark falls into a column that is not full.
export function play({{ last, occupied }}, column) {{
  const foot = (occupied + {bottom}{n}) & ({full}{n} << ({steps}));
  return {{
    last: {unsigned}(occupied ^ last) | foot{end},
    occupied: {unsigned}occupied | foot{end},
  }};
}}

{ones}{mirrored}// The column to play, for whoever is to move; null if the game is over, or it is the turn of a side
// that the book is not for. A state that no game by the book leads to gets any answer.
export function choose(state) {{
  if (over(state)) return null;
  const {{ last, occupied }} = state;
{only}  const columns = legal(state);
  {binding} key = {key};
{image}  const found = columns.length > 1 ? rank(key) : 0;
  return found === null ? null : columns[found] ?? null;
}}
",
        masks = if is_wide { ", which are BigInts" } else { "" },
        all = board.all(),
        top = board.top(),
        full = board.full(),
    )
}
