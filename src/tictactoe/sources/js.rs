//! Writes the table as JavaScript. It has one character for each way to fill the board, without
//! symmetric images, and a decoder of a few lines.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use perfectplay_core::tictactoe::{CELLS, Line, Record, State, Symmetry};

/// The character for a board that no game reaches. The characters after it are scores. None of
/// them has a meaning in a string or in a page.
const UNREACHABLE: u8 = b'#';

/// The number of values: a score is the distance times 3 plus the value.
const VALUES: u8 = 3;

/// The number of ways to fill the board.
const BOARDS: u16 = 3_u16.pow(CELLS as u32);

/// Returns a classic script of about six kilobytes. It defines one global name, and Node can
/// load it as a module.
#[must_use]
pub fn js(records: &[(State, Record)]) -> String {
    let exports = "if (typeof module === \"object\") module.exports = perfectplay;";
    script(records, "js", exports)
}

/// Returns the same as a JavaScript module, for `import`.
#[must_use]
pub fn mjs(records: &[(State, Record)]) -> String {
    let exports = "export const { LINES, SYMMETRIES, lookup } = perfectplay;";
    script(records, "mjs", exports)
}

/// Returns the script in this format, with this last line.
fn script(records: &[(State, Record)], format: &str, exports: &str) -> String {
    let scores = scores(records);
    let symmetries: Vec<Vec<u8>> = Symmetry::all().map(images).collect();
    let lines: Vec<[u8; 3]> = Line::all().map(Line::cells).collect();
    format!(
        r##"// Tic-tac-toe, solved: the value of every position, in constant time.
//
// Made by `perfectplay export --format {format}`. Cells are numbered row by row from 0 to 8, and
// cell i is bit i of every mask. X moves first, so that the masks tell who is to move.
"use strict";

const perfectplay = (() => {{
  // A character for each way to fill the board, by its number in base 3 with a digit for
  // each cell: 1 for X, 2 for O; only for the first of those that turning and mirroring the
  // board makes of each other. "#" stands for a board that no game reaches; the characters
  // after it for distance * 3 + value, with 0 for a loss of the player to move.
  const SCORES = "{scores}";
  const VALUES = ["loss", "draw", "win"];
  const CELLS = 511;
  // Three cells in a row win: rows, columns, diagonals.
  const LINES = {lines:?};
  // Where each way to turn and mirror the board takes each cell.
  const SYMMETRIES = {symmetries:?};

  // For every mask the number whose digits are its bits, and how many there are.
  const BASE_3 = new Uint16Array(CELLS + 1);
  const COUNT = new Uint8Array(CELLS + 1);
  for (let mask = 1; mask <= CELLS; mask += 1) {{
    BASE_3[mask] = 3 * BASE_3[mask >> 1] + (mask & 1);
    COUNT[mask] = COUNT[mask >> 1] + (mask & 1);
  }}

  const scores = new Uint8Array({BOARDS}).fill(255);
  for (let board = 0, read = 0; board < {BOARDS}; board += 1) {{
    if (scores[board] !== 255) continue;
    const score = SCORES.charCodeAt(read++) - {UNREACHABLE};
    for (const image of SYMMETRIES) {{
      let number = 0;
      for (let rest = board, cell = 0; rest; rest = (rest - rest % 3) / 3) {{
        number += rest % 3 * BASE_3[1 << image[cell++]];
      }}
      scores[number] = score;
    }}
  }}

  // The record of the board on which X holds the cells of one mask and O those of the
  // other: value, distance in plies, and the masks of the winning, losing, neutral and best
  // moves. null if no game reaches the board. The value of a move is that of the board after it.
  function lookup(x, o) {{
    if (!Number.isInteger(x) || !Number.isInteger(o) || (x | o) & ~CELLS || x & o) return null;
    const board = BASE_3[x] + 2 * BASE_3[o];
    if (!scores[board]) return null;
    const score = scores[board] - 1;
    const value = score % 3;
    const distance = (score - value) / 3;
    // The moves by the value of the board after them, nine bits for each.
    let moves = 0;
    let best = 0;
    if (distance) {{
      const mark = COUNT[x] > COUNT[o] ? 2 : 1;
      const fastest = 3 * (distance - 1) + 2 - value;
      for (let empty = CELLS & ~(x | o); empty; empty &= empty - 1) {{
        const cell = empty & -empty;
        const after = scores[board + mark * BASE_3[cell]] - 1;
        moves |= cell << 9 * (after % 3);
        if (after === fastest) best |= cell;
      }}
    }}
    const [winning, neutral, losing] = [moves & CELLS, moves >> 9 & CELLS, moves >> 18];
    return {{ value: VALUES[value], distance, winning, losing, neutral, best }};
  }}

  return {{ LINES, SYMMETRIES, lookup }};
}})();

{exports}
"##
    )
}

/// Returns one character for each board that has the least number among its images.
fn scores(records: &[(State, Record)]) -> String {
    let records: BTreeMap<State, Record> = records.iter().copied().collect();
    let mut boards: Vec<(u16, State)> = State::all().map(|state| (number(state), state)).collect();
    boards.sort_unstable();
    let is_first = |&(own, state): &(u16, State)| {
        let mut images = Symmetry::all().map(|symmetry| number(symmetry.state(state)));
        images.all(|image| own <= image)
    };
    let characters = boards.into_iter().filter(is_first).map(|(_, state)| {
        let score = records.get(&state).map_or(0, |record| {
            1 + record.distance() * VALUES + record.value() as u8
        });
        char::from(UNREACHABLE + score)
    });
    characters.collect()
}

/// Returns the image of each cell under a symmetry.
fn images(symmetry: Symmetry) -> Vec<u8> {
    (0..).map_while(|cell| symmetry.cell(cell)).collect()
}

/// Returns the board as a number in base 3: the digit of a cell is 1 for X and 2 for O.
fn number(state: State) -> u16 {
    base_3(state.x()) + 2 * base_3(state.o())
}

/// Returns the number whose digits in base 3 are the bits of a mask.
fn base_3(mask: u16) -> u16 {
    match mask {
        0 => 0,
        mask => 3 * base_3(mask >> 1) + (mask & 1),
    }
}
