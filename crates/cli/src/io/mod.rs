//! Input and output, the display of progress, and the limits of memory and time.

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
