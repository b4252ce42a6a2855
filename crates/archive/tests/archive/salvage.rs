//! Every sound block comes out of a damaged archive, and what is missing is told.

use crate::samples::{blocks_of, expanded, games, noise, packed};
use archive::{Config, ErrorKind, Handling, Level, Model, Reader, Report, salvage};
use proptest::prelude::*;
use std::io::Cursor;

/// What comes out of an archive that may be damaged, on one thread.
fn salvaged(archive: &[u8]) -> (Vec<u8>, Result<Report, archive::Error>) {
    let mut text = Vec::new();
    let result = salvage(archive, &mut text, 1, &[], Handling::Search, &mut |_| {});
    (text, result)
}

/// An archive, and where its blocks lie and what they hold.
struct Sample {
    text: Vec<u8>,
    archive: Vec<u8>,
    /// First byte, end, text and games of each block.
    blocks: Vec<(usize, usize, Vec<u8>, u64)>,
}

impl Sample {
    fn of(text: Vec<u8>, config: &Config) -> Self {
        let archive = packed(&text, config).0;
        Self::new(text, archive)
    }

    fn new(text: Vec<u8>, archive: Vec<u8>) -> Self {
        let mut reader = Reader::open(Cursor::new(archive.clone())).unwrap();
        let infos = reader.blocks().to_vec();
        let blocks = infos.iter().enumerate().map(|(number, block)| {
            let start = block.offset() as usize;
            (
                start,
                start + block.archive_bytes() as usize,
                reader.block_text(number).unwrap(),
                block.facts().games,
            )
        });
        let blocks = blocks.collect();
        Self {
            text,
            archive,
            blocks,
        }
    }

    /// Two archives that follow one another, of several blocks each.
    fn twice() -> Self {
        let first = [games(3), noise(40), games(2)].concat();
        let second = games(3);
        let archive = [
            packed(&first, &blocks_of(2)).0,
            packed(&second, &blocks_of(2)).0,
        ]
        .concat();
        let sample = Self::new([first, second].concat(), archive);
        assert!(sample.blocks.len() >= 5);
        sample
    }

    fn games(&self) -> u64 {
        self.blocks.iter().map(|block| block.3).sum()
    }

    /// The block that holds a byte of the archive.
    fn block_at(&self, byte: usize) -> Option<usize> {
        let mut blocks = self.blocks.iter();
        blocks.position(|block| (block.0..block.1).contains(&byte))
    }

    /// The text without some blocks.
    fn without(&self, lost: impl Fn(usize) -> bool) -> Vec<u8> {
        let kept = self.blocks.iter().enumerate();
        let kept = kept.filter(|&(number, _)| !lost(number));
        kept.flat_map(|(_, block)| block.2.clone()).collect()
    }

    /// The number from 1 of a block's first game.
    fn first_game(&self, block: usize) -> u64 {
        1 + self.blocks[..block]
            .iter()
            .map(|block| block.3)
            .sum::<u64>()
    }
}

fn lines(report: &Report) -> String {
    let lines: Vec<String> = report.damage.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

#[test]
fn a_flipped_bit_costs_one_block_at_most_and_the_missing_games_are_numbered() {
    let sample = Sample::twice();
    for bit in (0..sample.archive.len() * 8).step_by(11) {
        let mut damaged = sample.archive.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let (back, result) = salvaged(&damaged);
        let report = result.unwrap();
        let said = lines(&report);
        let lost = sample.block_at(bit / 8);
        assert!(
            back == sample.without(|number| Some(number) == lost),
            "bit {bit}: {said}"
        );
        let missing: Vec<_> = report
            .damage
            .iter()
            .filter_map(|damage| damage.missing())
            .collect();
        match lost {
            Some(lost) => {
                assert_eq!(missing.len(), 1, "bit {bit}: {said}");
                let expected = (
                    Some(sample.first_game(lost)),
                    Some(sample.blocks[lost].3),
                    Some(sample.blocks[lost].2.len() as u64),
                );
                let found = (
                    missing[0].first_game,
                    missing[0].games,
                    missing[0].text_bytes,
                );
                assert_eq!(found, expected, "bit {bit}: {said}");
            }
            None => assert!(
                missing.is_empty() && !report.damage.is_empty(),
                "bit {bit}: {said}"
            ),
        }
    }
}

#[test]
fn a_cut_leaves_all_blocks_before_it_and_says_after_which_game() {
    let sample = Sample::twice();
    let first_end = sample
        .archive
        .windows(4)
        .position(|bytes| bytes == b"\xC1END")
        .unwrap()
        + 24;
    for length in (13..sample.archive.len()).step_by(5) {
        if length == first_end {
            continue;
        }
        let (back, result) = salvaged(&sample.archive[..length]);
        let whole = sample
            .blocks
            .iter()
            .filter(|block| block.1 <= length)
            .count();
        let (error, missing) = match result {
            Ok(report) => {
                assert_eq!(report.damage.len(), 1, "{length}: {}", lines(&report));
                let damage = &report.damage[0];
                assert_eq!(
                    damage.is_interrupted_append(),
                    length > first_end,
                    "{length}"
                );
                (damage.to_string(), damage.missing().cloned())
            }
            // Nothing of it is left.
            Err(error) if whole == 0 => (error.to_string(), None),
            Err(error) => panic!("{length}: {error}"),
        };
        assert!(
            back == sample.without(|number| number >= whole),
            "{length}: {error}"
        );
        let after = match sample.first_game(whole) - 1 {
            0 => "cut short".to_owned(),
            games => format!("cut short after game {games}"),
        };
        assert!(error.contains(&after), "{length}: {error}");
        if let Some(games) = missing.and_then(|missing| missing.games) {
            assert_eq!(games, sample.blocks[whole].3, "{length}: {error}");
        }
    }
}

#[test]
fn bytes_cut_out_or_put_in_cost_only_the_blocks_that_they_touch() {
    let sample = Sample::twice();
    for at in (0..sample.archive.len()).step_by(31) {
        for length in [1, 7, 40, 300] {
            let end = (at + length).min(sample.archive.len());
            let left_out = [&sample.archive[..at], &sample.archive[end..]].concat();
            let put_in = [&sample.archive[..at], &noise(length), &sample.archive[at..]].concat();
            for (damaged, touched) in [(left_out, at..end), (put_in, at..at + 1)] {
                let (back, result) = salvaged(&damaged);
                let Ok(report) = result else {
                    assert!(touched.start < 8 && touched.end > 300, "{touched:?}");
                    continue;
                };
                let is_touched = |number: usize| {
                    let block = &sample.blocks[number];
                    // In front of a block nothing of it is touched.
                    block.0 < touched.end
                        && touched.start < block.1
                        && !(touched.start == block.0 && damaged.len() > sample.archive.len())
                };
                let expected = sample.without(is_touched);
                assert!(
                    back == expected,
                    "{touched:?} {}: {}",
                    damaged.len(),
                    lines(&report)
                );
                assert!(!report.damage.is_empty());
            }
        }
    }
}

#[test]
fn the_end_of_an_archive_and_the_header_of_the_next_may_be_cut_out() {
    let sample = Sample::twice();
    let second = (0..sample.archive.len())
        .rfind(|&at| sample.archive[at..].starts_with(b"\x89PGNZ"))
        .unwrap();
    let first_block = sample.blocks.iter().find(|block| block.0 > second).unwrap();
    for begin in second - 24..=second {
        for end in second..=first_block.0 {
            let cut = [&sample.archive[..begin], &sample.archive[end..]].concat();
            let (back, result) = salvaged(&cut);
            let report = result.unwrap();
            assert!(back == sample.text, "{begin}..{end}: {}", lines(&report));
            assert_eq!(report.damage.is_empty(), begin == end, "{begin}..{end}");
        }
    }
}

#[test]
fn what_salvages_without_a_word_expands_without_an_error() {
    let sample = Sample::twice();
    for at in (0..sample.archive.len()).step_by(17) {
        let mut damaged = sample.archive.clone();
        damaged[at] ^= 0x11;
        assert!(expanded(&damaged, 1).1.is_err());
        assert!(
            !salvaged(&damaged).1.unwrap().damage.is_empty(),
            "byte {at}"
        );
    }
    let (back, result) = salvaged(&sample.archive);
    let report = result.unwrap();
    assert!(report.damage.is_empty() && back == sample.text);
    assert_eq!(report, expanded(&sample.archive, 2).1.unwrap());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let sample = Sample::twice();
    for at in (0..sample.archive.len()).step_by(37) {
        let mut damaged = sample.archive.clone();
        damaged[at] ^= 2;
        let on = |threads| {
            let mut text = Vec::new();
            let src = &damaged[..];
            let report = salvage(
                src,
                &mut text,
                threads,
                &[],
                Handling::KeepGoing,
                &mut |_| {},
            );
            (text, report.unwrap())
        };
        assert_eq!(on(1), on(3), "byte {at}");
    }
}

#[test]
fn an_interrupted_append_leaves_what_stood_before_it() {
    let before = Sample::of(games(6), &blocks_of(2));
    let added = Sample::of(games(5), &blocks_of(2));
    for length in (1..added.archive.len()).step_by(13) {
        let archive = [&before.archive[..], &added.archive[..length]].concat();
        let whole = added
            .blocks
            .iter()
            .filter(|block| block.1 <= length)
            .count();
        let expected = [before.text.clone(), added.without(|number| number >= whole)].concat();
        for handling in [Handling::Stop, Handling::KeepGoing] {
            let mut text = Vec::new();
            let report = salvage(&archive[..], &mut text, 1, &[], handling, &mut |_| {}).unwrap();
            assert!(text == expected, "{length}");
            assert_eq!(report.damage.len(), 1, "{length}: {}", lines(&report));
            assert!(report.damage[0].is_interrupted_append());
            assert_eq!(report.damage[0].kind(), ErrorKind::InsufficientData);
        }
        // For whoever asks for the whole text it is an error all the same.
        assert!(expanded(&archive, 1).1.is_err());
    }
}

#[test]
fn an_archive_without_its_header_is_read_by_the_model_that_its_blocks_fit() {
    for level in Level::ALL {
        let config = Config {
            model: Model::of(level),
            block_games: 2,
            ..blocks_of(2)
        };
        let sample = Sample::of(games(6), &config);
        for damaged in [
            [&[0; 25], &sample.archive[25..]].concat(),
            sample.archive[25..].to_vec(),
            sample.archive[20..].to_vec(),
        ] {
            let (back, result) = salvaged(&damaged);
            let report = result.unwrap();
            assert!(back == sample.text, "{level}: {}", lines(&report));
            assert_eq!(report.model, Some(Model::of(level).id()));
            assert_eq!(report.damage.len(), 1);
            assert_eq!(report.damage[0].missing(), None);
        }
    }
}

#[test]
fn without_an_index_the_places_of_blocks_still_tell_which_are_missing() {
    let sample = Sample::of(games(12), &blocks_of(2));
    let mut damaged = sample.archive.clone();
    // The header of the third block is gone, and so are index and footer.
    damaged[sample.blocks[2].0..][..30].fill(0);
    damaged.truncate(sample.blocks[5].1);
    let (back, result) = salvaged(&damaged);
    assert!(back == sample.without(|number| number == 2));
    let report = result.unwrap();
    assert_eq!(report.damage.len(), 2, "{}", lines(&report));
    assert!(
        report.damage[0]
            .to_string()
            .ends_with("an unknown number of games after game 4"),
        "{}",
        lines(&report)
    );
    assert_eq!(report.damage[0].block_number(), Some(3));
}

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
        let mut fields = vec![0];
        for count in [1 << 20, 0, 0, 0, 0, 0, 1 << 2, 1 << 20] {
            varint(&mut fields, count);
        }
        fields.extend_from_slice(&[7; 8]);
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn what_comes_out_and_what_is_missing_add_up(changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..8)) {
        let sample = Sample::twice();
        let mut damaged = sample.archive.clone();
        let mut touched = Vec::new();
        for (at, byte) in changes {
            let at = at % damaged.len();
            damaged[at] = byte;
            touched.extend((byte != sample.archive[at]).then(|| sample.block_at(at)).flatten());
        }
        let (back, result) = salvaged(&damaged);
        let report = result.unwrap();
        prop_assert!(back == sample.without(|number| touched.contains(&number)), "{}", lines(&report));
        let missing: Option<u64> = report.damage.iter().filter_map(|damage| damage.missing()).map(|missing| missing.games).sum();
        if let Some(missing) = missing {
            prop_assert_eq!(report.games + missing, sample.games(), "{}", lines(&report));
        }
    }
}
