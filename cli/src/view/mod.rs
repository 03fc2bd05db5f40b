//! How things are shown: no game's type, no input and no output.

pub mod drawing;
pub mod page;
pub mod row;
pub mod state;
pub mod svg;
pub mod words;
