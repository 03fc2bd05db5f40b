//! `phf` maps in Rust source.

use alloc::string::{String, ToString};
use core::fmt;
use core::hash::Hasher;

use phf_shared::{FmtConst, PhfHash};

/// A key of a map, as a number and as source text. The number determines the text.
#[derive(PartialEq, Eq, Hash)]
pub struct Key {
    /// What is hashed, as a `u64`. The type of the key in the source must hash the same
    /// number.
    pub number: u64,
    /// A constant expression of the map's key type.
    pub source: String,
}

impl PhfHash for Key {
    fn phf_hash<H: Hasher>(&self, hasher: &mut H) {
        self.number.phf_hash(hasher);
    }
}

impl FmtConst for Key {
    fn fmt_const(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

/// The source of a `phf::Map` with these entries, as an expression. A value is a constant
/// expression of the map's value type. `path` is the path of the crate `phf` where the
/// source will be included.
///
/// # Panics
/// When two entries have the same key.
pub fn phf_map(path: &str, entries: impl IntoIterator<Item = (Key, String)>) -> String {
    let mut map = phf_codegen::Map::new();
    map.phf_path(path);
    for (key, value) in entries {
        map.entry(key, value);
    }
    map.build().to_string()
}
