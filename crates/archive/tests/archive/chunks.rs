//! Chunks: what an archive holds besides games, known or not.

use crate::samples::block_text;
use crate::samples::{assert_expands_to, blocks_of, completed, expanded, games, noise, packed};
use archive::{Decoder, Error, ErrorKind, ExpandOptions, OnDamage, Reader, Report, expand, repair};
use std::io::{Cursor, Read};
use std::time::{Duration, Instant};

mod models;

/// A chunk to put into an archive: the blocks before it, its kind, whether it is critical, what it holds.
type Chunk<'a> = (usize, &'a [u8; 4], bool, &'a [u8]);

fn length(chunk: &Chunk) -> [u8; 4] {
    let bit = if chunk.2 { 1 << 31 } else { 0 };
    (chunk.3.len() as u32 | bit).to_le_bytes()
}

fn written(chunk: &Chunk) -> Vec<u8> {
    let mut out = [&b"\xC1CHK"[..], chunk.1, &length(chunk)].concat();
    let sum = crc32fast::hash(&[&out[..], &(chunk.0 as u64).to_le_bytes()].concat());
    out.extend(sum.to_le_bytes());
    out.extend(chunk.3);
    out.extend(crc32fast::hash(chunk.3).to_le_bytes());
    out
}

/// The same archive with chunks, in the order of their places.
fn with(archive: &[u8], chunks: &[Chunk]) -> Vec<u8> {
    let reader = Reader::open(Cursor::new(archive), &ExpandOptions::new()).unwrap();
    let mut out = archive[..25].to_vec();
    let blocks = reader.blocks();
    for ordinal in 0..=blocks.len() {
        let here = chunks.iter().filter(|chunk| chunk.0 == ordinal);
        here.for_each(|chunk| out.extend(written(chunk)));
        if let Some(block) = blocks.get(ordinal) {
            let start = block.offset() as usize;
            out.extend(&archive[start..start + block.archive_bytes() as usize]);
        }
    }
    completed(&out)
}

/// Archives of no, one and three blocks, with their texts.
fn samples() -> Vec<(Vec<u8>, Vec<u8>)> {
    [0, 30, 120]
        .map(|count| {
            let text = games(count);
            (packed(&text, &blocks_of(50)).0, text)
        })
        .to_vec()
}

fn kept(archive: &[u8], handling: OnDamage) -> (Vec<u8>, Result<Report, Error>) {
    let mut text = Vec::new();
    let report = expand(
        archive,
        &mut text,
        &ExpandOptions::new().threads(2).on_damage(handling),
    );
    (text, report)
}

fn repaired(copies: &[&[u8]]) -> (Vec<u8>, Report) {
    let copies = copies.iter().map(Cursor::new);
    let mut out = Vec::new();
    let repaired = repair(copies, &mut out, &ExpandOptions::new().threads(1)).unwrap();
    (out, repaired.report)
}

#[test]
fn a_chunk_that_nobody_knows_is_passed_over_by_every_reader_and_kept_by_repair() {
    for (archive, text) in samples() {
        let blocks = Reader::open(Cursor::new(&archive), &ExpandOptions::new())
            .unwrap()
            .blocks()
            .len();
        // Bytes that look like sections of an archive do not matter within a chunk.
        let held = [&archive[..], b"\xC1BLK\xC1CHK\xC1IDX\xC1END"].concat();
        let chunks: Vec<Chunk> = vec![
            (0, b"ABCD", false, b"what a later release says"),
            (0, b"abc9", false, b""),
            (blocks / 2, b"MIDD", false, &held),
            (blocks, b"LAST", false, b"1"),
        ];
        let newer = with(&archive, &chunks);
        let report = assert_expands_to(&newer, &text);
        assert_eq!(report.archive_bytes, newer.len() as u64);
        let mut reader = Reader::open(Cursor::new(&newer), &ExpandOptions::new()).unwrap();
        assert_eq!(reader.report(), report);
        let blocks = 0..reader.blocks().len();
        let parts: Vec<_> = blocks
            .map(|block| block_text(&mut reader, block).unwrap())
            .collect();
        assert!(parts.concat() == text);
        let mut read = Vec::new();
        let mut decoder = Decoder::new(&newer[..], &ExpandOptions::new().threads(1));
        decoder.read_to_end(&mut read).unwrap();
        assert!(read == text);
        if !text.is_empty() {
            assert!(repaired(&[&newer]).0 == newer);
        }
        assert_expands_to(&[&newer[..], &archive, &newer].concat(), &text.repeat(3));
    }
}

#[test]
fn a_critical_chunk_that_nobody_knows_is_refused_by_its_name() {
    for (archive, _) in samples() {
        let blocks = Reader::open(Cursor::new(&archive), &ExpandOptions::new())
            .unwrap()
            .blocks()
            .len();
        for place in [0, blocks] {
            let newer = with(&archive, &[(place, b"NEED", true, b"held")]);
            let open =
                |archive| Reader::open(Cursor::new(archive), &ExpandOptions::new()).map(|_| ());
            let damaged = Reader::open(Cursor::new(&newer), &ExpandOptions::new().keep_going(true))
                .map(|_| ());
            let errors = [
                expanded(&newer, 1).1.map(|_| ()),
                kept(&newer, OnDamage::KeepGoing).1.map(|_| ()),
                kept(&newer, OnDamage::Search).1.map(|_| ()),
                open(&newer),
                damaged,
                repair(
                    vec![Cursor::new(&newer)],
                    &mut Vec::new(),
                    &ExpandOptions::new().threads(1),
                )
                .map(|_| ()),
            ];
            for error in errors.map(Result::unwrap_err) {
                assert_eq!(error.kind(), ErrorKind::Compatibility, "{error}");
                assert!(error.to_string().contains("NEED"), "{error}");
            }
        }
    }
}

#[test]
fn thousands_of_chunks_are_read_soon() {
    let (archive, text) = samples().remove(2);
    let many = |count| {
        let chunks: Vec<Chunk> = (0..count)
            .map(|n| (n * 3 / count, b"many", false, &b"x"[..]))
            .collect();
        with(&archive, &chunks)
    };
    let newer = many(20_000);
    let start = Instant::now();
    assert_expands_to(&newer, &text);
    let reader = Reader::open(Cursor::new(&newer), &ExpandOptions::new()).unwrap();
    assert_eq!(reader.len(), 120);
    assert!(repaired(&[&many(2000)]).0 == many(2000));
    let mut damaged = newer.clone();
    damaged[2000] ^= 1;
    let (back, report) = kept(&damaged, OnDamage::KeepGoing);
    assert!(back == text);
    assert!(!report.unwrap().damage.is_empty());
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_damaged_chunk_costs_no_game_and_is_named() {
    for (archive, text) in samples().into_iter().skip(1) {
        let blocks = Reader::open(Cursor::new(&archive), &ExpandOptions::new())
            .unwrap()
            .blocks()
            .len();
        for place in [0, blocks / 2, blocks] {
            let chunk: Chunk = (place, b"SOME", false, b"some bytes of a chunk");
            let newer = with(&archive, &[chunk]);
            let bytes = written(&chunk);
            let start = newer
                .windows(bytes.len())
                .position(|at| at == bytes)
                .unwrap();
            for at in (0..16).chain([16, 30, bytes.len() - 1]) {
                let mut damaged = newer.clone();
                damaged[start + at] ^= 0x10;
                assert!(expanded(&damaged, 1).1.is_err(), "byte {at}");
                let (back, report) = kept(&damaged, OnDamage::KeepGoing);
                assert!(back == text, "byte {at} of a chunk at {place}");
                let report = report.unwrap();
                assert!(!report.damage.is_empty());
                let told: Vec<String> = report.damage.iter().map(ToString::to_string).collect();
                let is_held = at >= 16;
                assert!(
                    !is_held || told.iter().any(|told| told.contains("SOME")),
                    "{told:?}"
                );
                if is_held {
                    let (sound, report) = repaired(&[&damaged]);
                    assert!(sound == archive);
                    let told = report.damage[0].to_string();
                    assert!(told.contains("SOME"), "{told}");
                }
                // A second copy has it.
                let mut other = newer.clone();
                let end = other.len() - 30;
                other.truncate(end);
                if at % 5 == 0 && text.len() > 5000 {
                    assert!(repaired(&[&damaged, &other]).0 == newer, "byte {at}");
                }
            }
        }
    }
}

#[test]
fn an_archive_that_ends_within_a_chunk_gives_what_stands_before_it() {
    let (archive, text) = samples().remove(2);
    let chunk: Chunk = (3, b"LONG", false, &noise(1000));
    let newer = with(&archive, &[chunk]);
    let bytes = written(&chunk);
    let start = newer
        .windows(bytes.len())
        .position(|at| at == bytes)
        .unwrap();
    for cut in (0..bytes.len()).step_by(37) {
        let (back, result) = expanded(&newer[..start + cut], 1);
        assert!(back == text, "{cut}");
        assert_eq!(result.unwrap_err().kind(), ErrorKind::InsufficientData);
        let report = kept(&newer[..start + cut], OnDamage::KeepGoing).1.unwrap();
        assert_eq!(report.games, 120);
        assert!(!report.damage.is_empty());
    }
}

#[test]
fn a_chunk_that_claims_more_than_there_is_takes_no_memory_for_it() {
    let (archive, text) = samples().remove(1);
    let mut chunk = [&b"\xC1CHK"[..], b"HUGE", &(64u32 << 20).to_le_bytes()].concat();
    let sum = crc32fast::hash(&[&chunk[..], &[0; 8]].concat());
    chunk.extend(sum.to_le_bytes());
    let hostile = [&archive[..25], &chunk, &archive[25..]].concat();
    let error = expanded(&hostile, 1).1.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InsufficientData, "{error}");
    let (back, _) = kept(&hostile, OnDamage::KeepGoing);
    assert!(back == text, "the block after it is found");
}

#[test]
fn a_chunk_at_another_place_is_not_taken_for_sound() {
    let (archive, text) = samples().remove(2);
    let mut early = written(&(2, b"SOME", false, b"held"));
    let moved = [&archive[..25], &early, &archive[25..]].concat();
    assert!(expanded(&moved, 1).1.is_err());
    early[8] ^= 1;
    let moved = [&archive[..25], &early, &archive[25..]].concat();
    let (back, _) = kept(&moved, OnDamage::KeepGoing);
    assert!(back == text);
}
