//! Functions that `export` needs to write a table as source code in any language.

use std::io::Write;

use indicatif::HumanCount;
use perfectplay_any::{AnyTable, Info};

use crate::Failure;
use crate::io::progress::Meter;
use crate::io::row::Row;

/// Refuses a game with too many states for source code.
fn refuse_large(table: &AnyTable) -> Result<(), Failure> {
    if table.is_large() {
        return Err(Failure::Use(format!(
            "{} has {} states, too many for source code (tsv, csv and jsonl take any number)",
            table.info().spec,
            HumanCount(table.states())
        )));
    }
    Ok(())
}

/// Writes a C99 header with a function that looks up a state by its key. The names in the header
/// begin with `name`.
pub fn write_c(name: &str, table: &AnyTable, out: &mut dyn Write) -> Result<(), Failure> {
    refuse_large(table)?;
    let meter = Meter::new();
    let source = table.c_source(name, &|progress| meter.watch(progress))?;
    Ok(out.write_all(source.as_bytes())?)
}

/// Returns every state of a game, sorted by text, for binary search.
pub fn sorted(table: &AnyTable) -> Result<Vec<Row>, Failure> {
    refuse_large(table)?;
    let mut rows = Vec::new();
    table.visit(&mut |visit| {
        rows.push(Row::new(&visit.position)?);
        Ok(())
    })?;
    rows.sort_by(|a, b| a.state.cmp(&b.state));
    Ok(rows)
}

/// Returns the game and its parameters as an identifier that is valid in every language.
pub fn identifier(info: &Info) -> String {
    let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    info.spec.chars().map(fits).collect()
}

/// Checks that `text` is a valid identifier in every language. Names in the exported code begin
/// with this text.
pub fn prefix(text: &str) -> Result<String, &'static str> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(fits) {
        Ok(text.to_owned())
    } else {
        Err("expected a letter, and then letters, digits and underscores")
    }
}
