//! A directory of the user with tables that took long to make, so that a game is solved once.
//!
//! Whatever is wrong with the directory is no reason to fail: a table that cannot be kept is made
//! again. Any number of processes may share it, since a file appears there whole or not at all.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytesize::ByteSize;
use etcetera::BaseStrategy;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use tempfile::NamedTempFile;

use crate::error::Error;

/// The variable of the environment that names the directory. If it is empty, nothing is kept.
pub const DIRECTORY: &str = "PERFECTPLAY_CACHE";

/// The variable that tells how many bytes are kept at most, such as 500MB or 4G.
pub const SIZE: &str = "PERFECTPLAY_CACHE_SIZE";

/// The version of what is kept: another one is not looked at. It grows whenever the bytes of a
/// table change, or what solvers find.
const VERSION: &str = "1";

/// How the name of a table ends.
const TABLE: &str = ".table";

/// How the name of a file ends that is being written.
const DRAFT: &str = ".part";

/// After this time, nobody is writing a file any more.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The longest part of a file's name that tells the game: file systems allow 255 bytes in all.
const LONGEST_GAME: usize = 200;

/// A directory with tables.
#[derive(Clone, Debug)]
pub struct Cache {
    directory: PathBuf,
    most: u64,
    least: Duration,
}

/// A table in a cache.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CachedTable {
    /// The game and its parameters.
    pub game: String,
    /// The size of the file.
    pub bytes: u64,
    /// When it was made or asked last.
    pub used: SystemTime,
    /// The file.
    pub path: PathBuf,
}

impl Cache {
    /// How many bytes are kept by default: a gigabyte.
    pub const MOST: u64 = 1 << 30;

    /// How long it takes to make a table that is kept by default: half a second.
    pub const LEAST: Duration = Duration::from_millis(500);

    /// A cache in a directory, which is made when there is something to keep.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
            most: Self::MOST,
            least: Self::LEAST,
        }
    }

    /// Keeps at most so many bytes: the least recently used tables go first.
    #[must_use]
    pub fn with_most(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Keeps tables that took at least so long to make.
    #[must_use]
    pub fn with_least(self, least: Duration) -> Self {
        Self { least, ..self }
    }

    /// The cache of the user: in the directory for such files on this platform, unless
    /// [the environment](DIRECTORY) names another one. `None` if nothing is to be kept, or there is no
    /// such directory.
    ///
    /// # Errors
    /// When the environment tells a [size](SIZE) that is no number of bytes.
    pub fn from_environment() -> Result<Option<Self>, Error> {
        let directory = match env::var_os(DIRECTORY) {
            Some(directory) if directory.is_empty() => None,
            Some(directory) => Some(directory.into()),
            None => {
                let platform = etcetera::base_strategy::choose_native_strategy().ok();
                platform.map(|platform| platform.cache_dir().join("perfectplay"))
            }
        };
        let most = match env::var_os(SIZE) {
            Some(size) => bytes(&size)?,
            None => Self::MOST,
        };
        Ok(directory.map(|directory: PathBuf| Self::new(directory).with_most(most)))
    }

    /// The directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// How many bytes are kept at most.
    #[must_use]
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// How long it takes at least to make a table that is kept.
    pub(crate) const fn least(&self) -> Duration {
        self.least
    }

    /// The tables that are kept, the most recently used first.
    ///
    /// # Errors
    /// When the directory cannot be read. One that is not there is empty.
    pub fn tables(&self) -> io::Result<Vec<CachedTable>> {
        let files = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            files => files?,
        };
        // A file may be gone since.
        let mut tables: Vec<CachedTable> = files
            .flatten()
            .filter_map(|file| cached_table(&file))
            .collect();
        tables.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| a.path.cmp(&b.path)));
        Ok(tables)
    }

    /// Deletes all tables, and gives those that are gone.
    ///
    /// # Errors
    /// When the directory cannot be read, or a table not be deleted.
    pub fn clear(&self) -> io::Result<Vec<CachedTable>> {
        self.remove_drafts(Duration::ZERO);
        let tables = self.tables()?;
        for entry in &tables {
            match fs::remove_file(&entry.path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                removed => removed?,
            }
        }
        Ok(tables)
    }

    /// The files that may hold the table of a game, each as it was written. What is damaged is
    /// deleted.
    pub(crate) fn find(&self, game: &str, fingerprint: u64) -> Vec<PathBuf> {
        let Some(beginning) = beginning(game, fingerprint) else {
            return Vec::new();
        };
        let tables = self.tables().unwrap_or_default();
        let of_game = tables.into_iter().filter(|entry| {
            let checksum = name(&entry.path).and_then(|name| name.strip_prefix(&beginning));
            let Some(checksum) = checksum.and_then(|rest| rest.strip_suffix(TABLE)) else {
                return false;
            };
            let is_whole = checksum_of(&entry.path).is_ok_and(|found| found == checksum);
            if !is_whole {
                let _ = fs::remove_file(&entry.path);
            }
            is_whole
        });
        of_game.map(|entry| entry.path).collect()
    }

    /// A file to write a table into, which is deleted unless it is kept. `None` if nothing can be
    /// written.
    pub(crate) fn draft(&self) -> Option<NamedTempFile> {
        fs::create_dir_all(&self.directory).ok()?;
        let mut draft = tempfile::Builder::new();
        draft.suffix(DRAFT).tempfile_in(&self.directory).ok()
    }

    /// Keeps what has been written as the table of a game, and deletes what there is no room for
    /// any more. What cannot be kept is deleted.
    pub(crate) fn keep(&self, game: &str, fingerprint: u64, draft: NamedTempFile) {
        let size = draft.path().metadata();
        let is_small = size.is_ok_and(|file| file.len() <= self.most);
        let Some(beginning) = beginning(game, fingerprint).filter(|_| is_small) else {
            return;
        };
        let Ok(checksum) = checksum_of(draft.path()) else {
            return;
        };
        let path = self.directory.join(format!("{beginning}{checksum}{TABLE}"));
        if draft.persist(&path).is_ok() {
            self.make_room(&path);
        }
    }

    /// Deletes the least recently used tables, until the others are small enough together.
    fn make_room(&self, newest: &Path) {
        self.remove_drafts(ABANDONED);
        let mut tables = self.tables().unwrap_or_default();
        // It may be as old as others, as well as the system tells.
        tables.sort_by_key(|entry| entry.path != newest);
        let mut bytes = 0_u64;
        for entry in tables {
            bytes = bytes.saturating_add(entry.bytes);
            if bytes > self.most {
                let _ = fs::remove_file(entry.path);
            }
        }
    }

    /// Deletes what was being written so long ago.
    fn remove_drafts(&self, age: Duration) {
        let files = fs::read_dir(&self.directory)
            .into_iter()
            .flatten()
            .flatten();
        for file in files {
            let path = file.path();
            let is_draft = name(&path).is_some_and(|name| name.ends_with(DRAFT));
            let written = file.metadata().and_then(|file| file.modified());
            let is_old =
                written.is_ok_and(|written| written.elapsed().is_ok_and(|passed| passed >= age));
            if is_draft && is_old {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Notes that a table has been used.
pub(crate) fn touch(path: &Path) {
    // Whoever may only read still gets answers.
    if let Ok(file) = File::options().append(true).open(path) {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// How the names of the tables of a game begin: with the game, the fingerprint of its rules and the
/// version of what is kept. The checksum of the file follows. `None` if the game has too long a
/// name for one.
fn beginning(game: &str, fingerprint: u64) -> Option<String> {
    let game = utf8_percent_encode(game, NON_ALPHANUMERIC).to_string();
    let is_short = game.len() <= LONGEST_GAME;
    is_short.then(|| format!("{game}-{fingerprint:016x}-{VERSION}-"))
}

/// The table in a file; `None` if the file has not the name of one, of whatever version.
fn cached_table(file: &fs::DirEntry) -> Option<CachedTable> {
    let path = file.path();
    let parts: Vec<&str> = name(&path)?.strip_suffix(TABLE)?.split('-').collect();
    let [game, _fingerprint, _version, _checksum] = parts[..] else {
        return None;
    };
    let metadata = file.metadata().ok().filter(fs::Metadata::is_file)?;
    Some(CachedTable {
        game: percent_decode_str(game).decode_utf8().ok()?.into_owned(),
        bytes: metadata.len(),
        used: metadata.modified().ok()?,
        path,
    })
}

fn name(path: &Path) -> Option<&str> {
    path.file_name().and_then(OsStr::to_str)
}

/// The checksum of a file, as its name tells it.
fn checksum_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut hasher, mut bytes) = (crc32fast::Hasher::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(format!("{:08x}", hasher.finalize())),
            read => hasher.update(&bytes[..read]),
        }
    }
}

fn bytes(text: &OsStr) -> Result<u64, Error> {
    let size = text.to_str().and_then(|text| text.parse().ok());
    let size = size.map(|ByteSize(bytes)| bytes);
    size.ok_or_else(|| Error::CacheSize {
        found: text.to_string_lossy().into_owned(),
    })
}
