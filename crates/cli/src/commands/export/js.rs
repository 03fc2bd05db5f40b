//! Writes the table as a JavaScript script or module.

use std::io::{self, Write};

use perfectplay_any::AnyTable;

use super::source::sorted;
use crate::Failure;

/// Writes either a module that exports its functions, or a classic script. The script defines one
/// global name, and Node can also load it as a module.
pub fn write(
    is_module: bool,
    name: &str,
    table: &AnyTable,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let spec = &table.info().spec;
    let format = if is_module { "mjs" } else { "js" };
    let exports = match is_module {
        true => format!("export const {{ lookup, states }} = {name};"),
        false => format!("if (typeof module === \"object\") module.exports = {name};"),
    };
    let mut records = String::new();
    for row in sorted(table)? {
        let record = (
            row.state,
            row.value as u8,
            row.distance,
            row.winning,
            row.losing,
            row.neutral,
            row.best,
        );
        // Escape `</`, which a page would read as the end of the script.
        let record = serde_json::to_string(&record).map_err(io::Error::from)?;
        records += &record.replace("</", "<\\/");
        records += ",\n";
    }
    let source = format!(
        r#"// {spec}, solved: the value of every state, in constant time.
//
// Made by `perfectplay export --format {format}`. States and moves are texts.
"use strict";

const {name} = (() => {{
  const VALUES = ["loss", "draw", "win"];

  // The text of each reachable state, its value and distance, and the winning, losing,
  // neutral and best moves.
  const records = new Map([
{records}].map(([state, ...record]) => [state, record]));

  const moves = (text) => text ? text.split(" ") : [];

  // The value of a state to the player to move, the distance to the end in plies (null if
  // perfect play never ends), and lists of moves. null if no game reaches the state.
  function lookup(state) {{
    const record = records.get(state);
    if (!record) return null;
    const [value, distance, winning, losing, neutral, best] = record;
    return {{
      value: VALUES[value], distance, winning: moves(winning), losing: moves(losing),
      neutral: moves(neutral), best: moves(best),
    }};
  }}

  return {{ lookup, states: () => records.keys() }};
}})();

{exports}
"#
    );
    Ok(out.write_all(source.as_bytes())?)
}
