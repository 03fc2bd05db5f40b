//! Visits all states of a table.

use std::mem;

use perfectplay::{Analysis, Value, walk};

use crate::columns::{Column, ColumnSet, Columns};
use crate::error::Error;
use crate::position::{Position, Sink, Writer};
use crate::table::AnyTable;
use crate::table_source::TableSource;
use crate::tablebase;

/// A function that is called with each state of a table.
pub type Visitor<'a> = dyn FnMut(Visit<'_>) -> Result<(), Error> + 'a;

/// A state that is visited, and its data from the table.
#[derive(Debug)]
pub struct Visit<'t> {
    /// The state.
    pub position: Position<'t>,
    /// What the table stores about the state: the values of the state and of its moves.
    pub analysis: Analysis,
    /// The number of plies from the nearest start, if it is known.
    pub ply: Option<u32>,
}

impl AnyTable {
    /// Calls `each` with every reachable state. States near a start come first, except in a [large](Self::is_large)
    /// table, which is visited tier by tier. If several states share one entry of a large table, `each` is called with
    /// only one of these states.
    ///
    /// # Errors
    ///
    /// Fails when the table cannot be read, the rules contradict it, or `each` fails.
    pub fn visit(&self, each: &mut Visitor<'_>) -> Result<(), Error> {
        if let Some(file) = self.large() {
            return tablebase::visit(file, &mut |state, analysis, ply| {
                each(Visit {
                    position: self.position(state),
                    analysis,
                    ply,
                })
            });
        }
        for visit in walk(self) {
            let visit = visit.map_err(|error| self.error(error))?;
            each(Visit {
                position: self.position(visit.state),
                analysis: visit.analysis,
                ply: Some(visit.ply),
            })?;
        }
        Ok(())
    }

    /// Calls `write` for each reachable state, in the order of [`visit`](Self::visit). Collects the texts that `write`
    /// produces. Calls `out` with the text about one or more states, and with the number of these states. A
    /// [large](Self::is_large) table is visited on all cores.
    ///
    /// # Errors
    ///
    /// Fails when the table cannot be read, the rules contradict the table, or a call of `write` or `out` fails.
    pub fn write_each(&self, write: &Writer<'_>, out: &mut Sink<'_>) -> Result<(), Error> {
        if let Some(file) = self.large() {
            return tablebase::write_each(file, write, out);
        }
        if let Some(file) = self.file() {
            // A walk reads only some blocks of the file. Read all blocks here, so that they are compared with
            // the counts in the file.
            tablebase::columns(file, ColumnSet::new(&[Column::Key]), &mut |_| Ok(()))?;
        }
        let mut text = Vec::new();
        self.visit(&mut |visited| {
            text.clear();
            write(&visited.position, &mut text)?;
            out(&text, 1)
        })
    }

    /// Calls `each` with the data of all reachable states in columns, such as a column of keys. Each call of `each`
    /// gets the columns of several thousand states. The order is that of [`visit`](Self::visit). A table in a file is
    /// visited tier by tier, on all cores.
    ///
    /// # Errors
    ///
    /// Fails when the table cannot be read, the rules contradict it, or `each` fails.
    pub fn columns(
        &self,
        wanted: ColumnSet,
        each: &mut dyn FnMut(Columns) -> Result<(), Error>,
    ) -> Result<(), Error> {
        const STATES: usize = 1 << 14;
        if let Some(file) = self.large() {
            return tablebase::columns(file, wanted, each);
        }
        let mut columns = Columns::new(wanted);
        self.visit(&mut |visited| {
            columns.push_state(self.game(), visited.position.state);
            columns.push_known(Some(&visited.analysis));
            columns.push_ply(visited.ply);
            if columns.len < STATES {
                return Ok(());
            }
            each(mem::replace(&mut columns, Columns::new(wanted)))
        })?;
        if columns.len == 0 {
            return Ok(());
        }
        each(columns)
    }

    /// Counts the states that are won, drawn and lost for the player to move.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the rules contradict it.
    pub fn counts(&self) -> Result<[u64; 3], Error> {
        let mut counts = [0; 3];
        if let TableSource::Memory(solution) = &self.source {
            let scores = solution.scores();
            scores.for_each(|(_, score)| count(&mut counts, score.value()));
            return Ok(counts);
        }
        self.visit(&mut |visited| {
            count(&mut counts, visited.analysis.value());
            Ok(())
        })?;
        Ok(counts)
    }
}

const fn count(counts: &mut [u64; 3], value: Value) {
    counts[match value {
        Value::Win => 0,
        Value::Draw => 1,
        Value::Loss => 2,
    }] += 1;
}
