//! Writes the table as a C99 header.

use std::io::Write;

use perfectplay_any::AnyTable;

use super::format::TableFormat;
use super::source::refuse_large;
use crate::Failure;
use crate::io::progress::Meter;

/// A C99 header whose look-up takes the key of a state. Its names begin with this prefix.
pub struct C {
    pub name: String,
}

impl TableFormat for C {
    fn write(&self, table: &AnyTable, out: &mut dyn Write) -> Result<(), Failure> {
        refuse_large(table)?;
        let meter = Meter::new();
        let source = table.c_source(&self.name, &|progress| meter.watch(progress))?;
        Ok(out.write_all(source.as_bytes())?)
    }
}
