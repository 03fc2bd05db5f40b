//! A playbook as one file of source code, complete in itself.

mod c;
mod js;
mod rules;
mod rust;

use alloc::string::String;

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

/// A playbook as one file of source code without dependencies. The name must be an identifier
/// of the language.
///
/// The file has the data, a function that answers a key, and if the rules are known, functions
/// to play: the legal moves, what a move does, whether the game is over, and the move of the
/// book. The rules must be those that the playbook was made by.
///
/// ```
/// use perfectplay::bake::{self, SourceLanguage, SourceRules, playbook_source};
/// use perfectplay::playbook::PlaybookData;
/// use perfectplay::tictactoe::TicTacToe;
///
/// let bytes = bake::Playbook::new("tictactoe").symmetry().bytes(&TicTacToe)?;
/// let data = PlaybookData::from_bytes(&bytes)?;
/// let source = playbook_source(SourceLanguage::C, "tictactoe", &data, SourceRules::TicTacToe);
/// assert!(source.contains("int8_t tictactoe_choose(uint16_t x, uint16_t o)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn playbook_source(
    language: SourceLanguage,
    name: &str,
    data: &PlaybookData<'_>,
    rules: SourceRules,
) -> String {
    match language {
        SourceLanguage::C => c::source(name, data, rules),
        SourceLanguage::Rust => rust::source(name, data, rules),
        SourceLanguage::JavaScript => js::source(name, data, rules),
    }
}
