//! Arrow IPC files and streams.
//!
//! Not part of the format.

use super::{Batches, failed};
use crate::sink::Sink;
use crate::{Column, Value};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use std::io::{self, Write};

/// A file, which has an index at its end.
pub(crate) struct ArrowFile<'a> {
    batch: Batches,
    writer: FileWriter<Box<dyn Write + 'a>>,
}

/// A stream.
pub(crate) struct ArrowStream<'a> {
    batch: Batches,
    writer: StreamWriter<Box<dyn Write + 'a>>,
}

fn options() -> io::Result<IpcWriteOptions> {
    let options = IpcWriteOptions::default();
    options
        .try_with_compression(Some(CompressionType::ZSTD))
        .map_err(failed)
}

impl<'a> ArrowFile<'a> {
    pub fn new(columns: &[Column], out: Box<dyn Write + 'a>) -> io::Result<Self> {
        let batch = Batches::new(columns);
        let writer =
            FileWriter::try_new_with_options(out, &batch.schema, options()?).map_err(failed)?;
        Ok(Self { batch, writer })
    }
}

impl<'a> ArrowStream<'a> {
    pub fn new(columns: &[Column], out: Box<dyn Write + 'a>) -> io::Result<Self> {
        let batch = Batches::new(columns);
        let writer =
            StreamWriter::try_new_with_options(out, &batch.schema, options()?).map_err(failed)?;
        Ok(Self { batch, writer })
    }
}

impl Sink for ArrowFile<'_> {
    fn add(&mut self, row: &[Value]) -> io::Result<()> {
        match self.batch.add(row.to_vec())? {
            Some(batch) => self.writer.write(&batch).map_err(failed),
            None => Ok(()),
        }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if let Some(batch) = self.batch.finish()? {
            self.writer.write(&batch).map_err(failed)?;
        }
        self.writer.finish().map_err(failed)
    }
}

impl Sink for ArrowStream<'_> {
    fn add(&mut self, row: &[Value]) -> io::Result<()> {
        match self.batch.add(row.to_vec())? {
            Some(batch) => self.writer.write(&batch).map_err(failed),
            None => Ok(()),
        }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if let Some(batch) = self.batch.finish()? {
            self.writer.write(&batch).map_err(failed)?;
        }
        self.writer.finish().map_err(failed)
    }
}
