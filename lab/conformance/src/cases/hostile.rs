//! Archives that nobody would write: claims, junk, what later releases may bring, forms that are not the shortest.

use super::limits::noise;
use crate::case::{packed, plain};
use crate::corpora::famous;
use crate::{Form, Made, Player};
use anyhow::{Context, Result};
use archive::ErrorKind::{Compatibility, Corruption, UnknownModel};
use archive::fuzzing::{Kind, archive_of, chunk, ended, mend, sections};
use archive::{BlockFacts, Level, Model, Stream};

/// Where the header of an archive has its versions, its level and the length of its extension.
const MAJOR: usize = 8;
const MINOR: usize = 9;
const LEVEL: usize = 10;
const EXTENSION: usize = 12;

pub(super) fn cases(made: &mut Made) -> Result<()> {
    let famous = famous()?;
    let text = &famous[..5000];
    let sound = packed(text, &plain().level(Level::Fast))?;
    claims(made)?;
    versions(made, &sound, text)?;
    chunks(made, &sound)?;
    forms(made, &sound, text)
}

/// Headers that claim much, and streams of junk.
fn claims(made: &mut Made) -> Result<()> {
    let of = |text_bytes, games, stream, payload: &[u8]| {
        let mut facts = BlockFacts::default();
        facts.text_bytes = text_bytes;
        facts.games = games;
        archive_of(facts, &[(stream, payload)], &Model::of(Level::Fast))
    };
    let mut put =
        |name: &str, bytes, about: &str| made.archive(name, bytes, Err(Corruption), about);
    put(
        "claims-text",
        of(1 << 26, 1, Stream::Structure, &[0x55; 100]),
        "100 bytes that claim to be 64 MiB of text",
    )?;
    put(
        "claims-games",
        of(60_000, 60_000, Stream::Tags, &[0xFF; 30]),
        "30 bytes that claim to be 60,000 games",
    )?;
    for (name, stream) in [
        ("junk-structure", Stream::Structure),
        ("junk-groups", Stream::Groups),
        ("junk-repeats", Stream::Repeats),
    ] {
        let about = format!("bytes by chance as the stream {}", stream.name());
        put(name, of(20_000, 40, stream, &noise(400)), &about)?;
    }
    Ok(())
}

/// Other versions, levels, codecs and models.
fn versions(made: &mut Made, sound: &[u8], text: &[u8]) -> Result<()> {
    let with = |changes: &[(usize, u8)]| {
        let mut bytes = sound.to_vec();
        changes.iter().for_each(|&(at, value)| bytes[at] = value);
        mend(&mut bytes);
        bytes
    };
    let mut refused =
        |name: &str, bytes, about: &str| made.archive(name, bytes, Err(Compatibility), about);
    refused(
        "major-version",
        with(&[(MAJOR, sound[MAJOR] + 1)]),
        "the next major version",
    )?;
    refused(
        "unknown-level",
        with(&[(LEVEL, 77)]),
        "a level that does not exist",
    )?;
    refused(
        "other-digest",
        with(&[(EXTENSION + 1, !sound[EXTENSION + 1])]),
        "the level with other data than those of this version",
    )?;
    refused(
        "unknown-codec",
        extended(sound, &[1, Stream::Layout.id(), 9])?,
        "a stream whose codec is not known",
    )?;
    let newer = archive::FORMAT_VERSION[1] + 1;
    let minor = with(&[(MINOR, newer)]);
    if archive::FORMAT_VERSION[0] == 0 {
        made.archive(
            "minor-version",
            minor,
            Err(Compatibility),
            "the next minor version, of a major version without a promise",
        )?;
    } else {
        made.archive(
            "minor-version",
            minor,
            Ok(text.to_vec()),
            "the next minor version, with nothing new in it",
        )?;
        let mut more = with(&[(MINOR, newer)]);
        more = extended(&more, &[0, 1, 2, 3, 4])?;
        let body = sections_of(&more)?;
        let more = ended(
            &[
                &body[..],
                &chunk(*b"NEWS", false, b"what a later version says"),
            ]
            .concat(),
        );
        made.archive(
            "minor-version-skippable",
            more,
            Ok(text.to_vec()),
            "the next minor version, with a longer header and a chunk that is passed over",
        )?;
    }
    let own = own_model(sound);
    made.archive(
        "unknown-model",
        own,
        Err(UnknownModel),
        "a network of somebody's own, which is not there",
    )
}

/// Chunks that nobody knows.
fn chunks(made: &mut Made, sound: &[u8]) -> Result<()> {
    let games = Player::new(91).games(
        60,
        &Form {
            plies: 10,
            ..Form::default()
        },
    );
    let blocks = packed(&games, &plain().level(Level::Fast).block_games(20))?;
    let with = |archive: &[u8], chunks: &[(usize, Vec<u8>)]| -> Result<Vec<u8>> {
        let mut out = Vec::new();
        let mut block = 0;
        for section in sections(archive) {
            let bytes = &archive[section.range];
            match section.kind {
                Kind::Header => out.extend_from_slice(bytes),
                Kind::Block => {
                    let here = chunks.iter().filter(|(at, _)| *at == block);
                    here.for_each(|(_, chunk)| out.extend_from_slice(chunk));
                    block += 1;
                    out.extend_from_slice(bytes);
                }
                _ => {}
            }
        }
        let last = chunks.iter().filter(|(at, _)| *at >= block);
        last.for_each(|(_, chunk)| out.extend_from_slice(chunk));
        Ok(ended(&out))
    };
    let held = [sound, b"\xC1BLK\xC1CHK\xC1IDX\xC1END"].concat();
    made.archive(
        "unknown-chunks",
        with(&blocks, &[(0, chunk(*b"ABCD", false, b"")), (1, chunk(*b"abc9", false, &held)), (3, chunk(*b"LAST", false, b"1"))])?,
        Ok(games),
        "chunks that nobody knows, before, between and after blocks; one holds what looks like an archive",
    )?;
    made.archive(
        "unknown-critical-chunk",
        with(
            sound,
            &[(0, chunk(*b"CRIT", true, b"nobody reads this without me"))],
        )?,
        Err(Compatibility),
        "a critical chunk that nobody knows",
    )?;
    let mut damaged = with(sound, &[(1, chunk(*b"LATE", false, b"some words"))])?;
    let place = damaged.windows(4).position(|four| four == b"some");
    damaged[place.context("the chunk is not there")?] ^= 1;
    made.archive(
        "damaged-chunk",
        damaged,
        Err(Corruption),
        "a chunk whose content is damaged; all text comes before it",
    )?;
    made.archive(
        "trailing-garbage",
        [sound, b"more"].concat(),
        Err(Corruption),
        "bytes after the footer that start no archive",
    )
}

/// Headers of blocks that another program might have written.
fn forms(made: &mut Made, sound: &[u8], text: &[u8]) -> Result<()> {
    let block = sections(sound)
        .into_iter()
        .find(|section| section.kind == Kind::Block);
    let start = block.context("there is no block")?.range.start;
    let fields = start + 5 + usize::from(sound[start + 4]);
    let length = varint(text.len() as u64);
    let at = (start..fields)
        .find(|&at| sound[at..].starts_with(&length))
        .context("the text's length is not there")?;
    // The length of the text with a group of seven zero bits more.
    let mut long = length.clone();
    long[length.len() - 1] |= 0x80;
    long.push(0);
    made.archive(
        "long-varint",
        respelled(sound, start, at..at + length.len(), &long)?,
        Err(Corruption),
        "a varint that is not the shortest of its value",
    )?;
    made.archive(
        "unknown-flag",
        respelled(sound, start, at - 1..at, &[sound[at - 1] | 0x80])?,
        Err(Corruption),
        "a flag of a block's summary that has no meaning",
    )?;
    let streams = present(sound, at)?;
    let (_, end) = streams;
    let set = &sound[streams.0..end];
    let mask = set
        .iter()
        .rev()
        .fold(0u64, |mask, byte| mask << 7 | u64::from(byte & 0x7F))
        | 1 << 40;
    made.archive(
        "unknown-stream",
        respelled(sound, start, streams.0..end, &varint(mask))?,
        Err(Compatibility),
        "a block with a stream that nobody knows",
    )
}

/// Where the set of present streams stands, in a summary whose text length stands at `at`.
fn present(archive: &[u8], at: usize) -> Result<(usize, usize)> {
    let flags = archive[at - 1];
    let counts = 6 + 2 * (flags & 1) + (flags & 2);
    let mut place = at;
    let next = |place: &mut usize| {
        let from = *place;
        while archive.get(*place).context("a varint goes on")? & 0x80 != 0 {
            *place += 1;
        }
        *place += 1;
        Ok::<_, anyhow::Error>((from, *place))
    };
    for _ in 0..counts {
        next(&mut place)?;
    }
    next(&mut place)
}

/// An archive of one block, with other bytes in the header of its block, and the checksums as they have to be.
fn respelled(
    archive: &[u8],
    block: usize,
    old: std::ops::Range<usize>,
    new: &[u8],
) -> Result<Vec<u8>> {
    let body = sections_of(archive)?;
    let mut out = [&body[..old.start], new, &body[old.end..]].concat();
    out[block + 4] = (usize::from(out[block + 4]) + new.len() - old.len()) as u8;
    Ok(ended(&out))
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
    out
}

/// Header, blocks and chunks of an archive.
fn sections_of(archive: &[u8]) -> Result<Vec<u8>> {
    let end = sections(archive);
    let end = end
        .iter()
        .find(|section| matches!(section.kind, Kind::Index | Kind::Footer));
    Ok(archive[..end.context("there is no footer")?.range.start].to_vec())
}

/// The archive with these bytes at the end of its header's extension.
fn extended(archive: &[u8], bytes: &[u8]) -> Result<Vec<u8>> {
    let body = sections_of(archive)?;
    let end = EXTENSION + 1 + usize::from(body[EXTENSION]);
    let mut out = [&body[..end], bytes, &body[end..]].concat();
    out[EXTENSION] += bytes.len() as u8;
    Ok(ended(&out))
}

/// The archive, said to be of a network that does not come with the program.
fn own_model(archive: &[u8]) -> Vec<u8> {
    let mut out = archive.to_vec();
    out[LEVEL] = 255;
    // The digest begins with the bytes by which its blocks name their model, after the marker and the length of their fields.
    out[EXTENSION + 1] ^= 0xFF;
    let all = sections(archive);
    let blocks = all.iter().filter(|section| section.kind == Kind::Block);
    blocks.for_each(|block| out[block.range.start + 5] ^= 0xFF);
    mend(&mut out);
    out
}
