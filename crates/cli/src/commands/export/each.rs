//! Writes a table state by state.

use std::io::Write;

use perfectplay_any::{AnyTable, Writer};

use crate::Failure;
use crate::io::progress::{Meter, WorkKind};

/// Calls `write` for each state, and shows the progress.
pub fn write_each(
    table: &AnyTable,
    write: &Writer<'_>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (meter, mut done) = (Meter::new(), 0);
    table.write_each(write, &mut |text, states| {
        let before = done;
        done += states;
        // Showing the progress for each state would take longer than writing the states.
        if done >> 10 != before >> 10 {
            meter.show(WorkKind::of_states("exporting"), done, table.states());
        }
        Ok(out.write_all(text)?)
    })?;
    Ok(())
}
