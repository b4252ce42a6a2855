//! Reads an index.
//!
//! Not part of the format.

use crate::schema::{ARCHIVE_KEY, FORMAT, FORMAT_KEY, Kept, MODEL_KEY, model_digest};
use crate::table::{Columns, texts_as_dictionaries};
use crate::{Error, seal};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use query::{Known, Table};

/// An index, completely in memory.
pub struct Index {
    file: Bytes,
    metadata: ArrowReaderMetadata,
    /// The digest of its archive, in hexadecimal digits.
    archive: String,
    kept: Kept,
    /// The model that the coded moves depend on.
    model: String,
    /// The number of games before each row group, and of all games.
    starts: Vec<u64>,
}

impl Index {
    /// Reads the bytes of an index file.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the bytes are not those that were written, [`Error::Foreign`] if the file is not an index.
    pub fn open(mut file: Vec<u8>) -> Result<Self, Error> {
        seal::check(&mut file)?;
        let file = Bytes::from(file);
        let found = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new())?;
        let schema = texts_as_dictionaries(found.schema());
        let options = ArrowReaderOptions::new().with_schema(schema);
        let metadata = ArrowReaderMetadata::try_new(found.metadata().clone(), options)?;
        let about = metadata.metadata().file_metadata();
        let value = |key: &str| {
            let mut values = about.key_value_metadata().into_iter().flatten();
            let found = values.find(|pair| pair.key == key);
            found
                .and_then(|pair| pair.value.clone())
                .unwrap_or_default()
        };
        let format = value(FORMAT_KEY);
        if format != FORMAT {
            return Err(Error::Foreign(format!(
                "its format is '{format}', not {FORMAT}"
            )));
        }
        let has = |kept: &Kept| metadata.schema().field_with_name(kept.column()).is_ok();
        let kept = [Kept::AllMoves, Kept::FirstMoves].into_iter().find(has);
        let kept = kept.ok_or_else(|| Error::Foreign("it has no moves".to_owned()))?;
        let mut starts = vec![0];
        for group in metadata.metadata().row_groups() {
            let before = starts.last().copied().unwrap_or(0);
            starts.push(before + u64::try_from(group.num_rows()).unwrap_or(0));
        }
        Ok(Self {
            archive: value(ARCHIVE_KEY),
            model: value(MODEL_KEY),
            file,
            kept,
            starts,
            metadata,
        })
    }

    /// Whether it is the index of the archive with this digest and number of games.
    #[must_use]
    pub fn fits(&self, archive: u64, games: u64) -> bool {
        self.archive == format!("{archive:016x}") && self.starts.last() == Some(&games)
    }

    /// Which moves it stores.
    #[must_use]
    pub fn kept(&self) -> Kept {
        self.kept
    }

    /// The parts in which it is read: the number of games before each part.
    #[must_use]
    pub fn parts(&self) -> &[u64] {
        self.starts.split_last().map_or(&[], |(_, starts)| starts)
    }

    /// The games of a part, with these columns, and with main lines if asked for.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`].
    pub fn table(&self, part: usize, known: &[Known], lines: bool) -> Result<Table, Error> {
        let reads_coded = lines && self.kept.coded_plies() > 0 && self.model == model_digest();
        let columns = Columns::new(known, lines.then_some(reads_coded), self.kept);
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(
            self.file.clone(),
            self.metadata.clone(),
        );
        let mask = ProjectionMask::columns(builder.parquet_schema(), columns.names());
        let games = self.starts.get(part + 1).zip(self.starts.get(part));
        let games = games.map_or(0, |(end, start)| end - start);
        let games = usize::try_from(games).unwrap_or(usize::MAX);
        let batches = builder
            .with_row_groups(vec![part])
            .with_projection(mask)
            .with_batch_size(games.max(1))
            .build()?;
        columns.table(batches, games)
    }
}
