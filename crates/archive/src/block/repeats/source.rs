//! The games that are repeated later in their block, kept from when they are decoded.
//!
//! Format: "Repeats".

use std::collections::HashMap;

use super::super::{BlockError, fault, value_of};
use super::{Kind, Repeat, Repeats};
use crate::{Depth, Stream};
use game::parts::{GameParts, Span, TagSpans};
use streams::is_derived;

/// A game that is repeated.
#[derive(Clone)]
struct Source {
    /// Its parts as far as they were decoded, without what only the streams need.
    game: GameParts,
    /// The templates of its comments, which number them.
    templates: Vec<Vec<u8>>,
    text: Vec<u8>,
    /// Where the last tag ends in the text.
    tags_end: usize,
    /// The group that has it.
    group: usize,
    /// How much its repeats hold, in bytes of text or parts.
    weight: u64,
}

/// The repeated games that were decoded.
#[derive(Clone)]
pub(in super::super) struct Sources {
    depth: Depth,
    kept: HashMap<u32, Source>,
    /// How much the repeats of further sources may hold, in bytes of text or parts.
    room: u64,
    /// The tags of the repeat that was read last.
    tags: GameParts,
}

impl Sources {
    pub fn new(repeats: &Repeats, depth: Depth) -> Self {
        let (text, games) = (
            repeats.text_bytes.iter().sum::<u64>(),
            repeats.repeats.len(),
        );
        Self {
            depth,
            kept: HashMap::new(),
            // The bytes of a game in parts are at most twice those of its text, and its end is a part of no bytes.
            room: text.saturating_mul(2).saturating_add(games as u64),
            tags: GameParts::default(),
        }
    }

    /// Whether a game is kept.
    pub fn has(&self, game: u32) -> bool {
        self.kept.contains_key(&game)
    }

    /// Forgets the games of a group, which turned out to be damaged.
    pub fn forget(&mut self, group: usize) {
        let room = &mut self.room;
        self.kept.retain(|_, source| {
            let stays = source.group != group;
            *room += if stays { 0 } else { source.weight };
            stays
        });
    }

    /// Keeps a game of this group for so many repeats.
    pub fn keep<'a>(
        &mut self,
        (number, group): (u32, usize),
        game: &GameParts,
        template: impl Fn(u32) -> &'a [u8],
        (text, tags_end): (&[u8], usize),
        repeated: u64,
    ) -> Result<(), BlockError> {
        if self.has(number) {
            return Ok(());
        }
        let in_tags: usize = game
            .tags
            .iter()
            .map(|tag| tag.name.len() + tag.value.len())
            .sum();
        let bytes = game.bytes.len().saturating_sub(in_tags);
        let parts = game.parts() - game.tags.len();
        let weight = bytes.max(parts).max(text.len() - tags_end) as u64;
        let weight = weight.saturating_mul(repeated);
        let left = self.room.checked_sub(weight);
        self.room = left.ok_or(fault(Stream::Repeats, "repeats longer than the table says"))?;
        let mut source = Source {
            game: game.for_values(),
            templates: Vec::new(),
            text: text.to_vec(),
            tags_end,
            group,
            weight,
        };
        let mut numbers = HashMap::new();
        for comment in &mut source.game.comments {
            let templates = &mut source.templates;
            comment.template = *numbers.entry(comment.template).or_insert_with(|| {
                templates.push(template(comment.template).to_vec());
                templates.len() as u32 - 1
            });
        }
        self.kept.insert(number, source);
        Ok(())
    }

    fn source(&self, repeat: Repeat) -> Result<&Source, BlockError> {
        let lost = fault(Stream::Repeats, "a repeat of a game that is lost");
        self.kept.get(&repeat.source).ok_or(lost)
    }

    /// Reads a repeat of a game that is kept; `enter` adds the tags that are coded for it. Appends its text to `text`.
    pub fn read(
        &mut self,
        repeat: Repeat,
        enter: impl FnOnce(&mut GameParts) -> Result<(), BlockError>,
        text: &mut Vec<u8>,
    ) -> Result<(), BlockError> {
        let mut own = std::mem::take(&mut self.tags);
        own.clear();
        let source = self.source(repeat)?;
        if repeat.kind == Kind::Text {
            text.extend_from_slice(&source.text);
            return Ok(());
        }
        enter(&mut own)?;
        if repeat.kind == Kind::Derived && self.depth >= Depth::DerivedTags {
            for at in 0..own.tags.len() {
                let name = own.get(own.tags[at].name);
                if is_derived(name) {
                    let found = source.game.tag(name);
                    let found = found.ok_or(fault(Stream::Repeats, "a value that no game has"))?;
                    own.tags[at].value = own.put(found);
                }
            }
        }
        if !starts_as(&own, &source.game) {
            let what = "a repeat of a game with another start";
            return Err(fault(Stream::Repeats, what));
        }
        if self.depth == Depth::Text {
            let movetext = &source.text[source.tags_end..];
            join_tags(&own, movetext, text);
            text.extend_from_slice(movetext);
        }
        self.tags = own;
        Ok(())
    }

    /// The repeat that was read last as a value, whose text this is.
    pub fn build(&self, repeat: Repeat, text: Vec<u8>) -> Option<crate::Game> {
        let source = self.source(repeat).ok()?;
        let template = |id: u32| &source.templates[id as usize][..];
        if repeat.kind == Kind::Text {
            return Some(value_of(&source.game, template, text, self.depth));
        }
        let (own, mut game) = (&self.tags, source.game.clone());
        game.tags.clear();
        for tag in &own.tags {
            let mut put = |span: Span| game.put(own.get(span));
            let (name, value) = (put(tag.name), put(tag.value));
            game.tags.push(TagSpans { name, value });
        }
        Some(value_of(&game, template, text, self.depth))
    }
}

/// Writes the tags of a repeat that has tags of its own: each on a line.
pub(super) fn join_tags(game: &GameParts, movetext: &[u8], out: &mut Vec<u8>) {
    let line_end: &[u8] = if movetext.starts_with(b"\r\n") {
        b"\r\n"
    } else {
        b"\n"
    };
    for (at, tag) in game.tags.iter().enumerate() {
        let before = if at == 0 { &[][..] } else { line_end };
        let (name, value) = (game.get(tag.name), game.get(tag.value));
        for part in [before, b"[", name, b" \"", value, b"\"]"] {
            out.extend_from_slice(part);
        }
    }
}

/// Whether two games begin in the same position, so that the same movetext means the same moves. Without tags, text may be no game.
pub(super) fn starts_as(game: &GameParts, other: &GameParts) -> bool {
    let same = |name: &[u8]| game.tag(name) == other.tag(name);
    !game.tags.is_empty() && !other.tags.is_empty() && same(b"FEN") && same(b"Variant")
}
