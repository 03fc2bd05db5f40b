//! Where the bytes of a tablebase file are.

use std::fmt::Debug;
use std::fs::File;
use std::io;
use std::ops::Range;

/// The bytes of a tablebase file, wherever they are: a file of the system, memory, or a server far
/// away.
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
    /// Returns how many bytes there are.
    ///
    /// # Errors
    /// When that cannot be told.
    fn len(&self) -> io::Result<u64>;

    /// Fills a buffer with what stands at an offset.
    ///
    /// # Errors
    /// When it cannot be read, or ends too soon.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// Is told what is read next, so that all of it can be fetched together.
    fn expect(&self, _ranges: &mut dyn Iterator<Item = Range<u64>>) {}

    /// Returns all of them, if they are in memory.
    fn in_memory(&self) -> Option<&[u8]> {
        None
    }

    /// Returns whether it is worth some milliseconds to read less.
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

    /// There are no files.
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
