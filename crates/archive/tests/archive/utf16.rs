//! UTF-16 costs what UTF-8 costs, and comes back byte for byte.

use crate::samples::{assert_expands_to, blocks_of, games, noise, packed, plain};
use archive::{ExpandOptions, Reader, Stream};
use proptest::prelude::*;
use std::io::Cursor;

#[derive(Debug, Clone, Copy)]
struct Spelling {
    is_big_endian: bool,
    has_mark: bool,
}

const fn spelling(is_big_endian: bool, has_mark: bool) -> Spelling {
    Spelling {
        is_big_endian,
        has_mark,
    }
}

const SPELLINGS: [Spelling; 4] = [
    spelling(false, true),
    spelling(true, true),
    spelling(false, false),
    spelling(true, false),
];

fn utf16(text: &str, spelling: Spelling) -> Vec<u8> {
    let mark = spelling.has_mark.then_some(0xFEFF);
    let units = mark.into_iter().chain(text.encode_utf16());
    units
        .flat_map(|unit| match spelling.is_big_endian {
            true => unit.to_be_bytes(),
            false => unit.to_le_bytes(),
        })
        .collect()
}

/// Games with names beyond ASCII.
fn text(count: usize) -> String {
    String::from_utf8(games(count))
        .unwrap()
        .replace("Player 1", "Müller")
        .replace("Player 2", "Каспаров")
        .replace("Player 3", "丁立人 \u{1F451}")
}

/// The text of every game, read by its number.
fn by_number(archive: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = Reader::open(Cursor::new(archive), &ExpandOptions::new()).unwrap();
    let mut found = Vec::new();
    for number in 0..reader.len() {
        let mut text = Vec::new();
        let mut take = |game: &[u8]| {
            text.extend_from_slice(game);
            Ok(())
        };
        reader.games_text(number..number + 1, &mut take).unwrap();
        found.push(text);
    }
    found
}

#[test]
fn utf16_costs_what_utf8_costs() {
    let text = text(400);
    let (utf8, of_utf8) = packed(text.as_bytes(), &plain());
    for spelling in SPELLINGS {
        let bytes = utf16(&text, spelling);
        let (archive, report) = packed(&bytes, &plain());
        let back = assert_expands_to(&archive, &bytes);
        assert_eq!((back.games, report.games), (400, 400), "{spelling:?}");
        assert_eq!(report.plies, of_utf8.plies);
        assert_eq!(report.text_bytes, bytes.len() as u64);
        // From 64 KiB of text on, streams have longer checksums.
        assert!(
            archive.len() < utf8.len() + 70,
            "{spelling:?}: {} bytes where UTF-8 takes {}",
            archive.len(),
            utf8.len()
        );
    }
}

#[test]
fn a_game_of_a_utf16_text_is_given_as_it_was_spelled() {
    let text = text(40);
    for spelling in SPELLINGS {
        let (archive, _) = packed(&utf16(&text, spelling), &blocks_of(3));
        let bare = Spelling {
            has_mark: false,
            ..spelling
        };
        let wanted: Vec<_> = pgn::games(text.as_bytes())
            .map(|game| utf16(std::str::from_utf8(game).unwrap(), bare))
            .collect();
        let mut found = by_number(&archive);
        if spelling.has_mark {
            found[0].drain(..2);
        }
        assert_eq!(found, wanted);
    }
}

#[test]
fn what_stops_being_utf16_goes_on_as_it_is() {
    let spelling = SPELLINGS[0];
    let start = utf16(&text(40), spelling);
    let lone_surrogate = [0x00, 0xD8, b'x', 0];
    for (rest, games) in [
        (&b"\n"[..], Some(40)),
        (&lone_surrogate[..2], Some(40)),
        (&[&lone_surrogate[..], &games(7)].concat(), None),
        (&noise(100_000), None),
        (&games(7), None),
    ] {
        let bytes = [&start[..], rest].concat();
        let (archive, report) = packed(&bytes, &blocks_of(4096));
        assert_expands_to(&archive, &bytes);
        assert_eq!(by_number(&archive).concat(), bytes);
        assert!(report.blocks <= 3, "{}", report.blocks);
        if let Some(games) = games {
            assert_eq!(report.games, games);
        }
    }
}

#[test]
fn other_texts_have_no_stream_for_an_encoding() {
    for bytes in [games(40), noise(5000), text(40).into_bytes()] {
        let (_, report) = packed(&bytes, &plain());
        let stream = report
            .streams
            .iter()
            .find(|found| found.stream == Stream::Encoding)
            .unwrap();
        assert_eq!(stream.bytes, 0);
    }
}

#[test]
fn a_flipped_bit_never_gives_another_text() {
    let bytes = utf16(&text(3), SPELLINGS[1]);
    let (archive, _) = packed(&[&bytes[..], b"\r\n\x01"].concat(), &blocks_of(4096));
    for at in 0..archive.len() {
        for bit in 0..8 {
            let mut damaged = archive.clone();
            damaged[at] ^= 1 << bit;
            let (text, done) = crate::samples::expanded(&damaged, 1);
            assert!(text.is_empty() || text == [&bytes[..], b"\r\n\x01"].concat());
            // Byte 11 says how the text was wrapped, which the header's checksum covers too.
            assert!(done.is_err());
        }
    }
}

/// Pieces of which texts are made: some are UTF-16, some break it.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let text = prop::sample::select(vec![
        "[White \"Müller\"]\n\n1. e4 e5 2. Nf3 *\n\n",
        "[Event \"x\"]\r\n\r\n1. d4 {丁 \u{1F451}} 1-0\r\n",
        "1. c4 0-1 ",
        "\u{A0}\u{2028}é",
    ]);
    prop_oneof![
        6 => (text.clone(), any::<bool>()).prop_map(|(text, big)| {
            utf16(text, Spelling { is_big_endian: big, has_mark: false })
        }),
        6 => text.clone().prop_map(|text| utf16(text, SPELLINGS[2])),
        1 => text.prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..20),
        1 => Just(vec![0x00, 0xDC]),
        1 => Just(vec![0x3D, 0xD8]),
        1 => Just(vec![0]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn mixtures_come_back_however_they_are_cut(
        pieces in prop::collection::vec(piece(), 0..30),
        mark in prop::sample::select(vec![&b""[..], b"\xFF\xFE", b"\xFE\xFF"]),
        block_games in 1u32..5,
        block_bytes in prop::sample::select(vec![1u64, 7, 100, 16 << 20]),
        cut in 0usize..3,
    ) {
        let mut bytes = [mark.to_vec(), pieces.concat()].concat();
        bytes.truncate(bytes.len().saturating_sub(cut));
        let config = blocks_of(block_games).block_bytes(block_bytes);
        let (archive, report) = packed(&bytes, &config);
        prop_assert_eq!(report.rescued_blocks, 0);
        prop_assert_eq!(report.text_bytes, bytes.len() as u64);
        prop_assert!(archive.len() as u64 <= config.worst_case_size(bytes.len() as u64));
        assert_expands_to(&archive, &bytes);
        prop_assert_eq!(by_number(&archive).concat(), bytes);
    }
}
