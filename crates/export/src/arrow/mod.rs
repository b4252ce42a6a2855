//! Converts rows to Arrow columns, in batches.
//!
//! Not part of the format.

#[cfg(feature = "arrow")]
mod ipc;
#[cfg(feature = "arrow")]
mod parquet;

#[cfg(feature = "arrow")]
pub(crate) use self::parquet::Parquet;
#[cfg(feature = "arrow")]
pub(crate) use ipc::{ArrowFile, ArrowStream};

use crate::sink::SCHEMA;
use crate::{Column, Day, Item, Row, Type, Value};
use arrow_array::builder::{ListBuilder, PrimitiveBuilder, StringBuilder};
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float32Type, Float64Type, Int16Type, Int32Type,
    TimestampMicrosecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, BooleanArray, PrimitiveArray, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};
use std::io;
use std::sync::Arc;

/// A batch has at most this number of rows, and ends after the row with which it reaches this number of bytes.
const BATCH_ROWS: usize = 8192;
const BATCH_BYTES: usize = 8 << 20;

/// Makes Arrow batches from rows: at most 8,192 rows or about 8 MiB in each.
///
/// ```
/// use archive::{Game, Level, Model};
/// use export::{Batches, Column, Rows};
///
/// let columns = Column::parse("number,white")?;
/// let rows = Rows::new(columns.clone(), Model::of(Level::Fast));
/// let mut batches = Batches::new(&columns);
/// let game = Game::parse(b"[White \"Anna\"]\n\n1. e4 *\n");
/// assert!(batches.add(rows.row("", 1, &game))?.is_none());
/// assert_eq!(batches.finish()?.map(|batch| batch.num_rows()), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Batches {
    schema: SchemaRef,
    kinds: Vec<Type>,
    rows: Vec<Row>,
    bytes: usize,
    most: usize,
}

impl Batches {
    /// Prepares for rows of these columns.
    #[must_use]
    pub fn new(columns: &[Column]) -> Self {
        let field = |column: &Column| Field::new(column.name(), data_type(column.kind()), true);
        let fields: Vec<_> = columns.iter().map(field).collect();
        let metadata = [("pgnz.schema".to_owned(), SCHEMA.to_string())];
        Self {
            schema: Arc::new(Schema::new(fields).with_metadata(metadata.into())),
            kinds: columns.iter().map(Column::kind).collect(),
            rows: Vec::new(),
            bytes: 0,
            most: BATCH_ROWS,
        }
    }

    /// At most this number of rows in each batch, 1 to 8,192: for callers that want the first rows soon.
    #[must_use]
    pub fn of_rows(self, most: usize) -> Self {
        let most = most.clamp(1, BATCH_ROWS);
        Self { most, ..self }
    }

    /// Names and types of the columns; all columns are nullable.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Adds a row, which has a value for each column, of its type. Returns a batch if this row completes one.
    ///
    /// # Errors
    ///
    /// The row does not have these columns, or memory cannot be allocated.
    pub fn add(&mut self, row: Row) -> io::Result<Option<RecordBatch>> {
        self.bytes += row.iter().map(Value::bytes).sum::<usize>();
        self.rows.push(row);
        match self.rows.len() >= self.most || self.bytes >= BATCH_BYTES {
            true => self.finish(),
            false => Ok(None),
        }
    }

    /// The rows so far as a batch, if there are any.
    ///
    /// # Errors
    ///
    /// As for [`Batches::add`].
    pub fn finish(&mut self) -> io::Result<Option<RecordBatch>> {
        let rows = std::mem::take(&mut self.rows);
        self.bytes = 0;
        if rows.is_empty() {
            return Ok(None);
        }
        let kinds = self.kinds.iter().enumerate();
        let arrays = kinds.map(|(at, &kind)| {
            let values = rows.iter().map(|row| row.get(at).unwrap_or(&Value::Null));
            array(kind, values)
        });
        let batch = RecordBatch::try_new(self.schema.clone(), arrays.collect());
        batch.map(Some).map_err(failed)
    }
}

/// Converts rows to the values of the columns.
#[cfg(feature = "arrow")]
pub fn arrow_columns(columns: &[Column], rows: &[Row]) -> Vec<(Field, ArrayRef)> {
    let column = |(at, column): (usize, &Column)| {
        let field = Field::new(column.name(), data_type(column.kind()), true);
        (field, array(column.kind(), rows.iter().map(|row| &row[at])))
    };
    columns.iter().enumerate().map(column).collect()
}

fn failed(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}

fn data_type(kind: Type) -> DataType {
    match kind {
        Type::Truth => DataType::Boolean,
        Type::U8 => DataType::UInt8,
        Type::U16 => DataType::UInt16,
        Type::U32 => DataType::UInt32,
        Type::U64 => DataType::UInt64,
        Type::I16 => DataType::Int16,
        Type::F64 => DataType::Float64,
        Type::Text => DataType::Utf8,
        Type::Date => DataType::Date32,
        Type::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, None),
        Type::List(item) => DataType::new_list(
            match item {
                Item::Text => DataType::Utf8,
                Item::U16 => DataType::UInt16,
                Item::U32 => DataType::UInt32,
                Item::U64 => DataType::UInt64,
                Item::I16 => DataType::Int16,
                Item::I32 => DataType::Int32,
                Item::F32 => DataType::Float32,
            },
            true,
        ),
    }
}

/// The values of a column; a value of another type becomes null.
fn array<'a>(kind: Type, values: impl Iterator<Item = &'a Value>) -> ArrayRef {
    match kind {
        Type::Truth => Arc::new(BooleanArray::from_iter(values.map(|value| match value {
            Value::Truth(truth) => Some(*truth),
            _ => None,
        }))),
        Type::U8 => wholes::<UInt8Type>(values),
        Type::U16 => wholes::<UInt16Type>(values),
        Type::U32 => wholes::<UInt32Type>(values),
        Type::U64 => Arc::new(PrimitiveArray::<UInt64Type>::from_iter(values.map(
            |value| match value {
                Value::Whole(number) => u64::try_from(*number).ok(),
                Value::Hash(hash) => Some(*hash),
                _ => None,
            },
        ))),
        Type::I16 => wholes::<Int16Type>(values),
        Type::F64 => Arc::new(PrimitiveArray::<Float64Type>::from_iter(values.map(
            |value| match value {
                Value::Real(number) => Some(*number),
                _ => None,
            },
        ))),
        Type::Text => Arc::new(StringArray::from_iter(values.map(|value| match value {
            Value::Text(text) => Some(&**text),
            _ => None,
        }))),
        Type::Date => Arc::new(PrimitiveArray::<Date32Type>::from_iter(values.map(
            |value| match value {
                Value::Date(date) => Day::of(*date).and_then(|day| i32::try_from(day.0).ok()),
                _ => None,
            },
        ))),
        Type::Timestamp => Arc::new(PrimitiveArray::<TimestampMicrosecondType>::from_iter(
            values.map(|value| match value {
                Value::Timestamp(micros) => Some(*micros),
                _ => None,
            }),
        )),
        Type::List(Item::Text) => texts(values),
        Type::List(Item::U16) => whole_lists::<UInt16Type>(values),
        Type::List(Item::U32) => whole_lists::<UInt32Type>(values),
        Type::List(Item::U64) => whole_lists::<UInt64Type>(values),
        Type::List(Item::I16) => whole_lists::<Int16Type>(values),
        Type::List(Item::I32) => whole_lists::<Int32Type>(values),
        Type::List(Item::F32) => reals(values),
    }
}

fn wholes<'a, T: ArrowPrimitiveType<Native: TryFrom<i64>>>(
    values: impl Iterator<Item = &'a Value>,
) -> ArrayRef {
    Arc::new(PrimitiveArray::<T>::from_iter(values.map(
        |value| match value {
            Value::Whole(number) => T::Native::try_from(*number).ok(),
            _ => None,
        },
    )))
}

fn whole_lists<'a, T: ArrowPrimitiveType<Native: TryFrom<i64> + TryFrom<u64>>>(
    values: impl Iterator<Item = &'a Value>,
) -> ArrayRef {
    let mut lists = ListBuilder::new(PrimitiveBuilder::<T>::new());
    for value in values {
        match value {
            Value::Wholes(numbers) => {
                let numbers = numbers.iter();
                lists.append_value(numbers.map(|number| T::Native::try_from((*number)?).ok()));
            }
            Value::Hashes(hashes) => {
                let hashes = hashes.iter();
                lists.append_value(hashes.map(|hash| T::Native::try_from(*hash).ok()));
            }
            _ => lists.append_null(),
        }
    }
    Arc::new(lists.finish())
}

fn reals<'a>(values: impl Iterator<Item = &'a Value>) -> ArrayRef {
    let mut lists = ListBuilder::new(PrimitiveBuilder::<Float32Type>::new());
    for value in values {
        match value {
            Value::Reals(numbers) => lists.append_value(numbers.iter().copied()),
            _ => lists.append_null(),
        }
    }
    Arc::new(lists.finish())
}

fn texts<'a>(values: impl Iterator<Item = &'a Value>) -> ArrayRef {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for value in values {
        match value {
            Value::Texts(texts) => lists.append_value(texts.iter().map(Some)),
            _ => lists.append_null(),
        }
    }
    Arc::new(lists.finish())
}
