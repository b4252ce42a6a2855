//! Threads that share a block: whatever their number, the archive, the text and what is said of damage are the same.

use crate::samples::{blocks_of, expanded, games, noise, packed};
use archive::{CompressOptions, ExpandOptions, Verify, compress_with_progress, expand};
use std::ops::ControlFlow;

const THREADS: [usize; 2] = [2, 5];

/// One block, in groups of the least size.
fn one_block(threads: usize) -> CompressOptions {
    blocks_of(100_000).group_games(8).threads(threads)
}

/// Comments, variations and clocks; games that repeat others of the same group and of others, with tags of their own and without; and
/// openings whose names come up in later groups.
fn collection() -> Vec<u8> {
    let whole = games(500);
    let mut all: Vec<Vec<u8>> = pgn::games(&whole).map(<[u8]>::to_vec).collect();
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";
    for (number, game) in all.iter_mut().enumerate() {
        let (minutes, seconds) = (number / 60, number % 60);
        let tail =
            format!("{moves} {{a remark {number} [%clk 0:{minutes:02}:{seconds:02}]}} *\n\n");
        game.extend_from_slice(format!("[White \"Twin {number}\"]\n\n{tail}").as_bytes());
    }
    for number in (5..500).step_by(7) {
        let opening = format!("[Opening \"Gambit {}\"]\n[Event", number / 40);
        let text = String::from_utf8(all[number].clone()).unwrap();
        all[number] = text.replacen("[Event", &opening, 1).into_bytes();
    }
    for number in (20..480).step_by(9) {
        let again = all[number - 17].clone();
        let other = String::from_utf8(all[number - 3].clone()).unwrap();
        all.insert(number, again);
        all.insert(number + 1, other.replace("Rated", "Export").into_bytes());
    }
    all.concat()
}

#[test]
fn a_file_of_one_block_makes_the_same_archive_and_text_on_any_number_of_threads() {
    let long =
        "1. e4 {a long comment } e5 ".to_owned() + &"{and more of it } ".repeat(200) + "*\n\n";
    let texts = [
        collection(),
        long.repeat(70).into_bytes(),
        noise(1 << 17),
        b"[White \"one game\"]\n\n1. e4 *\n".to_vec(),
    ];
    for (number, text) in texts.iter().enumerate() {
        for verify in Verify::ALL {
            let of = |threads| one_block(threads).verify(verify);
            let (archive, report) = packed(text, &of(1));
            assert_eq!(report.rescued_blocks, 0, "text {number}, {verify}");
            let (back, result) = expanded(&archive, 1);
            result.unwrap();
            assert!(back == *text, "text {number}");
            for threads in THREADS {
                let (other, said) = packed(text, &of(threads));
                assert!(
                    other == archive,
                    "text {number}, {threads} threads, {verify}"
                );
                assert_eq!(said, report);
                assert!(
                    expanded(&archive, threads).0 == *text,
                    "text {number}, {threads} threads"
                );
            }
        }
    }
}

#[test]
fn games_are_counted_while_threads_share_a_block() {
    let text = collection();
    for threads in [1, 2, 4] {
        let mut last = (0, 0);
        let mut see = |done: &archive::Progress| {
            last = (done.meter.text_done(), done.meter.games_done());
            ControlFlow::Continue(())
        };
        compress_with_progress(&text[..], Vec::new(), &one_block(threads), &mut see).unwrap();
        let games = pgn::games(&text).count() as u64;
        assert_eq!(last, (text.len() as u64, games), "{threads} threads");
    }
}

#[test]
fn damage_to_a_group_is_told_alike_on_any_number_of_threads() {
    let text = collection();
    let (archive, _) = packed(&text, &one_block(1));
    let salvaged = |damaged: &[u8], threads: usize| {
        let mut found = Vec::new();
        let options = ExpandOptions::new().threads(threads).keep_going(true);
        let report = expand(damaged, &mut found, &options);
        (found, report.unwrap())
    };
    let mut lost = 0;
    for at in (60..archive.len()).step_by(archive.len() / 12) {
        let mut damaged = archive.clone();
        damaged[at] ^= 0x24;
        let (found, report) = salvaged(&damaged, 1);
        assert!(!report.damage.is_empty(), "byte {at}");
        lost += usize::from(!found.is_empty() && found.len() < text.len());
        let failed = expanded(&damaged, 1);
        for threads in THREADS {
            let (other, said) = salvaged(&damaged, threads);
            assert!(
                other == found && said == report,
                "byte {at}, {threads} threads: {said:?}"
            );
            let stopped = expanded(&damaged, threads);
            assert!(stopped.0 == failed.0, "byte {at}, {threads} threads");
            let error = |of: Result<_, archive::Error>| {
                of.map(|_: archive::Report| ()).unwrap_err().to_string()
            };
            let (expected, said) = (expanded(&damaged, 1).1, stopped.1);
            assert_eq!(error(said), error(expected), "byte {at}");
        }
    }
    assert!(lost > 0, "{lost} places cost a part of the block");
}
