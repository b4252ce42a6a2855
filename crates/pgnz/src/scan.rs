//! Games as a table, in Arrow batches.

use crate::{Error, Game, Level, Model, Search};
use archive::Reader;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use export::{Batches, Column, Rows};
use query::Filter;
use scan::{Outlet, Seen, Started};
use std::io::{Read, Seek};
use std::ops::Range;
use std::task::Poll;
use std::time::Duration;

/// Which games become rows, and with which columns; see [`Archive::scan`](crate::Archive::scan).
#[derive(Clone, Debug)]
#[must_use]
pub struct Table {
    columns: Vec<Column>,
    search: Search,
    path: String,
    model: Model,
    batch_rows: usize,
}

impl Table {
    /// All games, with these columns, and a thread for each core.
    pub fn new(columns: Vec<Column>) -> Self {
        Self {
            columns,
            search: Search::new().threads(0),
            path: String::new(),
            model: Model::of(Level::default()),
            batch_rows: usize::MAX,
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

    /// At most this number of rows in each batch, instead of 8,192: for callers that want the first rows soon.
    ///
    /// ```
    /// # use pgnz::{Archive, Column, CompressOptions, Table};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 *\n\n1. d4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let table = Table::new(Column::parse("number")?).batch_rows(1);
    /// assert_eq!(archive.scan(.., table)?.count(), 2);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn batch_rows(mut self, rows: usize) -> Self {
        self.batch_rows = rows.max(1);
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
    started: Started<RecordBatch>,
}

impl Scan {
    pub(crate) fn new<R: Read + Seek + Clone + Send + 'static>(
        reader: &Reader<R>,
        range: &Range<u64>,
        table: Table,
    ) -> Self {
        let rows = Rows::new(table.columns.clone(), table.model.clone());
        let search = table.search.clone().columns(rows.needs());
        Self {
            schema: table.schema(),
            started: search.start(
                reader,
                range,
                table.batch_rows,
                move |search, reader, games, outlet| {
                    make(&table, &rows, search, reader, &games, outlet)
                },
            ),
        }
    }

    /// Names and types of the columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// The next batch if it is ready within this time, for callers that must check something else from time to time.
    pub fn next_within(&mut self, wait: Duration) -> Poll<Option<Result<RecordBatch, Error>>> {
        self.started.next_within(wait)
    }
}

/// Makes batches from the games of a window.
fn make<R: Read + Seek>(
    table: &Table,
    rows: &Rows,
    search: &Search,
    reader: &mut Reader<R>,
    games: &[u64],
    outlet: &Outlet<'_, RecordBatch>,
) -> Result<(), Error> {
    let mut batches = Batches::new(&table.columns).of_rows(table.batch_rows);
    let mut failure = None;
    let made = |error| Error::system("a batch of rows cannot be made", error);
    let mut visit = |number: u64, game: Option<Game>| {
        let Some(game) = game else {
            return Seen::Read;
        };
        let row = rows.row(&table.path, number.saturating_add(1), &game);
        let goes_on = match batches.add(row) {
            Ok(None) => !outlet.is_closed(),
            Ok(Some(batch)) => outlet.give(batch),
            Err(error) => {
                failure = Some(error);
                false
            }
        };
        if goes_on { Seen::Next } else { Seen::Enough }
    };
    search.visit(reader, games, &mut visit, &|| outlet.is_closed())?;
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
