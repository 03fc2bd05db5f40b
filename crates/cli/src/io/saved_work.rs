//! The work of a long search, which is saved in a file until the search ends.

use std::fmt::Display;
use std::fs;
use std::path::PathBuf;

use perfectplay_any::disk::{self, NewFile};

use crate::Failure;

/// A file with the work of a search. Only the user of this process can have written the file. The
/// file is replaced or deleted only while its content is what this process has read or written
/// last.
pub struct SavedWork {
    path: PathBuf,
    /// The greatest size of the work, in bytes.
    most: u64,
    /// The content of the file; `None` if there is no file.
    last: Option<Vec<u8>>,
}

impl SavedWork {
    /// Reads the work at this path, if there is a file.
    pub fn open(path: PathBuf, most: u64) -> Result<Self, Failure> {
        let last = disk::read_own(&path, most).map_err(|error| wrong(&path, &error))?;
        Ok(Self { path, most, last })
    }

    /// Returns the work that was saved last.
    pub fn last(&self) -> Option<&[u8]> {
        self.last.as_deref()
    }

    /// Saves the work whole or not at all.
    pub fn save(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.expect_last()?;
        let save = || {
            let mut file = NewFile::beside(&self.path, true)?;
            std::io::Write::write_all(file.file(), bytes)?;
            file.put(self.path.file_name().unwrap_or_default())
        };
        save().map_err(|error| wrong(&self.path, &error))?;
        self.last = Some(bytes.to_vec());
        Ok(())
    }

    /// Deletes the work.
    pub fn remove(self) -> Result<(), Failure> {
        self.expect_last()?;
        match self.last {
            Some(_) => fs::remove_file(&self.path).map_err(|error| wrong(&self.path, &error)),
            None => Ok(()),
        }
    }

    /// Checks that no other process has changed the file meanwhile.
    fn expect_last(&self) -> Result<(), Failure> {
        let found = disk::read_own(&self.path, self.most);
        if found.map_err(|error| wrong(&self.path, &error))? == self.last {
            return Ok(());
        }
        let problem = "expected the work that was saved last, found another file";
        Err(wrong(&self.path, &problem))
    }
}

/// Returns the failure for a problem with the work at a path.
pub fn wrong(path: &std::path::Path, problem: &dyn Display) -> Failure {
    Failure::Input(format!("{}: {problem}", path.display()))
}
