//! The parameter option `misere`, with which the winner loses.

/// Splits the option `misere` from the end of parameters, and returns whether it was there.
pub(crate) fn strip_misere(parameters: &str) -> (&str, bool) {
    match parameters.strip_suffix(",misere") {
        Some(others) => (others, true),
        None => (parameters, false),
    }
}

/// Returns the option that [`strip_misere`] removes.
pub(crate) const fn misere_option(misere: bool) -> &'static str {
    if misere { ",misere" } else { "" }
}
