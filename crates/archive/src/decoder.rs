//! The text of an archive as a [`Read`], decoded while it is read.
//!
//! Not part of the format.

use crate::resources::{Budget, block_bytes};
use crate::salvage::{Found, Scan};
use crate::seal::Text;
use crate::{Error, Model, Resources, pipeline};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

/// The text of an archive, or of several that follow one another, as a [`Read`] and [`BufRead`].
///
/// Blocks are decoded when their text is asked for, as many at a time as there are threads. Damage becomes an error after the text
/// before it has been read: an [`io::Error`] that holds an [`Error`]. No text is given that differs from what was compressed.
///
/// ```
/// # extern crate archive as pgnz;
/// use std::io::BufRead;
///
/// let mut packed = Vec::new();
/// archive::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &archive::Config::default(), &mut |_| {})?;
/// let decoder = archive::Decoder::new(&packed[..], 1, Vec::new());
/// assert_eq!(decoder.lines().count(), 3);
/// # Ok::<(), archive::Error>(())
/// ```
pub struct Decoder<R> {
    scan: Scan<'static, R>,
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
    /// A decoder of the archives in `src`. `models` are models of the caller that may have coded them. Nothing is read yet.
    pub fn new(src: R, resources: impl Into<Resources>, models: Vec<Model>) -> Self {
        let budget = Budget::new(resources.into());
        let mut scan = Scan::new(src, models);
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
            |found, crew| match found {
                // The scan has already reported this block.
                Found::Block(sighting) if !sighting.in_place => Ok(Vec::new()),
                Found::Block(sighting) => Text::decode(&sighting.block, crew)?.whole(),
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
