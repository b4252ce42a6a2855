//! Parquet files.
//!
//! Not part of the format.

use super::Batches;
use crate::sink::Sink;
use crate::{Column, Value};
use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A row group has at most this number of rows, and about this number of bytes.
const GROUP_ROWS: usize = 1 << 17;
const GROUP_BYTES: usize = 32 << 20;
/// Higher levels take much longer and gain little.
const LEVEL: i32 = 9;

/// Passes bytes from the library, which needs an output that it owns, to our output.
#[derive(Clone, Default)]
struct Passage(Arc<Mutex<Vec<u8>>>);

impl Passage {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Passage {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) struct Parquet<'a> {
    batch: Batches,
    writer: ArrowWriter<Passage>,
    passage: Passage,
    out: Box<dyn Write + 'a>,
}

impl<'a> Parquet<'a> {
    pub fn new(columns: &[Column], out: Box<dyn Write + 'a>) -> io::Result<Self> {
        let (batch, passage) = (Batches::new(columns), Passage::default());
        let level = ZstdLevel::try_new(LEVEL).map_err(failed)?;
        // Numbers of games rise: a dictionary would hold each of them.
        let number = ColumnPath::new(vec!["number".to_owned()]);
        let properties = WriterProperties::builder()
            .set_created_by(concat!("pgnz ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::ZSTD(level))
            .set_max_row_group_row_count(Some(GROUP_ROWS))
            .set_max_row_group_bytes(Some(GROUP_BYTES))
            .set_column_dictionary_enabled(number.clone(), false)
            .set_column_encoding(number, Encoding::DELTA_BINARY_PACKED)
            .build();
        let writer = ArrowWriter::try_new(passage.clone(), batch.schema.clone(), Some(properties));
        Ok(Self {
            batch,
            writer: writer.map_err(failed)?,
            passage,
            out,
        })
    }

    fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.writer.write(batch).map_err(failed)?;
        self.out.write_all(&self.passage.take())
    }
}

impl Sink for Parquet<'_> {
    fn add(&mut self, row: &[Value]) -> io::Result<()> {
        match self.batch.add(row.to_vec())? {
            Some(batch) => self.write(&batch),
            None => Ok(()),
        }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if let Some(batch) = self.batch.finish()? {
            self.write(&batch)?;
        }
        self.writer.finish().map_err(failed)?;
        self.out.write_all(&self.passage.take())?;
        self.out.flush()
    }
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
