//! Columns of Parquet to those of a table.
//!
//! Not part of the format.

use crate::Error;
use crate::schema::{HOME_PAWNS, Kept, MATERIAL, column};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int16Type, Int32Type, UInt8Type, UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use query::{Kind, Known, Lines, Table, Texts};
use std::sync::Arc;

/// The same columns, with texts that are read as they lie in the file: each different one once.
pub(crate) fn texts_as_dictionaries(schema: &SchemaRef) -> SchemaRef {
    let field = |field: &Arc<Field>| match field.data_type() {
        DataType::Utf8 => {
            let texts = DataType::Dictionary(DataType::Int32.into(), DataType::Utf8.into());
            Field::new(field.name(), texts, true)
        }
        _ => Field::clone(field),
    };
    Arc::new(Schema::new(
        schema.fields().iter().map(field).collect::<Vec<_>>(),
    ))
}

/// The columns that are wanted.
pub(crate) struct Columns<'a> {
    known: &'a [Known],
    lines: bool,
    moves: &'static str,
}

impl<'a> Columns<'a> {
    pub fn new(known: &'a [Known], lines: bool, kept: Kept) -> Self {
        Self {
            known,
            lines,
            moves: kept.column(),
        }
    }

    pub fn names(&self) -> Vec<&'static str> {
        let of_lines = [self.moves, "plies", "fen", "variant", HOME_PAWNS, MATERIAL];
        let lines = of_lines.into_iter().filter(|_| self.lines);
        self.known
            .iter()
            .map(|&known| column(known))
            .chain(lines)
            .collect()
    }

    /// What is read, of so many games.
    pub fn table(
        &self,
        batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
        games: usize,
    ) -> Result<Table, Error> {
        let mut table = Table {
            games,
            ..Table::default()
        };
        let mut lines = Lines::default();
        for batch in batches {
            let batch = batch.map_err(|error| Error::Damaged(error.to_string()))?;
            for &known in self.known {
                let array = named(&batch, column(known))?;
                match known.kind() {
                    Kind::Number | Kind::Date => {
                        let numbers = table.numbers.entry(known).or_default();
                        numbers.extend(read_numbers(array)?);
                    }
                    _ => read_texts(array, table.texts.entry(known).or_default())?,
                }
            }
            if self.lines {
                self.read_lines(&batch, &mut lines)?;
            }
        }
        let is_whole = table.texts.values().all(|texts| texts.keys.len() == games)
            && table.numbers.values().all(|numbers| numbers.len() == games)
            && (!self.lines || lines.ends.len() == games);
        if !is_whole {
            return Err(Error::Damaged(
                "a column has fewer games than another".to_owned(),
            ));
        }
        table.lines = self.lines.then_some(lines);
        Ok(table)
    }

    fn read_lines(&self, batch: &RecordBatch, lines: &mut Lines) -> Result<(), Error> {
        let moves = named(batch, self.moves)?;
        let moves = moves
            .as_binary_opt::<i32>()
            .ok_or_else(|| odd(self.moves))?;
        let plies = read_numbers(named(batch, "plies")?)?;
        for (ranks, plies) in moves.iter().zip(plies) {
            lines.ranks.extend_from_slice(ranks.unwrap_or_default());
            lines.ends.push(lines.ranks.len());
            let plies = plies.and_then(|plies| u32::try_from(plies).ok());
            lines.plies.push(ranks.and(plies));
        }
        read_texts(named(batch, "fen")?, &mut lines.starts)?;
        read_texts(named(batch, "variant")?, &mut lines.variants)?;
        read_texts(named(batch, MATERIAL)?, &mut lines.material)?;
        let home = read_numbers(named(batch, HOME_PAWNS)?)?;
        let home = home.into_iter().map(|home| u16::try_from(home?).ok());
        lines.home_pawns.extend(home);
        Ok(())
    }
}

fn named<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a ArrayRef, Error> {
    batch.column_by_name(name).ok_or_else(|| odd(name))
}

fn odd(name: &str) -> Error {
    Error::Foreign(format!("its column {name} is another"))
}

/// Adds the texts of a column to those that are there.
fn read_texts(array: &ArrayRef, texts: &mut Texts) -> Result<(), Error> {
    let found = array.as_dictionary_opt::<Int32Type>();
    let found = found.ok_or_else(|| odd("of texts"))?;
    let values = found.values();
    let values = values
        .as_string_opt::<i32>()
        .ok_or_else(|| odd("of texts"))?;
    let base = texts.values.len();
    texts.values.extend(
        values
            .iter()
            .map(|text| text.unwrap_or_default().to_owned()),
    );
    let key = |key: Option<i32>| {
        let key = key.and_then(|key| usize::try_from(key).ok());
        key.and_then(|key| u32::try_from(base + key).ok())
            .unwrap_or(u32::MAX)
    };
    texts.keys.extend(found.keys().iter().map(key));
    Ok(())
}

fn read_numbers(array: &ArrayRef) -> Result<Vec<Option<i32>>, Error> {
    fn wholes<T: ArrowPrimitiveType<Native: TryInto<i32>>>(array: &ArrayRef) -> Vec<Option<i32>> {
        let numbers = array.as_primitive::<T>().iter();
        numbers.map(|number| number?.try_into().ok()).collect()
    }
    Ok(match array.data_type() {
        DataType::UInt8 => wholes::<UInt8Type>(array),
        DataType::UInt16 => wholes::<UInt16Type>(array),
        DataType::UInt32 => wholes::<UInt32Type>(array),
        DataType::Int16 => wholes::<Int16Type>(array),
        DataType::Float64 => {
            let numbers = array
                .as_primitive::<arrow_array::types::Float64Type>()
                .iter();
            numbers.map(|number| Some(number? as i32)).collect()
        }
        DataType::Date32 => {
            let days = array.as_primitive::<Date32Type>().iter();
            days.map(|days| Some(number_of_day(days?))).collect()
        }
        _ => return Err(odd("of numbers")),
    })
}

/// `yyyymmdd` of a day since 1970-01-01.
fn number_of_day(days: i32) -> i32 {
    let (year, month, day) = export::day(days.into());
    i32::try_from(year * 10_000 + month * 100 + day).unwrap_or(0)
}
