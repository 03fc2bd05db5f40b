//! Pages that play a game, and the gallery of several games.

mod carried;
mod data;
mod gallery;
mod met;
mod notices;
mod page;

use perfectplay_any::{AnyTable, Error, Watch};

pub use carried::EmbeddedBook;
pub use data::GameData;
pub use gallery::{Card, Live, gallery};
pub use page::{Links, Page, TableOn, carried_script, playground, table_script};

/// Returns whether this is tic-tac-toe, whose table is already in the script of every page.
#[must_use]
pub fn is_packaged(table: &AnyTable) -> bool {
    *table.info().spec == *page::PACKAGED
}

/// Returns the data that the page of a game needs. Returns `None` for tic-tac-toe, whose table is already in the
/// script of every page.
///
/// # Errors
/// Fails when the table cannot be read, the rules contradict it, the table is too large for a page, or `watch` stops
/// the work.
pub fn data(table: &AnyTable, watch: Watch<'_>) -> Result<Option<GameData>, Error> {
    if is_packaged(table) {
        return Ok(None);
    }
    GameData::new(table, None, watch).map(Some)
}

/// Returns a page that plays a game. The whole table is in the page.
///
/// # Errors
/// Fails when the table cannot be read, the rules contradict it, the table is too large for a page, or `watch` stops
/// the work.
pub fn game_page(table: &AnyTable, watch: Watch<'_>) -> Result<String, Error> {
    let data = data(table, watch)?;
    let page = Page {
        table: data.as_ref().map_or(TableOn::Package, TableOn::Inside),
        links: &Links::default(),
    };
    Ok(page.to_string())
}
