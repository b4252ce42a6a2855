//! One block of the archive that is made: all that the copies have of it, and which of these is sound.
//!
//! Not part of the format.

use super::copy::Copy;
use super::merged::Merged;
use crate::error::{Error, Place};
use crate::resources::block_bytes;
use crate::seal::{FoundBlock, Text};
use crate::workers::Workers;
use std::io::{Read, Seek};
use std::ops::Range;

/// A block to look for.
pub(super) struct Job {
    /// The copies' versions of the block, in the order of the copies. Of equal versions the first is kept.
    candidates: Vec<Kept>,
    /// Where it belongs.
    place: Place,
    lost: Held,
}

/// What is missing if none of them is sound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    pub blocks: u64,
    /// Games and bytes of text, where they are known.
    pub contents: Option<(u64, u64)>,
}

/// A block of a copy.
pub(super) struct Kept {
    pub copy: usize,
    pub block: FoundBlock,
}

/// What became of a block.
pub(super) enum Outcome {
    Kept(Box<Kept>),
    /// Why, and its games and bytes of text as far as they are known.
    Lost(Error, Held),
}

impl Job {
    /// The memory that looking at it takes at most: candidates are decoded one after the other.
    pub fn cost(&self) -> u64 {
        let texts = self
            .candidates
            .iter()
            .map(|kept| kept.block.header.summary.facts.text_bytes);
        block_bytes(texts.max().unwrap_or(0))
    }

    /// Reads what the copies have of a block, before which there are so many blocks in other archives; of several blocks they have
    /// nothing.
    pub fn load<R: Read + Seek>(
        copies: &mut [Copy<R>],
        merged: &Merged,
        span: Range<u64>,
        blocks_before: u64,
    ) -> Result<Self, Error> {
        let mut candidates: Vec<Kept> = Vec::new();
        let number = blocks_before + span.start;
        for (copy, lying) in merged.blocks(span.start) {
            let block = copies[*copy].block(lying, number)?;
            let is_new = |known: &Kept| known.block.payload != block.payload;
            if candidates.iter().all(is_new) {
                let copy = *copy;
                candidates.push(Kept { copy, block });
            }
        }
        let contents = match candidates.first() {
            Some(Kept { block, .. }) => {
                let facts = &block.header.summary.facts;
                Some((facts.games, facts.text_bytes))
            }
            None => merged.held(span.clone()),
        };
        let place = Place {
            block: Some(number + 1),
            ..Place::default()
        };
        Ok(Self {
            candidates,
            place,
            lost: Held {
                blocks: span.end - span.start,
                contents,
            },
        })
    }
}

/// Decodes what there is of a block, until something is sound.
pub(super) fn decoded(job: Job, workers: &Workers) -> Outcome {
    let mut failure = None;
    for kept in job.candidates {
        match Text::decode(&kept.block, workers).and_then(Text::whole) {
            Ok(_) => return Outcome::Kept(Box::new(kept)),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    let error = failure.unwrap_or_else(|| {
        let what = match job.lost.blocks {
            1 => "the block's header is damaged or missing".to_owned(),
            blocks => format!("this block and those after it, {blocks} together, are missing"),
        };
        Error::corruption(job.place, what)
    });
    Outcome::Lost(error, job.lost)
}
