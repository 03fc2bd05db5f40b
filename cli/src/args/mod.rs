//! Arguments that several subcommands have.

pub mod game;
pub mod level;
pub mod limits;
pub mod number;
pub mod playbook;
pub mod side;
pub mod table;
