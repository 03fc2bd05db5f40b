//! The option of parameters that turns who wins.

/// Parameters without the option `misere` at their end, and whether it was there.
pub(crate) fn strip_misere(parameters: &str) -> (&str, bool) {
    match parameters.strip_suffix(",misere") {
        Some(others) => (others, true),
        None => (parameters, false),
    }
}

/// What [`strip_misere`] strips.
pub(crate) const fn misere_option(misere: bool) -> &'static str {
    if misere { ",misere" } else { "" }
}
