//! The option `misere` in the parameters of a game. With this option, the player who would win by
//! the usual rules loses.

/// Removes the option `misere` from the end of `parameters`. Returns the other parameters, and
/// whether the option was there.
pub(crate) fn strip_misere(parameters: &str) -> (&str, bool) {
    match parameters.strip_suffix(",misere") {
        Some(others) => (others, true),
        None => (parameters, false),
    }
}

/// Returns the option that [`strip_misere`] removes, or an empty text if `misere` is false.
pub(crate) const fn misere_option(misere: bool) -> &'static str {
    if misere { ",misere" } else { "" }
}
