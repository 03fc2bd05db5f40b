//! The table as a script or a module.

use std::io;

use super::{Row, name, sorted};
use crate::any::book::Book;
use crate::export::js::Form;

pub fn write(book: &dyn Book, form: Form) -> io::Result<String> {
    let (spec, name) = (book.spec(), name(book));
    let (format, ending) = (form.format(), form.ending(&name, "lookup, states"));
    let mut records = String::new();
    for row in sorted(book).iter().map(Row::of) {
        let record = (
            row.state,
            row.value as u8,
            row.distance,
            row.winning.join(" "),
            row.losing.join(" "),
            row.neutral.join(" "),
            row.best.join(" "),
        );
        // A page would take `</` for the end of the script.
        let record = serde_json::to_string(&record)?;
        records += &record.replace("</", "<\\/");
        records += ",\n";
    }
    Ok(format!(
        r#"// {spec}, solved: what every state is worth, in constant time.
//
// Made by `perfectplay export --format {format}`. States and moves are texts, as the game writes
// them.
"use strict";

const {name} = (() => {{
  const VALUES = ["loss", "draw", "win"];

  // Of every state that some game reaches: its text, value, distance, and the winning,
  // losing, neutral and best moves.
  const records = new Map([
{records}].map(([state, ...record]) => [state, record]));

  const moves = (text) => text ? text.split(" ") : [];

  // What is known of a state: its value to the player to move; the distance to the end in
  // plies, null if with best play there is none; and lists of moves. null if no game reaches
  // the state.
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

{ending}
"#
    ))
}
