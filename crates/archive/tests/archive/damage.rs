use crate::samples::block_text;
use crate::samples::{blocks_of, expanded, games, header, noise, packed};
use archive::{ErrorKind, ExpandOptions, Reader};
use proptest::prelude::*;
use std::io::Cursor;

/// The text of an archive by the reader with seek, block by block.
fn read_by_blocks(archive: &[u8]) -> Result<Vec<u8>, archive::Error> {
    let mut reader = Reader::open(Cursor::new(archive), &ExpandOptions::new())?;
    let mut text = Vec::new();
    for number in 0..reader.blocks().len() {
        text.extend(block_text(&mut reader, number)?);
    }
    Ok(text)
}

/// An archive of several blocks, some with coded streams and one that is stored.
fn sample() -> (Vec<u8>, Vec<u8>) {
    let text = [games(2), noise(40), games(1)].concat();
    let (archive, report) = packed(&text, &blocks_of(1));
    assert!(report.blocks >= 3);
    (text, archive)
}

#[test]
fn an_archive_cut_at_any_byte_is_an_error_that_says_so() {
    let (text, archive) = sample();
    for length in 0..archive.len() {
        let (back, result) = expanded(&archive[..length], 1);
        let error = result.expect_err("a part of an archive is no archive");
        assert_eq!(
            error.kind(),
            ErrorKind::InsufficientData,
            "cut at {length}: {error}"
        );
        assert!(text.starts_with(&back), "cut at {length}");
        assert!(error.to_string().contains("cut short"), "{error}");
        let error = Reader::open(Cursor::new(&archive[..length]), &ExpandOptions::new())
            .expect_err("a part of an archive has no index");
        assert_eq!(
            error.kind(),
            ErrorKind::InsufficientData,
            "cut at {length}: {error}"
        );
    }
}

#[test]
fn any_flipped_bit_is_an_error_or_changes_nothing() {
    for (text, archive) in [sample(), {
        let text = games(1);
        let archive = packed(&text, &blocks_of(1)).0;
        (text, archive)
    }] {
        for bit in 0..archive.len() * 8 {
            let mut damaged = archive.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let (back, result) = expanded(&damaged, 1);
            assert!(result.is_err(), "bit {bit} goes unnoticed");
            assert!(text.starts_with(&back), "bit {bit} gives other text");
            if let Ok(back) = read_by_blocks(&damaged) {
                assert!(back == text, "bit {bit} gives other text to the reader");
            }
        }
    }
}

#[test]
fn damage_inside_a_block_names_block_stream_and_byte_and_spares_the_blocks_before() {
    let text = games(12);
    let (mut archive, _) = packed(&text, &blocks_of(3));
    let reader = Reader::open(Cursor::new(archive.clone()), &ExpandOptions::new()).unwrap();
    let before: u64 = reader.blocks()[..2]
        .iter()
        .map(|block| block.facts().text_bytes)
        .sum();
    let block = reader.blocks()[2];
    let payload: u64 = block.streams().map(|(_, bytes)| bytes).sum();
    let at = block.offset() + block.archive_bytes() - payload;
    archive[at as usize] ^= 0x40;
    for threads in [1, 4] {
        let (back, result) = expanded(&archive, threads);
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corruption);
        assert_eq!(error.block_number(), Some(3));
        assert_eq!(
            error.stream(),
            block.streams().map(|(stream, _)| stream).next()
        );
        assert_eq!(error.offset(), Some(at));
        assert!(error.to_string().starts_with("block 3, stream "), "{error}");
        assert!(back == text[..before as usize]);
    }
    // The reader passes over the damage.
    let mut reader = Reader::open(Cursor::new(archive), &ExpandOptions::new()).unwrap();
    assert!(block_text(&mut reader, 2).is_err());
    assert!(text.ends_with(&block_text(&mut reader, 3).unwrap()));
}

#[test]
fn what_follows_an_archive_must_be_an_archive() {
    let (text, archive) = sample();
    for garbage in [&b"x"[..], b"garbage of some length", &[0; 512]] {
        let (back, result) = expanded(&[&archive[..], garbage].concat(), 1);
        let error = result.unwrap_err();
        assert!(back == text);
        assert_eq!(error.kind(), ErrorKind::Corruption);
        assert_eq!(error.offset(), Some(archive.len() as u64));
        assert!(error.to_string().contains("trailing garbage"), "{error}");
    }
}

#[test]
fn a_transfer_as_text_is_recognised() {
    let (_, archive) = sample();
    let without_cr: Vec<u8> = archive
        .iter()
        .copied()
        .filter(|&byte| byte != b'\r')
        .collect();
    let error = expanded(&without_cr, 1).1.unwrap_err();
    assert!(error.to_string().contains("transfer as text"), "{error}");
}

#[test]
fn blocks_left_out_repeated_or_moved_are_noticed_before_other_text_is_written() {
    let text = games(1).repeat(5);
    let (archive, _) = packed(&text, &blocks_of(1));
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    let mut starts: Vec<usize> = reader
        .blocks()
        .iter()
        .map(|block| block.offset() as usize)
        .collect();
    let last = reader.blocks()[4];
    starts.push((last.offset() + last.archive_bytes()) as usize);
    let block = |number: usize| &archive[starts[number]..starts[number + 1]];
    let (head, tail) = (&archive[..starts[0]], &archive[starts[5]..]);
    // The games are equal, so that lengths and sums of lengths agree in every order, and so do the streams.
    for order in [
        &[1, 2, 3, 4][..],
        &[0, 1, 3, 4],
        &[0, 1, 2, 3],
        &[0, 0, 1, 2, 3, 4],
        &[0, 1, 2, 2, 3, 4],
        &[0, 1, 2, 3, 4, 4],
        &[1, 0, 2, 3, 4],
        &[0, 1, 2, 4, 3],
        &[],
    ] {
        let blocks: Vec<u8> = order.iter().flat_map(|&at| block(at)).copied().collect();
        let moved = [head, &blocks, tail].concat();
        let sound = (0..5).zip(order).take_while(|(at, found)| at == *found);
        let sound = sound.count();
        for threads in [1, 3] {
            let (back, result) = expanded(&moved, threads);
            let error = result.expect_err("the order of the blocks is not that of the text");
            assert_eq!(error.kind(), ErrorKind::Corruption, "{order:?}: {error}");
            assert!(back == text[..text.len() / 5 * sound], "{order:?}");
            if sound < order.len().min(5) {
                assert_eq!(error.block_number(), Some(sound as u64 + 1), "{error}");
                assert!(error.to_string().contains("out of place"), "{error}");
            }
        }
        assert!(read_by_blocks(&moved).is_err(), "{order:?}");
    }
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// The checksum of a block's header covers the number of blocks before it.
fn header_with_checksum(header: Vec<u8>, ordinal: u64) -> Vec<u8> {
    let sum = crc32fast::hash(&[&header[..], &ordinal.to_le_bytes()].concat());
    [header, sum.to_le_bytes().to_vec()].concat()
}

/// The header of an archive and of one block that claims so much text and so many bytes of moves, with sound checksums.
fn claiming(text_bytes: u64, moves_bytes: u64) -> Vec<u8> {
    // The model as in the archive's header, the source, flags; then the summary and three checksums.
    let mut fields = [&header()[13..17], &[0, 0]].concat();
    for count in [text_bytes, 0, 0, 0, 0, 0, 1 << 2, moves_bytes] {
        varint(&mut fields, count);
    }
    fields.extend_from_slice(&[0; 12]);
    let block = [&b"\xC1BLK"[..], &[fields.len() as u8], &fields].concat();
    [header(), header_with_checksum(block, 0)].concat()
}

#[test]
fn a_claim_of_much_text_is_not_believed() {
    let (_, result) = expanded(&claiming(64 << 20, 60 << 20), 1);
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InsufficientData, "{error}");
    assert_eq!(error.stream(), Some(archive::Stream::Moves));
    for (text_bytes, moves_bytes) in [
        ((64 << 20) + 1, 1 << 20),
        (u64::MAX, 1),
        (1 << 20, 1 << 21),
        (1 << 20, u64::MAX),
        (1 << 20, 0),
    ] {
        let error = expanded(&claiming(text_bytes, moves_bytes), 1)
            .1
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corruption, "{error}");
    }
}

#[test]
fn hostile_footers_are_refused() {
    let (_, archive) = sample();
    for (index_bytes, archive_bytes) in [
        (u32::MAX, u64::MAX),
        (0, 1),
        (u32::MAX, 100),
        (50, archive.len() as u64),
        (0, 0),
        (0, archive.len() as u64),
    ] {
        let footer = [
            &b"\xC1END"[..],
            &index_bytes.to_le_bytes(),
            &archive_bytes.to_le_bytes(),
            &archive[archive.len() - 8..archive.len() - 4],
        ]
        .concat();
        let hostile = [&archive[..archive.len() - 24], &with_checksum(footer)].concat();
        assert_eq!(
            expanded(&hostile, 1).1.unwrap_err().kind(),
            ErrorKind::Corruption
        );
        assert!(Reader::open(Cursor::new(&hostile), &ExpandOptions::new()).is_err());
    }
}

#[test]
fn a_newer_version_is_named() {
    let header = with_checksum(b"\x89PGNZ\r\n\x1a\x07\x03\x00\x00\x00".to_vec());
    let error = expanded(&header, 1).1.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Compatibility);
    assert!(
        error.to_string().contains("7.3") && error.to_string().contains("newer release"),
        "{error}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn random_bytes_are_refused_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), magic in any::<bool>()) {
        let bytes = if magic { [&b"\x89PGNZ\r\n\x1a"[..], &bytes].concat() } else { bytes };
        prop_assert!(expanded(&bytes, 1).1.is_err());
        prop_assert!(Reader::open(Cursor::new(&bytes), &ExpandOptions::new()).is_err());
    }

    #[test]
    fn random_changes_never_give_other_text(changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..6)) {
        let (text, mut archive) = sample();
        let sound = archive.clone();
        for (at, byte) in changes {
            let at = at % archive.len();
            archive[at] = byte;
        }
        let (back, result) = expanded(&archive, 1);
        prop_assert!(text.starts_with(&back));
        prop_assert_eq!(result.is_ok(), archive == sound);
        if let Ok(back) = read_by_blocks(&archive) {
            prop_assert!(back == text);
        }
    }
}
