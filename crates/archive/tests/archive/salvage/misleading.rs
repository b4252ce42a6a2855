//! Files made to mislead whoever looks for blocks in them.

use crate::samples::{blocks_of, games, noise, packed};

use super::{Sample, lines, salvaged};

#[test]
fn what_is_no_archive_is_refused() {
    for junk in [
        &b"1. e4 e5 *"[..],
        b"",
        &noise(5000),
        b"\x89PGNZ\r\n\x1a and then nothing",
    ] {
        let (back, result) = salvaged(junk);
        assert!(result.is_err() && back.is_empty());
    }
}

#[test]
fn files_full_of_markers_take_time_in_proportion_to_their_length() {
    let sample = Sample::of(games(2), &blocks_of(2));
    let head = &sample.archive[..25];
    let header = &sample.archive[25..sample.blocks[0].0 + 60];
    let index = [&b"\xC1IDX\x02"[..], &[0; 100]].concat();
    let footer = &sample.archive[sample.archive.len() - 24..];
    for unit in [
        &b"\xC1BLK\xFF"[..],
        b"\xC1BLK\x20",
        b"\xC1",
        b"\x89PGNZ\r\n\x1a",
        header,
        &index,
        footer,
        &[&index[..], footer].concat(),
        head,
        &[head, header].concat(),
    ] {
        let hostile = [head, &unit.repeat((4 << 20) / unit.len())].concat();
        let (_, result) = salvaged(&hostile);
        assert!(result.is_err() || !result.unwrap().damage.is_empty());
    }
}

#[test]
fn headers_that_all_claim_the_rest_of_the_file_are_not_read_again_and_again() {
    // Sound headers of blocks that claim a megabyte each, one after the other: 120,000 of them.
    let mut hostile = packed(b"", &blocks_of(1)).0[..25].to_vec();
    for ordinal in 0u64..120_000 {
        // The model as in the archive's header, the source, flags; then the summary and three checksums.
        let mut fields = [&hostile[13..17], &[0, 0]].concat();
        for count in [1 << 20, 0, 0, 0, 0, 0, 1 << 2, 1 << 20] {
            varint(&mut fields, count);
        }
        fields.extend_from_slice(&[7; 12]);
        let header = [&b"\xC1BLK"[..], &[fields.len() as u8], &fields].concat();
        let sum = crc32fast::hash(&[&header[..], &ordinal.to_le_bytes()].concat());
        hostile.extend_from_slice(&header);
        hostile.extend_from_slice(&sum.to_le_bytes());
    }
    let (back, result) = salvaged(&hostile);
    assert!(back.is_empty());
    let report = result.unwrap();
    assert!(report.damage.len() > 1);
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[test]
fn blocks_that_nothing_tells_of_make_the_number_of_missing_games_unknown() {
    // The second block is damaged; the marker of the third and the index are gone, so that nobody knows how many blocks followed.
    let sample = Sample::twice();
    let mut damaged = sample.archive.clone();
    let (_, end, ..) = sample.blocks[1];
    damaged[end - 18] ^= 1;
    damaged[end] = 0;
    damaged[sample.blocks[2].1] = 0;
    let (back, result) = salvaged(&damaged);
    assert_eq!(back, sample.without(|number| number == 1 || number == 2));
    let report = result.unwrap();
    let missing: Vec<Option<u64>> = report
        .damage
        .iter()
        .filter_map(|damage| damage.missing())
        .map(|missing| missing.games)
        .collect();
    assert_eq!(missing, [Some(2), None], "{}", lines(&report));
}

#[test]
fn an_archive_whose_header_and_the_footer_before_it_are_damaged_is_found() {
    let sample = Sample::twice();
    let mut damaged = sample.archive.clone();
    damaged[0] = 0;
    let (second, ..) = sample.blocks[3];
    damaged[second - 25] ^= 1;
    damaged[second - 40] ^= 1;
    let (back, result) = salvaged(&damaged);
    let report = result.unwrap();
    assert_eq!(back, sample.without(|_| false), "{}", lines(&report));
}
