//! The bytes of a block back to its text, or to what its tags cost.
//!
//! Format: "Block".

use super::FoundBlock;
use crate::block::{self, BlockError, BlockPayload};
use crate::encoding::{BlockText, Spelling};
use crate::error::{Error, Place};
use crate::{BlockFacts, Stream};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The streams of a block, all of which must have their checksums.
pub(super) fn sound_streams(found: &FoundBlock) -> Result<Streams<'_>, Error> {
    let (streams, damaged) = streams(found)?;
    let first = damaged.into_iter().next();
    first.map_or(Ok(streams), |(_, error)| Err(error))
}

/// Streams and their bytes.
pub(super) type Streams<'a> = Vec<(Stream, &'a [u8])>;

/// The streams of a block, and what is wrong with those which do not have their checksums.
pub(super) fn streams(found: &FoundBlock) -> Result<(Streams<'_>, Vec<(Stream, Error)>), Error> {
    let (mut streams, mut damaged) = (Vec::new(), Vec::new());
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
            let error = Error::corruption(place, "the stream's checksum does not match");
            damaged.push((stream, error));
        }
        streams.push((stream, bytes));
        rest = after;
        offset += length;
    }
    Ok((streams, damaged))
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

pub(super) const NOT_UTF8: &str =
    "the text has to be converted to UTF-16, but has bytes that are not characters";

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

/// What a decoder gives, which may fail or panic on streams that nobody wrote.
pub(super) fn tried<T>(
    place: Place,
    decode: impl FnOnce() -> Result<T, BlockError>,
) -> Result<T, Error> {
    match catch_unwind(AssertUnwindSafe(decode)) {
        Ok(found) => found.map_err(|error| Error::block(error, place)),
        Err(_) => Err(Error::corruption(place, "the streams cannot be decoded")),
    }
}
