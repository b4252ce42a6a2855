//! Decodes the stream `tags` of a block, which is one run over all games and is decoded from the first game on.
//!
//! Format: "Stream tags".

use entropy::range::Decoder;
use entropy::{Code, Metered};
use pgn::Termination;

use super::repeats::Repeats;
use super::{BlockError, BlockPayload, fault, value_of};
use crate::{Depth, Stream};
use game::parts::{GameParts, Span, TagSpans};
use streams::Tags;

/// Decodes the tags of a block as far as they are asked for, and keeps them. The block must not be stored uncompressed.
pub(crate) struct TagRun<C = Decoder> {
    tags: Tags,
    coder: C,
    pub repeats: Repeats,
    /// The decoded bytes, the tags whose spans point into them, and what belongs to each game.
    bytes: Vec<u8>,
    found: Vec<TagSpans>,
    games: Vec<Part>,
    game: GameParts,
    /// Bytes of text that the remaining tags may take.
    room: u64,
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
        Self::with(Decoder::new(stream(block)), block)
    }
}

fn stream<'a>(block: &BlockPayload<'a>) -> &'a [u8] {
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
    for _ in 0..block.facts.games {
        run.decode_next()?;
    }
    let costs = run.tags.costs();
    Ok(costs.map(|(name, cost)| (name.to_vec(), cost)).collect())
}

impl<C: Code> TagRun<C> {
    fn with(coder: C, block: &BlockPayload<'_>) -> Result<Self, BlockError> {
        Ok(Self {
            tags: Tags::new(),
            coder,
            repeats: Repeats::of(block)?,
            bytes: Vec::new(),
            found: Vec::new(),
            games: Vec::new(),
            game: GameParts::default(),
            room: block.facts.text_bytes,
        })
    }

    /// Adds the tags of the game of this number, from 0, to a game that is empty.
    ///
    /// # Errors
    ///
    /// Any broken rule; never a panic.
    pub fn enter(&mut self, number: usize, game: &mut GameParts) -> Result<(), BlockError> {
        while self.games.len() <= number {
            self.decode_next()?;
        }
        let before = self.start(number);
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
        Ok(())
    }

    /// Where the bytes and the tags of a game begin: the end of those of the game before.
    fn start(&self, number: usize) -> Part {
        let before = number.checked_sub(1).map(|before| self.games[before]);
        before.unwrap_or_default()
    }

    fn decode_next(&mut self) -> Result<(), BlockError> {
        const TOO_LONG: &str =
            "the stream ends early, or holds more tags than the text has room for";
        let too_long = || fault(Stream::Tags, TOO_LONG);
        let repeat = self.repeats.get(self.games.len() as u64);
        let mut game = std::mem::take(&mut self.game);
        game.clear();
        match repeat.filter(|repeat| !repeat.has_tags()) {
            Some(repeat) => self.enter(repeat.tags as usize, &mut game)?,
            None => {
                let whole = repeat.is_some_and(|repeat| repeat.has_derived());
                if !self.tags.code(&mut self.coder, &mut game, whole, self.room) {
                    return Err(too_long());
                }
            }
        }
        let base = self.bytes.len() as u32;
        let moved = |span: Span| Span {
            start: base + span.start,
            end: base + span.end,
        };
        for tag in &game.tags {
            let length = (tag.name.len() + tag.value.len()) as u64 + AROUND;
            self.room = self.room.checked_sub(length).ok_or_else(too_long)?;
            self.found.push(TagSpans {
                name: moved(tag.name),
                value: moved(tag.value),
            });
        }
        self.bytes.extend_from_slice(&game.bytes);
        self.games.push(Part {
            bytes: self.bytes.len() as u32,
            tags: self.found.len(),
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
