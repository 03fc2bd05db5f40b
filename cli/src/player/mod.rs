//! Players that are other programs.

pub mod answers;
pub mod external;
pub mod fault;
pub mod protocol;
