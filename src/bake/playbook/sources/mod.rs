//! A playbook as one file of source code, complete in itself.

mod c;
mod js;
mod rules;
mod rust;

use alloc::string::String;

use crate::bake::BakeError;
use crate::bake::identifier::check_identifier;
use crate::playbook::PlaybookData;

pub use rules::SourceRules;

/// The languages in which a playbook can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceLanguage {
    /// A header of C99, also for C++, and for machines down to 8 bits. All names begin with
    /// the given one. On AVR the data stay in flash.
    C,
    /// A module of Rust that needs nothing but `core`.
    Rust,
    /// An ECMAScript module, for browsers and Node.
    JavaScript,
}

/// Returns a playbook as one file of source code without dependencies. In C, all names begin with
/// `name`.
///
/// The file has the data and a function that answers a key. For rules that this function knows, it
/// also has functions to play: the legal moves, what a move does, whether the game is over, and
/// the move of the book. The rules must be those that the playbook was made by.
///
/// # Errors
/// When the name is not an identifier, or the playbook is not
/// [valid](PlaybookData::validate) or is [by rules](PlaybookData::is_by_rules).
///
/// ```
/// use perfectplay::bake::{self, SourceLanguage, SourceRules, playbook_source};
/// use perfectplay::playbook::PlaybookData;
/// use perfectplay::tictactoe::TicTacToe;
///
/// let bytes = bake::Playbook::new("tictactoe").symmetry().bytes(&TicTacToe)?;
/// let data = PlaybookData::from_bytes(&bytes)?;
/// let source = playbook_source(SourceLanguage::C, "tictactoe", &data, SourceRules::TicTacToe)?;
/// assert!(source.contains("int8_t tictactoe_choose(uint16_t x, uint16_t o)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn playbook_source(
    language: SourceLanguage,
    name: &str,
    data: &PlaybookData<'_>,
    rules: SourceRules,
) -> Result<String, BakeError> {
    check_identifier(name)?;
    data.validate().map_err(BakeError::Playbook)?;
    if data.is_by_rules() {
        return Err(BakeError::ByRules);
    }
    Ok(match language {
        SourceLanguage::C => c::source(name, data, rules),
        SourceLanguage::Rust => rust::source(name, data, rules),
        SourceLanguage::JavaScript => js::source(name, data, rules),
    })
}
