//! Reports on games. A report is for the author of a game. It contains figures about the game's states, its first moves
//! and its puzzles.

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
