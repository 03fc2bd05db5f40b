//! Lets a board be the key of a `phf` map.

use core::fmt;
use core::hash::Hasher;

use phf_shared::{FmtConst, PhfBorrow, PhfHash};

use super::state::State;

impl PhfHash for State {
    fn phf_hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().phf_hash(hasher);
    }
}

impl PhfBorrow<State> for State {
    fn borrow(&self) -> &State {
        self
    }
}

impl FmtConst for State {
    fn fmt_const(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State::from_bits({:#x})", self.to_bits())
    }
}
