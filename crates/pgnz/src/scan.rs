//! Games as a table, in Arrow batches.

use crate::ordered::{Ordered, Outlet};
use crate::search::cut;
use crate::{Error, Level, Model, Search};
use archive::Reader;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use export::{Batches, Column, Rows};
use query::Filter;
use std::io::{Read, Seek};
use std::ops::Range;
use std::task::Poll;
use std::time::Duration;

/// Batches that each thread may keep ready.
const WAITING: usize = 4;

/// If there are too few blocks to keep all threads busy, they divide a block into pieces of this many games.
const PIECE: u64 = 1024;

/// Which games become rows, and with which columns; see [`Archive::scan`](crate::Archive::scan).
#[derive(Clone, Debug)]
#[must_use]
pub struct Table {
    columns: Vec<Column>,
    search: Search,
    path: String,
    model: Model,
}

impl Table {
    /// All games, with these columns, and a thread for each core.
    pub fn new(columns: Vec<Column>) -> Self {
        Self {
            columns,
            search: Search::new().threads(0),
            path: String::new(),
            model: Model::of(Level::default()),
        }
    }

    /// Only games that pass this filter.
    pub fn filter(mut self, filter: Filter) -> Self {
        self.search = self.search.filter(filter);
        self
    }

    /// Only games that this search finds, on its threads. Its columns are of no account: those of the table are read.
    pub fn search(mut self, search: Search) -> Self {
        self.search = search;
        self
    }

    /// Names and types of the columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Batches::new(&self.columns).schema()
    }

    /// The number of threads that decode, 1 to 1024; 0 means one for each core. The rows are the same for any number, but batches may end
    /// elsewhere.
    pub fn threads(mut self, threads: usize) -> Self {
        self.search = self.search.threads(threads);
        self
    }

    /// The value of the column `path`.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// What makes the rows, the search for their games, and the value of the column `path`.
    #[cfg(feature = "export")]
    pub(crate) fn into_rows(self) -> (Rows, Search, String) {
        (Rows::new(self.columns, self.model), self.search, self.path)
    }

    /// The model for columns about the probability of moves (default: that of level default).
    pub fn model(mut self, model: Model) -> Self {
        self.model = model;
        self
    }
}

/// The rows of a table, in batches of at most 8,192 rows or about 8 MiB, in the order of the games. It ends after an error.
///
/// The threads start when the first batch is read, work some batches in advance, and end when the scan is dropped.
pub struct Scan {
    schema: SchemaRef,
    state: State,
}

enum State {
    New(Box<dyn FnOnce() -> Result<Ordered<RecordBatch>, Error> + Send>),
    Running(Ordered<RecordBatch>),
    Done,
}

impl Scan {
    pub(crate) fn new<R: Read + Seek + Clone + Send + 'static>(
        reader: &Reader<R>,
        range: &Range<u64>,
        table: Table,
    ) -> Self {
        let schema = table.schema();
        let threads = match table.search.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let mut pieces = table.search.blocks(reader, range);
        if threads > 1 && pieces.len() < 2 * threads {
            pieces = cut(pieces, PIECE);
        }
        let fork = reader.fork();
        let work = move |reader: &mut Reader<R>, games, outlet: &Outlet<'_, _>| {
            rows(&table, reader, games, outlet)
        };
        let start = move || Ordered::start(&fork, pieces, threads, WAITING, &work);
        Self {
            schema,
            state: State::New(Box::new(start)),
        }
    }

    /// Names and types of the columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// The next batch if it is ready within this time, for callers that must check something else from time to time.
    pub fn next_within(&mut self, wait: Duration) -> Poll<Option<Result<RecordBatch, Error>>> {
        if let State::New(_) = self.state {
            let State::New(start) = std::mem::replace(&mut self.state, State::Done) else {
                return Poll::Ready(None);
            };
            match start() {
                Ok(ordered) => self.state = State::Running(ordered),
                Err(error) => return Poll::Ready(Some(Err(error))),
            }
        }
        match &mut self.state {
            State::Running(ordered) => ordered.next_within(wait),
            _ => Poll::Ready(None),
        }
    }
}

/// Makes batches from the games of a piece.
fn rows<R: Read + Seek>(
    table: &Table,
    reader: &mut Reader<R>,
    games: Range<u64>,
    outlet: &Outlet<'_, RecordBatch>,
) -> Result<(), Error> {
    let rows = Rows::new(table.columns.clone(), table.model.clone());
    let mut batches = Batches::new(&table.columns);
    let mut failure = None;
    let made = |error| Error::system("a batch of rows cannot be made", error);
    table
        .search
        .piece(reader, games, rows.needs(), &mut |number, game| {
            let row = rows.row(&table.path, number.saturating_add(1), &game);
            match batches.add(row) {
                Ok(None) => !outlet.is_closed(),
                Ok(Some(batch)) => outlet.give(batch),
                Err(error) => {
                    failure = Some(error);
                    false
                }
            }
        })?;
    if let Some(error) = failure {
        return Err(made(error));
    }
    if let Some(batch) = batches.finish().map_err(made)? {
        outlet.give(batch);
    }
    Ok(())
}

impl Iterator for Scan {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Poll::Ready(next) = self.next_within(Duration::from_secs(3600)) {
                let failed = |error| ArrowError::ExternalError(Box::new(error));
                return next.map(|batch| batch.map_err(failed));
            }
        }
    }
}

impl RecordBatchReader for Scan {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

impl std::fmt::Debug for Scan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Scan");
        shown.field("schema", &self.schema).finish_non_exhaustive()
    }
}
