//! The bytes of a block back to its text, to its games, or to what its tags cost.
//!
//! Format: "Block".

use super::FoundBlock;
use crate::block::{self, BlockError, BlockPayload};
use crate::container::BlockHeader;
use crate::encoding::{BlockText, Spelling};
use crate::error::{Error, Place};
use crate::{BlockFacts, Game, Stream};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The streams of a block, their checksums looked at.
pub(super) fn sound_streams(found: &FoundBlock) -> Result<Vec<(Stream, &[u8])>, Error> {
    let mut streams = Vec::new();
    let mut rest = &found.payload[..];
    let mut offset = found.payload_offset;
    for (stream, length) in found.header.summary.present() {
        let place = found.place.stream(stream, offset);
        let Some((bytes, after)) = usize::try_from(length)
            .ok()
            .and_then(|length| rest.split_at_checked(length))
        else {
            return Err(Error::corruption(
                place,
                "the stream is longer than the block",
            ));
        };
        if !found.header.stream_is_sound(stream, bytes) {
            return Err(Error::corruption(
                place,
                "the stream's checksum does not match",
            ));
        }
        streams.push((stream, bytes));
        rest = after;
        offset += length;
    }
    Ok(streams)
}

/// What each tag costs in a block: names, and units of 2^-16 bit.
pub(crate) fn tag_costs(found: &FoundBlock) -> Result<Vec<(Vec<u8>, u64)>, Error> {
    let streams = sound_streams(found)?;
    let is_stored = |(stream, _): &(Stream, &[u8])| *stream == Stream::Stored;
    if streams.iter().any(is_stored) {
        return Ok(Vec::new());
    }
    let encoded = BlockPayload {
        facts: &found.header.summary.facts,
        streams: &streams,
    };
    tried(found.place, || block::tag_costs(&encoded))
}

impl FoundBlock {
    /// That every stream has its checksum.
    pub fn check_streams(&self) -> Result<(), Error> {
        sound_streams(self).map(|_| ())
    }
}

/// Decodes a block and checks that its text is what was encoded.
pub(crate) fn unseal(found: FoundBlock) -> Result<Vec<u8>, Error> {
    let place = found.place;
    let text = unseal_text(found)?.into_original();
    text.ok_or_else(|| Error::corruption(place, NOT_UTF8))
}

const NOT_UTF8: &str =
    "the text is to be given back as UTF-16, but has bytes that are no characters";

/// Like [`unseal`], for whoever looks for games in the text: as the block codec sees it, with the way to spell it as it was.
pub(crate) fn unseal_text(found: FoundBlock) -> Result<BlockText, Error> {
    let mut streams = sound_streams(&found)?;
    let (facts, mut whole) = take_spelling(&found, &mut streams)?;
    let FoundBlock {
        ref model,
        place,
        ref header,
        ..
    } = found;
    whole.text = if header.summary.is_raw() {
        found.payload
    } else {
        let encoded = BlockPayload {
            facts: &facts,
            streams: &streams,
        };
        tried(place, || block::decode(&encoded, model))?
    };
    let original = whole
        .original()
        .ok_or_else(|| Error::corruption(place, NOT_UTF8))?;
    if !header.text_is_sound(&original) {
        return Err(Error::corruption(
            place,
            "the text's checksum does not match",
        ));
    }
    drop(original);
    Ok(whole)
}

/// Takes the stream `encoding` from the others. Returns the facts as those are coded by, and how the text, which is still missing, is
/// spelled.
pub(super) fn take_spelling(
    found: &FoundBlock,
    streams: &mut Vec<(Stream, &[u8])>,
) -> Result<(BlockFacts, BlockText), Error> {
    let mut facts = found.header.summary.facts;
    let mut text = BlockText::default();
    if let Some((_, bytes)) = streams.pop_if(|(stream, _)| *stream == Stream::Encoding) {
        let spelling = Spelling::read(bytes, facts.text_bytes)
            .map_err(|error| Error::block(error, found.place))?;
        facts.text_bytes = spelling.utf8_bytes;
        text.encoding = Some(spelling.encoding);
        text.tail = spelling.tail;
    }
    Ok((facts, text))
}

/// The games of a block without the text of all of them in memory.
pub(crate) struct UnsealedGames {
    games: block::Games,
    /// How their texts are spelled.
    spelling: BlockText,
    place: Place,
    header: BlockHeader,
    /// The number of the game that comes next, from 0.
    next: u64,
    /// Of the texts so far, if they are all texts from the first.
    sum: Option<(u64, crc32fast::Hasher)>,
}

impl UnsealedGames {
    /// Before the first game of a block whose streams are sound.
    pub fn new(found: &FoundBlock) -> Result<Self, Error> {
        let mut streams = sound_streams(found)?;
        let (facts, spelling) = take_spelling(found, &mut streams)?;
        let encoded = BlockPayload {
            facts: &facts,
            streams: &streams,
        };
        let place = found.place;
        let games = block::Games::new(&encoded, &found.model);
        Ok(Self {
            games: games.map_err(|error| Error::block(error, place))?,
            spelling,
            place,
            header: found.header.clone(),
            next: 0,
            sum: Some((0, crc32fast::Hasher::new())),
        })
    }

    /// Goes to the game of this number, from 0, so that it comes next; behind the last if there are fewer.
    pub fn go_to(&mut self, game: u64) -> Result<(), Error> {
        let place = self.place;
        if game != self.next {
            self.sum = None;
            self.next = game;
            tried(place, || self.games.go_to(game))?;
        }
        Ok(())
    }

    /// The next game; `None` behind the last. The checksum of the block's text is looked at behind the last game, if all were decoded.
    pub fn decode_next(&mut self) -> Result<Option<Game>, Error> {
        let place = self.place;
        let Some(game) = tried(place, || self.games.decode_next())? else {
            return Ok(None);
        };
        let text = self.spelling.spelled(game.text(), false);
        let text = text.ok_or_else(|| Error::corruption(place, NOT_UTF8))?;
        self.next += 1;
        if let Some((bytes, sum)) = &mut self.sum {
            let is_last = self.next == self.header.summary.facts.games;
            let tail = if is_last {
                &self.spelling.tail[..]
            } else {
                &[]
            };
            for part in [&text[..], tail] {
                *bytes += part.len() as u64;
                sum.update(part);
            }
            if is_last
                && !self
                    .header
                    .checksum_is_sound(*bytes, sum.clone().finalize())
            {
                return Err(Error::corruption(
                    place,
                    "the text's checksum does not match",
                ));
            }
        }
        Ok(Some(game))
    }
}

/// What a decoder gives, which may fail or panic on streams that nobody wrote.
pub(super) fn tried<T>(
    place: Place,
    decode: impl FnOnce() -> Result<T, BlockError>,
) -> Result<T, Error> {
    match catch_unwind(AssertUnwindSafe(decode)) {
        Ok(found) => found.map_err(|error| Error::block(error, place)),
        Err(_) => Err(Error::corruption(place, "the streams make no sense")),
    }
}
