//! How things are shown. This module knows no game's type, and does no input or output.

pub mod drawing;
pub mod page;
pub mod row;
pub mod state;
pub mod svg;
pub mod words;
