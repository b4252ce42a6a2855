//! Writes entries as Parquet.
//!
//! Not part of the format.

use crate::schema::{
    ARCHIVE_KEY, CHECK_KEY, DAY, FORMAT, FORMAT_KEY, HOME_PAWNS, Kept, MATERIAL, MODEL_KEY,
    MOVES_HASH, NEXT_MOVES, POSITION_HASH, TEXT_OFFSET, model_digest,
};
use crate::texts::Offsets;
use crate::{Entry, Error, Maker, seal};
use arrow_array::{
    ArrayRef, BinaryArray, RecordBatch, StringArray, UInt8Array, UInt16Array, UInt32Array,
    UInt64Array,
};
use arrow_schema::{Field, Schema};
use export::Row;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use std::io::Write;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// The number of games in a row group; they are passed to the library in batches.
pub(crate) const GROUP_GAMES: usize = 1 << 17;
const BATCH_GAMES: usize = 1 << 13;
/// At level 12 an index is 2 % larger.
const LEVEL: i32 = 19;
/// Names are stored without a dictionary if it would be longer than this.
const DICTIONARY_BYTES: usize = 4 << 20;

/// Writes an index.
pub struct Writer<'a> {
    maker: &'a Maker,
    /// The entries, with their offsets in the text.
    entries: Vec<(Entry, Option<u64>)>,
    /// Created with the first batch.
    parquet: Option<ArrowWriter<Vec<u8>>>,
    archive: u64,
    offsets: Offsets,
    hash: Xxh3,
    out: &'a mut dyn Write,
}

impl<'a> Writer<'a> {
    /// Starts the index of an archive with this digest ([`archive::Reader::digest`]).
    ///
    /// # Errors
    ///
    /// The index cannot be written.
    pub fn new(maker: &'a Maker, archive: u64, out: &'a mut dyn Write) -> Result<Self, Error> {
        Ok(Self {
            maker,
            entries: Vec::new(),
            parquet: None,
            archive,
            offsets: Offsets::default(),
            hash: Xxh3::new(),
            out,
        })
    }

    /// Records that the texts of the following games are not those of the original file: from here on, the offsets of games in the text are
    /// unknown.
    pub fn lose_offsets(&mut self) {
        self.offsets.lose();
    }

    /// Adds the next game of the archive.
    ///
    /// # Errors
    ///
    /// The index cannot be written.
    pub fn add(&mut self, entry: Entry) -> Result<(), Error> {
        let offset = self.offsets.next(&entry.edges);
        self.entries.push((entry, offset));
        match self.entries.len() < BATCH_GAMES {
            true => Ok(()),
            false => self.write_batch(),
        }
    }

    /// Ends the index.
    ///
    /// # Errors
    ///
    /// The index cannot be written.
    pub fn finish(mut self) -> Result<(), Error> {
        self.write_batch()?;
        let Some(mut parquet) = self.parquet.take() else {
            return Ok(());
        };
        parquet.flush()?;
        pass_on(&mut parquet, &mut self.hash, self.out)?;
        parquet.append_key_value_metadata(KeyValue::new(CHECK_KEY.to_owned(), seal::open()));
        let mut last = parquet.into_inner()?;
        seal::close(self.hash, &mut last)?;
        self.out.write_all(&last)?;
        Ok(self.out.flush()?)
    }

    fn write_batch(&mut self) -> Result<(), Error> {
        let batch = self.batch()?;
        let parquet = match &mut self.parquet {
            Some(parquet) => parquet,
            none => {
                let properties = properties(self.archive, self.maker.kept)?;
                let writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties))?;
                none.insert(writer)
            }
        };
        parquet.write(&batch)?;
        pass_on(parquet, &mut self.hash, self.out)
    }

    /// The entries as columns.
    fn batch(&mut self) -> Result<RecordBatch, Error> {
        let entries = std::mem::take(&mut self.entries);
        let offsets: Vec<Option<u64>> = entries.iter().map(|(_, offset)| *offset).collect();
        let days: Vec<Option<u8>> = entries.iter().map(|(entry, _)| entry.day).collect();
        let (rows, lines): (Vec<Row>, Vec<_>) = entries
            .into_iter()
            .map(|(entry, _)| (entry.exported, entry.line))
            .unzip();
        let exported = export::arrow_columns(&self.maker.columns, &rows);
        let (mut fields, mut arrays): (Vec<Field>, Vec<ArrayRef>) = exported.into_iter().unzip();
        let lines = || lines.iter().map(Option::as_ref);
        let home = lines().map(|line| line.map(|line| line.home_pawns));
        let material = lines().map(|line| line.map(|line| line.material.as_str()));
        let ranks = lines().map(|line| line.map(|line| &line.ranks[..]));
        let moves = lines().map(|line| line.map(|line| line.moves_hash));
        let position = lines().map(|line| line.map(|line| line.position_hash));
        let kept = self.maker.kept;
        let mut own: Vec<(&str, ArrayRef)> = vec![
            (DAY, Arc::new(UInt8Array::from(days))),
            (TEXT_OFFSET, Arc::new(UInt64Array::from(offsets))),
            (HOME_PAWNS, Arc::new(UInt16Array::from_iter(home))),
            (MATERIAL, Arc::new(StringArray::from_iter(material))),
            (kept.column(), Arc::new(BinaryArray::from_iter(ranks))),
            (MOVES_HASH, Arc::new(UInt64Array::from_iter(moves))),
            (POSITION_HASH, Arc::new(UInt32Array::from_iter(position))),
        ];
        if kept.coded_plies() > 0 {
            let next = lines().map(|line| line.map(|line| &line.next[..]));
            own.push((NEXT_MOVES, Arc::new(BinaryArray::from_iter(next))));
        }
        for (name, array) in own {
            fields.push(Field::new(name, array.data_type().clone(), true));
            arrays.push(array);
        }
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
            .map_err(|error| Error::Damaged(error.to_string()))
    }
}

/// Takes the bytes that the library has written and writes them to the output.
fn pass_on(
    parquet: &mut ArrowWriter<Vec<u8>>,
    hash: &mut Xxh3,
    out: &mut dyn Write,
) -> Result<(), Error> {
    parquet.sync()?;
    let bytes = std::mem::take(parquet.inner_mut());
    hash.update(&bytes);
    Ok(out.write_all(&bytes)?)
}

fn properties(archive: u64, kept: Kept) -> Result<WriterProperties, Error> {
    let value = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let level = ZstdLevel::try_new(LEVEL)?;
    let path = |name: &str| ColumnPath::new(vec![name.to_owned()]);
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("pgnz ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(level))
        .set_max_row_group_row_count(Some(GROUP_GAMES))
        .set_dictionary_page_size_limit(DICTIONARY_BYTES)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(Some(vec![
            value(FORMAT_KEY, FORMAT.to_owned()),
            value(ARCHIVE_KEY, format!("{archive:016x}")),
            value(MODEL_KEY, model_digest()),
        ]));
    let deltas = Encoding::DELTA_BINARY_PACKED;
    for (name, encoding) in [
        ("number", deltas),
        (TEXT_OFFSET, deltas),
        (kept.column(), Encoding::PLAIN),
        (NEXT_MOVES, Encoding::PLAIN),
        // It packs 48 bits of 64.
        (MOVES_HASH, deltas),
        (POSITION_HASH, Encoding::PLAIN),
    ] {
        properties = properties
            .set_column_dictionary_enabled(path(name), false)
            .set_column_encoding(path(name), encoding);
    }
    // Most of them are there once, or follow each other.
    for name in ["site", "date"] {
        properties = properties.set_column_dictionary_enabled(path(name), false);
    }
    for name in [kept.column(), NEXT_MOVES, MOVES_HASH, POSITION_HASH] {
        let none = EnabledStatistics::None;
        properties = properties.set_column_statistics_enabled(path(name), none);
    }
    for name in [MOVES_HASH, POSITION_HASH] {
        properties = properties.set_column_compression(path(name), Compression::UNCOMPRESSED);
    }
    Ok(properties.build())
}
