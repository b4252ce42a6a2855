//! The text of an archive as a [`Read`], decoded while it is read.
//!
//! Not part of the format.

use crate::resources::{Budget, block_bytes};
use crate::salvage::{Found, Scan};
use crate::seal::Text;
use crate::{Error, ExpandOptions, pipeline};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

/// The text of an archive, or of several concatenated archives, as a [`Read`] and [`BufRead`].
///
/// Blocks are decoded when their text is read, as many at a time as there are threads. Damage is an [`io::Error`] that contains an
/// [`Error`], after all text before the damage. Text that differs from the compressed text is never returned.
///
/// ```
/// # extern crate archive as pgnz;
/// use pgnz::{CompressOptions, Decoder, ExpandOptions};
/// use std::io::BufRead;
///
/// let mut packed = Vec::new();
/// pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
/// let mut lines = Decoder::new(&packed[..], &ExpandOptions::new()).lines();
/// assert_eq!(lines.next().unwrap()?, "[White \"Anna\"]");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Decoder<R> {
    scan: Scan<R>,
    budget: Budget,
    texts: VecDeque<Vec<u8>>,
    /// Bytes of the first text that have been read.
    given: usize,
    /// The error that follows the last text.
    error: Option<Error>,
    /// Whether an error has been returned.
    failed: bool,
    done: bool,
}

impl<R: Read> Decoder<R> {
    /// The text of the archives in `src`. Nothing is read yet.
    pub fn new(src: R, options: &ExpandOptions) -> Self {
        let budget = Budget::new(options.resources);
        let mut scan = Scan::new(src, &options.models);
        scan.budget = Some(budget);
        Self {
            scan,
            budget,
            texts: VecDeque::new(),
            given: 0,
            error: None,
            failed: false,
            done: false,
        }
    }

    /// Decodes as many blocks as there are threads.
    fn decode(&mut self) {
        let (scan, texts, done, budget) =
            (&mut self.scan, &mut self.texts, &mut self.done, self.budget);
        let mut wanted = 0..budget.threads;
        let result = pipeline::run(
            &budget,
            || {
                if wanted.next().is_none() {
                    return Ok(None);
                }
                let found = scan.next()?;
                match &found {
                    None => *done = true,
                    Some(Found::Block(sighting)) => {
                        let block = &sighting.block;
                        let budget = scan.budget.unwrap_or(budget);
                        budget.check(block.header.summary.facts.text_bytes, block.place)?;
                    }
                    Some(Found::Archive | Found::Chunk(_) | Found::Note(_)) => {}
                }
                Ok(found)
            },
            |found| match found {
                Found::Block(sighting) => {
                    let text_bytes = sighting.block.header.summary.facts.text_bytes;
                    sighting.weights_bytes + block_bytes(text_bytes)
                }
                Found::Archive | Found::Chunk(_) | Found::Note(_) => 0,
            },
            |found, workers| match found {
                // The scan has already reported this block.
                Found::Block(sighting) if !sighting.in_place => Ok(Vec::new()),
                Found::Block(sighting) => Text::decode(&sighting.block, workers)?.whole(),
                Found::Archive | Found::Chunk(_) => Ok(Vec::new()),
                Found::Note(note) => Err(note.into_error()),
            },
            |text| {
                texts.push_back(text?);
                Ok(())
            },
        );
        self.error = result.err();
        self.failed = self.error.is_some();
    }
}

impl<R: Read> BufRead for Decoder<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.texts.front() {
                Some(text) if self.given < text.len() => break,
                Some(_) => {
                    self.texts.pop_front();
                    self.given = 0;
                }
                None => match self.error.take() {
                    Some(error) => return Err(error.into()),
                    None if self.failed => return Err(io::Error::other("reading failed before")),
                    None if self.done => break,
                    None => self.decode(),
                },
            }
        }
        Ok(self.texts.front().map_or(&[], |text| &text[self.given..]))
    }

    fn consume(&mut self, bytes: usize) {
        self.given += bytes;
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}
