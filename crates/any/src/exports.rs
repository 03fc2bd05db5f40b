//! Writes a table as bytes or as source code, and finds and writes playbooks.

use perfectplay::bake::{self, BakedPlaybook};
use perfectplay::playbook::PlaybookError;
use perfectplay::table::TableData;

use crate::error::Error;
use crate::playbook::Playbook;
use crate::table::AnyTable;
use crate::table_source::TableSource;
use crate::watch::{Phase, Progress, Watch, expecting};

impl AnyTable {
    /// Returns the table as the bytes of a file that [`open`](crate::open()) reads. Returns `None` if the table is a
    /// file that is not in memory.
    pub fn bytes(&self, watch: Watch<'_>) -> Option<Result<Vec<u8>, Error>> {
        let (spec, watch) = (&self.info().spec, baking(self.states(), watch));
        let baked = match &self.source {
            TableSource::File(file) => return Some(Ok(file.in_memory()?.to_vec())),
            TableSource::Memory(solution) => bake::table_watched(spec, solution, watch),
            _ => bake::table_of(spec, self, watch),
        };
        Some(baked.map_err(Error::from))
    }

    /// Finds a small playbook, tests it against every reply of the opponent, and returns its bytes. If `watch` stops
    /// the search for a smaller playbook, returns the smallest playbook found so far.
    ///
    /// # Errors
    ///
    /// Fails when the table cannot be read or lacks a state. Fails when there are too many states, or when the playbook
    /// fails against some reply. Fails when the work was stopped before the first playbook was found.
    pub fn bake_playbook(
        &self,
        how: bake::Playbook<'_>,
        watch: Watch<'_>,
    ) -> Result<BakedPlaybook, Error> {
        let states = self.states();
        let watch = &mut |progress| expecting(states, progress, watch);
        how.bake(&self, None, watch).map_err(Error::from)
    }

    /// Validates the bytes of a playbook, and opens the playbook.
    ///
    /// # Errors
    ///
    /// Fails when the bytes are not a playbook of this game.
    pub fn open_playbook(&self, bytes: Vec<u8>) -> Result<Playbook, PlaybookError> {
        let book = Playbook::new(bytes)?;
        perfectplay::Playbook::new(self.game(), book.data()).validate()?;
        Ok(book)
    }

    /// Writes the table as a C99 header, as [`bake::table_c`] does. The header contains a function that looks up a
    /// state by its key. `name` must be an identifier of C. All names in the header begin with `name`.
    ///
    /// # Errors
    /// Fails when the table cannot be read, or the game has 2^32 states or more.
    pub fn c_source(&self, name: &str, watch: Watch<'_>) -> Result<String, Error> {
        let spec = &self.info().spec;
        let bytes = bake::table_of(spec, self, baking(self.states(), watch))?;
        let data = TableData::from_bytes(&bytes);
        let data = data.map_err(|error| Error::Format(error.to_string()))?;
        let rules = self.game().0.source_rules();
        bake::table_c(name, &data, rules).map_err(Error::from)
    }
}

/// Returns a callback that tells `watch` how far the baking of a table has come. `watch` cannot stop the baking, which
/// takes only seconds.
fn baking(states: u64, watch: Watch<'_>) -> impl FnMut(u64) + '_ {
    move |done| {
        let _ = watch(Progress::of_steps(Phase::Baking, done, 2 * states));
    }
}
