//! Tests that `web/table.js`, the page's table of tic-tac-toe, is up to date. The file contains a decoder of a few
//! lines, and a text. In this text, one character gives the score of a board and of all boards that are symmetric to
//! it. `SNAPSHOTS=overwrite cargo test -p perfectplay-cli --test suite page_table` writes the file.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use perfectplay::lookup;
use perfectplay::tictactoe::{CELLS, Line, Record, State, Symmetry, records};

/// The character for a board that no game reaches. The character after `#` in ASCII stands for score 0, the character
/// after that for score 1, and so on. None of these characters has a special meaning in a JavaScript string or in HTML.
const UNREACHABLE: u8 = b'#';

/// The number of values: win, draw and loss. The score of a board is its distance × `VALUES` + its value.
const VALUES: u8 = 3;

/// The number of ways to give each cell an X, an O or nothing.
const BOARDS: u16 = 3_u16.pow(CELLS as u32);

/// Returns the module.
fn module() -> String {
    let symmetries: Vec<Vec<u8>> = Symmetry::all().map(images).collect();
    let lines: Vec<[u8; 3]> = Line::all().map(Line::cells).collect();
    include_str!("page_table.js.txt")
        .replace("$scores", &scores())
        .replace("$lines", &format!("{lines:?}"))
        .replace("$symmetries", &format!("{symmetries:?}"))
        .replace("$boards", &BOARDS.to_string())
        .replace("$unreachable", &UNREACHABLE.to_string())
}

/// Returns one character for each set of symmetric boards. The function `number` gives each board a number. The
/// characters are in the order of the least number in each set.
fn scores() -> String {
    let records: BTreeMap<State, Record> = records().collect();
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

/// Returns the number whose digits in base 3 are the binary digits of `mask`.
fn base_3(mask: u16) -> u16 {
    match mask {
        0 => 0,
        mask => 3 * base_3(mask >> 1) + (mask & 1),
    }
}

fn path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/table.js")
}

#[test]
fn the_page_has_this_table() {
    if env::var_os("SNAPSHOTS").is_some_and(|how| how == "overwrite") {
        fs::write(path(), module()).expect("the page's table");
    }
    let page = fs::read_to_string(path()).expect("the page's table");
    assert!(page == module(), "SNAPSHOTS=overwrite writes web/table.js");
}

/// Calls the module's `lookup` with every pair of ten-bit masks for the cells of O and of X. Most pairs are not boards.
/// Compares the answers with the library's answers.
#[test]
#[ignore = "needs Node; run by .ci/run"]
fn its_lookup_answers_as_the_library() {
    let script = r#"
        import(require("node:url").pathToFileURL(process.argv[1])).then(({ lookup }) => {
            const values = ["loss", "draw", "win"];
            for (let o = 0; o < 1024; o += 1) {
                for (let x = 0; x < 1024; x += 1) {
                    const r = lookup(x, o);
                    if (r) console.log([x, o, values.indexOf(r.value), r.winning, r.losing,
                        r.neutral, r.best, r.distance].join(" "));
                }
            }
            for (const junk of [-1, 0.5, NaN, "1", null, undefined, {}, 2 ** 32]) {
                if (lookup(junk, 0) !== null || lookup(0, junk) !== null) throw Error(String(junk));
            }
        });
    "#;
    let output = Command::new("node")
        .args(["-e", script])
        .arg(path())
        .output();
    let output = output.expect("node");
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let mut answers = printed.lines();
    for o in 0..1024 {
        for x in 0..1024 {
            let Some(record) = State::from_masks(x, o).ok().and_then(lookup) else {
                continue;
            };
            let expected = format!(
                "{x} {o} {} {} {} {} {} {}",
                record.value() as u8,
                record.winning().bits(),
                record.losing().bits(),
                record.neutral().bits(),
                record.best().bits(),
                record.distance(),
            );
            assert_eq!(answers.next(), Some(expected.as_str()));
        }
    }
    assert_eq!(answers.next(), None);
}
