//! `phf` maps in Rust source.

use alloc::string::{String, ToString};
use core::fmt;
use core::hash::{Hash, Hasher};

use phf_shared::{FmtConst, PhfHash};

/// An entry of a map: a key, and the source text of the key and of its value.
pub struct Entry {
    /// The key, which is hashed as a `u64`. The type of the key in the source must hash
    /// the same number.
    pub key: u64,
    /// A constant expression of the map's key type.
    pub key_source: String,
    /// A constant expression of the map's value type.
    pub value_source: String,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Entry {}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.hash(hasher);
    }
}

impl PhfHash for Entry {
    fn phf_hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.phf_hash(hasher);
    }
}

impl FmtConst for Entry {
    fn fmt_const(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key_source)
    }
}

/// The source of a `phf::Map` with these entries, as an expression. `path` is the path of
/// the crate `phf` where the source will be included.
///
/// # Panics
/// When two entries have the same key.
pub fn phf_map(path: &str, entries: impl IntoIterator<Item = Entry>) -> String {
    let mut map = phf_codegen::Map::new();
    map.phf_path(path);
    for entry in entries {
        let value_source = entry.value_source.clone();
        map.entry(entry, value_source);
    }
    map.build().to_string()
}
