//! Damaged archives and odd files, in every command that makes archives of archives.

use crate::desk::{Desk, games, said};
use crate::odd_files::odd_files;
use std::collections::BTreeMap;
use std::fs;

use super::archive;

#[test]
fn what_is_damaged_is_refused_and_nothing_is_written() {
    let desk = Desk::new();
    archive(&desk, "all", &games(200));
    let whole = desk.read("all.pgnz");
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    desk.write("flipped.pgnz", &flipped);
    desk.write("cut.pgnz", &whole[..middle]);
    desk.write("text.pgnz", b"neither an archive nor games");
    let before = desk.names();
    for bad in ["flipped.pgnz", "cut.pgnz", "text.pgnz", "none.pgnz"] {
        for args in [
            &["merge", "all.pgnz", bad, "-o", "out.pgnz"][..],
            &["dedupe", bad, "-o", "out.pgnz"],
            &["sort", bad, "--by", "-white", "-o", "out.pgnz"],
            &["sample", bad, "150", "-o", "out.pgnz"],
            &["split", bad, "--by", "games=500", "-o", "."],
        ] {
            let output = desk.run(args, 1);
            assert!(!said(&output).is_empty());
            assert_eq!(desk.names(), before, "{args:?}");
        }
    }
    // An output is never one of the inputs, nor is it overwritten unasked.
    for output in ["all.pgnz", "cut.pgnz"] {
        desk.run(&["merge", "all.pgnz", "-o", output], 1);
    }
    desk.run(&["merge", "all.pgnz", "all.pgnz", "-o", "out.pgnz"], 1);
    assert!(desk.read("all.pgnz") == whole);
}

#[test]
fn odd_files_come_through_every_command() {
    let desk = Desk::new();
    for path in odd_files(40) {
        let args =
            ["compress", "-q", "-1", "-f", "--no-unwrap", "-o", "a.pgnz"].map(std::ffi::OsStr::new);
        let done = desk
            .command(&[&args[..], &[path.as_os_str()]].concat())
            .output()
            .unwrap();
        assert_ne!(done.status.code(), Some(1), "{path:?}");
        let texts = |name: &str| {
            let mut counts = BTreeMap::new();
            let mut reader = archive::Reader::open(
                fs::File::open(desk.path(name)).unwrap(),
                &archive::ExpandOptions::new(),
            )
            .unwrap();
            let all = 0..reader.len();
            reader
                .games_text(all, &mut |game| {
                    *counts.entry(game.trim_ascii().to_vec()).or_insert(0) += 1;
                    Ok(())
                })
                .unwrap();
            counts
        };
        let before = texts("a.pgnz");
        for args in [
            &["merge", "a.pgnz"][..],
            &["sort", "a.pgnz", "--by", "-white,plies"],
            &["dedupe", "a.pgnz", "--by", "id"],
            &["split", "a.pgnz", "--by", "size=100G"],
        ] {
            let (out, name) = match args[0] {
                "split" => (".", "part-001.pgnz"),
                _ => ("out.pgnz", "out.pgnz"),
            };
            desk.run(&[args, &["-q", "-f", "-o", out]].concat(), 0);
            let after = if desk.path(name).exists() {
                texts(name)
            } else {
                BTreeMap::new()
            };
            let is_dedupe = args[0] == "dedupe";
            assert!(
                after == before || is_dedupe && after.len() == before.len(),
                "{path:?} {args:?}"
            );
        }
    }
}
