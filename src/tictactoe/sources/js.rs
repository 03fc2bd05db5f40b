//! Writes the table as JavaScript. It has one character for each way to fill the board, without
//! symmetric images, and a decoder of a few lines.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::bake::template::fill;
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
    let symmetries: Vec<Vec<u8>> = Symmetry::all().map(images).collect();
    let lines: Vec<[u8; 3]> = Line::all().map(Line::cells).collect();
    let values = Vec::from([
        ("format", format.into()),
        ("exports", exports.into()),
        ("scores", scores(records)),
        ("lines", format!("{lines:?}")),
        ("symmetries", format!("{symmetries:?}")),
        ("boards", BOARDS.to_string()),
        ("unreachable", UNREACHABLE.to_string()),
    ]);
    fill(include_str!("tictactoe.js.txt"), &values)
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
