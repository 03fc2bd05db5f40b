//! What the command shows, for other languages: boards, pictures and pages.

use anstream::adapter::strip_str;
use perfectplay_any::{AnyTable, Error, Position};

#[cfg(feature = "full")]
use crate::commands::report;
use crate::commands::web;
use crate::failure::Failure;
use crate::view::state::StateText;
use crate::view::svg;

/// Returns the board of a position and what is known of it, as `perfectplay lookup` prints it,
/// but without colours and the final newline.
///
/// # Errors
/// When the table cannot be read, or the rules contradict it.
pub fn text(position: &Position<'_>) -> Result<String, Error> {
    let (view, picture) = (&position.answer()?, &position.picture());
    let text = StateText { view, picture }.to_string();
    Ok(strip_str(&text).to_string().trim_end().to_owned())
}

/// Returns the board of a position as a complete SVG picture. With `marked`, it shows the value
/// of each move.
///
/// # Errors
/// When the table cannot be read, or the rules contradict it.
pub fn picture(position: &Position<'_>, marked: bool) -> Result<String, Error> {
    let answer = if marked {
        Some(position.answer()?)
    } else {
        None
    };
    Ok(svg::file(
        &position.picture(),
        &position.text(),
        answer.as_ref(),
    ))
}

/// Returns the page that `perfectplay report` writes.
///
/// # Errors
/// When the table cannot be read, or the rules contradict it.
#[cfg(feature = "full")]
pub fn report_page(table: &AnyTable) -> Result<String, Error> {
    unless_failed(report::html(table))
}

/// Returns the page that `perfectplay web` writes, with the whole table in it.
///
/// # Errors
/// When the table cannot be read, the rules contradict it, or it is too large for a page.
pub fn game_page(table: &AnyTable) -> Result<String, Error> {
    unless_failed(web::html(table))
}

/// Unwraps the error of the table. Nothing else fails here, since the command is not used
/// wrongly.
fn unless_failed<T>(result: Result<T, Failure>) -> Result<T, Error> {
    result.map_err(|failure| Error::Format(failure.to_string()))
}
