//! Passes the states of a table to Python, as numpy arrays or as an Arrow stream.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, FixedSizeListArray, Int8Array, Int32Array, PrimitiveArray,
    RecordBatch, RecordBatchReader, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use numpy::{PyArray1, PyArrayMethods};
use perfectplay_any::{Column, ColumnSet, Columns, Error, Phase, Progress};
use pyo3::exceptions::{PyRuntimeError, PyStopIteration, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::errors::of_library;
use crate::solved::SolvedGame;

/// The default number of rows in a batch.
pub const ROWS: usize = 1 << 16;

/// The greatest number of finished batches that wait for the reader. If this many batches wait, the
/// thread that creates batches stops until the reader takes a batch.
const WAITING: usize = 2;

/// A thread that waits for a batch interrupts its wait after this time, to check for signals such
/// as Ctrl-C.
const PERIOD: Duration = Duration::from_millis(50);

pub fn arrays<'py>(
    py: Python<'py>,
    solved: &Arc<SolvedGame>,
    columns: &[Column],
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let wanted = ColumnSet::new(columns);
    let total = solved.table.states();
    let all = solved.work(py, progress, |watch| {
        let mut all = Columns::new(wanted);
        all.reserve(total as usize, solved.table.info().squares());
        solved.table.columns(wanted, &mut |some| {
            all.append(&some);
            let progress = Progress::of_states(Phase::Writing, all.len as u64, total);
            match watch(progress) {
                std::ops::ControlFlow::Continue(()) => Ok(()),
                std::ops::ControlFlow::Break(()) => Err(Error::Stopped),
            }
        })?;
        Ok(all)
    })?;
    told(py, solved, all, columns)
}

/// Returns columns as a dictionary of arrays, in the order of `columns`.
pub fn told<'py>(
    py: Python<'py>,
    solved: &SolvedGame,
    mut told: Columns,
    columns: &[Column],
) -> PyResult<Bound<'py, PyDict>> {
    let arrays = PyDict::new(py);
    for &column in columns {
        let array = match column {
            Column::Board => {
                let mut shape = vec![told.len];
                shape.extend(crate::rules::shape(solved.table.info()).unwrap_or_default());
                PyArray1::from_vec(py, mem::take(&mut told.boards))
                    .reshape(shape)?
                    .into_any()
            }
            Column::Key => PyArray1::from_vec(py, mem::take(&mut told.keys)).into_any(),
            Column::Canonical => PyArray1::from_vec(py, mem::take(&mut told.canonical)).into_any(),
            Column::Mover => PyArray1::from_vec(py, mem::take(&mut told.movers)).into_any(),
            Column::Points => PyArray1::from_vec(py, mem::take(&mut told.points))
                .reshape([told.len, 2])?
                .into_any(),
            Column::Value => PyArray1::from_vec(py, mem::take(&mut told.values)).into_any(),
            Column::Distance => PyArray1::from_vec(py, mem::take(&mut told.distances)).into_any(),
            Column::Ply => PyArray1::from_vec(py, mem::take(&mut told.plies)).into_any(),
            Column::Winning => PyArray1::from_vec(py, mem::take(&mut told.winning)).into_any(),
            Column::Neutral => PyArray1::from_vec(py, mem::take(&mut told.neutral)).into_any(),
            Column::Losing => PyArray1::from_vec(py, mem::take(&mut told.losing)).into_any(),
            Column::Best => PyArray1::from_vec(py, mem::take(&mut told.best)).into_any(),
        };
        arrays.set_item(column.name(), array)?;
    }
    Ok(arrays)
}

/// A batch, or the error that ends the stream.
type Batch = Result<Columns, Error>;

/// Starts a thread that sends the states of a table in batches of at least `rows` rows. The thread
/// ends when the receiver of the batches is dropped.
fn stream(solved: &Arc<SolvedGame>, wanted: ColumnSet, rows: usize) -> Receiver<Batch> {
    let (sender, receiver) = sync_channel(WAITING);
    let solved = Arc::clone(solved);
    thread::spawn(move || {
        let told = catch_unwind(AssertUnwindSafe(|| {
            send_all(&solved, wanted, rows, &sender)
        }));
        let error = match told {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error,
            Err(_) => Error::Flaw("the rules raised an exception".to_owned()),
        };
        // Ignore a failure, because the receiver may be gone.
        let _ = sender.send(Err(error));
    });
    receiver
}

fn send_all(
    solved: &SolvedGame,
    wanted: ColumnSet,
    rows: usize,
    sender: &SyncSender<Batch>,
) -> Result<(), Error> {
    let mut batch = Columns::new(wanted);
    solved.table.columns(wanted, &mut |some| {
        batch.append(&some);
        if batch.len < rows {
            return Ok(());
        }
        let batch = mem::replace(&mut batch, Columns::new(wanted));
        sender.send(Ok(batch)).map_err(|_| Error::Stopped)
    })?;
    if batch.len > 0 {
        sender.send(Ok(batch)).map_err(|_| Error::Stopped)?;
    }
    Ok(())
}

/// An iterator over the states of a table, in batches of columns.
#[pyclass(frozen, module = "perfectplay")]
pub struct Batches {
    solved: Arc<SolvedGame>,
    columns: Vec<Column>,
    rows: usize,
    /// The receiver of the batches. The receiver is `None` until the caller asks for the first
    /// batch.
    receiver: Mutex<Option<Receiver<Batch>>>,
}

impl Batches {
    /// Creates the iterator. A batch has at least `rows` rows.
    pub fn new(solved: &Arc<SolvedGame>, columns: Vec<Column>, rows: usize) -> Self {
        Self {
            solved: Arc::clone(solved),
            columns,
            rows: rows.max(1),
            receiver: Mutex::new(None),
        }
    }
}

#[pymethods]
impl Batches {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let wanted = ColumnSet::new(&self.columns);
        let batch = loop {
            let next = py.detach(|| {
                let mut receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
                let receiver =
                    receiver.get_or_insert_with(|| stream(&self.solved, wanted, self.rows));
                receiver.recv_timeout(PERIOD)
            });
            match next {
                Ok(batch) => break batch,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(PyStopIteration::new_err(()));
                }
            }
        };
        match batch {
            Ok(batch) => told(py, &self.solved, batch, &self.columns),
            Err(problem) => {
                let own = self.solved.rules.own.as_ref();
                let raised = own.and_then(|own| own.raised(py, None, false));
                Err(raised.unwrap_or_else(|| of_library(py, problem)))
            }
        }
    }
}

/// The states of a table in batches, for libraries that read Arrow, such as
/// `polars.DataFrame(stream)`, `pyarrow.table(stream)` and DuckDB. A stream can be read once.
#[pyclass(frozen, module = "perfectplay")]
pub struct ArrowStream {
    solved: Arc<SolvedGame>,
    columns: Vec<Column>,
    rows: usize,
    is_read: Mutex<bool>,
}

impl ArrowStream {
    /// Creates the stream. A batch has at least `rows` rows.
    pub fn new(solved: &Arc<SolvedGame>, columns: Vec<Column>, rows: usize) -> Self {
        Self {
            solved: Arc::clone(solved),
            columns,
            rows: rows.max(1),
            is_read: Mutex::new(false),
        }
    }

    fn schema(&self) -> Schema {
        let squares = self.solved.table.info().squares() as i32;
        let field = |&column: &Column| {
            let kind = match column {
                Column::Board => list_of(DataType::Int8, squares),
                Column::Points => list_of(DataType::Int32, 2),
                Column::Mover | Column::Value => DataType::Int8,
                Column::Distance | Column::Ply => DataType::Int32,
                Column::Key
                | Column::Canonical
                | Column::Winning
                | Column::Neutral
                | Column::Losing
                | Column::Best => DataType::UInt64,
            };
            Field::new(column.name(), kind, false)
        };
        Schema::new(self.columns.iter().map(field).collect::<Vec<_>>())
    }
}

/// Returns the Arrow type of a column in which each state has a list of `length` items.
fn list_of(item: DataType, length: i32) -> DataType {
    DataType::FixedSizeList(Arc::new(Field::new("item", item, false)), length)
}

/// Makes a column of lists. Each list contains `length` items, and the lists together contain
/// `items` in order.
fn lists<T: ArrowPrimitiveType>(
    items: PrimitiveArray<T>,
    length: i32,
) -> Result<ArrayRef, ArrowError> {
    let field = Arc::new(Field::new("item", T::DATA_TYPE, false));
    let lists = FixedSizeListArray::try_new(field, length, Arc::new(items), None)?;
    Ok(Arc::new(lists))
}

struct BatchReader {
    schema: SchemaRef,
    columns: Vec<Column>,
    squares: i32,
    receiver: Receiver<Batch>,
}

impl Iterator for BatchReader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.receiver.recv().ok()?;
        Some(match batch {
            Ok(batch) => self.record_batch(batch),
            Err(error) => Err(ArrowError::ExternalError(Box::new(error))),
        })
    }
}

impl RecordBatchReader for BatchReader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl BatchReader {
    /// Converts columns to a record batch without copies.
    fn record_batch(&self, mut batch: Columns) -> Result<RecordBatch, ArrowError> {
        let array = |&column: &Column| -> Result<ArrayRef, ArrowError> {
            Ok(match column {
                Column::Board => {
                    lists(Int8Array::from(mem::take(&mut batch.boards)), self.squares)?
                }
                Column::Points => lists(Int32Array::from(mem::take(&mut batch.points)), 2)?,
                Column::Key => Arc::new(UInt64Array::from(mem::take(&mut batch.keys))),
                Column::Canonical => Arc::new(UInt64Array::from(mem::take(&mut batch.canonical))),
                Column::Mover => Arc::new(Int8Array::from(mem::take(&mut batch.movers))),
                Column::Value => Arc::new(Int8Array::from(mem::take(&mut batch.values))),
                Column::Distance => Arc::new(Int32Array::from(mem::take(&mut batch.distances))),
                Column::Ply => Arc::new(Int32Array::from(mem::take(&mut batch.plies))),
                Column::Winning => Arc::new(UInt64Array::from(mem::take(&mut batch.winning))),
                Column::Neutral => Arc::new(UInt64Array::from(mem::take(&mut batch.neutral))),
                Column::Losing => Arc::new(UInt64Array::from(mem::take(&mut batch.losing))),
                Column::Best => Arc::new(UInt64Array::from(mem::take(&mut batch.best))),
            })
        };
        let arrays = self
            .columns
            .iter()
            .map(array)
            .collect::<Result<Vec<_>, _>>()?;
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
    }
}

#[pymethods]
impl ArrowStream {
    pub fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let schema = FFI_ArrowSchema::try_from(&self.schema())
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(PyCapsule::new_with_value(py, schema, c"arrow_schema")?.into_any())
    }

    /// Returns the stream. This method ignores `requested_schema`, as the protocol allows, because
    /// the reader can convert types itself.
    #[pyo3(signature = (requested_schema = None))]
    pub fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        let mut is_read = self.is_read.lock().unwrap_or_else(PoisonError::into_inner);
        if mem::replace(&mut *is_read, true) {
            return Err(PyValueError::new_err(
                "expected a stream that was not read before",
            ));
        }
        let reader = BatchReader {
            schema: Arc::new(self.schema()),
            columns: self.columns.clone(),
            squares: self.solved.table.info().squares() as i32,
            receiver: stream(&self.solved, ColumnSet::new(&self.columns), self.rows),
        };
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        Ok(PyCapsule::new_with_value(py, stream, c"arrow_array_stream")?.into_any())
    }
}
