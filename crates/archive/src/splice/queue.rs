//! Blocks in their order, some to be copied and some to be coded, until there is work for all threads.
//!
//! Not part of the format.

use super::Spliced;
use crate::container::FileName;
use crate::encoding::BlockText;
use crate::error::Place;
use crate::resources::{Budget, block_bytes};
use crate::seal::{FoundBlock, SealedBlock, seal};
use crate::writer::ArchiveWriter;
use crate::{CompressOptions, Error, Meter, ModelId, Provenance, pipeline};
use std::io::Write;

/// So many bytes of blocks to be copied wait at most.
const WAITING_BYTES: usize = 32 << 20;

/// What is to be written.
pub enum Item {
    /// An archive begins.
    Begin {
        id: ModelId,
        file: Option<FileName>,
        weights: Option<Vec<u8>>,
    },
    Block(Box<FoundBlock>),
    Text(BlockText),
    Record(Record),
}

/// Where the text of the archive that is open comes from, as is said after its last block.
pub enum Record {
    /// As another archive has it, all of whose blocks were copied.
    Kept(Box<Provenance>),
    /// How it was made of others.
    Manifest(String),
}

/// The same, coded.
enum Done {
    Begin(ModelId, Option<FileName>, Option<Vec<u8>>),
    Block(Box<SealedBlock>, bool),
    Record(Record),
}

/// What waits to be written, and where to.
pub struct Queue<W: Write> {
    /// The name of the file that the next archive is.
    pub file: Option<FileName>,
    options: CompressOptions,
    budget: Budget,
    meter: Meter,
    waiting: Vec<Item>,
    texts: usize,
    bytes: usize,
    output: Output<W>,
}

struct Output<W: Write> {
    dst: Option<W>,
    writer: Option<ArchiveWriter<W>>,
    done: Spliced,
}

impl<W: Write> Queue<W> {
    pub fn new(dst: W, options: &CompressOptions) -> Self {
        Self {
            file: None,
            options: options.clone(),
            budget: Budget::new(options.resources()),
            meter: Meter::new(options.verify.decodes()),
            waiting: Vec::new(),
            texts: 0,
            bytes: 0,
            output: Output {
                dst: Some(dst),
                writer: None,
                done: Spliced::default(),
            },
        }
    }

    /// Whether nothing has been given.
    pub fn is_unused(&self) -> bool {
        self.waiting.is_empty() && self.output.writer.is_none()
    }

    pub fn push(&mut self, item: Item) -> Result<(), Error> {
        match &item {
            Item::Begin { .. } | Item::Record(_) => {}
            Item::Block(found) => self.bytes += found.payload.len(),
            Item::Text(text) => {
                self.budget.check(text.len() as u64, Place::default())?;
                self.texts += 1;
            }
        }
        self.waiting.push(item);
        if self.texts >= self.budget.threads || self.bytes >= WAITING_BYTES {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), Error> {
        (self.texts, self.bytes) = (0, 0);
        let (options, output, meter) = (&self.options, &mut self.output, &self.meter);
        let mut items = self.waiting.drain(..);
        pipeline::run(
            &self.budget,
            || Ok(items.next()),
            |item| match item {
                Item::Text(text) => block_bytes(text.len() as u64),
                Item::Block(found) => found.payload.len() as u64,
                Item::Begin { .. } | Item::Record(_) => 0,
            },
            |item, workers| match item {
                Item::Begin { id, file, weights } => Done::Begin(id, file, weights),
                Item::Record(record) => Done::Record(record),
                Item::Text(text) => Done::Block(Box::new(seal(text, options, workers)), true),
                Item::Block(found) => {
                    let copied = SealedBlock {
                        header: found.header,
                        payload: vec![found.payload],
                        rescued: false,
                        holds_chess: true,
                    };
                    Done::Block(Box::new(copied), false)
                }
            },
            |done| output.write(done, options, meter),
        )
    }

    pub fn finish(mut self) -> Result<(W, Spliced), Error> {
        self.write()?;
        self.output.end()?;
        let Output { dst, done, .. } = self.output;
        let dst = dst.ok_or_else(|| Error::argument("nothing was written to"))?;
        Ok((dst, done))
    }
}

impl<W: Write> Output<W> {
    fn write(&mut self, done: Done, options: &CompressOptions, meter: &Meter) -> Result<(), Error> {
        match done {
            Done::Begin(id, file, weights) => {
                self.end()?;
                if let Some(dst) = self.dst.take() {
                    let writer = self.writer.insert(ArchiveWriter::new(dst, meter));
                    writer.begin(id, options.source, file, weights.as_deref())?;
                }
            }
            Done::Block(block, is_coded) => {
                let facts = &block.header.summary.facts;
                self.done.games += facts.games;
                self.done.text_bytes += facts.text_bytes;
                self.done.blocks_coded += u64::from(is_coded);
                self.done.blocks_copied += u64::from(!is_coded);
                self.done.rescued_blocks += u64::from(block.rescued);
                if let Some(writer) = &mut self.writer {
                    writer.block(&block)?;
                }
            }
            Done::Record(record) => {
                if let Some(writer) = &mut self.writer {
                    let provenance = match record {
                        Record::Kept(provenance) => *provenance,
                        Record::Manifest(manifest) => writer.provenance(None, None, manifest),
                    };
                    writer.record(&provenance)?;
                }
            }
        }
        Ok(())
    }

    /// Completes the archive that is open.
    fn end(&mut self) -> Result<(), Error> {
        if let Some(mut writer) = self.writer.take() {
            self.done.archive_bytes += writer.end()?;
            self.dst = Some(writer.dst);
        }
        Ok(())
    }
}
