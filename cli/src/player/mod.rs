//! Players that are other programs.

pub mod answers;
pub mod external;
pub mod fault;
#[cfg(unix)]
pub mod guard;
pub mod protocol;
pub mod sample;
pub mod scoring;
pub mod share;
