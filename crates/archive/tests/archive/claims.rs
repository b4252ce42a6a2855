//! Headers that claim much and bring little.

use crate::samples::block_text;
use crate::samples::{blocks_of, expanded, games, noise, packed};
use archive::block::{self, BlockPayload};
use archive::fuzzing::archive_of;
use archive::{
    BlockFacts, ErrorKind, ExpandOptions, Level, Model, OnDamage, Reader, Stream, expand,
};
use std::io::Cursor;
use std::time::{Duration, Instant};

/// An archive of one block with this text length, these five counts, and one stream, every checksum sound but the text's.
fn claiming(text_bytes: u64, counts: [u64; 5], stream: Stream, payload: &[u8]) -> Vec<u8> {
    let [games, plies, clocks, evals, comments] = counts;
    let mut facts = BlockFacts::default();
    facts.text_bytes = text_bytes;
    (facts.games, facts.plies) = (games, plies);
    (facts.clocks, facts.evals, facts.comments) = (clocks, evals, comments);
    archive_of(facts, &[(stream, payload)], &Model::default())
}

/// The most memory that this process has had, in KiB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Runs a test of this module in a process of its own, because others at the same time take memory too.
fn alone(name: &str) {
    let program = std::env::current_exe().expect("this program has a path");
    let test = format!("claims::{name}");
    let output = std::process::Command::new(program)
        .args(["--ignored", "--exact", &test])
        .output()
        .expect("this program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}"
    );
}

#[test]
fn huge_claims_on_a_tiny_payload_are_refused_at_once_and_without_memory() {
    alone("huge_claims_by_themselves");
}

#[test]
fn the_most_groups_with_the_least_in_them_end_soon() {
    alone("the_most_groups_by_themselves");
}

#[test]
#[ignore = "run in a process of its own"]
fn huge_claims_by_themselves() {
    let start = Instant::now();
    for stream in Stream::ALL {
        for payload in [&[0][..], &[0xFF; 30], &[0x55; 16]] {
            for text_bytes in [1 << 30, 1 << 26, 1 << 24, 1 << 22] {
                for counts in [
                    [text_bytes; 5],
                    [text_bytes, 0, 0, 0, 0],
                    [1, text_bytes, 0, 0, 0],
                    [1, 0, text_bytes, text_bytes, text_bytes],
                ] {
                    let hostile = claiming(text_bytes, counts, stream, payload);
                    let (back, result) = expanded(&hostile, 1);
                    let error = result.expect_err("no such text");
                    assert_eq!(error.kind(), ErrorKind::Corruption, "{error}");
                    assert!(back.is_empty());
                    let text = Reader::open(Cursor::new(&hostile), &ExpandOptions::new())
                        .and_then(|mut reader| block_text(&mut reader, 0));
                    assert!(text.is_err());
                }
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60));
    if let Some(peak) = peak() {
        assert!(peak < 400 << 10, "{peak} KiB");
    }
}

#[test]
fn claims_that_a_small_payload_may_make_end_soon() {
    for stream in Stream::ALL {
        for payload in [&[0][..], &[0xFF; 3], &[0x55; 5]] {
            let text_bytes = 10_000;
            let start = Instant::now();
            for counts in [[text_bytes; 5], [1, 0, 0, 0, 0], [0; 5]] {
                let hostile = claiming(text_bytes, counts, stream, payload);
                let error = expanded(&hostile, 1).1.expect_err("no such text");
                assert_eq!(error.kind(), ErrorKind::Corruption, "{error}");
            }
            assert!(start.elapsed() < Duration::from_secs(20), "stream {stream}");
        }
    }
}

/// Blocks of games, one stream of which is cut short or replaced, that claim all the text that so many bytes may stand for.
#[test]
fn streams_that_do_not_hold_what_is_claimed_end_soon() {
    let start = Instant::now();
    let model = Model::of(Level::Fast);
    let text = [
        &games(30)[..],
        b"{ prose } 1. e4 $1 { [%clk 0:01:00] [%eval 0.3] good } *\n",
    ]
    .concat();
    let encoded = block::encode(&text, &model);
    for spoiled in 0..encoded.streams.len() {
        for junk in [
            |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec(),
            |bytes: &[u8]| vec![0; bytes.len()],
            |bytes: &[u8]| vec![0xFF; bytes.len()],
            |bytes: &[u8]| noise(bytes.len()),
        ] {
            let mut streams = encoded.streams.clone();
            streams[spoiled].1 = junk(&streams[spoiled].1);
            let streams = block::borrowed(&streams);
            let payload: usize = streams.iter().map(|(_, bytes)| bytes.len()).sum();
            let text_bytes = 4096 * payload as u64;
            let mut facts = encoded.facts;
            (facts.text_bytes, facts.games) = (text_bytes, text_bytes);
            let block = BlockPayload {
                facts: &facts,
                streams: &streams,
            };
            let found = block::decode(&block, &model);
            assert!(found.is_err(), "stream {spoiled}");
        }
    }
    // Without a bound on what may be missing after the end, one of these kept a core busy for minutes.
    assert!(
        start.elapsed() < Duration::from_secs(120),
        "{:?}",
        start.elapsed()
    );
}

/// A large first game, whose models every group begins with, and the most groups after it: 4 KiB of text each, worth some bytes. Where the
/// first has no comment, every group makes the large tables of comments anew.
#[test]
#[ignore = "run in a process of its own"]
fn the_most_groups_by_themselves() {
    let small = |number: usize| {
        let comment = "a".repeat(4080);
        format!("1. e4 {{{comment}}} e5 {{{number}}} (1... c5) *\n\n")
    };
    let letters: String = noise(200_000)
        .iter()
        .map(|byte| char::from(byte % 26 + b'a'))
        .collect();
    for first in [
        format!("1. e4 {{{letters}}} *\n\n"),
        format!("{}*\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(12_000)),
    ] {
        let smalls: String = (0..200).map(small).collect();
        let text = [first, smalls].concat().into_bytes();
        let config = blocks_of(4096).group_games(1);
        let (archive, report) = packed(&text, &config);
        assert_eq!((report.blocks, report.games), (1, 201));
        let start = Instant::now();
        let mut reader =
            Reader::open(Cursor::new(&archive), &ExpandOptions::new()).expect("a sound archive");
        let last = &mut |game: &[u8]| {
            assert!(game == small(199).as_bytes());
            Ok(())
        };
        reader.games_text(200..201, last).expect("a sound game");
        assert!(expanded(&archive, 1).0 == text);
        let mut back = Vec::new();
        let handling = OnDamage::KeepGoing;
        expand(
            &archive[..],
            &mut back,
            &ExpandOptions::new().threads(1).on_damage(handling),
        )
        .expect("a sound archive");
        assert!(back == text);
        let time = start.elapsed();
        // Ten microseconds a byte, three times, and twice that on a machine with other work.
        assert!(time < Duration::from_secs(60), "{time:?}");
        if let Some(peak) = peak() {
            assert!(peak < 400 << 10, "{peak} KiB");
        }
    }
}
