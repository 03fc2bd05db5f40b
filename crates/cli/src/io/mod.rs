//! Input and output, and questions to the system.

pub mod clock;
pub mod input;
pub mod limited_work;
pub mod lines;
pub mod memory;
pub mod output;
pub mod print;
pub mod progress;
pub mod row;
pub mod saved_work;
pub mod stop;
