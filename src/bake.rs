//! The baker: a solved game as Rust source.
//!
//! What is written is data only, and the same bytes for the same solution on every
//! machine.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use phf_shared::{FmtConst, PhfHash};

use crate::games::tictactoe::TicTacToe;
use crate::record::{PackError, Record};
use crate::solve::Solution;

/// The source of both tables of tic-tac-toe, to be included where `State` and `Record`
/// are in scope: `MAP`, a `phf::Map` from state to record, and the direct index `ROWS`
/// and `SLOTS`.
///
/// # Errors
/// When a record cannot hold an analysis, which says that the solution is wrong.
pub fn tictactoe(solution: &Solution<TicTacToe>) -> Result<String, PackError> {
    let records = solution
        .iter()
        .map(|(state, analysis)| Ok((state, Record::pack(&analysis, state.occupied_cells())?)))
        .collect::<Result<Vec<_>, PackError>>()?;
    let map = phf_map(records.iter().map(|(state, record)| Entry {
        key: state.key(),
        key_source: format!("State::from_bits({:#x})", state.to_bits()),
        value_source: format!("Record::from_bits({:#x})", record.to_bits()),
    }));
    let index = displace(
        records
            .iter()
            .map(|(state, record)| (state.address(), record.to_bits())),
    );
    Ok(format!(
        "pub static MAP: phf::Map<State, Record> = {map};\n{}{}",
        array("ROWS", "u16", &index.rows),
        array("SLOTS", "u32", &index.slots),
    ))
}

/// One entry of a map: a key, and what the source has for it and for its value.
pub struct Entry {
    /// Hashed as the `u64` that it is; the type in the source must do the same.
    pub key: u64,
    /// A constant expression of the map's key type.
    pub key_source: String,
    /// A constant expression of the map's value type.
    pub value_source: String,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Entry {}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.hash(hasher);
    }
}

impl PhfHash for Entry {
    fn phf_hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.phf_hash(hasher);
    }
}

impl FmtConst for Entry {
    fn fmt_const(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key_source)
    }
}

/// The source of a `phf::Map` with these entries, as an expression.
///
/// # Panics
/// When two entries have one key.
pub fn phf_map(entries: impl IntoIterator<Item = Entry>) -> String {
    let mut map = phf_codegen::Map::new();
    for entry in entries {
        let value_source = entry.value_source.clone();
        map.entry(entry, value_source);
    }
    map.build().to_string()
}

/// A sparse table of rows and columns, laid into one array: the entry of row `r` and
/// column `c` is `slots[rows[r] + c]`. An array without gaps has as many slots as the
/// table has entries; an unused slot is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Displaced {
    /// Where each row begins in the array.
    pub rows: Vec<u16>,
    /// The entries of all rows, one between the other.
    pub slots: Vec<u32>,
}

/// Lays the rows of a sparse table over each other so that no two entries meet.
///
/// The fullest row goes first, each to the first place where it fits ("first-fit
/// decreasing": R. E. Tarjan and A. C. Yao, Storing a sparse table, CACM 22, 1979). No
/// row begins before the array, so that no address lies before it. The array ends with
/// its last entry, so that an address without one may lie behind it.
///
/// # Panics
/// When a row would begin beyond what a `u16` holds.
pub fn displace(entries: impl IntoIterator<Item = ((usize, usize), u32)>) -> Displaced {
    let mut table: Vec<Vec<(usize, u32)>> = Vec::new();
    for ((row, column), entry) in entries {
        if table.len() <= row {
            table.resize(row + 1, Vec::new());
        }
        table[row].push((column, entry));
    }
    let mut order: Vec<usize> = (0..table.len()).collect();
    order.sort_by_key(|&row| Reverse(table[row].len()));

    let mut rows = vec![0; table.len()];
    let mut slots: Vec<Option<u32>> = Vec::new();
    for row in order {
        let mut start = 0;
        while table[row]
            .iter()
            .any(|&(column, _)| slots.get(start + column).is_some_and(Option::is_some))
        {
            start += 1;
        }
        rows[row] = u16::try_from(start).expect("a table of at most 65,536 slots");
        for &(column, entry) in &table[row] {
            let slot = start + column;
            slots.resize(slots.len().max(slot + 1), None);
            slots[slot] = Some(entry);
        }
    }
    Displaced {
        rows,
        slots: slots.into_iter().map(Option::unwrap_or_default).collect(),
    }
}

/// The source of a static array of integers.
fn array<T: fmt::Display>(name: &str, item: &str, items: &[T]) -> String {
    let mut source = format!("pub static {name}: [{item}; {}] = [", items.len());
    for (i, item) in items.iter().enumerate() {
        let separator = if i % 16 == 0 { "\n    " } else { " " };
        write!(source, "{separator}{item},").expect("a string takes every text");
    }
    source + "\n];\n"
}
