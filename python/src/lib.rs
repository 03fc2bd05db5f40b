//! The part of the Python package that is written in Rust. This crate only converts between
//! Python and the types of `perfectplay-any` and `perfectplay-judge`.

use std::ffi::OsString;

use pyo3::prelude::*;

mod columns;
mod errors;
mod file;
mod game;
mod judge;
mod objects;
mod oracle;
mod own;
mod playbook;
mod position;
mod queries;
mod regret;
mod round;
mod rules;
mod solved;
mod table;
mod values;
mod work;

/// Runs the command with these arguments, and returns the exit status.
#[pyfunction]
fn _command(py: Python<'_>, program: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        perfectplay_cli::Program::new("perfectplay", env!("CARGO_PKG_VERSION"))
            .games_that_ship()
            .run_within(program, arguments)
    })
}

#[pymodule]
mod _native {
    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::_command;
    #[pymodule_export]
    use super::columns::{ArrowStream, Batches};
    #[pymodule_export]
    use super::file::_write_text;
    #[pymodule_export]
    use super::game::{check, game, games};
    #[pymodule_export]
    use super::judge::{_audit, _evaluate, _rank, _score};
    #[pymodule_export]
    use super::playbook::{_playbook, PyPlaybook};
    #[pymodule_export]
    use super::position::{_position, PyPosition};
    #[pymodule_export]
    use super::round::{_round, PyRound};
    #[pymodule_export]
    use super::rules::PyGame;
    #[pymodule_export]
    use super::solved::{PyOracle, PyTable};
    #[pymodule_export]
    use super::table::{lookup, open, solve};
}
