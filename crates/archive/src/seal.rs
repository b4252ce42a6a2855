//! A block's text to the bytes that stand in an archive, and back: the block codec, checksums, and a way out when it fails.

use crate::block::{self, BlockPayload, EncodedBlock};
use crate::container::summary::MAX_TEXT_PER_BYTE;
use crate::container::{BlockHeader, Summary};
use crate::error::{Error, Place};
use crate::{BlockFacts, Game, Model, Stream};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a stream costs at most beside its bytes: its checksum and its length, the latter in the index too.
const STREAM_OVERHEAD: u64 = 14;

/// A block, ready to be written.
#[derive(Debug)]
pub(crate) struct SealedBlock {
    /// The header, whose bytes depend on the block's place in the archive too.
    pub header: BlockHeader,
    /// The streams' bytes, one after the other.
    pub payload: Vec<Vec<u8>>,
    /// Whether encoding failed, so that the text is stored as it is.
    pub rescued: bool,
}

/// A block as it was read, its header checked.
#[derive(Debug)]
pub(crate) struct FoundBlock {
    /// The model that coded it.
    pub model: Model,
    pub place: Place,
    pub header: BlockHeader,
    /// The streams' bytes, one after the other.
    pub payload: Vec<u8>,
    /// The byte of the archive at which the payload starts.
    pub payload_offset: u64,
}

/// Encodes a text that is not empty. With `verify` the block is decoded and compared; whatever fails, it comes back.
pub(crate) fn seal(text: Vec<u8>, model: &Model, verify: bool) -> SealedBlock {
    seal_by(block::encode, text, model, verify)
}

fn seal_by(
    encode: impl Fn(&[u8], &Model) -> EncodedBlock,
    text: Vec<u8>,
    model: &Model,
    verify: bool,
) -> SealedBlock {
    let encoded = catch_unwind(AssertUnwindSafe(|| encode(&text, model))).ok();
    let (facts, streams) = match encoded {
        Some(encoded) => (
            Some(sound_facts(&encoded.facts, &text)),
            Some(padded(encoded.streams, text.len())),
        ),
        None => (None, None),
    };
    let facts = facts.unwrap_or_else(|| bare_facts(&text));
    let usable = streams.filter(|streams| is_well_formed(streams));
    let rescued = match usable {
        None => true,
        Some(streams) if !is_smaller(&streams, text.len()) => false,
        Some(streams) if !verify || comes_back(&facts, &streams, &text, model) => {
            return assemble(facts, streams, &text, false);
        }
        Some(_) => true,
    };
    let mut stored = assemble(facts, Vec::new(), &text, rescued);
    stored.payload = vec![text];
    stored
}

/// The sealed block of these streams; without streams, of the text as it is, whose payload the caller adds.
fn assemble(
    facts: BlockFacts,
    streams: Vec<(Stream, Vec<u8>)>,
    text: &[u8],
    rescued: bool,
) -> SealedBlock {
    let raw = [(Stream::Stored, text)];
    let coded: Vec<_> = streams
        .iter()
        .map(|(stream, payload)| (*stream, &payload[..]))
        .collect();
    let present = if coded.is_empty() { &raw[..] } else { &coded };
    let mut summary = Summary {
        facts,
        ..Summary::default()
    };
    for (stream, payload) in present {
        summary.lengths[usize::from(stream.id())] = payload.len() as u64;
    }
    let header = BlockHeader::new(summary, present.iter().copied(), text);
    SealedBlock {
        header,
        payload: streams.into_iter().map(|(_, payload)| payload).collect(),
        rescued,
    }
}

/// The streams with zeros at the end of the last, which coders supply anyway, as long as they are shorter than the format allows.
fn padded(mut streams: Vec<(Stream, Vec<u8>)>, text_bytes: usize) -> Vec<(Stream, Vec<u8>)> {
    let least = (text_bytes as u64).div_ceil(MAX_TEXT_PER_BYTE) as usize;
    let found: usize = streams.iter().map(|(_, payload)| payload.len()).sum();
    if found < least {
        let padding = vec![0; least - found];
        match streams.last_mut() {
            Some((_, payload)) => payload.extend(padding),
            None => streams.push((Stream::Layout, padding)),
        }
    }
    streams
}

fn is_well_formed(streams: &[(Stream, Vec<u8>)]) -> bool {
    let in_order = streams.is_sorted_by(|(a, _), (b, _)| a < b);
    in_order && !streams.is_empty() && streams.iter().all(|(_, payload)| !payload.is_empty())
}

fn is_smaller(streams: &[(Stream, Vec<u8>)], text_bytes: usize) -> bool {
    let bytes: u64 = streams
        .iter()
        .map(|(_, payload)| payload.len() as u64 + STREAM_OVERHEAD)
        .sum();
    bytes < text_bytes as u64 + STREAM_OVERHEAD
}

fn comes_back(
    facts: &BlockFacts,
    streams: &[(Stream, Vec<u8>)],
    text: &[u8],
    model: &Model,
) -> bool {
    let streams: Vec<_> = streams
        .iter()
        .map(|(stream, payload)| (*stream, &payload[..]))
        .collect();
    let payload = BlockPayload {
        facts,
        streams: &streams,
    };
    catch_unwind(AssertUnwindSafe(|| block::decode(&payload, model)))
        .is_ok_and(|decoded| decoded.as_deref() == Ok(text))
}

/// The facts within the limits of the format.
fn sound_facts(facts: &BlockFacts, text: &[u8]) -> BlockFacts {
    let text_bytes = text.len() as u64;
    BlockFacts {
        text_bytes,
        games: facts.games.min(text_bytes),
        plies: facts.plies.min(text_bytes),
        clocks: facts.clocks.min(text_bytes),
        evals: facts.evals.min(text_bytes),
        comments: facts.comments.min(text_bytes),
        dates: facts.dates.filter(|(first, last)| first <= last),
        ratings: facts.ratings.filter(|(lowest, highest)| lowest <= highest),
    }
}

/// The facts of a text that could not be encoded.
fn bare_facts(text: &[u8]) -> BlockFacts {
    let games = catch_unwind(|| pgn::games(text).count() as u64).unwrap_or(0);
    BlockFacts {
        text_bytes: text.len() as u64,
        games,
        ..BlockFacts::default()
    }
}

/// The streams of a block, their checksums looked at.
fn sound_streams(found: &FoundBlock) -> Result<Vec<(Stream, &[u8])>, Error> {
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
    if found.header.summary.is_raw() {
        return Ok(Vec::new());
    }
    let encoded = BlockPayload {
        facts: &found.header.summary.facts,
        streams: &streams,
    };
    match catch_unwind(AssertUnwindSafe(|| block::tag_costs(&encoded))) {
        Ok(costs) => costs.map_err(|error| Error::block(error, found.place)),
        Err(_) => Err(Error::corruption(found.place, "the streams make no sense")),
    }
}

/// Decodes a block and checks that its text is what was encoded.
pub(crate) fn unseal(found: FoundBlock) -> Result<Vec<u8>, Error> {
    let streams = sound_streams(&found)?;
    let FoundBlock {
        ref model,
        place,
        ref header,
        ..
    } = found;
    let text = if header.summary.is_raw() {
        found.payload
    } else {
        let encoded = BlockPayload {
            facts: &header.summary.facts,
            streams: &streams,
        };
        match catch_unwind(AssertUnwindSafe(|| block::decode(&encoded, model))) {
            Ok(Ok(text)) => text,
            Ok(Err(error)) => return Err(Error::block(error, place)),
            Err(_) => return Err(Error::corruption(place, "the streams make no sense")),
        }
    };
    if !header.text_is_sound(&text) {
        return Err(Error::corruption(
            place,
            "the text's checksum does not match",
        ));
    }
    Ok(text)
}

/// The games of a block one after the other, without the text of all of them in memory.
pub(crate) struct UnsealedGames {
    games: block::Games,
    place: Place,
    header: BlockHeader,
    /// Of the texts so far.
    bytes: u64,
    sum: crc32fast::Hasher,
    done: bool,
}

impl UnsealedGames {
    /// Before the first game of a block whose streams are sound.
    pub fn new(found: &FoundBlock) -> Result<Self, Error> {
        let streams = sound_streams(found)?;
        let encoded = BlockPayload {
            facts: &found.header.summary.facts,
            streams: &streams,
        };
        let place = found.place;
        let games = block::Games::new(&encoded, &found.model);
        Ok(Self {
            games: games.map_err(|error| Error::block(error, place))?,
            place,
            header: found.header.clone(),
            bytes: 0,
            sum: crc32fast::Hasher::new(),
            done: false,
        })
    }

    fn next_game(&mut self) -> Result<Option<Game>, Error> {
        let next = catch_unwind(AssertUnwindSafe(|| self.games.decode_next()));
        let next = next
            .map_err(|_| Error::corruption(self.place, "the streams make no sense"))?
            .map_err(|error| Error::block(error, self.place))?;
        let Some(game) = &next else {
            let sound = self
                .header
                .checksum_is_sound(self.bytes, self.sum.clone().finalize());
            let damaged = || Error::corruption(self.place, "the text's checksum does not match");
            return sound.then_some(None).ok_or_else(damaged);
        };
        self.bytes += game.text().len() as u64;
        self.sum.update(game.text());
        Ok(next)
    }
}

/// Ends after an error.
impl Iterator for UnsealedGames {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.next_game().transpose();
        self.done = !matches!(next, Some(Ok(_)));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"[White \"Anna\"]\n\n1. e4 e5 *\n";

    fn back(sealed: &SealedBlock) -> Vec<u8> {
        let header = BlockHeader::read(&sealed.header.write(5), 5).unwrap();
        assert_eq!(header, sealed.header);
        let payload = sealed.payload.concat();
        unseal(FoundBlock {
            model: Model::default(),
            place: Place::default(),
            header,
            payload,
            payload_offset: 0,
        })
        .unwrap()
    }

    #[test]
    fn a_block_comes_back() {
        let sealed = seal(TEXT.to_vec(), &Model::default(), true);
        assert!(!sealed.rescued);
        assert_eq!(back(&sealed), TEXT);
    }

    #[test]
    fn a_codec_that_panics_or_garbles_loses_nothing() {
        let streams = |streams: &[(Stream, &[u8])]| EncodedBlock {
            facts: BlockFacts {
                games: u64::MAX,
                dates: Some((9, 3)),
                ..BlockFacts::default()
            },
            streams: streams
                .iter()
                .map(|(stream, bytes)| (*stream, bytes.to_vec()))
                .collect(),
        };
        type Codec<'a> = &'a dyn Fn(&[u8], &Model) -> EncodedBlock;
        let codecs: [Codec<'_>; 5] = [
            &|_, _| panic!("a bug in the codec"),
            &|text, _| streams(&[(Stream::Stored, &text[..text.len() - 1])]),
            &|_, _| streams(&[(Stream::Moves, b"x"), (Stream::Tags, b"y")]),
            &|_, _| streams(&[(Stream::Moves, b"")]),
            &|_, _| streams(&[]),
        ];
        for (number, codec) in codecs.into_iter().enumerate() {
            let sealed = seal_by(codec, TEXT.to_vec(), &Model::default(), true);
            assert!(sealed.rescued, "codec {number}");
            assert_eq!(back(&sealed), TEXT, "codec {number}");
        }
    }

    #[test]
    fn a_codec_that_makes_a_text_longer_is_not_used() {
        let longer = |text: &[u8], _: &Model| EncodedBlock {
            facts: BlockFacts {
                games: 1,
                ..BlockFacts::default()
            },
            streams: vec![(Stream::Layout, [text, text].concat())],
        };
        let sealed = seal_by(longer, TEXT.to_vec(), &Model::default(), true);
        assert!(!sealed.rescued && sealed.header.summary.is_raw());
        assert_eq!(sealed.header.summary.facts.games, 1);
        assert_eq!(back(&sealed), TEXT);
    }
}
