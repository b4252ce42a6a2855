//! What people put in: zips, UTF-16, downloads that were cut short, files without chess, and habits from other programs.

use crate::desk::{Desk, bzip2, games, lz4, said, xz, zip};
use std::io::Write;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn utf16(text: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(text).unwrap();
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn listed(desk: &Desk, archive: &str) -> serde_json::Value {
    let output = desk.run(&["list", "--json", archive], 0);
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn members_of_a_zip_that_are_not_pgn_are_named_and_the_zip_stays() {
    let desk = Desk::new();
    let text = games(20);
    let members = [
        ("readme.txt", &b"hello"[..]),
        ("a.pgn", &text),
        ("\u{1B}[2J.cbv", &[0; 99]),
    ];
    desk.write("twic.zip", &zip(&members));
    let output = desk.run(&["compress", "--rm", "twic.zip"], 2);
    let said = said(&output);
    assert!(
        said.contains("readme.txt, \\u{1b}[2J.cbv") && said.contains("kept"),
        "{said}"
    );
    assert_eq!(desk.names(), ["twic.pgnz", "twic.zip"]);
    assert_eq!(desk.run(&["expand", "-c", "twic.pgnz"], 0).stdout, text);
    // A zip of something else is not taken for games, and no archive is made of it.
    desk.write("book.docx", &zip(&[("document.xml", b"<xml/>")]));
    let said = crate::desk::said(&desk.run(&["compress", "book.docx"], 1));
    assert!(said.contains("--no-unwrap"), "{said}");
    assert_eq!(desk.names(), ["book.docx", "twic.pgnz", "twic.zip"]);
}

#[test]
fn games_are_shown_from_a_zip_and_from_utf16() {
    let desk = Desk::new();
    let text = games(4);
    desk.write("games.pgn", &text);
    desk.write("games.zip", &zip(&[("games.pgn", &text)]));
    desk.write("wide.pgn", &utf16(&text));
    desk.run(&["compress", "-1", "wide.pgn"], 0);
    let wanted = desk
        .run(&["show", "-1", "--game", "4", "games.pgn"], 0)
        .stdout;
    for name in ["games.zip", "wide.pgn", "wide.pgnz"] {
        let found = desk.run(&["show", "-1", "--game", "4", name], 0).stdout;
        assert_eq!(
            String::from_utf8_lossy(&found),
            String::from_utf8_lossy(&wanted),
            "{name}"
        );
    }
}

#[test]
fn utf16_takes_what_utf8_takes_and_comes_back() {
    let desk = Desk::new();
    let text = games(300);
    desk.write("narrow.pgn", &text);
    desk.write("wide.pgn", &utf16(&text));
    desk.run(&["compress", "-1", "narrow.pgn", "wide.pgn"], 0);
    let size = |name: &str| desk.read(name).len();
    // From 64 KiB of text on, streams have longer checksums.
    assert!(size("wide.pgnz") < size("narrow.pgnz") + 60);
    assert_eq!(listed(&desk, "wide.pgnz")["games"], 300);
    assert_eq!(
        desk.run(&["expand", "-c", "wide.pgnz"], 0).stdout,
        utf16(&text)
    );
    let second = pgn::games(&text).nth(1).unwrap().to_vec();
    assert_eq!(
        desk.run(&["cat", "wide.pgnz", "--game", "2"], 0).stdout,
        utf16(&second)
    );
}

#[test]
fn the_complete_games_of_a_cut_download_are_compressed_with_partial() {
    let text = games(2000);
    let wrapped = [
        ("a.pgn.gz", gzip(&text)),
        ("a.pgn.zst", zstd::encode_all(&text[..], 1).unwrap()),
        ("a.pgn.bz2", bzip2(&text)),
        ("a.pgn.xz", xz(&text)),
        ("a.pgn.lz4", lz4(&text)),
        ("a.zip", zip(&[("a.pgn", &text)])),
    ];
    for (name, wrapped) in wrapped {
        let desk = Desk::new();
        desk.write(name, &wrapped[..wrapped.len() / 2]);
        let output = desk.run(&["compress", "-1", name], 1);
        assert!(said(&output).contains("--partial"), "{}", said(&output));
        let output = desk.run(&["compress", "-1", "--partial", "--rm", name], 2);
        let said = said(&output);
        assert!(
            said.contains("complete games") && said.contains("left out"),
            "{said}"
        );
        assert_eq!(desk.names().len(), 2, "{name}");
        let back = desk.run(&["expand", "-c", "a.pgnz"], 0).stdout;
        assert!(
            text.starts_with(&back) && text[back.len()..].starts_with(b"[Event "),
            "{name}"
        );
        let games = listed(&desk, "a.pgnz")["games"].as_u64().unwrap() as usize;
        assert_eq!(pgn::games(&back).count(), games);
        assert!(games > 100, "{name}: {games}");
        // Of a file that is whole nothing is different.
        desk.write(name, &wrapped);
        desk.run(&["compress", "-1", "-f", "--partial", "--rm", name], 0);
        assert_eq!(desk.names(), ["a.pgnz"]);
        assert_eq!(desk.run(&["expand", "-c", "a.pgnz"], 0).stdout, text);
    }
}

#[test]
fn a_cut_before_the_end_of_the_first_game_is_an_error() {
    let desk = Desk::new();
    desk.write("a.pgn.gz", &gzip(&games(1))[..40]);
    let said = said(&desk.run(&["compress", "--partial", "a.pgn.gz"], 1));
    assert!(said.contains("no complete game"), "{said}");
    assert_eq!(desk.names(), ["a.pgn.gz"]);
}

#[test]
fn a_file_without_chess_is_compressed_with_a_warning() {
    let desk = Desk::new();
    let noise: Vec<u8> = (0..70_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let html = b"<!DOCTYPE html><html><h1>404 Not Found</h1></html>\n".repeat(40);
    for bytes in [&html[..], b"{\"id\": 7, \"rated\": true}\n", &noise] {
        desk.write("page.pgn", bytes);
        let said = said(&desk.run(&["compress", "-1", "-f", "page.pgn"], 2));
        assert!(said.contains("no chess"), "{said}");
        assert_eq!(desk.run(&["expand", "-c", "page.pgnz"], 0).stdout, bytes);
    }
    for bytes in [&b""[..], b"\n\n", b"[White \"?\"]\n", b"1. e4 *", b"e4"] {
        desk.write("game.pgn", bytes);
        desk.run(&["compress", "-1", "-f", "game.pgn"], 0);
    }
}

#[cfg(unix)]
#[test]
fn standard_input_has_several_names() {
    let desk = Desk::new();
    let text = games(3);
    let wanted = desk.pipe(&["compress", "-1", "-"], &text).stdout;
    for name in ["/dev/stdin", "/dev/fd/0"] {
        let output = desk.pipe(&["compress", "-1", name], &text);
        assert!(output.status.success(), "{}", said(&output));
        assert_eq!(output.stdout, wanted, "{name}");
        assert_eq!(desk.pipe(&["expand", name], &wanted).stdout, text);
    }
    assert!(!std::path::Path::new("/dev/stdin.pgnz").exists());
}

#[test]
fn commands_have_the_names_that_hands_know() {
    let desk = Desk::new();
    let text = games(3);
    desk.write("games.pgn", &text);
    desk.run(&["c", "-1", "-vv", "games.pgn"], 0);
    for expand in ["-d", "x", "decompress", "--decompress", "expand"] {
        assert_eq!(
            desk.run(&[expand, "-c", "games.pgnz"], 0).stdout,
            text,
            "{expand}"
        );
    }
    assert_eq!(desk.run(&["-dc", "games.pgnz"], 0).stdout, text);
    for test in ["-t", "--test"] {
        desk.run(&[test, "games.pgnz"], 0);
    }
    let table = desk.run(&["list", "games.pgnz"], 0).stdout;
    for list in ["-l", "info", "--list"] {
        assert_eq!(desk.run(&[list, "games.pgnz"], 0).stdout, table, "{list}");
    }
    for (args, wanted) in [
        (&["compress", "-19", "games.pgn"][..], "-5 (default)"),
        (&["-9", "games.pgn"], "pgnz compress -9 FILE"),
        (&["games.pgn"], "pgnz compress games.pgn"),
        (&["games.pgnz"], "pgnz expand games.pgnz"),
    ] {
        let said = said(&desk.run(args, 1));
        assert!(said.contains(wanted), "{said}");
    }
    let said = said(&desk.run(&["compress", "-o", "all.pgnz", "games.pgnz"], 2));
    assert!(said.contains("cat a.pgnz b.pgnz > c.pgnz"), "{said}");
}
