//! Converts errors to exceptions of Python. An error of the operating system becomes an `OSError`,
//! and Ctrl-C becomes a `KeyboardInterrupt`. Any other error becomes an exception of a class in
//! `perfectplay._errors`.

use perfectplay_any::Error;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Creates an error of the class `name` in `perfectplay._errors`.
pub fn error(py: Python<'_>, name: &str, message: impl Into<String>) -> PyErr {
    let made = py
        .import("perfectplay._errors")
        .and_then(|errors| errors.getattr(name))
        .and_then(|class| class.call1((message.into(),)));
    match made {
        Ok(made) => PyErr::from_value(made),
        Err(error) => error,
    }
}

/// Returns whether an error is of the class `name` in `perfectplay._errors`.
pub fn is_error(py: Python<'_>, raised: &PyErr, name: &str) -> PyResult<bool> {
    let class = py.import("perfectplay._errors")?.getattr(name)?;
    Ok(raised.is_instance(py, &class))
}

/// Converts an error of the library to Python.
pub fn of_library(py: Python<'_>, problem: Error) -> PyErr {
    let text = problem.to_string();
    match problem {
        Error::Spec(_) | Error::NoPlayer { .. } => error(py, "SpecError", text),
        Error::State(_) | Error::Board { .. } => error(py, "StateError", text),
        Error::Solve(fault) => match fault.finding() {
            Some(finding) => {
                let route = &finding.route;
                let moves = route.moves().iter().map(|mv| mv.index().to_string());
                of_rules(py, text, route.state(), moves.collect())
            }
            None => error(py, "TooLarge", text),
        },
        Error::TooLarge { lack, .. } => {
            let advice = match lack {
                Some(_) => "anyway=True tries it",
                None => "anyway=True solves it",
            };
            let advice = format!("{advice}; an Oracle proves what it is asked");
            error(py, "TooLarge", format!("{text} ({advice})"))
        }
        Error::Strategy(_) => error(py, "PlayerError", text),
        Error::Unproved => error(py, "Unproved", text),
        Error::Stopped => PyKeyboardInterrupt::new_err(()),
        Error::Io(error) => error.into(),
        Error::File { ref path, .. } if !path.exists() => {
            PyOSError::new_err((2, "No such file", path.display().to_string()))
        }
        _ => error(py, "TableError", text),
    }
}

/// Creates a `RulesError` with the state in which the fault occurs.
pub fn of_rules(py: Python<'_>, text: String, state: &str, moves: Vec<String>) -> PyErr {
    let error = error(py, "RulesError", in_python_words(&text));
    let value = error.value(py);
    let told = PyTuple::new(py, moves).and_then(|moves| {
        value.setattr("state", state)?;
        value.setattr("moves", moves)
    });
    match told {
        Ok(()) => error,
        Err(error) => error,
    }
}

/// Replaces Rust's names by Python's names in a message about rules, for example `to_move` by
/// `mover`.
pub fn in_python_words(text: &str) -> String {
    text.replace("`TURNS_ALTERNATE`", "`has_extra_turns`")
        .replace("`to_move`", "`mover`")
        .replace("panic:", "raise")
}

/// Raises errors of the library.
pub trait OrRaise<T> {
    /// Converts the error of a result to an exception of Python.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Into<Error>> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| of_library(py, error.into()))
    }
}
