//! Reports on games. A report shows the author of a game figures about the game's states, first moves and puzzles.

mod figures;
mod page;
mod plot;
mod state;
mod text;

use perfectplay_any::{AnyTable, Error};

pub use figures::GameReport;
pub use page::page;
pub use state::StateReport;
pub use text::ReportText;

/// Returns the report on a game as a page.
///
/// # Errors
/// Fails when the table cannot be read, or the rules contradict it.
pub fn report_page(table: &AnyTable) -> Result<String, Error> {
    let report = GameReport::new(table, &|_| ())?;
    page(&[report])
}
