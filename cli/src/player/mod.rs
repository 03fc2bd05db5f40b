//! Players that are other programs.

pub mod answers;
pub mod external;
pub mod protocol;
