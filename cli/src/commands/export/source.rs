//! What the formats that are source code have in common.

use indicatif::HumanCount;
use perfectplay_any::Table;

use super::row::Row;
use crate::Failure;

/// Every state of a game, sorted by text, for binary search.
pub fn sorted(table: &dyn Table) -> Result<Vec<Row>, Failure> {
    if table.is_large() {
        return Err(Failure::Use(format!(
            "{} has {} states, too many for source code (tsv, csv, json and jsonl take any number)",
            table.info().spec,
            HumanCount(table.states())
        )));
    }
    let mut rows = Vec::new();
    table.visit(&mut |visit| {
        rows.push(Row::of(&visit.position)?);
        Ok(())
    })?;
    rows.sort_by(|a, b| a.state.cmp(&b.state));
    Ok(rows)
}

/// The name of a game with its parameters, as an identifier in every language: two sizes of one
/// game have two names.
pub fn identifier(table: &dyn Table) -> String {
    let spec = table.info().spec.chars();
    let in_place = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    spec.map(in_place).collect()
}
