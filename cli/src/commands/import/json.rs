//! Records in JSON, read one after the other: a file may be larger than the memory, and
//! standard input may have no end.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::iter;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json};

use crate::Failure;
use crate::io::lines::Lines;

/// A record.
pub type Entry = Map<String, Json>;

/// Records in turn, up to the first that is none.
pub type Entries<'a> = dyn Iterator<Item = Result<Entry, String>> + 'a;

/// The most bytes of a record: more than any game needs.
const LONGEST: u64 = 1 << 20;

/// Reads one record a line.
pub fn of_lines<T>(input: impl Read, then: impl FnOnce(&mut Entries<'_>) -> T) -> T {
    let mut lines = Lines::new(input, LONGEST);
    then(&mut iter::from_fn(|| {
        let line = lines.next_bytes().transpose()?;
        Some(line.map_err(|error| error.to_string()).and_then(|line| {
            let entry = serde_json::from_slice(line).map(|UniqueEntry(entry)| entry);
            entry.map_err(|error| format!("expected a record, but: {error}"))
        }))
    }))
}

/// Reads the records of one list.
///
/// # Errors
/// When what stands around the records is not a list.
pub fn of_list<T>(
    input: impl Read,
    then: impl FnOnce(&mut Entries<'_>) -> Result<T, Failure>,
) -> Result<Result<T, Failure>, String> {
    let left = Cell::new(LONGEST);
    let mut deserializer = serde_json::Deserializer::from_reader(Rationed {
        input: BufReader::new(input),
        left: &left,
    });
    let mut result = None;
    let list = List {
        left: &left,
        then: |entries: &mut Entries<'_>| result = Some(then(entries)),
    };
    let read = list.deserialize(&mut deserializer);
    match (result, read.and_then(|()| deserializer.end())) {
        // The rest has not been read.
        (Some(Err(failure)), _) => Ok(Err(failure)),
        (Some(Ok(result)), Ok(())) => Ok(Ok(result)),
        (_, read) => {
            let problem = read
                .err()
                .map_or_else(String::new, |error| error.to_string());
            Err(format!("expected records, but: {problem}"))
        }
    }
}

/// Input of which only a number of bytes are left to be read.
struct Rationed<'a, R> {
    input: R,
    left: &'a Cell<u64>,
}

impl<R: Read> Read for Rationed<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.by_ref().take(self.left.get()).read(buffer)?;
        if self.left.get() == 0 && !buffer.is_empty() {
            let problem = format!("expected at most {LONGEST} bytes in a record, found more");
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        self.left.set(self.left.get() - read as u64);
        Ok(read)
    }
}

/// Gives the records of a list to `then`, and each of them a ration of bytes.
struct List<'a, F> {
    left: &'a Cell<u64>,
    then: F,
}

impl<'de, F: FnOnce(&mut Entries<'_>)> DeserializeSeed<'de> for List<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnOnce(&mut Entries<'_>)> Visitor<'de> for List<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        (self.then)(&mut iter::from_fn(|| {
            self.left.set(LONGEST);
            let entry = list.next_element::<UniqueEntry>().transpose()?;
            Some(match entry {
                Ok(UniqueEntry(entry)) => Ok(entry),
                Err(error) => Err(format!("expected a record, but: {error}")),
            })
        }));
        Ok(())
    }
}

/// A record in which no key stands twice, however deep.
struct UniqueEntry(Entry);

impl<'de> Deserialize<'de> for UniqueEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_map(UniqueKeys)? {
            Json::Object(entry) => Ok(Self(entry)),
            _ => Err(D::Error::custom("expected an object")),
        }
    }
}

/// Any value in which no key stands twice.
struct UniqueKeys;

impl<'de> DeserializeSeed<'de> for UniqueKeys {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object whose keys differ")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(Self)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(Self)?;
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!(
                    "expected each key once, found {key:?} again"
                )));
            }
            map.insert(key, value);
        }
        Ok(map.into())
    }
}
