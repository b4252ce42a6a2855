//! Every sound block comes out of a damaged archive, and what is missing is told.

use crate::samples::block_text;
use crate::samples::{blocks_of, expanded, games, noise, packed};
use archive::{
    CompressOptions, ErrorKind, ExpandOptions, Level, Model, OnDamage, Reader, Report, Source,
    expand,
};
use proptest::prelude::*;
use std::io::Cursor;

mod cuts;
mod misleading;

/// What comes out of an archive that may be damaged, on one thread.
fn salvaged(archive: &[u8]) -> (Vec<u8>, Result<Report, archive::Error>) {
    let mut text = Vec::new();
    let result = expand(
        archive,
        &mut text,
        &ExpandOptions::new().threads(1).on_damage(OnDamage::Search),
    );
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
    fn of(text: Vec<u8>, config: &CompressOptions) -> Self {
        let archive = packed(&text, config).0;
        Self::new(text, archive)
    }

    fn new(text: Vec<u8>, archive: Vec<u8>) -> Self {
        let mut reader = Reader::open(Cursor::new(archive.clone()), &ExpandOptions::new()).unwrap();
        let infos = reader.blocks().to_vec();
        let blocks = infos.iter().enumerate().map(|(number, block)| {
            let start = block.offset() as usize;
            (
                start,
                start + block.archive_bytes() as usize,
                block_text(&mut reader, number).unwrap(),
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
            let report = expand(
                src,
                &mut text,
                &ExpandOptions::new().threads(threads).keep_going(true),
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
        for handling in [OnDamage::StopUnlessUnfinished, OnDamage::KeepGoing] {
            let mut text = Vec::new();
            let report = expand(
                &archive[..],
                &mut text,
                &ExpandOptions::new().threads(1).on_damage(handling),
            )
            .unwrap();
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
        let config = blocks_of(2).level(level).block_games(2);
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

#[test]
fn an_archive_of_which_nothing_is_sound_may_have_held_games() {
    let (first, second) = (games(3), games(5));
    let (one, mut two) = (
        packed(&first, &blocks_of(2)).0,
        packed(&second, &blocks_of(9)).0,
    );
    let (block, footer) = (25, two.len() - 24);
    for at in [0, block + 6, footer + 6] {
        two[at] ^= 1;
    }
    let (text, result) = salvaged(&[&one[..], &two].concat());
    assert!(text == first);
    let report = result.unwrap();
    let missing = report.damage.iter().filter_map(|damage| damage.missing());
    assert!(
        missing
            .map(|missing| missing.games)
            .any(|games| games.is_none()),
        "{}",
        lines(&report)
    );
}

#[test]
fn an_archive_after_a_lost_footer_is_given_whole() {
    let (first, second) = (games(3), games(5));
    let (one, two) = (
        packed(&first, &blocks_of(2)).0,
        packed(&second, &blocks_of(2)).0,
    );
    let footer = one.len() - 24;
    for end in [footer, footer + 3, footer + 23] {
        let damaged = [&one[..end], &two].concat();
        let (text, result) = salvaged(&damaged);
        assert!(text == [&first[..], &second].concat(), "cut at {end}");
        assert!(!result.unwrap().damage.is_empty());
        let mut reader = Reader::open(
            Cursor::new(&damaged),
            &ExpandOptions::new().keep_going(true),
        )
        .unwrap();
        assert_eq!(reader.len(), 8);
        let mut again = Vec::new();
        let mut give = |_, game: &[u8]| {
            again.extend_from_slice(game);
            Ok(())
        };
        reader.texts(0..8, &mut give).unwrap();
        assert!(reader.skipped_damage().is_empty());
        assert!(again == text);
    }
}

#[test]
fn zeros_are_no_end_of_an_archive() {
    let mut archive = packed(&games(4), &blocks_of(8)).0;
    archive[25..].fill(0);
    let (text, result) = salvaged(&archive);
    let damage = result.unwrap().damage;
    assert!(text.is_empty());
    assert!(
        damage.iter().any(|damage| damage.missing().is_some()),
        "{damage:?}"
    );
}

#[test]
fn a_header_that_names_another_source_is_damage() {
    let config = |source| blocks_of(2).source(source);
    let plain = packed(&games(4), &config(Source::Plain)).0;
    let zip = packed(&games(4), &config(Source::Zip)).0;
    let mixed = [&zip[..25], &plain[25..]].concat();
    let (text, result) = salvaged(&mixed);
    assert!(text == games(4));
    assert_eq!(result.unwrap().damage.len(), 1);
    assert!(Reader::open(Cursor::new(&mixed), &ExpandOptions::new()).is_err());
}

#[test]
fn blocks_that_were_swapped_are_the_same_to_both_readers() {
    let sample = Sample::of(games(6), &blocks_of(2));
    let (one, two) = (&sample.blocks[0], &sample.blocks[1]);
    let parts = [
        &sample.archive[..one.0],
        &sample.archive[two.0..two.1],
        &sample.archive[one.0..one.1],
        &sample.archive[two.1..],
    ];
    let swapped = parts.concat();
    let (text, result) = salvaged(&swapped);
    assert!(!result.unwrap().damage.is_empty());
    let mut reader = Reader::open(
        Cursor::new(&swapped),
        &ExpandOptions::new().keep_going(true),
    )
    .unwrap();
    let mut again = Vec::new();
    let mut give = |_, game: &[u8]| {
        again.extend_from_slice(game);
        Ok(())
    };
    let games = reader.len();
    reader.texts(0..games, &mut give).unwrap();
    assert!(again == text && !text.is_empty());
}
