//! Fields of many games at once: a list for each field, and one pool of texts.

use crate::archive::Archive;
use crate::buffer::{Text, lend, lend_values};
use crate::error::{Failure, guarded, quietly};
use crate::given::{self, fill};
use pgnz::{Column, Error, Level, Model, Rows, Type, Value};
use std::collections::HashMap;
use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::ptr;

/// The place in the pool of a text that a game does not have.
pub const PGNZ_NO_TEXT: u32 = u32::MAX;
/// A whole number that a game does not have. (A number that is not whole is NaN then.)
pub const PGNZ_NO_NUMBER: i64 = i64::MIN;

/// What the values of a column are.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableType {
    /// There is no such column.
    None = 0,
    /// Texts: pgnz_table_texts().
    Text = 1,
    /// Whole numbers, and 0 or 1 for false and true: pgnz_table_wholes(). A hash has the 64 bits of its unsigned number.
    Whole = 2,
    /// Numbers: pgnz_table_reals().
    Real = 3,
    /// Dates as 10000 * year + 100 * month + day: pgnz_table_wholes().
    Date = 4,
    /// Microseconds since 1970-01-01: pgnz_table_wholes().
    Timestamp = 5,
}

/// Fields of many games. It is used by one thread at a time, and outlives its archive. What it lends stays until it is freed.
pub struct Table {
    numbers: Vec<u64>,
    columns: Vec<Filled>,
    pool: Pool,
}

struct Filled {
    name: Text,
    kind: TableType,
    values: Values,
}

enum Values {
    Texts(Vec<u32>),
    Wholes(Vec<i64>),
    Reals(Vec<f64>),
}

/// The texts of a table: each once, with a zero after it.
#[derive(Default)]
struct Pool {
    places: HashMap<Box<str>, u32>,
    bytes: Vec<u8>,
    /// Where each text begins, and where the next one would.
    starts: Vec<u64>,
}

impl Pool {
    fn place(&mut self, text: &str) -> Result<u32, Error> {
        if let Some(&place) = self.places.get(text) {
            return Ok(place);
        }
        let place = u32::try_from(self.places.len()).ok();
        let place = place.filter(|place| *place < PGNZ_NO_TEXT);
        let full = || Error::argument("there are too many texts: ask for fewer games at once");
        let place = place.ok_or_else(full)?;
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
        self.starts.push(self.bytes.len() as u64);
        self.places.insert(text.into(), place);
        Ok(place)
    }
}

impl Filled {
    fn new(column: &Column) -> Result<Self, Error> {
        let (kind, values) = match column.kind() {
            Type::Text => (TableType::Text, Values::Texts(Vec::new())),
            Type::F64 => (TableType::Real, Values::Reals(Vec::new())),
            Type::Date => (TableType::Date, Values::Wholes(Vec::new())),
            Type::Timestamp => (TableType::Timestamp, Values::Wholes(Vec::new())),
            Type::List(_) => {
                let name = column.name();
                let what = format!("{name} is a list for each game: single games have it");
                return Err(Error::argument(what));
            }
            _ => (TableType::Whole, Values::Wholes(Vec::new())),
        };
        let name = Text::of(column.name());
        Ok(Self { name, kind, values })
    }

    fn add(&mut self, value: &Value<'_>, pool: &mut Pool) -> Result<(), Error> {
        match &mut self.values {
            Values::Texts(texts) => texts.push(match value {
                Value::Text(text) => pool.place(text)?,
                _ => PGNZ_NO_TEXT,
            }),
            Values::Reals(numbers) => numbers.push(match value {
                Value::Real(number) => *number,
                _ => f64::NAN,
            }),
            Values::Wholes(numbers) => numbers.push(match value {
                Value::Truth(truth) => i64::from(*truth),
                Value::Whole(number) | Value::Timestamp(number) => *number,
                Value::Date(date) => i64::from(date.number()),
                Value::Hash(hash) => hash.cast_signed(),
                _ => PGNZ_NO_NUMBER,
            }),
        }
        Ok(())
    }
}

/// Reads fields of the games from..to that pass a filter, which may be NULL. `columns` are names with commas between, such as
/// "white,black,white_rating,date,result,eco,event,site,plies": those of docs/export.md but for lists, and tag:NAME for any tag. `threads` is the number of
/// threads, 0 for one on each core. Returns NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_table_read(
    archive: Option<&mut Archive>,
    from: u64,
    to: u64,
    columns: *const c_char,
    filter: *const c_char,
    threads: u32,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> Option<Box<Table>> {
    guarded(error, None, || {
        let archive = given::there(archive, "the archive")?;
        // SAFETY: the caller gives texts, or null.
        let (columns, filter) = unsafe {
            let columns = given::text(columns, "the columns")?;
            (columns, given::optional_text(filter, "the filter")?)
        };
        let columns = Column::parse(columns)?;
        let filled: Result<Vec<_>, Error> = columns.iter().map(Filled::new).collect();
        let rows = Rows::new(columns, Model::of(Level::default()));
        let path = archive.path.as_ref();
        let path = path.map(|path| path.to_string_lossy().into_owned());
        let path = path.unwrap_or_default();
        let mut table = Table {
            numbers: Vec::new(),
            columns: filled?,
            pool: Pool {
                starts: vec![0],
                ..Pool::default()
            },
        };
        let search = archive.search(filter, rows.needs(), threads)?;
        let range = archive.range(from, to);
        let note = |number: u64, game: Option<&pgnz::Game>| {
            Some(rows.row(&path, number.saturating_add(1), game?))
        };
        archive
            .inner
            .each(range, &search, &note, &mut |number, row| {
                table.numbers.push(number);
                for (column, value) in table.columns.iter_mut().zip(&row) {
                    column.add(value, &mut table.pool)?;
                }
                Ok::<_, Error>(ControlFlow::Continue(()))
            })?;
        Ok(Some(Box::new(table)))
    })
}

/// Frees a table; NULL is none.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_free(table: Option<Box<Table>>) {
    quietly((), || drop(table));
}

/// The numbers of the games of the rows, counted from 0, in ascending order. `rows` is how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_numbers(
    table: Option<&Table>,
    rows: Option<&mut MaybeUninit<usize>>,
) -> *const u64 {
    lend_values(table.map(|table| &*table.numbers), rows)
}

/// The number of columns.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_columns(table: Option<&Table>) -> usize {
    table.map_or(0, |table| table.columns.len())
}

/// The name of a column, counted from 0; NULL if there are fewer.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_name(table: Option<&Table>, column: usize) -> *const c_char {
    let found = table.and_then(|table| table.columns.get(column));
    lend(found.map(|column| &column.name), None)
}

/// What the values of a column are.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_type(table: Option<&Table>, column: usize) -> TableType {
    let found = table.and_then(|table| table.columns.get(column));
    found.map_or(TableType::None, |column| column.kind)
}

/// The places of the texts of a column in the pool, PGNZ_NO_TEXT where a game has none: one for each row. Equal texts have equal places. NULL if it is
/// no column of texts.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_texts(table: Option<&Table>, column: usize) -> *const u32 {
    let found = table.and_then(|table| table.columns.get(column));
    match found.map(|column| &column.values) {
        Some(Values::Texts(texts)) => texts.as_ptr(),
        _ => ptr::null(),
    }
}

/// The whole numbers of a column, PGNZ_NO_NUMBER where a game has none: one for each row. NULL if it is no column of these.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_wholes(table: Option<&Table>, column: usize) -> *const i64 {
    let found = table.and_then(|table| table.columns.get(column));
    match found.map(|column| &column.values) {
        Some(Values::Wholes(numbers)) => numbers.as_ptr(),
        _ => ptr::null(),
    }
}

/// The numbers of a column, NaN where a game has none: one for each row. NULL if it is no column of these.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_reals(table: Option<&Table>, column: usize) -> *const f64 {
    let found = table.and_then(|table| table.columns.get(column));
    match found.map(|column| &column.values) {
        Some(Values::Reals(numbers)) => numbers.as_ptr(),
        _ => ptr::null(),
    }
}

/// All texts of the table (UTF-8), each once and with a zero after it. `starts` gets the place where each begins: one more than there are
/// texts, the last being the end of all. `texts` gets their number. Both may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_pool(
    table: Option<&Table>,
    starts: Option<&mut MaybeUninit<*const u64>>,
    texts: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    let pool = table.map(|table| &table.pool);
    fill(
        starts,
        pool.map_or(ptr::null(), |pool| pool.starts.as_ptr()),
    );
    fill(texts, pool.map_or(0, |pool| pool.places.len()));
    pool.map_or(ptr::null(), |pool| pool.bytes.as_ptr().cast())
}

/// A text of the pool; NULL for PGNZ_NO_TEXT. `length` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_table_text(
    table: Option<&Table>,
    place: u32,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    let bytes = table.and_then(|table| {
        let at = |place: usize| usize::try_from(*table.pool.starts.get(place)?).ok();
        let place = usize::try_from(place).ok()?;
        let (start, end) = (at(place)?, at(place.checked_add(1)?)?);
        table.pool.bytes.get(start..end)
    });
    fill(
        length,
        bytes.map_or(0, |bytes| bytes.len().saturating_sub(1)),
    );
    bytes.map_or(ptr::null(), |bytes| bytes.as_ptr().cast())
}
