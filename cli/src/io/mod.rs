//! What goes in and out, and what the system tells.

pub mod clock;
pub mod lines;
pub mod memory;
pub mod output;
pub mod print;
pub mod progress;
pub mod stop;
pub mod tier_work;
