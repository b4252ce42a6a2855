//! The streams of a block as they lie in an archive, and the comparison of their checksums before anything is decoded from them.
//!
//! Format: "Block".

use super::FoundBlock;
use crate::block::{self, BlockError, BlockPayload};
use crate::container::block_header::Checks;
use crate::container::checksum;
use crate::encoding::{BlockText, Spelling};
use crate::error::{Error, Place};
use crate::{BlockFacts, Stream};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Streams and their bytes.
pub(super) type Streams<'a> = Vec<(Stream, &'a [u8])>;

/// The checksums of these streams in a block's header.
pub(crate) fn of(streams: &[(Stream, &[u8])]) -> Checks {
    let is_of_tags = |stream| matches!(stream, Stream::Tags | Stream::Repeats | Stream::Encoding);
    let (mut tags, mut others) = (Vec::new(), Vec::new());
    for &(stream, bytes) in streams {
        let part = if is_of_tags(stream) {
            &mut tags
        } else {
            &mut others
        };
        part.push(bytes);
    }
    let rest = match block::outside_groups(streams) {
        Some(outside) => checksum::of_parts(&[outside]),
        None => checksum::of_parts(&others),
    };
    Checks {
        tags: checksum::of_parts(&tags),
        rest,
    }
}

impl FoundBlock {
    /// The streams that were read. None has been compared with its checksum.
    fn streams(&self) -> Result<Streams<'_>, Error> {
        let mut streams = Vec::new();
        let mut rest = &self.payload[..];
        let mut offset = self.payload_offset;
        for (stream, length) in self.header.summary.present() {
            if !self.extent.has(stream) {
                offset += length;
                continue;
            }
            let split = usize::try_from(length)
                .ok()
                .and_then(|length| rest.split_at_checked(length));
            let Some((bytes, after)) = split else {
                let place = self.place.stream(stream, offset);
                let what = "the stream is longer than the block";
                return Err(Error::corruption(place, what));
            };
            streams.push((stream, bytes));
            rest = after;
            offset += length;
        }
        Ok(streams)
    }

    /// The streams, of which `tags`, `repeats` and `encoding` are what they were.
    pub(super) fn streams_for_tags(&self) -> Result<Streams<'_>, Error> {
        let streams = self.streams()?;
        if of(&streams).tags != self.header.checks.tags {
            let place = self.place.stream(Stream::Tags, self.payload_offset);
            let what = "the checksum of the tags does not match";
            return Err(Error::corruption(place, what));
        }
        Ok(streams)
    }

    /// The streams, of which all is what it was but what the table of groups has checksums for: that is compared where a group begins.
    pub(super) fn streams_for_games(&self) -> Result<Streams<'_>, Error> {
        let streams = self.streams_for_tags()?;
        if of(&streams).rest != self.header.checks.rest {
            let what = match block::outside_groups(&streams) {
                Some(_) => "the checksum of the table of groups does not match",
                None => "the checksum of the streams does not match",
            };
            return Err(Error::corruption(self.place, what));
        }
        Ok(streams)
    }

    /// Compares all checksums of encoded bytes. Nothing is decoded.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn check(&self) -> Result<(), Error> {
        let mut streams = self.streams_for_games()?;
        let (facts, _) = self.take_spelling(&mut streams)?;
        let encoded = BlockPayload {
            facts: &facts,
            streams: &streams,
        };
        tried(self.place, || block::check_groups(&encoded))
    }

    /// Takes the stream `encoding` from the others. Returns the facts as those are coded by, and how the text, which is still missing,
    /// is spelled.
    pub(super) fn take_spelling(
        &self,
        streams: &mut Streams<'_>,
    ) -> Result<(BlockFacts, BlockText), Error> {
        let mut facts = self.header.summary.facts;
        let mut text = BlockText::default();
        if let Some((_, bytes)) = streams.pop_if(|(stream, _)| *stream == Stream::Encoding) {
            let spelling =
                Spelling::read(bytes, facts.text_bytes).map_err(|error| error.at(self.place))?;
            facts.text_bytes = spelling.utf8_bytes;
            text.encoding = Some(spelling.encoding);
            text.tail = spelling.tail;
        }
        Ok((facts, text))
    }
}

/// What each tag costs in a block: names, and units of 2^-16 bit.
pub(crate) fn tag_costs(found: &FoundBlock) -> Result<Vec<(Vec<u8>, u64)>, Error> {
    let mut streams = found.streams_for_tags()?;
    let (facts, _) = found.take_spelling(&mut streams)?;
    let is_stored = |(stream, _): &(Stream, &[u8])| *stream == Stream::Stored;
    if streams.iter().any(is_stored) {
        return Ok(Vec::new());
    }
    let encoded = BlockPayload {
        facts: &facts,
        streams: &streams,
    };
    tried(found.place, || block::tag_costs(&encoded))
}

/// What a decoder gives, which may fail or panic on streams that nobody wrote.
pub(super) fn tried<T>(
    place: Place,
    decode: impl FnOnce() -> Result<T, BlockError>,
) -> Result<T, Error> {
    match catch_unwind(AssertUnwindSafe(decode)) {
        Ok(found) => found.map_err(|error| error.at(place)),
        Err(_) => Err(Error::corruption(place, "the streams cannot be decoded")),
    }
}
