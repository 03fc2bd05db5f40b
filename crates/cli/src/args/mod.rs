//! Arguments that several subcommands share.

pub mod game;
pub mod level;
pub mod limits;
pub mod moves;
pub mod number;
pub mod oracle;
pub mod playbook;
pub mod playbook_file;
pub mod side;
pub mod table;
