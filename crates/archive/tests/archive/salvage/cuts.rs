//! What a cut costs, wherever it is, and bytes cut out or put in.

use crate::samples::noise;

use super::{Sample, lines, salvaged};

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
