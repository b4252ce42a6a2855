//! A block's text to the bytes that stand in an archive, and back: the block codec, checksums, and a way out when it fails.
//!
//! Format: "Block".

use crate::block::{self, BlockPayload, EncodedBlock, Grouping};
use crate::container::summary::MAX_TEXT_PER_BYTE;
use crate::container::{BlockHeader, Summary};
use crate::encoding::BlockText;
use crate::error::Place;
use crate::{BlockFacts, Config, Model, Stream};
use std::panic::{AssertUnwindSafe, catch_unwind};

mod games;
mod unseal;
mod wanted;

pub(crate) use games::UnsealedGames;
pub(crate) use unseal::{tag_costs, unseal, unseal_text};
pub(crate) use wanted::WantedGames;

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
pub(crate) fn seal(text: BlockText, config: &Config) -> SealedBlock {
    let grouping = Grouping::of(config.group_games);
    let encode = |text: &[u8], model: &Model| block::encode_in_groups(text, model, grouping);
    seal_by(encode, text, &config.model, config.verify)
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

/// The streams with zeros at the end of the last that is coded, which coders supply anyway, as long as they are shorter than the format
/// allows.
fn padded(mut streams: Vec<(Stream, Vec<u8>)>, text_bytes: usize) -> Vec<(Stream, Vec<u8>)> {
    let least = (text_bytes as u64).div_ceil(MAX_TEXT_PER_BYTE) as usize;
    let found: usize = streams.iter().map(|(_, payload)| payload.len()).sum();
    if found < least {
        let padding = vec![0; least - found];
        let coded = |(stream, _): &(Stream, Vec<u8>)| *stream <= Stream::Layout;
        match streams.iter().rposition(coded) {
            Some(at) => streams[at].1.extend(padding),
            None => streams.insert(0, (Stream::Layout, padding)),
        }
    }
    streams
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
    catch_unwind(AssertUnwindSafe(|| {
        block::decodes_to(&payload, model, text)
    }))
    .is_ok_and(|same| same == Ok(true))
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
