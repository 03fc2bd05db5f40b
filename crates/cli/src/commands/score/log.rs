//! The log file of `perfectplay score`, which contains the settings of a run and a line for each game or position of
//! the run.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use perfectplay_any::disk;
use perfectplay_judge::score::Settings;
use perfectplay_judge::scoring::Record;
use serde::Serialize;

use crate::Failure;
use crate::io::output;

/// A file with the settings and the records of a run, as lines of JSON. The run appends its records
/// to the file. A later run with the same settings can continue from these records.
pub struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Opens or creates a log. The log must be a regular file that belongs to the user. Pipes and devices are refused,
    /// because they may never end.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let Some(target) = output::file(path)? else {
            return Err(Failure::at(path, &"expected a file, found something else"));
        };
        let file = disk::open_or_create(&target).map_err(|error| Failure::at(path, &error))?;
        Ok(Self {
            file,
            path: path.to_owned(),
        })
    }

    /// Returns the records in the log. If the log is new, writes `settings` as its first line. If the last line is
    /// incomplete, ignores this line.
    pub fn resume(&mut self, settings: &Settings) -> Result<Vec<Record>, Failure> {
        /// The greatest length of a line in bytes.
        const LONGEST: u64 = 1 << 24;
        let mut input = BufReader::new(&self.file);
        let (mut end, mut line) = (0, String::new());
        let mut records: Vec<Record> = Vec::new();
        let mut has_settings = false;
        loop {
            line.clear();
            let length = input.by_ref().take(LONGEST).read_line(&mut line);
            let length = length.map_err(|error| Failure::at(&self.path, &error))?;
            if length as u64 == LONGEST {
                let problem =
                    format!("expected lines of less than {LONGEST} bytes, found a longer one");
                return Err(Failure::at(&self.path, &problem));
            }
            if !line.ends_with('\n') {
                // If the settings in the log are cut short, they must be the beginning of the
                // settings of this run.
                if !has_settings && !in_json(settings).starts_with(&line) {
                    return Err(self.other(settings, &line));
                }
                break;
            }
            if has_settings {
                let record = serde_json::from_str(&line);
                let record: Record = record.map_err(|error| Failure::at(&self.path, &error))?;
                if record.number as usize != records.len() {
                    let (expected, found) = (records.len(), record.number);
                    let problem = format!("expected record {expected}, found {found}");
                    return Err(Failure::at(&self.path, &problem));
                }
                records.push(record);
            } else {
                let found: Option<Settings> = serde_json::from_str(&line).ok();
                if found.as_ref() != Some(settings) {
                    return Err(self.other(settings, &line));
                }
                has_settings = true;
            }
            end += length as u64;
        }
        let file = &mut self.file;
        let cut = file.set_len(end).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| Failure::at(&self.path, &error))?;
        if !has_settings {
            self.write(settings)?;
        }
        Ok(records)
    }

    /// Returns the error for a log that was written with other settings. `found` is the first line of the log, and
    /// `settings` are the settings of this run.
    fn other(&self, settings: &Settings, found: &str) -> Failure {
        let (expected, found) = (in_json(settings), found.trim());
        let problem = format!("expected the log of {expected}, found {found}");
        Failure::at(&self.path, &problem)
    }

    /// Appends a line to the file. The line is not buffered: even if the process is killed after
    /// this call, the line is in the file.
    pub fn write(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let line = format!("{}\n", in_json(line));
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Failure::at(&self.path, &error))
    }
}

fn in_json(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("texts and numbers")
}
