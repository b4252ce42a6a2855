//! Reads blocks of an archive, or games of them, on several threads and in order.
//!
//! Not part of the format.

use super::Reader;
use crate::pipeline;
use crate::resources::{Budget, block_bytes};
use crate::seal::{Extent, FoundBlock, UnsealedGames};
use crate::workers::Workers;
use crate::{Columns, Depth, Error, ErrorKind, Level, Model, ModelId, Resources};
use std::io::{Read, Seek};

/// Games at this distance are usually in different groups, so the games between them need not be decoded.
const FAR: u64 = 64;

/// What is wanted from a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Want {
    /// The block in coded form.
    Whole,
    /// The texts of these games, by their numbers in the block from 0, in ascending order.
    Games(Vec<u64>),
}

/// What was read from a block.
#[derive(Debug)]
pub enum Taken {
    /// The block in coded form.
    Block(Box<StoredBlock>),
    /// The exact texts of games.
    Texts(Vec<Vec<u8>>),
}

/// A block in coded form, all of whose checksums of encoded bytes match.
#[derive(Debug, Clone)]
pub struct StoredBlock {
    pub(crate) found: FoundBlock,
    pub(crate) id: ModelId,
    /// Whether the model is known; otherwise it cannot be decoded.
    pub(crate) is_readable: bool,
}

impl StoredBlock {
    /// The text of its last game, if it can be decoded.
    pub(crate) fn last_text(&self) -> Option<Vec<u8>> {
        let games = self.found.header.summary.facts.games;
        let last = games.checked_sub(1).filter(|_| self.is_readable)?;
        texts(&self.found, &[last], &Workers::alone()).ok()?.pop()
    }
}

impl<R: Read + Seek> Reader<R> {
    /// A block in coded form, by its number from 0. This needs no model.
    ///
    /// # Errors
    ///
    /// Any error of the block.
    pub fn take_block(&mut self, number: usize) -> Result<StoredBlock, Error> {
        let block = self.entry(number)?;
        let place = crate::error::Place::block(number as u64, block.offset);
        let known = block
            .codecs
            .check(block.streams().map(|(stream, _)| stream));
        known.map_err(|fault| fault.at(place))?;
        let model = match self.model(&block, place) {
            Ok(model) => Some(model),
            Err(error) if error.kind() == ErrorKind::UnknownModel => None,
            Err(error) => return Err(error),
        };
        let is_readable = model.is_some();
        let model = model.unwrap_or_else(|| Model::of(Level::Fast));
        let found = self.stored_block(number, model, Extent::Whole)?;
        found.check()?;
        Ok(StoredBlock {
            found,
            id: block.model,
            is_readable,
        })
    }

    /// Passes what is wanted from some blocks to `give`, with their numbers and in their order. The blocks are decoded on several threads.
    ///
    /// # Errors
    ///
    /// Any error of a block, and any error that `give` returns.
    pub fn take<E: From<Error>>(
        &mut self,
        wants: impl IntoIterator<Item = (usize, Want)>,
        resources: Resources,
        give: &mut dyn FnMut(usize, Taken) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut wants = wants.into_iter();
        let read = |reader: &mut Self| {
            let Some((number, want)) = wants.next() else {
                return Ok(None);
            };
            Ok(Some(match want {
                Want::Whole => (number, Err(Box::new(reader.take_block(number)?))),
                Want::Games(games) => {
                    let found = reader.block(number, Columns::ALL, Extent::Whole)?;
                    (number, Ok((found, games)))
                }
            }))
        };
        let work =
            |job: Result<(FoundBlock, Vec<u64>), Box<StoredBlock>>, workers: &Workers| match job {
                Err(block) => Ok(Taken::Block(block)),
                Ok((found, games)) => texts(&found, &games, workers).map(Taken::Texts),
            };
        let bytes = |job: &Result<(FoundBlock, Vec<u64>), Box<StoredBlock>>| match job {
            Ok((found, _)) => block_bytes(found.header.summary.facts.text_bytes),
            Err(block) => block.found.payload.len() as u64,
        };
        self.work_through(resources, read, bytes, work, give)
    }

    fn work_through<J: Send, T: Send, E: From<Error>>(
        &mut self,
        resources: Resources,
        mut read: impl FnMut(&mut Self) -> Result<Option<(usize, J)>, Error>,
        bytes: impl Fn(&J) -> u64,
        work: impl Fn(J, &Workers) -> Result<T, Error> + Sync,
        give: &mut dyn FnMut(usize, T) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut failed = None;
        let done = pipeline::run(
            &Budget::new(resources),
            || read(self),
            |(_, job)| bytes(job),
            |(number, job), workers| (number, work(job, workers)),
            |(number, made)| {
                give(number, made?).map_err(|error| {
                    failed = Some(error);
                    Error::cancelled()
                })
            },
        );
        match failed {
            Some(error) => Err(error),
            None => Ok(done?),
        }
    }
}

/// The texts of games of a block.
fn texts(found: &FoundBlock, games: &[u64], workers: &Workers) -> Result<Vec<Vec<u8>>, Error> {
    let mut open = UnsealedGames::new(found, Depth::Text)?;
    let mut texts = Vec::with_capacity(games.len());
    for near in games.chunk_by(|before, game| game - before < FAR) {
        let (Some(&first), Some(&last)) = (near.first(), near.last()) else {
            continue;
        };
        let mut give = |game: u64, text: Vec<u8>| {
            if near.binary_search(&game).is_ok() {
                texts.push(text);
            }
            Ok(())
        };
        open.free_models(Some(&last) == games.last());
        open.texts(first..last + 1, workers, &mut give, &mut |_, error| {
            Err(error)
        })?;
    }
    Ok(texts)
}
