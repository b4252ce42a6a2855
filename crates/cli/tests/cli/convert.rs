//! `pgnz convert`, with scripts in the place of the old program.

use crate::desk::{Desk, games, said};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// The beginning of an archive of version 0.5 is all that this program looks at.
const OLD: &[u8] = b"\x89PGNZ\r\n\x1a\x00\x05\x01\x00\x08what only the old program can read";

/// A desk with an old archive, the text that it stands for, and a program of this name that runs these lines of shell.
fn desk(lines: &str) -> (Desk, Vec<u8>) {
    let desk = Desk::new();
    let text = games(40);
    desk.write("games.pgnz", OLD);
    desk.write("text", &text);
    let program = desk.write("old", format!("#!/bin/sh\n{lines}\n").as_bytes());
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    (desk, text)
}

const CONVERT: [&str; 4] = ["convert", "games.pgnz", "--with", "./old"];

#[test]
fn the_text_of_the_old_program_becomes_an_archive() {
    let (desk, text) = desk("[ \"$*\" = \"expand -c ./games.pgnz\" ] && cat text");
    desk.run(&CONVERT, 0);
    assert_eq!(
        desk.names(),
        ["games-1.0.pgnz", "games.pgnz", "old", "text"]
    );
    assert_eq!(desk.read("games.pgnz"), OLD);
    desk.run(&["test", "games-1.0.pgnz"], 0);
    let listed = desk.run(&["list", "games-1.0.pgnz"], 0);
    let listed = String::from_utf8(listed.stdout).unwrap();
    for part in [
        "1.0",
        "games.pgn",
        "from: games.pgnz",
        "from-format: 0.5",
        "with: old",
    ] {
        assert!(listed.contains(part), "no {part} in {listed}");
    }
    // The text's file has the name that it had.
    desk.run(&["expand", "games-1.0.pgnz"], 0);
    assert_eq!(desk.read("games.pgn"), text);
    let again = desk.run(&CONVERT, 1);
    assert!(said(&again).contains("already exists"));
    desk.run(&["convert", "-1", "-f", "games.pgnz", "--with", "./old"], 0);
    desk.run(
        &[
            "convert",
            "-1",
            "games.pgnz",
            "--with",
            "./old",
            "-o",
            "new.pgnz",
        ],
        0,
    );
    assert_eq!(desk.read("new.pgnz"), desk.read("games-1.0.pgnz"));
}

#[test]
fn a_program_that_fails_leaves_nothing_behind() {
    for (lines, what) in [
        ("exit 3", "exit status: 3"),
        ("head -c 2000 text; exit 1", "could not expand the archive"),
        (
            "head -c 2000 text; kill -9 $$",
            "could not expand the archive",
        ),
    ] {
        let (desk, _) = desk(lines);
        let output = desk.run(&CONVERT, 1);
        assert!(said(&output).contains(what), "{lines}: {}", said(&output));
        assert_eq!(desk.names(), ["games.pgnz", "old", "text"], "{lines}");
        assert_eq!(desk.read("games.pgnz"), OLD);
    }
}

#[test]
fn what_cannot_be_converted_is_told_with_what_to_do() {
    let (desk, text) = desk("cat text");
    let says = |args: &[&str], parts: &[&str]| {
        let output = desk.run(args, 1);
        for part in parts {
            assert!(
                said(&output).contains(part),
                "no {part} in {}",
                said(&output)
            );
        }
    };
    let missing = ["convert", "games.pgnz", "--with", "./none"];
    says(&missing, &["./none", "0.3.0", "cargo install", "--with"]);
    for command in ["list", "expand", "test", "cat"] {
        says(&[command, "games.pgnz"], &[]);
    }
    // A header that is sound names its version.
    let mut sound = OLD[..13].to_vec();
    sound.extend([0; 8]);
    let mut sum = flate2::Crc::new();
    sum.update(&sound);
    sound.extend(sum.sum().to_le_bytes());
    desk.write("sound.pgnz", &[&sound[..], &[0; 60]].concat());
    for command in ["list", "expand", "test", "count"] {
        says(&[command, "sound.pgnz"], &["0.5", "pgnz convert"]);
    }
    desk.write("now.pgn", &text);
    desk.run(&["compress", "-1", "now.pgn"], 0);
    says(&["convert", "now.pgnz"], &["nothing is to be done", "1.0"]);
    says(&["convert", "now.pgn"], &["not a pgnz archive"]);
    desk.write("later.pgnz", b"\x89PGNZ\r\n\x1a\x02\x00\x01\x00\x08");
    says(&["convert", "later.pgnz"], &["2.0", "newer release"]);
    says(
        &[
            "convert",
            "games.pgnz",
            "--with",
            "./old",
            "-o",
            "games.pgnz",
            "-f",
        ],
        &["games.pgnz"],
    );
    assert_eq!(desk.read("games.pgnz"), OLD);
}

#[test]
fn an_edition_is_named_and_kept_to() {
    let (desk, text) = desk("cat text");
    desk.write("now.pgn", &text);
    desk.run(&["compress", "-1", "--edition", "1.0", "now.pgn"], 0);
    let listed = desk.run(&["list", "--json", "now.pgnz"], 0);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.contains("\"edition\":\"1.0\""), "{listed}");
    let other = desk.run(&["compress", "-f", "--edition", "2.0", "now.pgn"], 1);
    assert!(said(&other).contains("1.0"), "{}", said(&other));
}
