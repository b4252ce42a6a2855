//! Any text comes back from its archive, however it is cut into blocks and read.

use crate::samples::{as_read, assert_expands_to, blocks_of, expanded, games, noise, packed};
use archive::compress_with_progress;
use archive::expand_with_progress;
use archive::{ExpandOptions, Progress, Reader, Source, Verify, compress, expand};
use proptest::prelude::*;
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;

mod parts;

/// Hands out one byte at a time, with an interruption before each.
struct Dripping<'a> {
    rest: &'a [u8],
    interrupted: bool,
}

impl Read for Dripping<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = out.len().min(1);
        self.rest.read(&mut out[..count])
    }
}

fn dripping(bytes: &[u8]) -> Dripping<'_> {
    Dripping {
        rest: bytes,
        interrupted: false,
    }
}

fn read_by_games(archive: &[u8]) -> Vec<u8> {
    let mut reader = Reader::open(Cursor::new(archive), &ExpandOptions::new()).unwrap();
    let mut text = Vec::new();
    reader
        .games_text(0..reader.len(), &mut |game| {
            text.extend_from_slice(game);
            Ok(())
        })
        .unwrap();
    text
}

#[test]
fn any_kind_of_bytes_comes_back() {
    let texts: [Vec<u8>; 8] = [
        vec![],
        vec![b'x'],
        vec![0; 70_000],
        b"\x89PGNZ\r\n\x1a".to_vec(),
        b"\xEF\xBB\xBF[Event \"?\"]\r\n\r\n1. e4 *\r\n\r\n".to_vec(),
        noise(100_000),
        games(9),
        packed(&games(9), &blocks_of(2)).0,
    ];
    for text in texts {
        for config in [
            blocks_of(4096),
            blocks_of(1),
            blocks_of(9).block_bytes(1000),
        ] {
            let (archive, report) = packed(&text, &config);
            assert_eq!(assert_expands_to(&archive, &text), as_read(report));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_bytes_come_back(text in proptest::collection::vec(any::<u8>(), 0..3000), block_games in 1u32..5) {
        let (archive, _) = packed(&text, &blocks_of(block_games));
        assert_expands_to(&archive, &text);
    }

    #[test]
    fn random_chess_letters_come_back(text in "[\\[\\]\"{}()a-hNBRQKO0-9x+#.;% \r\n*-]{0,500}") {
        let (archive, _) = packed(text.as_bytes(), &blocks_of(1));
        assert_expands_to(&archive, text.as_bytes());
        prop_assert_eq!(read_by_games(&archive), text.as_bytes());
    }
}

/// Games of some plies, each with what stands before its result.
fn ended(games: usize, last: impl Fn(usize) -> &'static str) -> Vec<u8> {
    let mut text = String::new();
    for game in 0..games {
        text += "[Result \"1-0\"]\n\n";
        let plies = 4 + game * game % 23 * 2;
        for (ply, san) in ["Nf3", "Nf6", "Ng1", "Ng8"]
            .iter()
            .cycle()
            .take(plies)
            .enumerate()
        {
            let number = match ply % 2 {
                0 => format!("{}. ", ply / 2 + 1),
                _ => String::new(),
            };
            text += &format!("{number}{san} ");
        }
        text += &format!("{}1-0\n\n", last(game));
    }
    text.into_bytes()
}

#[test]
fn games_that_end_with_a_comment_come_back() {
    let texts = [
        ended(200, |_| "{Black resigns} "),
        ended(200, |game| match game % 9 {
            0 => "",
            3 => "{Black resigns} {or not} ",
            5 => "{Black resigns} Nf3 ",
            7 => "{Black resigns} (Nh3) ",
            _ => "{Black resigns} ",
        }),
    ];
    for text in texts {
        assert_expands_to(&packed(&text, &blocks_of(4096)).0, &text);
    }
}

#[test]
fn the_archive_is_the_same_for_every_number_of_threads() {
    let text = games(500);
    let (expected, _) = packed(&text, &blocks_of(7));
    for threads in [0, 2, 3, 8, usize::MAX] {
        let (archive, _) = packed(&text, &blocks_of(7).threads(threads));
        assert!(archive == expected, "{threads} threads");
        assert!(expanded(&archive, threads).0 == text, "{threads} threads");
    }
}

#[test]
fn verifying_does_not_change_the_archive() {
    let text = games(20);
    for verify in Verify::ALL {
        let options = blocks_of(9).group_games(2);
        let usual = packed(&text, &options.clone().verify(Verify::Full)).0;
        let (archive, report) = packed(&text, &options.verify(verify));
        assert!(archive == usual, "{verify}");
        assert_eq!(report.rescued_blocks, 0, "{verify}");
    }
}

#[test]
fn a_source_that_gives_one_byte_at_a_time_makes_no_difference() {
    let text = games(50);
    let (expected, _) = packed(&text, &blocks_of(7));
    let mut archive = Vec::new();
    compress(dripping(&text), &mut archive, &blocks_of(7)).unwrap();
    assert!(archive == expected);
    let mut back = Vec::new();
    expand(
        dripping(&archive),
        &mut back,
        &ExpandOptions::new().threads(1),
    )
    .unwrap();
    assert!(back == text);
}

#[test]
fn concatenated_archives_read_as_one() {
    let parts: [(Vec<u8>, Source); 4] = [
        (games(5), Source::Plain),
        (vec![], Source::Plain),
        (noise(100), Source::Zstd),
        (games(3), Source::Plain),
    ];
    let archives: Vec<_> = parts
        .iter()
        .map(|(text, source)| packed(text, &blocks_of(2).source(*source)))
        .collect();
    let archive: Vec<u8> = archives
        .iter()
        .flat_map(|(archive, _)| archive.clone())
        .collect();
    let text: Vec<u8> = parts.iter().flat_map(|(text, _)| text.clone()).collect();
    for threads in [1, 3] {
        assert!(expanded(&archive, threads).0 == text);
    }
    let report = assert_expands_to(&archive, &text);
    assert_eq!(report.archives, 4);
    assert_eq!(report.source, Source::Mixed);
    assert_eq!(report.archive_bytes, archive.len() as u64);
    assert_eq!(
        report.games,
        archives.iter().map(|(_, report)| report.games).sum::<u64>()
    );
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    assert_eq!(reader.report(), report);
    assert!(read_by_games(&archive) == text);
}

#[test]
fn progress_only_grows_and_ends_at_the_totals() {
    let text = games(30);
    let mut seen: Vec<Progress> = Vec::new();
    let mut archive = Vec::new();
    let report = compress_with_progress(&text[..], &mut archive, &blocks_of(4), |progress| {
        seen.push(progress.clone());
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(seen.len() as u64, 1 + report.blocks);
    assert!(
        seen.is_sorted_by(|a, b| a.text_bytes < b.text_bytes && a.archive_bytes < b.archive_bytes)
    );
    assert_eq!(
        seen.last().map(|last| (last.games, last.text_bytes)),
        Some((report.games, report.text_bytes))
    );
    let mut last = Progress::default();
    let options = ExpandOptions::new().threads(2);
    expand_with_progress(&archive[..], io::sink(), &options, |progress| {
        last = progress.clone();
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(
        (last.games, last.text_bytes),
        (report.games, report.text_bytes)
    );
    assert!(last.archive_bytes <= report.archive_bytes);
    for meter in [&seen[0].meter, &last.meter] {
        assert_eq!(meter.text_found(), report.text_bytes);
        assert_eq!(meter.text_done(), report.text_bytes);
        assert_eq!(meter.games_done(), report.games);
    }
}

#[test]
fn a_configuration_out_of_range_is_refused() {
    for config in [
        blocks_of(0),
        blocks_of(1).block_bytes(0),
        blocks_of(1).block_bytes(1 << 40),
    ] {
        let error = compress(&b""[..], Vec::new(), &config).unwrap_err();
        assert_eq!(error.kind(), archive::ErrorKind::InvalidArgument);
    }
}

#[test]
fn malformed_files_of_the_corpus_come_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/test/odd");
    let Ok(files) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: {} is absent", folder.display());
        return;
    };
    for file in files {
        let path = file.unwrap().path();
        if let Ok(text) = std::fs::read(&path) {
            let (archive, report) = packed(&text, &blocks_of(100));
            assert_eq!(
                assert_expands_to(&archive, &text),
                report,
                "{}",
                path.display()
            );
            assert!(read_by_games(&archive) == text, "{}", path.display());
        }
    }
}
