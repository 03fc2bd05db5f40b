//! A small tree around a state, in the DOT language of Graphviz.

use std::collections::{BTreeMap, VecDeque};
use std::io::Write;

use perfectplay::Value;
use perfectplay_any::Position;
use perfectplay_present::words::Verdict;

use crate::Failure;

/// Writes all positions that can be reached from a state within `plies` plies. A state with
/// several ways to it is drawn once.
pub fn write(start: &Position<'_>, plies: u32, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "digraph {} {{", quoted(&start.info().spec))?;
    writeln!(out, "  node [shape=box, fontname=monospace]")?;
    writeln!(out, "  edge [fontname=monospace]")?;
    let mut numbers = BTreeMap::from([(start.text(), 0)]);
    let mut waiting = VecDeque::from([(*start, 0)]);
    while let Some((position, ply)) = waiting.pop_front() {
        let view = position.answer()?;
        let state = &view.state;
        let (value, distance) = view.verdict.ok_or_else(|| position.no_record())?;
        let number = numbers[state];
        let verdict = Verdict { value, distance };
        // The rows of a board stand below each other.
        let rows = state.replace('/', "\n");
        let label = quoted(&format!("{rows}\n{verdict}"));
        let colour = colour(value);
        writeln!(out, "  {number} [label={label}, color=\"{colour}\"]")?;
        if ply == plies {
            continue;
        }
        for choice in &view.choices {
            let next = numbers.len();
            let after = *numbers.entry(choice.after.clone()).or_insert_with(|| {
                let position = position.play(choice.mv).expect("a legal move");
                waiting.push_back((position, ply + 1));
                next
            });
            let (label, colour) = (quoted(&choice.name), self::colour(choice.value));
            let style = if choice.is_best { ", style=bold" } else { "" };
            writeln!(
                out,
                "  {number} -> {after} [label={label}, color=\"{colour}\"{style}]"
            )?;
        }
    }
    Ok(writeln!(out, "}}")?)
}

/// Returns the colour for a value to the player to move, or of a move.
const fn colour(value: Value) -> &'static str {
    match value {
        Value::Win => "#0072b2",
        Value::Draw => "#808080",
        Value::Loss => "#d55e00",
    }
}

/// Returns a text as a string literal of DOT.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}
