//! The table of tic-tac-toe as source code in other languages.
//!
//! Each is complete in itself, and looks up a board in constant time by the masks of X and O.
//! The functions take the reachable states and their records, in any order:
//! [`records`](super::records()), or those of another table.
//!
//! ```
//! use perfectplay::tictactoe::{records, sources};
//!
//! let records: Vec<_> = records().collect();
//! assert!(sources::c(&records).contains("int perfectplay_lookup(unsigned x, unsigned o"));
//! ```

mod arrays;
mod c;
mod js;

pub use c::c;
pub use js::{js, mjs};
