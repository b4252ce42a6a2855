//! Decodes the games of a group from its parts of the streams, in order.
//!
//! Format: "Coding a block".

use super::groups::{GROUPED, Group};
use super::repeats::Sources;
use super::tag_run::TagRun;
use super::{BlockError, Coders, Models, NO_VALUES, fault, value_of};
use crate::meter::game_done;
use crate::{Depth, Stream};
use entropy::Code;
use entropy::range::Decoder;
use game::parts::{GameParts, wrap};
use streams::{Derived, join_movetext};

/// Decodes the games of a group.
pub(super) struct GroupDecoder {
    pub models: Models,
    pub derived: Derived,
    depth: Depth,
    coders: Coders<Decoder>,
    /// The last game, its text without the line breaks that a width explains, and where its last tag ends.
    game: GameParts,
    flat: Vec<u8>,
    tags_end: usize,
    /// Games, and bytes of their text, that have not been decoded yet.
    games: u64,
    room: u64,
    /// The checksum of the text so far, and that of the whole text.
    sum: crc32fast::Hasher,
    check: Option<u32>,
}

impl GroupDecoder {
    /// A decoder at the first game of a group, with models in this state. `parts` are its parts of the streams, one after the other. Games
    /// are decoded as far as `depth`.
    pub fn new(
        group: &Group,
        parts: &[u8],
        models: Models,
        derived: Derived,
        depth: Depth,
    ) -> Self {
        let part = |stream: Stream| {
            let mut rest = parts;
            for (grouped, part) in GROUPED.iter().zip(&group.parts) {
                let (part, after) = rest.split_at((part.end - part.start) as usize);
                if *grouped == stream {
                    return part;
                }
                rest = after;
            }
            &[][..]
        };
        Self {
            models,
            derived,
            depth,
            coders: Coders::new(|stream| Decoder::new(part(stream)).named(stream.name())),
            game: GameParts::default(),
            flat: Vec::new(),
            tags_end: 0,
            games: group.games,
            room: group.text_bytes,
            sum: crc32fast::Hasher::new(),
            check: group.checks.map(|checks| checks.text),
        }
    }

    /// Whether all games were decoded. After the last game, the checksum of their text is verified.
    pub fn is_done(&self) -> Result<bool, BlockError> {
        const OTHER: &str = "the checksum of a group of games does not match";
        if self.games > 0 {
            return Ok(false);
        }
        let Some(check) = self.check.filter(|_| self.depth == Depth::Text) else {
            return Ok(true);
        };
        let sound = self.room == 0 && self.sum.clone().finalize() == check;
        sound.then_some(true).ok_or(fault(Stream::Layout, OTHER))
    }

    /// Decodes the next game, which has this number in the block; its text is appended to `text`.
    pub fn decode_next(
        &mut self,
        tags: &mut TagRun,
        number: usize,
        text: &mut Vec<u8>,
    ) -> Result<(), BlockError> {
        self.games -= 1;
        self.game.clear();
        self.flat.clear();
        tags.enter(number, &mut self.game)?;
        self.decode_parts()?;
        if self.depth < Depth::Text {
            return Ok(());
        }
        let Self {
            models,
            coders,
            game,
            flat,
            tags_end,
            room,
            ..
        } = self;
        let start = text.len();
        let wrap = models.layout.wrap(&mut coders.layout, None);
        *tags_end = models
            .after_derived(coders, game, &[], *room, flat)
            .map_err(|stream| fault(stream, NO_VALUES))?;
        match wrap {
            None => text.extend_from_slice(flat),
            Some(wrap) => {
                let movetext = wrap::movetext(flat, *tags_end);
                text.extend_from_slice(&flat[..movetext.start]);
                let (layout, coder) = (&mut models.layout, &mut coders.layout);
                layout.breaks(coder, wrap, &flat[movetext.clone()], &[], text);
                text.extend_from_slice(&flat[movetext.end..]);
            }
        }
        if coders.layout.failed() {
            return Err(fault(Stream::Layout, NO_VALUES));
        }
        let length = (text.len() - start) as u64;
        if length == 0 {
            return Err(fault(Stream::Layout, "a game without text"));
        }
        let left = room.checked_sub(length);
        *room = left.ok_or_else(|| fault(Stream::Layout, "more text than the block says"))?;
        self.sum.update(&text[start..]);
        game_done(text.len() - start);
        Ok(())
    }

    /// Decodes the parts of a game before its text, as far as they are wanted. Its tags are known.
    fn decode_parts(&mut self) -> Result<(), BlockError> {
        let Self {
            models,
            derived,
            coders,
            game,
            room,
            depth,
            ..
        } = self;
        let (items, moves) = (&mut coders.structure, &mut coders.moves);
        join_movetext(game, &mut models.structure, items, moves, *room)
            .map_err(|what| fault(Stream::Structure, what))?;
        if models.structure.differs() {
            return Err(fault(Stream::Moves, "another move than was encoded"));
        }
        let values = models.before_derived(coders, game, *room, *depth);
        values.map_err(|stream| fault(stream, NO_VALUES))?;
        if *depth >= Depth::DerivedTags && !derived.code(&mut coders.derived, game, *room) {
            return Err(fault(Stream::Derived, NO_VALUES));
        }
        Ok(())
    }

    /// Keeps the game that was decoded last, whose text this is, for so many repeats.
    pub fn keep(
        &self,
        (number, group): (u32, usize),
        text: &[u8],
        repeated: u64,
        sources: &mut Sources,
    ) -> Result<(), BlockError> {
        let template = |id| self.models.structure.template(id);
        let text = (text, self.tags_end);
        sources.keep((number, group), &self.game, template, text, repeated)
    }

    /// The game that was decoded last, whose text this is.
    pub fn build(&self, text: Vec<u8>) -> crate::Game {
        let template = |id| self.models.structure.template(id);
        value_of(&self.game, template, text, self.depth)
    }
}
