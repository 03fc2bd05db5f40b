//! Sources from which the bytes of a tablebase file are read.

use std::fmt::Debug;
use std::fs::File;
use std::io;
use std::ops::Range;

/// The bytes of a tablebase file, wherever they are: in a file of the system, in memory, or on
/// a distant server.
///
/// ```
/// use perfectplay_tablebase::Source;
///
/// let source = b"tablebase".to_vec();
/// let mut bytes = [0; 4];
/// Source::read_at(&source, &mut bytes, 5)?;
/// assert_eq!((&bytes, Source::len(&source)?), (b"base", 9));
/// # Ok::<(), std::io::Error>(())
/// ```
#[expect(clippy::len_without_is_empty, reason = "no tablebase file is empty")]
pub trait Source: Debug + Send + Sync {
    /// Returns the number of bytes in the file.
    ///
    /// # Errors
    /// Fails when the number of bytes cannot be found out.
    fn len(&self) -> io::Result<u64>;

    /// Fills `buffer` with the bytes that begin at `offset`.
    ///
    /// # Errors
    /// Fails when the bytes cannot be read, or the source ends too early.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// Announces the ranges of bytes that will be read next, so that the source can fetch them
    /// together.
    fn expect(&self, _ranges: &mut dyn Iterator<Item = Range<u64>>) {}

    /// Returns all bytes, if they are in memory.
    fn in_memory(&self) -> Option<&[u8]> {
        None
    }

    /// Returns whether reading is slow, as from a distant server. If reading is slow, callers avoid
    /// a read even if they have to compute for some milliseconds instead.
    fn is_far(&self) -> bool {
        false
    }
}

impl Source for File {
    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let mut done = 0;
        while done < buffer.len() {
            let at = offset + done as u64;
            match std::os::windows::fs::FileExt::seek_read(self, &mut buffer[done..], at)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                more => done += more,
            }
        }
        Ok(())
    }

    /// Returns an error, because this system cannot read files at an offset.
    #[cfg(not(any(unix, windows)))]
    fn read_at(&self, _buffer: &mut [u8], _offset: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Source for Vec<u8> {
    fn len(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn in_memory(&self) -> Option<&[u8]> {
        Some(self)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let start = usize::try_from(offset).ok();
        let range = start.and_then(|start| Some(start..start.checked_add(buffer.len())?));
        let bytes = range.and_then(|range| self.get(range));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}
