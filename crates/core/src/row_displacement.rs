//! Row displacement: stores a sparse table in a dense array.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A sparse table of rows and columns in one array: the entry in row `r` and column `c` is
/// `slots[rows[r] + c]`. Unused slots are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Displaced {
    /// The index in `slots` at which each row begins.
    pub rows: Vec<u16>,
    /// The entries of all rows. The rows overlap.
    pub slots: Vec<u32>,
}

/// Packs the rows of a sparse table into one array. The rows may overlap, but no two entries get
/// the same slot.
///
/// Rows with more entries are placed first. Each row goes to the first position where it fits. This
/// is "first-fit decreasing" (R. E. Tarjan and A. C. Yao, Storing a sparse table, CACM 22, 1979).
/// No row begins before index 0, not even a row whose first columns are empty. The array is not
/// padded: its last slot contains an entry. So for a row `r` and a column `c` without an entry, the
/// index `rows[r] + c` may be beyond the end of the array.
///
/// # Panics
/// Panics if the index at which a row begins does not fit into a `u16`.
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
        rows[row] = u16::try_from(start).expect("rows that begin below slot 65,536");
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::displace;

    proptest! {
        #[test]
        fn displaced_rows_do_not_meet(
            entries in proptest::collection::btree_map(
                (0..64_usize, 0..64_usize),
                1..u32::MAX,
                0..500,
            ),
        ) {
            let table = displace(entries.iter().map(|(&at, &entry)| (at, entry)));
            for (&(row, column), &entry) in &entries {
                prop_assert_eq!(table.slots[usize::from(table.rows[row]) + column], entry);
            }
            let used = table.slots.iter().filter(|&&slot| slot != 0).count();
            prop_assert_eq!(used, entries.len());
        }
    }
}
