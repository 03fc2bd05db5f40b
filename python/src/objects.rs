//! Creates Python objects for results.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

/// Returns the function `name` of the module `_native`, which is written in Rust.
pub fn native<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("perfectplay._native")?.getattr(name)
}

/// Converts a value to Python objects, such as dictionaries, with the same content as the JSON text
/// that the command would print.
pub fn json<'py>(py: Python<'py>, what: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(what);
    let text = text.map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Creates an object of the class `perfectplay.Page`.
pub fn page<'py>(py: Python<'py>, html: String, title: &str) -> PyResult<Bound<'py, PyAny>> {
    let pages = py.import("perfectplay._pages")?;
    pages.getattr("Page")?.call1((html, title))
}
