//! What is written as Parquet and Arrow is read back, nulls included.
#![cfg(feature = "arrow")]

use archive::{Game, Level, Model};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float32Type, Float64Type, Int16Type, Int32Type, TimestampMicrosecondType,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use export::{Column, Day, Format, Item, Row, Rows, Type, Value, Writer};
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use std::io::Cursor;

/// Columns of every type.
const COLUMNS: &str = "path,number,white,white_rating,date,month,utc_timestamp,base,has_clocks,time_initial,plies,clocks,clocks_white,evals,evals_mate,engine_evals,engine_depths,engine_spent,spent,moves_san,moves_uci,moves_index,surprisal,engine_nodes,position_hash,positions,fen_at(3),position_hash(3),material,best_probability,is_complete,fen,tag:Round,pgn";

/// Games in which there is all of it, a part of it, and nothing.
const GAMES: [&str; 5] = [
    "[White \"M\u{fc}ller, =J\"]\n[Date \"2024.02.29\"]\n[UTCDate \"2024.02.29\"]\n[UTCTime \"23:59:59\"]\n[WhiteElo \"2700\"]\n[TimeControl \"600+5\"]\n[Round \"1.2\"]\n\n1. e4 { [%clk 0:10:00] [%eval 0.3] } e5 { [%eval #-3] } 2. Nf3 { [%emt 0:00:07] } *\n",
    "[Date \"2024.??.??\"]\n[TimeControl \"10+0.1\"]\n\n1. e4 {+0.25/12 3.1s, n=5} -- 2. d4 *\n",
    "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 1\"]\n[SetUp \"1\"]\n\n1... Kd8 { [%clk 0:01:00] } 2. Kf2 1-0\n",
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n",
    "*\n",
];

fn rows() -> (Vec<Column>, Vec<Row>) {
    let columns = Column::parse(COLUMNS).unwrap();
    let rows = Rows::new(columns.clone(), Model::of(Level::Fast));
    let row =
        |(number, text): (u64, &&str)| rows.row("a.pgnz", number, &Game::parse(text.as_bytes()));
    let made = (1..).zip(&GAMES).map(row).collect();
    (columns, made)
}

fn written(format: Format, columns: &[Column], rows: &[Row]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(format, columns, &mut bytes).unwrap();
    rows.iter().for_each(|row| writer.add(row).unwrap());
    writer.finish().unwrap();
    bytes
}

fn batches(format: Format, bytes: Vec<u8>) -> Vec<RecordBatch> {
    match format {
        Format::Parquet => ParquetRecordBatchReader::try_new(bytes::Bytes::from(bytes), 3)
            .unwrap()
            .map(Result::unwrap)
            .collect(),
        Format::Arrow => FileReader::try_new(Cursor::new(bytes), None)
            .unwrap()
            .map(Result::unwrap)
            .collect(),
        _ => StreamReader::try_new(Cursor::new(bytes), None)
            .unwrap()
            .map(Result::unwrap)
            .collect(),
    }
}

fn value(name: &str, kind: Type, array: &dyn Array, at: usize) -> Value {
    if array.is_null(at) {
        return Value::Null;
    }
    macro_rules! whole {
        ($type:ty) => {
            Value::Whole(array.as_primitive::<$type>().value(at).try_into().unwrap())
        };
    }
    macro_rules! wholes {
        ($type:ty) => {{
            let list = array.as_list::<i32>().value(at);
            let numbers = list.as_primitive::<$type>().iter();
            Value::Wholes(numbers.map(|number| number.map(i64::from)).collect())
        }};
    }
    match kind {
        Type::Truth => Value::Truth(array.as_boolean().value(at)),
        Type::U8 => whole!(UInt8Type),
        Type::U16 => whole!(UInt16Type),
        Type::U32 => whole!(UInt32Type),
        Type::U64 if name != "number" => Value::Hash(array.as_primitive::<UInt64Type>().value(at)),
        Type::U64 => whole!(UInt64Type),
        Type::I16 => whole!(Int16Type),
        Type::F64 => Value::Real(array.as_primitive::<Float64Type>().value(at)),
        Type::Text => Value::Text(array.as_string::<i32>().value(at).to_owned().into()),
        Type::Date => {
            let days = array.as_primitive::<Date32Type>().value(at);
            let (year, month, day) = Day(days.into()).parts();
            Value::Date(archive::Date {
                year: u16::try_from(year).ok(),
                month: u8::try_from(month).ok(),
                day: u8::try_from(day).ok(),
            })
        }
        Type::Timestamp => {
            Value::Timestamp(array.as_primitive::<TimestampMicrosecondType>().value(at))
        }
        Type::List(Item::U16) => wholes!(UInt16Type),
        Type::List(Item::U32) => wholes!(UInt32Type),
        Type::List(Item::U64) if name == "positions" => {
            let list = array.as_list::<i32>().value(at);
            Value::Hashes(list.as_primitive::<UInt64Type>().values().to_vec())
        }
        Type::List(Item::U64) => {
            let list = array.as_list::<i32>().value(at);
            let numbers = list.as_primitive::<UInt64Type>().iter();
            Value::Wholes(
                numbers
                    .map(|number| number.map(|number| number as i64))
                    .collect(),
            )
        }
        Type::List(Item::I16) => wholes!(Int16Type),
        Type::List(Item::I32) => wholes!(Int32Type),
        Type::List(Item::F32) => {
            let list = array.as_list::<i32>().value(at);
            Value::Reals(list.as_primitive::<Float32Type>().iter().collect())
        }
        Type::List(Item::Text) => {
            let list = array.as_list::<i32>().value(at);
            let texts = list.as_string::<i32>().iter();
            Value::Texts(texts.map(|text| text.unwrap().to_owned()).collect())
        }
    }
}

#[test]
fn every_value_of_every_type_is_read_back_and_so_is_null() {
    let (columns, rows) = rows();
    for (at, column) in columns.iter().enumerate() {
        let always =
            ["path", "number", "has_clocks", "is_complete", "pgn"].contains(&column.name());
        assert!(
            rows.iter().any(|row| row[at] != Value::Null),
            "{} is never there",
            column.name()
        );
        assert!(
            always || rows.iter().any(|row| row[at] == Value::Null),
            "{} is always there",
            column.name()
        );
    }
    for format in [Format::Parquet, Format::Arrow, Format::ArrowStream] {
        let mut found = Vec::new();
        for batch in batches(format, written(format, &columns, &rows)) {
            let schema = batch.schema();
            let names: Vec<_> = schema
                .fields()
                .iter()
                .map(|field| field.name().as_str())
                .collect();
            assert_eq!(names, COLUMNS.split(',').collect::<Vec<_>>());
            for at in 0..batch.num_rows() {
                let arrays = columns.iter().zip(batch.columns());
                found.push(
                    arrays
                        .map(|(column, array)| value(column.name(), column.kind(), array, at))
                        .collect::<Row>(),
                );
            }
        }
        assert_eq!(found, rows, "{format:?}");
    }
}

#[test]
fn a_table_without_games_has_its_columns() {
    let columns = Column::parse("usual").unwrap();
    for format in [Format::Parquet, Format::Arrow, Format::ArrowStream] {
        assert!(batches(format, written(format, &columns, &[])).is_empty());
    }
    let csv = String::from_utf8(written(Format::Csv, &columns, &[])).unwrap();
    assert!(csv.starts_with("\u{feff}number,event,") && csv.ends_with(",moves_san\r\n"));
}

#[test]
fn many_rows_are_written_in_several_batches() {
    let columns = Column::parse("number,pgn").unwrap();
    let rows: Vec<Row> = (0..20_000)
        .map(|number| vec![Value::Whole(number), Value::Text("x".repeat(1000).into())])
        .collect();
    for format in [Format::Parquet, Format::Arrow] {
        let found = batches(format, written(format, &columns, &rows));
        assert!(found.len() > 2);
        let numbers = found.iter().flat_map(|batch| {
            batch
                .column(0)
                .as_primitive::<UInt64Type>()
                .values()
                .to_vec()
        });
        assert!(numbers.eq(0..20_000));
    }
}
