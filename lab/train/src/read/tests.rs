//! Games come out of files the same however they are stored and however many threads read them.

use crate::games::Games;
use crate::read::{Purpose, read};
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use tempfile::TempDir;

/// Games of several lengths, told apart by White's rating; more text than fits one piece of work.
fn text(games: usize) -> String {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
    let comment = "about this ".repeat(100);
    (0..games)
        .map(|n| {
            let moves: Vec<_> = moves.split(' ').take(3 + n % 13).collect();
            let moves = moves.join(" ");
            let rating = n % 4000;
            format!(
                "[White \"Player {n}\"]\n[WhiteElo \"{rating}\"]\n\n{{{comment}}} {moves} *\n\n"
            )
        })
        .collect()
}

fn ratings(games: &Games) -> Vec<u16> {
    games.iter().map(|game| game.setting.ratings[0]).collect()
}

fn written(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn the_order_is_that_of_files_and_places_whatever_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        written(&folder, "b.pgn", text(4000).as_bytes()),
        written(&folder, "empty.pgn", b""),
        written(&folder, "a.pgn", text(3000).as_bytes()),
    ];
    let (games, counts) = read(&files, Purpose::Training, 1).unwrap();
    let expected: Vec<u16> = (0..4000).chain(0..3000).collect();
    assert_eq!(ratings(&games), expected);
    assert!(games.iter().map(|game| game.file).is_sorted());
    assert_eq!(
        counts.iter().map(|count| count.kept).collect::<Vec<_>>(),
        [4000, 0, 3000]
    );
    let plies: u64 = counts.iter().map(|count| count.plies).sum();
    assert_eq!(plies, games.plies() as u64);
    for threads in [2, 3, 0] {
        let again = read(&files, Purpose::Training, threads).unwrap();
        assert!(
            again == (games.clone(), counts.clone()),
            "{threads} threads"
        );
    }
}

#[test]
fn wrapped_files_and_archives_give_the_same_as_plain_ones() {
    let folder = tempfile::tempdir().unwrap();
    let text = text(300);
    let plain = written(&folder, "plain", text.as_bytes());
    let (expected, _) = read(&[plain], Purpose::Training, 1).unwrap();
    assert_eq!(expected.len(), 300);
    for (name, bytes) in wrapped(text.as_bytes()) {
        let file = written(&folder, name, &bytes);
        let (games, _) = read(&[file], Purpose::Training, 2).unwrap();
        assert!(games == expected, "{name}");
    }
}

fn wrapped(text: &[u8]) -> [(&'static str, Vec<u8>); 5] {
    let all = |mut encoder: Box<dyn Read + '_>| {
        let mut out = Vec::new();
        encoder.read_to_end(&mut out).unwrap();
        out
    };
    let mut zstd = zstd::Encoder::new(Vec::new(), 1).unwrap();
    zstd.long_distance_matching(true).unwrap();
    zstd.window_log(27).unwrap();
    std::io::copy(&mut &text[..], &mut zstd).unwrap();
    let gzip = flate2::read::GzEncoder::new(text, flate2::Compression::fast());
    let bzip2 = bzip2::read::BzEncoder::new(text, bzip2::Compression::fast());
    let xz = liblzma::read::XzEncoder::new(text, 0);
    let mut archive = Vec::new();
    let config = archive::CompressOptions::new().provenance(false);
    archive::compress(text, &mut archive, &config).unwrap();
    [
        ("zstd", zstd.finish().unwrap()),
        ("gzip", all(Box::new(gzip))),
        ("bzip2", all(Box::new(bzip2))),
        ("xz", all(Box::new(xz))),
        ("archive", archive),
    ]
}

#[test]
fn errors_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let whole = written(&folder, "whole.pgn", text(10).as_bytes());
    let missing = folder.path().join("missing.pgn");
    let mut cut: Vec<(String, PathBuf)> = wrapped(text(100).as_bytes())
        .into_iter()
        .map(|(name, bytes)| {
            let name = format!("{name} cut short");
            let path = written(&folder, &name, &bytes[..bytes.len() / 2]);
            (name, path)
        })
        .collect();
    cut.push(("missing.pgn".into(), missing));
    for (name, path) in cut {
        let error = read(&[&whole, &path], Purpose::Training, 2).unwrap_err();
        assert!(error.to_string().contains(&name), "{error}");
    }
}
