//! A block's text to the bytes that stand in an archive, and back: the block codec, checksums, and a way out when it fails.
//!
//! Format: "Block".

use crate::block::{self, BlockPayload, EncodedBlock, Encoding, Grouping, Verification};
use crate::container::block_header::Origin;
use crate::container::summary::MAX_TEXT_PER_BYTE;
use crate::container::{BlockHeader, Summary, checksum};
use crate::encoding::BlockText;
use crate::error::Place;
use crate::workers::Workers;
use crate::{BlockFacts, CompressOptions, Model, Stream, Verify};
use std::panic::{AssertUnwindSafe, catch_unwind};
use streams::MoveRecord;

mod checks;
mod extent;
mod games;
mod wanted;

#[cfg(feature = "fuzzing")]
pub(crate) use checks::of as checks_of;
pub(crate) use checks::tag_costs;
pub(crate) use extent::Extent;
pub(crate) use games::{Text, UnsealedGames};
pub(crate) use wanted::WantedGames;

/// A block, ready to be written.
#[derive(Debug)]
pub(crate) struct SealedBlock {
    /// The header. Its origin is that of the archive in which it is written, and its bytes depend on the block's place there.
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
    /// Which of its streams were read.
    pub extent: Extent,
    /// The bytes of those streams, one after the other.
    pub payload: Vec<u8>,
    /// The byte of the archive at which the payload starts.
    pub payload_offset: u64,
}

/// Encodes a text that is not empty. Unless the options say otherwise, the block is decoded and compared; whatever fails, it comes back.
pub(crate) fn seal(text: BlockText, options: &CompressOptions, workers: &Workers) -> SealedBlock {
    let model = options.chosen_model();
    let encode = |text: &[u8], least_bytes: u64| {
        let encoding = Encoding {
            model: &model,
            grouping: Grouping::of(options.group_games),
            least_bytes,
            records_moves: options.verify == Verify::Replay,
            workers,
        };
        encoding.encode(text)
    };
    let checker = Checker {
        model: &model,
        verify: options.verify,
        workers,
    };
    seal_by(encode, text, &checker)
}

/// How blocks are compared with their texts.
struct Checker<'a> {
    model: &'a Model,
    verify: Verify,
    workers: &'a Workers,
}

fn seal_by(
    encode: impl Fn(&[u8], u64) -> EncodedBlock,
    text: BlockText,
    checker: &Checker<'_>,
) -> SealedBlock {
    let Some(spelling) = text.spelling() else {
        let least_bytes = least_bytes(text.text.len());
        return seal_plain(|text| encode(text, least_bytes), text.text, checker);
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
    let least_bytes = least_bytes(original.len());
    let coded = seal_plain(|text| encode(text, least_bytes), text.text, checker);
    let lengths = coded.header.summary.present();
    let streams = lengths.map(|(stream, _)| stream).zip(coded.payload);
    let mut streams: Vec<_> = streams.collect();
    streams.push((Stream::Encoding, spelling));
    let mut sealed = if is_smaller(&streams, original.len()) {
        let facts = sound_facts(&coded.header.summary.facts, &original);
        assemble(facts, streams, &original, coded.rescued)
    } else {
        stored(bare_facts(&original), original, coded.rescued)
    };
    sealed.holds_chess = coded.holds_chess;
    sealed
}

/// The least bytes of streams that the format allows for a text of this length.
fn least_bytes(text_bytes: usize) -> u64 {
    (text_bytes as u64).div_ceil(MAX_TEXT_PER_BYTE)
}

/// Encodes a text that is coded as it is.
fn seal_plain(
    encode: impl Fn(&[u8]) -> EncodedBlock,
    text: Vec<u8>,
    checker: &Checker<'_>,
) -> SealedBlock {
    let encoded = catch_unwind(AssertUnwindSafe(|| encode(&text))).ok();
    // Nothing is known of a text that could not be encoded, so that is no reason to say that it holds nothing.
    let holds_chess = encoded.as_ref().is_none_or(|encoded| {
        encoded.tag_pairs > 0 || encoded.facts.plies > 0 || text.trim_ascii().is_empty()
    });
    let facts = match &encoded {
        Some(encoded) => sound_facts(&encoded.facts, &text),
        None => bare_facts(&text),
    };
    let (streams, moves) = match encoded {
        Some(encoded) => (Some(encoded.streams), encoded.moves),
        None => (None, Vec::new()),
    };
    let usable = streams.filter(|streams| is_well_formed(streams));
    let mut sealed = match usable {
        None => stored(facts, text, true),
        Some(streams) if !is_smaller(&streams, text.len()) => stored(facts, text, false),
        Some(streams) if checker.approves(&facts, &streams, moves, &text) => {
            assemble(facts, streams, &text, false)
        }
        Some(_) => stored(facts, text, true),
    };
    sealed.holds_chess = holds_chess;
    sealed
}

/// The block of a text that is stored as it is.
fn stored(facts: BlockFacts, text: Vec<u8>, rescued: bool) -> SealedBlock {
    let text_check = checksum::of(&text);
    with_check(facts, vec![(Stream::Stored, text)], text_check, rescued)
}

/// The block of these streams, which code this text.
fn assemble(
    facts: BlockFacts,
    streams: Vec<(Stream, Vec<u8>)>,
    text: &[u8],
    rescued: bool,
) -> SealedBlock {
    with_check(facts, streams, checksum::of(text), rescued)
}

fn with_check(
    facts: BlockFacts,
    streams: Vec<(Stream, Vec<u8>)>,
    text_check: u32,
    rescued: bool,
) -> SealedBlock {
    let mut summary = Summary {
        facts,
        ..Summary::default()
    };
    for (stream, payload) in &streams {
        summary.lengths[usize::from(stream.id())] = payload.len() as u64;
    }
    let header = BlockHeader {
        origin: Origin::default(),
        summary,
        checks: checks::of(&block::borrowed(&streams)),
        text_check,
    };
    SealedBlock {
        header,
        payload: streams.into_iter().map(|(_, payload)| payload).collect(),
        rescued,
        holds_chess: true,
    }
}

fn is_well_formed(streams: &[(Stream, Vec<u8>)]) -> bool {
    let in_order = streams.is_sorted_by(|(a, _), (b, _)| a < b);
    in_order && !streams.is_empty() && streams.iter().all(|(_, payload)| !payload.is_empty())
}

/// Whether these streams take fewer bytes in an archive than the text that they code.
fn is_smaller(streams: &[(Stream, Vec<u8>)], text_bytes: usize) -> bool {
    let bytes = |lengths: &[(Stream, u64)]| {
        let mut summary = Summary::default();
        summary.facts.text_bytes = text_bytes as u64;
        for &(stream, length) in lengths {
            summary.lengths[usize::from(stream.id())] = length;
        }
        summary.archive_bytes()
    };
    let coded: Vec<_> = streams
        .iter()
        .map(|(stream, payload)| (*stream, payload.len() as u64))
        .collect();
    bytes(&coded) < bytes(&[(Stream::Stored, text_bytes as u64)])
}

impl Checker<'_> {
    /// Whether streams decode to their text, as far as that is looked at.
    fn approves(
        &self,
        facts: &BlockFacts,
        streams: &[(Stream, Vec<u8>)],
        moves: Vec<MoveRecord>,
        text: &[u8],
    ) -> bool {
        let moves = match self.verify {
            Verify::None => return true,
            Verify::Full => None,
            Verify::Replay => Some((moves, checksum::of(text).into())),
        };
        let streams = block::borrowed(streams);
        let payload = BlockPayload {
            facts,
            streams: &streams,
        };
        let verification = Verification {
            model: self.model,
            workers: self.workers,
            moves,
        };
        let decode = AssertUnwindSafe(|| verification.decodes_to(&payload, text));
        catch_unwind(decode).is_ok_and(|same| same == Ok(true))
    }
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

#[cfg(test)]
mod tests;
