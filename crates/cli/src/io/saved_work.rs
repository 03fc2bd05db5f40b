//! Saves the state of a long search in a file, so that an interrupted search can continue. The file is deleted when the
//! search ends.

use std::fs;
use std::path::{Path, PathBuf};

use perfectplay::bake::{BakeError, Work};
use perfectplay_any::Error;
use perfectplay_any::disk::{self, NewFile};
use perfectplay_any::jobs::DirectoryStore;

use crate::Failure;
use crate::io::stop::Stop;

/// A file with the saved work of an unfinished search. This process refuses to read the file if another user could have
/// written it. This process also refuses to replace or delete the file if somebody has changed it since this process
/// last read or wrote it.
struct SavedWork {
    path: PathBuf,
    /// The greatest allowed size of the file, in bytes.
    most: u64,
    /// The content of the file; `None` if there is no file.
    last: Option<Vec<u8>>,
}

impl SavedWork {
    /// Reads the saved work from the file at `path`, if this file exists. Refuses a file of more than `most` bytes.
    fn open(path: PathBuf, most: u64) -> Result<Self, Failure> {
        let last = disk::read_own(&path, most).map_err(|error| Failure::at(&path, &error))?;
        Ok(Self { path, most, last })
    }

    /// Saves `bytes` as the work. If `bytes` cannot be saved, the file keeps its old content.
    fn save(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.expect_last()?;
        let save = || {
            let mut file = NewFile::beside(&self.path, true)?;
            std::io::Write::write_all(file.file(), bytes)?;
            file.put(self.path.file_name().unwrap_or_default())
        };
        save().map_err(|error| Failure::at(&self.path, &error))?;
        self.last = Some(bytes.to_vec());
        Ok(())
    }

    fn remove(self) -> Result<(), Failure> {
        self.expect_last()?;
        match self.last {
            Some(_) => fs::remove_file(&self.path).map_err(|error| Failure::at(&self.path, &error)),
            None => Ok(()),
        }
    }

    /// Checks that no other process has changed the file since this process read or wrote it.
    fn expect_last(&self) -> Result<(), Failure> {
        let found = disk::read_own(&self.path, self.most);
        if found.map_err(|error| Failure::at(&self.path, &error))? == self.last {
            return Ok(());
        }
        let problem = "another process has changed this file since this command wrote it";
        Err(Failure::at(&self.path, &problem))
    }
}

/// Runs `search`, and calls `write` with its result. `output` is the path of the file for the result; `None` if the
/// result does not go to a file. The work is saved in another file beside `output`. The saved work takes at most `most`
/// bytes. The saved work is deleted after the result is written.
pub fn search<T>(
    output: Option<&Path>,
    most: u64,
    stop: &Stop,
    search: impl FnOnce(Work<'_>) -> Result<T, Error>,
    write: impl FnOnce(&T) -> Result<(), Failure>,
) -> Result<T, Failure> {
    let path = output.map(DirectoryStore::beside);
    let kept = path.clone().map(|path| SavedWork::open(path, most));
    let mut kept = kept.transpose()?;
    let begun = kept.as_ref().and_then(|kept| kept.last.clone());
    let mut failed = None;
    let save = &mut |bytes: &[u8]| {
        let saved = kept.as_mut().map_or(Ok(()), |kept| kept.save(bytes));
        saved.map_err(|failure| {
            failed = Some(failure);
            BakeError::Stopped
        })
    };
    let found = search(Work { begun, save });
    if let Some(failure) = failed {
        return Err(failure);
    }
    let found = found.map_err(|error| match error {
        Error::Stopped => stop.failure(path.clone()),
        Error::Work(problem) => Failure::at(path.as_deref().unwrap_or(Path::new("-")), &problem),
        error => error.into(),
    })?;
    write(&found)?;
    kept.map_or(Ok(()), SavedWork::remove)?;
    Ok(found)
}
