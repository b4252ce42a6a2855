//! Converts Parquet columns to those of a table.
//!
//! Not part of the format.

use crate::schema::{DAY, HOME_PAWNS, Kept, MATERIAL, NEXT_MOVES, column, model};
use crate::{Error, coded};
use archive::{Date, Model};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int16Type, Int32Type, UInt8Type, UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use legal::Position;
use query::{Kind, Known, Lines, Table, Texts};
use std::sync::Arc;

/// The same columns, with texts read as dictionaries, as in the file: each different text once.
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

/// The wanted columns.
pub(crate) struct Columns<'a> {
    known: &'a [Known],
    /// Whether main lines are wanted, and whether coded moves of them are.
    lines: bool,
    coded: bool,
    kept: Kept,
}

impl<'a> Columns<'a> {
    /// These columns, and main lines if `lines` is given; its value says whether their coded moves can be read.
    pub fn new(known: &'a [Known], lines: Option<bool>, kept: Kept) -> Self {
        Self {
            known,
            lines: lines.is_some(),
            coded: lines == Some(true),
            kept,
        }
    }

    pub fn names(&self) -> Vec<&'static str> {
        let of_lines = [
            self.kept.column(),
            "plies",
            "fen",
            "variant",
            HOME_PAWNS,
            MATERIAL,
        ];
        let lines = of_lines.into_iter().filter(|_| self.lines);
        let coded = self.coded.then_some(NEXT_MOVES);
        let has_dates = self.known.contains(&Known::Date);
        let parts = ["year", "month", DAY].into_iter().filter(|_| has_dates);
        let known = self.known.iter().map(|&known| column(known));
        known.chain(parts).chain(lines).chain(coded).collect()
    }

    /// Makes the table of this number of games.
    pub fn table(
        &self,
        batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
        games: usize,
    ) -> Result<Table, Error> {
        let mut table = Table {
            games,
            ..Table::default()
        };
        let (mut lines, mut coded) = (Lines::default(), Coded::default());
        for batch in batches {
            let batch = batch.map_err(|error| Error::Damaged(error.to_string()))?;
            for &known in self.known {
                let array = named(&batch, column(known))?;
                match known.kind() {
                    Kind::Date => {
                        let dates = table.dates.get_or_insert_default();
                        dates.extend(read_dates(&batch)?);
                    }
                    Kind::Number => {
                        let numbers = table.numbers.entry(known).or_default();
                        numbers.extend(read_numbers(array)?);
                    }
                    _ => read_texts(array, table.texts.entry(known).or_default())?,
                }
            }
            if self.lines {
                self.read_lines(&batch, &mut lines)?;
            }
            if self.coded {
                coded.read(named(&batch, NEXT_MOVES)?)?;
            }
        }
        let is_whole = table.texts.values().all(|texts| texts.keys.len() == games)
            && table.numbers.values().all(|numbers| numbers.len() == games)
            && table
                .dates
                .as_ref()
                .is_none_or(|dates| dates.len() == games)
            && (!self.lines || lines.ends.len() == games)
            && (!self.coded || coded.ends.len() == games);
        if !is_whole {
            return Err(Error::Damaged(
                "a column has fewer games than another".to_owned(),
            ));
        }
        if self.coded {
            coded.plies.clone_from(&lines.plies);
            coded.most = self.kept.coded_plies();
            lines.more = Some(Box::new(coded.reader()));
        }
        table.lines = self.lines.then_some(lines);
        Ok(table)
    }

    fn read_lines(&self, batch: &RecordBatch, lines: &mut Lines) -> Result<(), Error> {
        let name = self.kept.column();
        let moves = named(batch, name)?.as_binary_opt::<i32>();
        let moves = moves.ok_or_else(|| odd(name))?;
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

/// Coded moves of games.
#[derive(Default)]
struct Coded {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    plies: Vec<Option<u32>>,
    /// The maximum number of coded plies of a game.
    most: usize,
}

impl Coded {
    fn read(&mut self, array: &ArrayRef) -> Result<(), Error> {
        let found = array.as_binary_opt::<i32>();
        for bytes in found.ok_or_else(|| odd(NEXT_MOVES))? {
            self.bytes.extend_from_slice(bytes.unwrap_or_default());
            self.ends.push(self.bytes.len());
        }
        Ok(())
    }

    /// The ranks after the first ones of a game.
    fn ranks(&self, game: usize, start: &Position, first: &[u8], model: &Model) -> Option<Vec<u8>> {
        let begin = match game {
            0 => 0,
            _ => *self.ends.get(game - 1)?,
        };
        let bytes = self.bytes.get(begin..*self.ends.get(game)?)?;
        let plies = (*self.plies.get(game)?)? as usize;
        let count = plies.saturating_sub(first.len()).min(self.most);
        Some(coded::decode(model, start, first, count, bytes))
    }

    fn reader(self) -> impl Fn(usize, &Position, &[u8]) -> Vec<u8> {
        let model = model();
        move |game, start, first| {
            let ranks = self.ranks(game, start, first, &model);
            ranks.unwrap_or_default()
        }
    }
}

fn named<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a ArrayRef, Error> {
    batch.column_by_name(name).ok_or_else(|| odd(name))
}

fn odd(name: &str) -> Error {
    Error::Foreign(format!("its column {name} is missing or has another type"))
}

/// Adds the texts of a column.
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
        _ => return Err(odd("of numbers")),
    })
}

/// Dates that are known completely or in part.
fn read_dates(batch: &RecordBatch) -> Result<Vec<Option<Date>>, Error> {
    let days = named(batch, column(Known::Date))?.as_primitive_opt::<Date32Type>();
    let days = days.ok_or_else(|| odd("date"))?;
    let [years, months, odd_days] = ["year", "month", DAY].map(|name| {
        let array = named(batch, name)?;
        read_numbers(array)
    });
    let (years, months, odd_days) = (years?, months?, odd_days?);
    let parts = years.into_iter().zip(months).zip(odd_days);
    type Parts = ((Option<i32>, Option<i32>), Option<i32>);
    let of = |(days, ((year, month), odd_day)): (Option<i32>, Parts)| {
        let day = match days {
            Some(days) => i32::try_from(export::day(days.into()).2).ok(),
            None => odd_day,
        };
        let small = |part: Option<i32>| part.and_then(|part| u8::try_from(part).ok());
        let date = Date {
            year: year.and_then(|year| u16::try_from(year).ok()),
            month: small(month),
            day: small(day),
        };
        (date != Date::default()).then_some(date)
    };
    Ok(days.iter().zip(parts).map(of).collect())
}
