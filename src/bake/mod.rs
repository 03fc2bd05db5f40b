//! Baking turns a solved game into a table of bytes.
//!
//! A build script calls [`write_table!`](crate::write_table!) or [`write_wdl!`](crate::write_wdl!).
//! Other programs call [`table`] or [`wdl`], and write the returned bytes to a file. A baked table
//! contains only data, no code. The same solution gives the same bytes on every machine.

mod baker;
pub(crate) mod c;
mod content;
mod error;
mod hash_seeds;
mod identifier;
#[cfg(target_has_atomic = "64")]
mod opening;
mod playbook;
mod source_rules;
mod table_c;
pub(crate) mod template;
mod wdl;
mod xor_equations;

pub use baker::BakeOptions;
#[doc(hidden)]
pub use baker::{write_table, write_wdl};
pub use content::{table, table_of, table_watched};
pub use error::BakeError;
#[cfg(target_has_atomic = "64")]
pub use opening::OpeningProof;
#[doc(hidden)]
pub use playbook::ChoiceGraph;
pub use playbook::{
    BakedPlaybook, Book, Choosable, Playbook, SourceLanguage, Work, playbook_source,
};
pub use source_rules::SourceRules;
pub use table_c::table_c;
pub use wdl::{WdlBaker, WdlSurvey, wdl};
