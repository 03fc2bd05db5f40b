//! A directory that belongs to the user and keeps solved tables. A game that takes long to solve is solved only
//! once.
//!
//! A problem with the directory of the cache never makes solving fail. If a table cannot be stored, the game is solved
//! again when the table is needed next. Any number of processes may share the directory, because a file appears in it
//! whole or not at all.
//!
//! The cache compares the checksum of a file with the checksum in the file's name, but does not verify the records of
//! the table. Therefore the cache is used only if nobody but the user can write to its directory. The directory and
//! each file must belong to the user who runs the process, and must not be writable by the group or by others.
//! Directories and files that fail this check are [not used](Cache::refused).
//!
//! The cache marks its directory with the file [`CACHEDIR.TAG`](https://bford.info/cachedir/). A directory without this
//! mark is used only if it is new or empty, or if it is the default directory of the cache. The cache reads and deletes
//! only files whose names have the form of the cache's own file names.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytesize::ByteSize;
use etcetera::BaseStrategy;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use perfectplay_tablebase::disk::{NewFile, PrivateDirectory};

use crate::error::Error;

/// The environment variable that names the directory of the cache. If the variable is empty, nothing is stored.
pub const DIRECTORY: &str = "PERFECTPLAY_CACHE";

/// The environment variable that limits the total size of the tables. Its value is a size, such as 500MB or 4G.
pub const SIZE: &str = "PERFECTPLAY_CACHE_SIZE";

/// The version number in the file name of a cached table. The cache ignores tables of other versions. The version
/// increases whenever the bytes of a table or the results of solvers change.
const VERSION: &str = "1";

/// The beginning of the name of every file in the cache, except the marking file.
const PREFIX: &str = "perfectplay-";

const TABLE: &str = ".table";

/// The end of a file's name while the file is being written.
const DRAFT: &str = ".part";

/// The name of the file that marks a directory as a cache. Backup programs know this name.
const MARK: &str = "CACHEDIR.TAG";

/// The content of the mark. Backup programs recognize the mark by its first line.
const MARK_TEXT: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
                         # This directory is a cache of perfectplay.\n";

/// The least age at which an unfinished file counts as abandoned.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The greatest length of the game's name within a file name. File systems allow 255 bytes for the whole file
/// name.
const LONGEST_GAME: usize = 200;

/// A directory with solved tables.
#[derive(Clone, Debug)]
pub struct Cache {
    directory: PathBuf,
    /// Whether the directory is the default directory of the cache, which no other program uses. The cache may mark
    /// such a directory even if other files are in it.
    is_own: bool,
    most: u64,
    least: u64,
}

/// A table in a cache.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CachedTable {
    /// The game and its parameters.
    pub game: String,
    /// The size of the file.
    pub bytes: u64,
    /// The time when the table was last used.
    pub used: SystemTime,
    /// The path of the file.
    pub path: PathBuf,
}

impl Cache {
    /// The default limit of the [total size](Self::with_most): a gigabyte.
    pub const MOST: u64 = 1 << 30;

    /// By default, a table is stored only if it has at least this number of states. [`with_least`](Self::with_least)
    /// sets another number.
    pub const LEAST: u64 = 100_000;

    /// Returns a cache that keeps its tables in `directory`. The directory is created when the first table is stored.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
            is_own: false,
            most: Self::MOST,
            least: Self::LEAST,
        }
    }

    /// Sets the greatest total size of the tables in bytes. If the tables exceed this size, the least recently used
    /// tables are deleted first.
    #[must_use]
    pub fn with_most(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Sets the least number of states that a table must have to be stored. Smaller games are solved anew each
    /// time.
    #[must_use]
    pub fn with_least(self, least: u64) -> Self {
        Self { least, ..self }
    }

    /// Returns the user's cache. The user's cache is a directory in the platform's directory for caches, unless
    /// [the environment](DIRECTORY) names another directory. Returns `None` if the environment turns the cache
    /// off, or if the platform has no directory for caches.
    ///
    /// # Errors
    /// Fails when the [size](SIZE) in the environment is not a number of bytes.
    pub fn from_environment() -> Result<Option<Self>, Error> {
        let named = env::var_os(DIRECTORY);
        let is_own = named.is_none();
        let directory = match named {
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
        Ok(directory.map(|directory: PathBuf| Self {
            is_own,
            most,
            ..Self::new(directory)
        }))
    }

    /// Returns the directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the greatest total size of the tables in bytes.
    #[must_use]
    pub const fn most(&self) -> u64 {
        self.most
    }

    pub(crate) const fn least(&self) -> u64 {
        self.least
    }

    /// Returns the tables in the cache, the most recently used first.
    ///
    /// # Errors
    /// Fails when the directory cannot be read, or when its owner, its permissions or a missing mark forbid the use as
    /// a cache. A directory that does not exist counts as empty.
    pub fn tables(&self) -> Result<Vec<CachedTable>, Error> {
        Ok(self.scan()?.0)
    }

    /// Returns the reason why the directory or a table in it is not used. For example, the directory may belong
    /// to another user. Returns `None` if the directory and all tables in it can be used.
    #[must_use]
    pub fn refused(&self) -> Option<Error> {
        self.scan().map_or_else(Some, |(_, refused)| refused)
    }

    /// Deletes all tables, and returns the tables that were deleted.
    ///
    /// # Errors
    /// Fails when [`tables`](Self::tables) fails, or when a table cannot be deleted.
    pub fn clear(&self) -> Result<Vec<CachedTable>, Error> {
        let tables = self.tables()?;
        let Some(files) = self.files()? else {
            return Ok(tables);
        };
        remove_drafts(&files, Duration::ZERO);
        for entry in &tables {
            let removed = files.remove(name(&entry.path));
            removed.map_err(|error| Error::file(&entry.path, &error))?;
        }
        Ok(tables)
    }

    /// Reads the directory. Returns the usable tables, and the reason why the first unusable table is not used.
    fn scan(&self) -> Result<(Vec<CachedTable>, Option<Error>), Error> {
        let (mut tables, mut refused) = (Vec::new(), None);
        let Some(files) = self.files()? else {
            return Ok((tables, refused));
        };
        if !self.is_marked(&files)? {
            return Ok((tables, refused));
        }
        for name in names(&files).map_err(|error| self.wrong(&error))? {
            let Some(game) = game_of(&name) else {
                continue;
            };
            let path = self.directory.join(&name);
            match files
                .file(&name)
                .and_then(|file| file.map(|file| file.metadata()).transpose())
            {
                Err(problem) => drop(refused.get_or_insert_with(|| Error::file(&path, &problem))),
                // Another process may have deleted the file meanwhile.
                Ok(None) => {}
                Ok(Some(metadata)) => {
                    tables.extend(metadata.modified().ok().map(|used| CachedTable {
                        game,
                        bytes: metadata.len(),
                        used,
                        path,
                    }))
                }
            }
        }
        tables.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| a.path.cmp(&b.path)));
        Ok((tables, refused))
    }

    fn wrong(&self, problem: &dyn std::fmt::Display) -> Error {
        Error::file(&self.directory, problem)
    }

    fn files(&self) -> Result<Option<PrivateDirectory>, Error> {
        PrivateDirectory::open(&self.directory).map_err(|error| self.wrong(&error))
    }

    /// Returns whether the directory contains the file that marks it as a cache. Returns `false` if the caller may
    /// create this file, because the directory is empty or is the default directory. Fails for any other directory.
    fn is_marked(&self, files: &PrivateDirectory) -> Result<bool, Error> {
        let mark = files.file(MARK).and_then(|mark| {
            let mut found = Vec::new();
            let longest = MARK_TEXT.len() as u64 + 1;
            mark.map(|mark| mark.take(longest).read_to_end(&mut found))
                .transpose()?
                .map(|_| Ok(found == MARK_TEXT.as_bytes()))
                .transpose()
        });
        match mark.map_err(|error| Error::file(&self.directory.join(MARK), &error))? {
            Some(true) => return Ok(true),
            Some(false) => {
                return Err(self.wrong(&format_args!(
                    "perfectplay has not written the {MARK} in it, so no table is kept there"
                )));
            }
            None => {}
        }
        let all = files.names().map_err(|error| self.wrong(&error))?;
        let is_foreign = |name: &OsString| name.to_str().is_none_or(|name| !is_draft(name));
        if !self.is_own && all.iter().any(is_foreign) {
            return Err(self.wrong(
                &"expected an empty directory or a cache of perfectplay, found other files, so no \
                  table is kept there",
            ));
        }
        Ok(false)
    }

    /// Opens the directory, or creates and marks it.
    fn make_ready(&self) -> Result<PrivateDirectory, Error> {
        let wrong = |error: io::Error| self.wrong(&error);
        let files = PrivateDirectory::create(&self.directory, 0o700).map_err(wrong)?;
        if !self.is_marked(&files)? {
            let mut mark = files.draft(PREFIX).map_err(wrong)?;
            let written = mark.file().write_all(MARK_TEXT.as_bytes());
            written.and_then(|()| mark.put(MARK)).map_err(wrong)?;
        }
        Ok(files)
    }

    /// Returns the table of a game; `None` if the cache does not contain the table. `open` receives the open file,
    /// positioned at its beginning, and returns the table. If the file is damaged, or if `open` returns `None`, deletes
    /// the file.
    pub(crate) fn find<T>(
        &self,
        game: &str,
        fingerprint: u64,
        open: impl Fn(File, &Path) -> Option<T>,
    ) -> Option<T> {
        let (beginning, files) = (beginning(game, fingerprint)?, self.files().ok()??);
        self.tables()
            .ok()?
            .iter()
            .find_map(|CachedTable { path, .. }| {
                let name = name(path);
                let checksum = name.to_str()?.strip_prefix(&beginning)?;
                let checksum = checksum.strip_suffix(TABLE)?;
                let mut file = files.file(name).ok()??;
                let is_whole = checksum_of(&mut file).is_ok_and(|found| found == checksum);
                let table = is_whole.then(|| open(file, path)).flatten();
                if table.is_none() {
                    let _ = files.remove(name);
                } else if let Ok(file) = files.writable(name) {
                    // If the user may read the file but not write it, the file's time of modification stays the same.
                    let _ = file.set_modified(SystemTime::now());
                }
                table
            })
    }

    /// Creates a file for a new table. Returns `None` if the directory cannot be written. The file is deleted unless
    /// the caller passes it to [`keep`](Self::keep).
    pub(crate) fn draft(&self) -> Option<NewFile> {
        self.make_ready().ok()?.draft(PREFIX).ok()
    }

    /// Makes the file `draft` the cached table of a game. Then deletes old tables until the total size is within the
    /// limit. Deletes `draft` if it cannot be stored.
    pub(crate) fn keep(&self, game: &str, fingerprint: u64, mut draft: NewFile) {
        let size = draft.metadata();
        let is_small = size.is_ok_and(|file| file.len() <= self.most);
        let Some(beginning) = beginning(game, fingerprint).filter(|_| is_small) else {
            return;
        };
        let Ok(checksum) = checksum_of(draft.file()) else {
            return;
        };
        let name = format!("{beginning}{checksum}{TABLE}");
        if draft.put(&name).is_ok() {
            self.make_room(&self.directory.join(name));
        }
    }

    /// Deletes the least recently used tables, until the total size is within the limit.
    fn make_room(&self, newest: &Path) {
        let Ok(Some(files)) = self.files() else {
            return;
        };
        remove_drafts(&files, ABANDONED);
        let mut tables = self.tables().unwrap_or_default();
        // The clock may be too coarse to tell which table is the newest, so move the new table to the front.
        if let Some(at) = tables.iter().position(|entry| entry.path == newest) {
            tables[..=at].rotate_right(1);
        }
        let mut bytes = 0_u64;
        for entry in tables {
            bytes = bytes.saturating_add(entry.bytes);
            if bytes > self.most {
                let _ = files.remove(name(&entry.path));
            }
        }
    }
}

/// Returns the names of the files in the directory that have the form of the cache's own file names.
fn names(files: &PrivateDirectory) -> io::Result<impl Iterator<Item = String>> {
    let names = files.names()?.into_iter();
    Ok(names.filter_map(|name| name.into_string().ok()))
}

/// Deletes unfinished files that are at least `age` old.
fn remove_drafts(files: &PrivateDirectory, age: Duration) {
    for name in names(files)
        .into_iter()
        .flatten()
        .filter(|name| is_draft(name))
    {
        let file = files.file(&name).ok().flatten();
        let written = file.and_then(|file| file.metadata().ok()?.modified().ok());
        let passed = written.and_then(|written| written.elapsed().ok());
        if passed.is_some_and(|passed| passed >= age) {
            let _ = files.remove(name);
        }
    }
}

/// Returns the beginning of the file name of a game's table. This beginning consists of the game, the fingerprint of
/// the game's rules, and the version of the cache. In a file name, the checksum of the table follows this beginning.
/// Returns `None` if the name of the game is too long for a file name.
fn beginning(game: &str, fingerprint: u64) -> Option<String> {
    let game = utf8_percent_encode(game, NON_ALPHANUMERIC).to_string();
    let is_short = game.len() <= LONGEST_GAME;
    is_short.then(|| format!("{PREFIX}{game}-{fingerprint:016x}-{VERSION}-"))
}

/// Returns the name of the game whose table has the file name `name`. Accepts tables of every version. Returns `None`
/// if `name` is not the file name of a table.
fn game_of(name: &str) -> Option<String> {
    let rest = name.strip_prefix(PREFIX)?.strip_suffix(TABLE)?;
    let parts: Vec<&str> = rest.split('-').collect();
    let [game, fingerprint, version, checksum] = parts[..] else {
        return None;
    };
    let is_hexadecimal = |text: &str, digits| {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        text.len() == digits && text.bytes().all(is_digit)
    };
    let is_version = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    let game = percent_decode_str(game).decode_utf8().ok()?;
    let is_whole = is_version
        && is_hexadecimal(fingerprint, 16)
        && is_hexadecimal(checksum, 8)
        && !game.is_empty();
    is_whole.then(|| game.into_owned())
}

fn is_draft(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(DRAFT)
}

fn name(path: &Path) -> &OsStr {
    path.file_name().unwrap_or_default()
}

/// Computes the checksum of a file, and rewinds the file. Returns the checksum in the form that is used in file
/// names.
fn checksum_of(file: &mut File) -> io::Result<String> {
    file.rewind()?;
    let (mut hasher, mut bytes) = (crc32fast::Hasher::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes)? {
            0 => {
                file.rewind()?;
                return Ok(format!("{:08x}", hasher.finalize()));
            }
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
