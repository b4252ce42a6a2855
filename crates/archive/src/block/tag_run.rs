//! Decodes the stream `tags` of a block, which is one run over all games and is decoded from the first game on.
//!
//! Format: "Stream tags".

use entropy::range::Decoder;
use entropy::{Code, Metered};
use pgn::Termination;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::repeats::Repeats;
use super::{BlockError, BlockPayload, fault, value_of};
use crate::{Depth, Stream};
use game::parts::{GameParts, Span, TagSpans};
use streams::Tags;

/// Decodes the tags of a block as far as they are asked for, and keeps them. The block must not be stored uncompressed.
pub(crate) struct TagRun<C = Decoder> {
    /// What decodes further tags; `None` while another thread has it.
    reader: Option<Box<TagReader<C>>>,
    /// Why no further tags can be decoded.
    failure: Option<BlockError>,
    pub repeats: Arc<Repeats>,
    /// The tags so far, if the reader is not here.
    known: Arc<KnownTags>,
}

/// Decodes tags, game by game.
pub(crate) struct TagReader<C = Decoder> {
    tags: Tags,
    coder: C,
    repeats: Arc<Repeats>,
    game: GameParts,
    /// Bytes of text that the remaining tags may take.
    room: u64,
    /// The tags so far.
    known: Arc<KnownTags>,
}

/// The tags of the first games of a block: their bytes, the tags whose spans point into them, and what belongs to each game.
#[derive(Clone, Default)]
struct KnownTags {
    bytes: Vec<u8>,
    found: Vec<TagSpans>,
    games: Vec<Part>,
}

/// Where a game's bytes and tags end, and its termination.
#[derive(Clone, Copy, Default)]
struct Part {
    bytes: u32,
    tags: usize,
    termination: Option<Termination>,
}

/// The least number of bytes that a tag takes besides its name and its value: two brackets and two quotes.
const AROUND: u64 = 4;

impl TagRun {
    /// Before the first game of a block.
    ///
    /// # Errors
    ///
    /// A broken table of repeats.
    pub fn new(block: &BlockPayload<'_>) -> Result<Self, BlockError> {
        let coder = Decoder::new(stream(block)).named(Stream::Tags.name());
        Self::with(coder, block)
    }
}

/// The stream `tags` of a block; empty if it is absent.
pub(super) fn stream<'a>(block: &BlockPayload<'a>) -> &'a [u8] {
    let mut streams = block.streams.iter();
    let found = streams.find(|(stream, _)| *stream == Stream::Tags);
    found.map_or(&[], |(_, bytes)| bytes)
}

/// The code length of each tag in a block: names, and lengths in units of 2^-16 bit.
///
/// # Errors
///
/// Any broken rule; never a panic.
pub(crate) fn tag_costs(block: &BlockPayload<'_>) -> Result<Vec<(Vec<u8>, u64)>, BlockError> {
    let mut run = TagRun::with(Metered::new(Decoder::new(stream(block))), block)?;
    run.decode_to(block.facts.games)?;
    let costs = run.reader.iter().flat_map(|reader| reader.tags.costs());
    Ok(costs.map(|(name, cost)| (name.to_vec(), cost)).collect())
}

impl<C: Code> TagRun<C> {
    fn with(coder: C, block: &BlockPayload<'_>) -> Result<Self, BlockError> {
        let repeats = Arc::new(Repeats::of(block)?);
        Ok(Self {
            reader: Some(Box::new(TagReader {
                tags: Tags::new(),
                coder,
                repeats: Arc::clone(&repeats),
                game: GameParts::default(),
                room: block.facts.text_bytes,
                known: Arc::default(),
            })),
            failure: None,
            repeats,
            known: Arc::default(),
        })
    }

    fn known(&self) -> &Arc<KnownTags> {
        self.reader
            .as_ref()
            .map_or(&self.known, |reader| &reader.known)
    }

    /// The same tags without what decodes further ones.
    pub fn fork(&self) -> Self {
        let failure = self.failure.clone();
        Self {
            reader: None,
            failure: Some(failure.unwrap_or_else(not_decoded)),
            repeats: Arc::clone(&self.repeats),
            known: Arc::clone(self.known()),
        }
    }

    /// What decodes further tags, to be [given back](Self::put_back); meanwhile the tags so far are known. `None` after an error.
    pub fn take_reader(&mut self) -> Option<Box<TagReader<C>>> {
        let reader = self.reader.take_if(|_| self.failure.is_none())?;
        self.failure = Some(not_decoded());
        self.known = Arc::clone(&reader.known);
        Some(reader)
    }

    /// Takes back what decodes further tags, and how it fared.
    pub fn put_back(&mut self, reader: Box<TagReader<C>>, done: Result<(), BlockError>) {
        self.reader = Some(reader);
        self.failure = done.err();
        self.known = Arc::default();
    }

    /// Decodes the tags of the games before this number.
    pub fn decode_to(&mut self, games: u64) -> Result<(), BlockError> {
        if self.known().games.len() as u64 >= games {
            return Ok(());
        }
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let reader = self.reader.as_mut().ok_or_else(not_decoded)?;
        let done = reader.decode_to(games);
        self.failure = done.clone().err();
        done
    }

    /// Adds the tags of the game of this number, from 0, to a game that is empty.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn enter(&mut self, number: usize, game: &mut GameParts) -> Result<(), BlockError> {
        self.decode_to(number as u64 + 1)?;
        self.known().enter(number, game);
        Ok(())
    }
}

fn not_decoded() -> BlockError {
    fault(Stream::Tags, "tags that were not decoded")
}

impl KnownTags {
    /// Adds the tags of a game that is known to a game that is empty.
    fn enter(&self, number: usize, game: &mut GameParts) {
        let before = number.checked_sub(1).map(|before| self.games[before]);
        let before = before.unwrap_or_default();
        let part = self.games[number];
        let put = game.put(&self.bytes[before.bytes as usize..part.bytes as usize]);
        let moved = |span: Span| Span {
            start: span.start - before.bytes + put.start,
            end: span.end - before.bytes + put.start,
        };
        game.termination = part.termination;
        game.tags.extend(
            self.found[before.tags..part.tags]
                .iter()
                .map(|tag| TagSpans {
                    name: moved(tag.name),
                    value: moved(tag.value),
                }),
        );
    }
}

impl<C: Code> TagReader<C> {
    /// Decodes the tags of the games before this number. After an error, nothing else may be decoded.
    pub fn decode_to(&mut self, games: u64) -> Result<(), BlockError> {
        let decode = AssertUnwindSafe(|| {
            while (self.known.games.len() as u64) < games {
                self.decode_next()?;
            }
            Ok(())
        });
        // A panic is an error, so that the thread that decodes tags beside another tells it.
        catch_unwind(decode).unwrap_or_else(|_| Err(not_decoded()))
    }

    fn decode_next(&mut self) -> Result<(), BlockError> {
        const TOO_LONG: &str =
            "the stream ends early, or holds more tags than the text has room for";
        let too_long = || fault(Stream::Tags, TOO_LONG);
        let known = Arc::make_mut(&mut self.known);
        let repeat = self.repeats.get(known.games.len() as u64);
        let mut game = std::mem::take(&mut self.game);
        game.clear();
        match repeat.filter(|repeat| !repeat.has_tags()) {
            Some(repeat) => known.enter(repeat.tags as usize, &mut game),
            None => {
                let whole = repeat.is_some_and(|repeat| repeat.has_derived());
                if !self.tags.code(&mut self.coder, &mut game, whole, self.room) {
                    return Err(too_long());
                }
            }
        }
        let base = known.bytes.len() as u32;
        let moved = |span: Span| Span {
            start: base + span.start,
            end: base + span.end,
        };
        for tag in &game.tags {
            let length = (tag.name.len() + tag.value.len()) as u64 + AROUND;
            self.room = self.room.checked_sub(length).ok_or_else(too_long)?;
            known.found.push(TagSpans {
                name: moved(tag.name),
                value: moved(tag.value),
            });
        }
        known.bytes.extend_from_slice(&game.bytes);
        known.games.push(Part {
            bytes: known.bytes.len() as u32,
            tags: known.found.len(),
            termination: game.termination,
        });
        self.game = game;
        Ok(())
    }
}

/// The games of a block with the tags that are not derived, and nothing else.
pub(crate) struct TagGames {
    run: TagRun,
    game: GameParts,
    next: u64,
    games: u64,
}

impl TagGames {
    /// Before the first game of a block.
    ///
    /// # Errors
    ///
    /// A broken table of repeats.
    pub fn new(block: &BlockPayload<'_>) -> Result<Self, BlockError> {
        Ok(Self {
            run: TagRun::new(block)?,
            game: GameParts::default(),
            next: 0,
            games: block.facts.games,
        })
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Decodes the tags of all games, so that [forks](Self::fork) need not. Where that is not possible, their games say so.
    pub fn prepare_all(&mut self) {
        let _ = self.run.decode_to(self.games);
    }

    /// The same games from the first on, with the tags that are known here.
    pub fn fork(&self) -> Self {
        Self {
            run: self.run.fork(),
            game: GameParts::default(),
            next: 0,
            games: self.games,
        }
    }

    /// Goes to the game of this number in the block, from 0, so that it comes next; after the last if there are fewer.
    pub fn go_to(&mut self, game: u64) {
        self.next = game.min(self.games);
    }

    /// The next game; `None` after the last.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn decode_next(&mut self) -> Result<Option<crate::Game>, BlockError> {
        if self.next == self.games {
            return Ok(None);
        }
        self.game.clear();
        self.run.enter(self.next as usize, &mut self.game)?;
        self.next += 1;
        Ok(Some(value_of(
            &self.game,
            |_| &[],
            Vec::new(),
            Depth::Moves,
        )))
    }
}
