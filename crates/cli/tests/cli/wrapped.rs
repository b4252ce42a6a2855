//! Inputs that are compressed already give their text.

use crate::desk::{Desk, bzip2, games, lz4, said, xz, zip};
use std::io::Write;

fn zstd_frame(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 3).unwrap()
}

/// A frame that readers of zstd skip.
fn skipped(content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u32).to_le_bytes();
    [&[0x5A, 0x2A, 0x4D, 0x18], &length, content].concat()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Three parts of a text, each packed separately, one after the other.
fn in_parts(text: &[u8], wrap: fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let (a, rest) = text.split_at(text.len() / 3);
    let (b, c) = rest.split_at(rest.len() / 2);
    [wrap(a), wrap(b), wrap(b""), wrap(c)].concat()
}

/// The zeros at the end, if they are more than a format's own.
fn padding(wrapped: &[u8]) -> usize {
    let zeros = wrapped.iter().rev().take_while(|byte| **byte == 0).count();
    if zeros > 100 { zeros } else { 0 }
}

/// Every kind of packing with its name and the usual extension.
fn wrappings(text: &[u8]) -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let (a, b) = text.split_at(text.len() / 3);
    vec![
        ("zstd", "zst", zstd_frame(text)),
        ("zstd", "zst", in_parts(text, zstd_frame)),
        (
            "zstd",
            "zst",
            [
                skipped(b"seek table"),
                in_parts(text, zstd_frame),
                skipped(b""),
            ]
            .concat(),
        ),
        ("gzip", "gz", gzip(text)),
        ("gzip", "gz", in_parts(text, gzip)),
        ("bzip2", "bz2", bzip2(text)),
        ("bzip2", "bz2", in_parts(text, bzip2)),
        ("xz", "xz", xz(text)),
        ("xz", "xz", in_parts(text, xz)),
        (
            "gzip",
            "gz",
            [in_parts(text, gzip), vec![0; 10_240]].concat(),
        ),
        ("lz4", "lz4", lz4(text)),
        ("lz4", "lz4", in_parts(text, lz4)),
        ("zip", "zip", zip(&[("a.pgn", a), ("B.PGN", b)])),
    ]
}

#[test]
fn every_wrapping_is_recognised_by_content_and_gives_its_text() {
    let text = games(700);
    for (at, (source, extension, wrapped)) in wrappings(&text).into_iter().enumerate() {
        let desk = Desk::new();
        let name = format!("games.pgn.{extension}");
        desk.write(&name, &wrapped);
        desk.run(&["compress", &name], 0);
        let output = desk.run(&["list", "--json", "games.pgnz"], 0);
        let figures: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(figures["source"], source, "{at}");
        desk.run(&["expand", "games.pgnz"], 0);
        assert_eq!(desk.read("games.pgn"), text, "{at} {source}");
        let piped = desk.pipe(&["compress"], &wrapped);
        assert_eq!(piped.stdout, desk.read("games.pgnz"), "{at} {source}");
    }
}

#[test]
fn a_packed_input_that_is_cut_short_is_an_error_and_leaves_nothing() {
    let text = games(700);
    for (at, (source, extension, wrapped)) in wrappings(&text).into_iter().enumerate() {
        let desk = Desk::new();
        let name = format!("games.pgn.{extension}");
        // In the header, in the data, in the part that ends it. Zeros after gzip may end anywhere.
        let end = wrapped.len() - padding(&wrapped);
        for length in [11, end / 2, end - 4] {
            desk.write(&name, &wrapped[..length]);
            let output = desk.run(&["compress", &name], 1);
            let said = said(&output);
            assert!(
                said.contains(&name) && said.contains(source) && said.contains("byte "),
                "{at} {length}: {said}"
            );
            assert_eq!(desk.names(), std::slice::from_ref(&name), "{at} {length}");
        }
    }
}

#[test]
fn a_packed_input_that_is_damaged_is_an_error() {
    let text = games(700);
    for (at, (_, extension, mut wrapped)) in wrappings(&text).into_iter().enumerate() {
        let desk = Desk::new();
        let name = format!("games.pgn.{extension}");
        let middle = (wrapped.len() - padding(&wrapped)) / 2;
        wrapped[middle..middle + 40].fill(0xA5);
        desk.write(&name, &wrapped);
        desk.run(&["compress", &name], 1);
        assert_eq!(desk.names(), [name], "{at}");
    }
}

#[test]
fn zstd_frames_may_look_back_far() {
    let desk = Desk::new();
    let text = games(700);
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(28).unwrap();
    encoder.write_all(&text).unwrap();
    desk.write("games.pgn.zst", &encoder.finish().unwrap());
    desk.run(&["compress", "games.pgn.zst"], 0);
    assert_eq!(desk.run(&["expand", "-c", "games.pgnz"], 0).stdout, text);
}

#[test]
fn the_wrapping_is_kept_when_asked_for() {
    let desk = Desk::new();
    for (source, extension, wrapped) in wrappings(&games(20)) {
        let name = format!("games.{extension}");
        desk.write(&name, &wrapped);
        desk.run(&["compress", "-f", "--rm", "--no-unwrap", &name], 0);
        desk.run(&["expand", "--rm", &format!("{name}.pgnz")], 0);
        assert_eq!(desk.read(&name), wrapped, "{source}");
        std::fs::remove_file(desk.path(&name)).unwrap();
    }
}

#[test]
fn an_extension_without_its_wrapping_means_nothing() {
    let desk = Desk::new();
    desk.write("games.pgn.zst", &games(3));
    desk.run(&["compress", "--rm", "games.pgn.zst"], 0);
    assert_eq!(desk.names(), ["games.pgn.zst.pgnz"]);
    desk.run(&["expand", "games.pgn.zst.pgnz"], 0);
    assert_eq!(desk.read("games.pgn.zst"), games(3));
}
