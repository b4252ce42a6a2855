//! A block's text to the bytes that stand in an archive, and back: the block codec, checksums, and a way out when it fails.
//!
//! Format: "Block".

use crate::block::{self, BlockPayload, EncodedBlock};
use crate::container::summary::MAX_TEXT_PER_BYTE;
use crate::container::{BlockHeader, Summary};
use crate::encoding::{BlockText, Spelling};
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
    /// Whether a tag pair or a move was found in the text, or nothing but white space.
    pub holds_chess: bool,
}

/// A block as it was read, its header checked.
#[derive(Debug, Clone)]
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
pub(crate) fn seal(text: BlockText, model: &Model, verify: bool) -> SealedBlock {
    seal_by(block::encode, text, model, verify)
}

fn seal_by(
    encode: impl Fn(&[u8], &Model) -> EncodedBlock,
    text: BlockText,
    model: &Model,
    verify: bool,
) -> SealedBlock {
    let Some(spelling) = text.spelling() else {
        return seal_plain(encode, text.text, model, verify);
    };
    // The text has been recoded from the original, compared with it, and cut between characters.
    #[allow(
        clippy::expect_used,
        reason = "without the original nothing could be written that gives it back"
    )]
    let original = text
        .original()
        .expect("the text of a block is UTF-8")
        .into_owned();
    let coded = seal_plain(encode, text.text, model, verify);
    let lengths = coded.header.summary.present();
    let streams = lengths.map(|(stream, _)| stream).zip(coded.payload);
    let mut streams = padded(streams.collect(), original.len());
    streams.push((Stream::Encoding, spelling));
    let is_raw = !is_smaller(&streams, original.len());
    let facts = if is_raw {
        bare_facts(&original)
    } else {
        sound_facts(&coded.header.summary.facts, &original)
    };
    let mut sealed = assemble(
        facts,
        if is_raw { Vec::new() } else { streams },
        &original,
        coded.rescued,
    );
    if is_raw {
        sealed.payload = vec![original];
    }
    sealed.holds_chess = coded.holds_chess;
    sealed
}

/// Encodes a text that is coded as it is.
fn seal_plain(
    encode: impl Fn(&[u8], &Model) -> EncodedBlock,
    text: Vec<u8>,
    model: &Model,
    verify: bool,
) -> SealedBlock {
    let encoded = catch_unwind(AssertUnwindSafe(|| encode(&text, model))).ok();
    // Nothing is known of a text that could not be encoded, so that is no reason to say that it holds nothing.
    let holds_chess = encoded.as_ref().is_none_or(|encoded| {
        encoded.tag_pairs > 0 || encoded.facts.plies > 0 || text.trim_ascii().is_empty()
    });
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
            let mut sealed = assemble(facts, streams, &text, false);
            sealed.holds_chess = holds_chess;
            return sealed;
        }
        Some(_) => true,
    };
    let mut stored = assemble(facts, Vec::new(), &text, rescued);
    stored.payload = vec![text];
    stored.holds_chess = holds_chess;
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
        holds_chess: true,
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
    let is_stored = |(stream, _): &(Stream, &[u8])| *stream == Stream::Stored;
    if streams.iter().any(is_stored) {
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
        match catch_unwind(AssertUnwindSafe(|| block::decode(&encoded, model))) {
            Ok(Ok(text)) => text,
            Ok(Err(error)) => return Err(Error::block(error, place)),
            Err(_) => return Err(Error::corruption(place, "the streams make no sense")),
        }
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
fn take_spelling(
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

/// The games of a block one after the other, without the text of all of them in memory.
pub(crate) struct UnsealedGames {
    games: block::Games,
    /// How their texts are spelled.
    spelling: BlockText,
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
            self.bytes += self.spelling.tail.len() as u64;
            self.sum.update(&self.spelling.tail);
            let sound = self
                .header
                .checksum_is_sound(self.bytes, self.sum.clone().finalize());
            let damaged = || Error::corruption(self.place, "the text's checksum does not match");
            return sound.then_some(None).ok_or_else(damaged);
        };
        let text = self.spelling.spelled(game.text(), false);
        let text = text.ok_or_else(|| Error::corruption(self.place, NOT_UTF8))?;
        self.bytes += text.len() as u64;
        self.sum.update(&text);
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
        let sealed = seal(BlockText::plain(TEXT.to_vec()), &Model::default(), true);
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
            tag_pairs: 0,
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
            let sealed = seal_by(
                codec,
                BlockText::plain(TEXT.to_vec()),
                &Model::default(),
                true,
            );
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
            tag_pairs: 0,
            streams: vec![(Stream::Layout, [text, text].concat())],
        };
        let sealed = seal_by(
            longer,
            BlockText::plain(TEXT.to_vec()),
            &Model::default(),
            true,
        );
        assert!(!sealed.rescued && sealed.header.summary.is_raw());
        assert_eq!(sealed.header.summary.facts.games, 1);
        assert_eq!(back(&sealed), TEXT);
    }
}
