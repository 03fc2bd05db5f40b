//! Reads a table that is on a server. The reader records which bytes are missing, so that the page can fetch
//! these bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use perfectplay_tablebase::Source;

/// The size of a page of the table's file, in bytes. Only whole pages are fetched.
const PAGE: usize = 1 << 12;

/// If at most `GAP` pages lie between two missing pages, one request fetches the missing pages and the pages between
/// them. This saves a second request.
const GAP: u64 = 2;

/// The greatest number of pages that are kept in memory. This number of pages takes 32 MB. Another cache holds the
/// unpacked blocks of the table.
const MOST: usize = 1 << 13;

/// The pages of a file that have arrived, and the indexes of the pages that are needed but missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pages(Arc<Mutex<PageCache>>);

#[derive(Debug, Default)]
struct PageCache {
    len: u64,
    here: BTreeMap<u64, Vec<u8>>,
    missing: BTreeSet<u64>,
}

impl Pages {
    fn lock(&self) -> MutexGuard<'_, PageCache> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the size of the file in bytes.
    pub fn set_len(&self, len: u64) {
        self.lock().len = len;
    }

    /// Keeps each page of the file that `bytes` contains completely. `bytes` begins at `offset` in the file. Only the
    /// last page of the file may be shorter than a page.
    pub fn supply(&self, offset: u64, bytes: &[u8]) {
        let mut kept = self.lock();
        if kept.here.len() > MOST {
            kept.here.clear();
        }
        let skipped = (offset.wrapping_neg() % PAGE as u64).min(bytes.len() as u64);
        let first = (offset + skipped) / PAGE as u64;
        let end = offset + bytes.len() as u64;
        for (number, page) in (first..).zip(bytes[skipped as usize..].chunks(PAGE)) {
            if page.len() == PAGE || end == kept.len {
                kept.here.insert(number, page.to_vec());
            }
        }
    }

    /// Returns the ranges of bytes that are missing, and clears the record of missing pages.
    pub fn take_missing(&self) -> Vec<Range<u64>> {
        let mut kept = self.lock();
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for page in std::mem::take(&mut kept.missing) {
            match ranges.last_mut() {
                Some(range) if page <= range.end + GAP => range.end = page + 1,
                _ => ranges.push(page..page + 1),
            }
        }
        let bytes = |range: Range<u64>| {
            let [start, end] = [range.start, range.end].map(|page| page * PAGE as u64);
            start..end.min(kept.len)
        };
        ranges.into_iter().map(bytes).collect()
    }
}

impl PageCache {
    fn pages(range: &Range<u64>) -> Range<u64> {
        range.start / PAGE as u64..range.end.div_ceil(PAGE as u64)
    }

    /// Records which pages of a range of bytes are missing. Returns whether any page is missing.
    fn note(&mut self, range: &Range<u64>) -> bool {
        let missing = Self::pages(range).filter(|page| !self.here.contains_key(page));
        let missing: Vec<u64> = missing.collect();
        self.missing.extend(&missing);
        !missing.is_empty()
    }
}

impl Source for Pages {
    fn len(&self) -> io::Result<u64> {
        Ok(self.lock().len)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let mut kept = self.lock();
        let end = offset.checked_add(buffer.len() as u64);
        let end = end.filter(|&end| end <= kept.len);
        let range = offset..end.ok_or(io::ErrorKind::UnexpectedEof)?;
        if kept.note(&range) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let mut filled = 0;
        for page in PageCache::pages(&range) {
            let from = (offset + filled as u64 - page * PAGE as u64) as usize;
            let bytes = &kept.here[&page][from..];
            let len = bytes.len().min(buffer.len() - filled);
            buffer[filled..filled + len].copy_from_slice(&bytes[..len]);
            filled += len;
        }
        Ok(())
    }

    fn expect(&self, ranges: &mut dyn Iterator<Item = Range<u64>>) {
        for range in ranges {
            self.lock().note(&range);
        }
    }

    fn is_far(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a range of bytes of `file`, namely `at`, through `pages`. Whenever pages are missing, copies them from
    /// `file` into `pages`, as a download would. Returns the bytes that were read (`.0`), and the start and end of each
    /// copied range (`.1`).
    fn read(pages: &Pages, file: &[u8], at: Range<usize>) -> (Vec<u8>, Vec<(usize, usize)>) {
        let mut bytes = vec![0; at.len()];
        let mut fetched = Vec::new();
        while let Err(error) = pages.read_at(&mut bytes, at.start as u64) {
            assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
            for range in pages.take_missing() {
                let (start, end) = (range.start as usize, range.end as usize);
                pages.supply(range.start, &file[start..end]);
                fetched.push((start, end));
            }
        }
        (bytes, fetched)
    }

    #[test]
    fn what_is_missing_is_fetched_once_and_in_whole_pages() {
        let file: Vec<u8> = (0..3 * PAGE + 5).map(|at| (at * 7 / 3) as u8).collect();
        let pages = Pages::default();
        pages.set_len(file.len() as u64);
        let (bytes, fetched) = read(&pages, &file, PAGE - 2..PAGE + 2);
        assert_eq!(bytes, file[PAGE - 2..PAGE + 2]);
        assert_eq!(fetched, [(0, 2 * PAGE)]);
        let (bytes, fetched) = read(&pages, &file, 5..file.len());
        assert_eq!(bytes, file[5..]);
        assert_eq!(fetched, [(2 * PAGE, file.len())]);
        let error = pages
            .read_at(&mut [0; 6], 3 * PAGE as u64)
            .map_err(|error| error.kind());
        assert_eq!(error, Err(io::ErrorKind::UnexpectedEof));
    }

    #[test]
    fn part_of_a_page_is_not_kept() {
        let file = vec![1; 3 * PAGE];
        let pages = Pages::default();
        pages.set_len(file.len() as u64);
        pages.supply(10, &file[10..2 * PAGE - 1]);
        assert!(pages.read_at(&mut [0; 1], PAGE as u64).is_err());
        pages.supply(10, &file[10..2 * PAGE]);
        assert!(pages.read_at(&mut [0; 1], PAGE as u64).is_ok());
        assert!(pages.read_at(&mut [0; 1], 0).is_err());
    }

    #[test]
    fn neighbours_are_fetched_together() {
        let pages = Pages::default();
        pages.set_len(100 * PAGE as u64);
        let page = |number: u64| number * PAGE as u64..number * PAGE as u64 + 1;
        pages.expect(&mut [9, 3, 5, 90].map(page).into_iter());
        let range = |pages: Range<u64>| pages.start * PAGE as u64..pages.end * PAGE as u64;
        assert_eq!(pages.take_missing(), [3..6, 9..10, 90..91].map(range));
        assert_eq!(pages.take_missing(), []);
    }
}
