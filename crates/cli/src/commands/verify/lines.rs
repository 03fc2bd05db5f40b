//! Compares lines of tsv or csv with the solved game.

use std::collections::HashSet;
use std::fmt::Display;
use std::io::Read;

use perfectplay_any::{AnyTable, Column, ColumnSet, Error};

use crate::io::lines::Lines;
use crate::io::row::Delimited;

/// The greatest length of a line in bytes. No game needs a longer line.
const LONGEST: u64 = 1 << 16;

/// The exported formats that `verify` can read.
pub const FORMATS: [(&str, Delimited); 2] = [
    ("tsv", Delimited { separator: "\t" }),
    ("csv", Delimited { separator: "," }),
];

/// Compares an exported table with the solved game. The table must have one line for each state.
pub fn compare(format: Delimited, input: &mut dyn Read, table: &AnyTable) -> Result<(), String> {
    let mut lines = Lines::new(input, LONGEST);
    let (mut seen, mut expected) = (HashSet::new(), Vec::new());
    // The header has already been compared.
    lines.next().map_err(|error| error.to_string())?;
    loop {
        let number = lines.number + 1;
        let Some(line) = lines.next().map_err(|error| error.to_string())? else {
            break;
        };
        let at = |problem: &dyn Display| format!("line {number}: {problem}");
        let (state, _) = format.split(&line);
        let position = table.parse(state).map_err(|error| at(&error))?;
        if position.analysis().map_err(|error| at(&error))?.is_none() {
            return Err(at(&format_args!(
                "expected a reachable state, found the unreachable {state}"
            )));
        }
        expected.clear();
        let written = format.push(&position, &mut expected);
        written.map_err(|error| at(&error))?;
        let expected = String::from_utf8_lossy(&expected);
        if expected.trim_ascii() != line {
            return Err(at(&format_args!(
                "{state}: {}",
                difference(format, &expected, &line)
            )));
        }
        // No two reachable states share a key.
        if !seen.insert(position.key()) {
            return Err(at(&format_args!(
                "expected each state once, found {state} again"
            )));
        }
    }
    let (states, with_line) = count(table, &seen).map_err(|error| error.to_string())?;
    // Even if each state has a line, the file may have too many lines.
    let found = if with_line < states {
        with_line
    } else {
        seen.len() as u64
    };
    if found == states {
        Ok(())
    } else {
        Err(format!("expected {states} states, found {found}"))
    }
}

/// Counts the states of the table (`.0`), and those of them whose keys are in `seen` (`.1`). The state count in
/// a table file is too small: it counts symmetric states that share a rank once.
fn count(table: &AnyTable, seen: &HashSet<u64>) -> Result<(u64, u64), Error> {
    let (mut states, mut with_line) = (0, 0);
    table.columns(ColumnSet::new(&[Column::Key]), &mut |columns| {
        states += columns.len as u64;
        with_line += columns.keys.iter().filter(|key| seen.contains(key)).count() as u64;
        Ok(())
    })?;
    Ok((states, with_line))
}

/// Returns the error for a line that differs from the expected line. The error names the first column that differs.
fn difference(format: Delimited, expected: &str, found: &str) -> String {
    let columns = |line| {
        let (state, others) = format.split(line);
        [state].into_iter().chain(others)
    };
    let pairs = columns(expected).zip(columns(found));
    let named = Delimited::COLUMNS.into_iter().zip(pairs);
    match named
        .into_iter()
        .find(|(_, (expected, found))| expected != found)
    {
        Some((name, (expected, found))) => format!("expected {name} {expected:?}, found {found:?}"),
        None => format!(
            "expected {} columns, found {}",
            Delimited::COLUMNS.len(),
            columns(found).count()
        ),
    }
}
