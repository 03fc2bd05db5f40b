//! `phf` maps as source.

use alloc::string::{String, ToString};
use core::fmt;
use core::hash::{Hash, Hasher};

use phf_shared::{FmtConst, PhfHash};

/// One entry of a map: a key, and what the source has for it and for its value.
pub struct Entry {
    /// Hashed as the `u64` that it is; the type in the source must do the same.
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

/// The source of a `phf::Map` with these entries, as an expression. The path is that of
/// the crate `phf` where the source will stand.
///
/// # Panics
/// When two entries have one key.
pub fn phf_map(path: &str, entries: impl IntoIterator<Item = Entry>) -> String {
    let mut map = phf_codegen::Map::new();
    map.phf_path(path);
    for entry in entries {
        let value_source = entry.value_source.clone();
        map.entry(entry, value_source);
    }
    map.build().to_string()
}
