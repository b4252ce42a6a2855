//! Every command returns what is undamaged in a damaged archive, reports the rest in the same words, and ends with the right exit status.

use crate::desk::{Desk, games, said};
use archive::{ExpandOptions, Reader};
use std::io::Cursor;

/// An archive of 300 games in six blocks, its text, and first byte and end of each block.
fn archive(desk: &Desk) -> (Vec<u8>, Vec<u8>, Vec<(usize, usize)>) {
    let text = games(300);
    desk.write("games.pgn", &text);
    let args = ["compress", "-1", "-c", "--block-games", "50", "games.pgn"];
    let archive = desk.run(&args, 0).stdout;
    std::fs::remove_file(desk.path("games.pgn")).unwrap();
    let reader = Reader::open(Cursor::new(&archive), &ExpandOptions::new()).unwrap();
    let blocks = reader.blocks().iter().map(|block| {
        let start = block.offset() as usize;
        (start, start + block.archive_bytes() as usize)
    });
    let blocks: Vec<_> = blocks.collect();
    assert_eq!(blocks.len(), 6);
    (archive, text, blocks)
}

/// The texts of games from 0, the last excluded.
fn part(text: &[u8], range: std::ops::Range<usize>) -> Vec<u8> {
    let games = pgn::games(text).skip(range.start).take(range.len());
    games.flatten().copied().collect()
}

/// That what was said has all these parts.
#[track_caller]
fn assert_says(output: &std::process::Output, parts: &[&str]) {
    let said = said(output);
    for part in parts {
        assert!(said.contains(part), "no {part:?} in:\n{said}");
    }
}

#[test]
fn a_damaged_block_costs_its_games_and_no_others() {
    let desk = Desk::new();
    let (mut archive, text, blocks) = archive(&desk);
    archive[blocks[2].1 - 5] ^= 0x10;
    desk.write("games.pgnz", &archive);
    let sound = [part(&text, 0..100), part(&text, 150..300)].concat();
    let line = "missing: games 101 to 150, ";

    let output = desk.run(&["expand", "games.pgnz"], 1);
    assert_says(
        &output,
        &[
            "block 3, ",
            "games 101 to 150",
            "--keep-going",
            "pgnz repair",
        ],
    );
    assert_eq!(desk.names(), ["games.pgnz"]);

    let output = desk.run(&["expand", "-c", "--keep-going", "games.pgnz"], 2);
    assert!(output.stdout == sound);
    assert_says(
        &output,
        &[
            "pgnz: games.pgnz: block 3, ",
            line,
            "250 games are undamaged, 50 are missing",
        ],
    );

    let output = desk.run(&["test", "games.pgnz"], 1);
    assert_says(&output, &["pgnz: games.pgnz: block 3, ", line]);

    // The file is kept, and so is the archive.
    desk.run(&["expand", "--rm", "--keep-going", "games.pgnz"], 2);
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]);
    assert!(desk.read("games.pgn") == sound);

    desk.run(&["list", "games.pgnz"], 0);
    let output = desk.run(&["cat", "games.pgnz", "--games", "90..160"], 1);
    assert!(output.stdout == [part(&text, 89..100), part(&text, 150..160)].concat());
    let asked = "missing: games 101 to 150";
    assert_says(&output, &["pgnz: games.pgnz: block 3, ", asked]);
    let output = desk.run(&["cat", "games.pgnz", "--games", "110..120"], 1);
    assert_says(&output, &["missing: games 110 to 120"]);
    let output = desk.run(&["cat", "games.pgnz", "--games", "1..100"], 0);
    assert!(output.stdout == part(&text, 0..100) && output.stderr.is_empty());
}

#[test]
fn a_cut_archive_gives_its_complete_blocks_and_all_commands_say_the_same() {
    let desk = Desk::new();
    let (archive, text, blocks) = archive(&desk);
    desk.write("games.pgnz", &archive[..blocks[4].0 + 40]);
    let words = "the archive is cut short after game 200";
    let output = desk.run(&["expand", "games.pgnz"], 1);
    assert_says(&output, &["block 5, ", words]);
    let output = desk.run(&["expand", "-c", "--keep-going", "games.pgnz"], 2);
    assert!(output.stdout == part(&text, 0..200));
    assert_says(&output, &["block 5, ", words]);
    assert_says(&desk.run(&["test", "games.pgnz"], 1), &["block 5, ", words]);
    let output = desk.run(&["list", "--json", "games.pgnz"], 2);
    assert_says(&output, &["block 5, ", words]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"games\":200"));
    let output = desk.run(&["cat", "games.pgnz", "--games", "7..51"], 2);
    assert!(output.stdout == part(&text, 6..51));
    assert_says(&output, &["block 5, ", words]);
    let output = desk.run(&["cat", "games.pgnz", "--game", "201"], 1);
    assert!(output.stdout.is_empty());
    // From a pipe as well.
    let output = desk.pipe(&["expand", "--keep-going"], &desk.read("games.pgnz"));
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout == part(&text, 0..200));
}

#[test]
fn a_damaged_index_header_or_end_costs_no_game() {
    let desk = Desk::new();
    let (archive, text, blocks) = archive(&desk);
    let length = archive.len();
    let end = blocks[5].1;
    let marker = |bytes: &[u8]| archive[end..].windows(4).position(|four| four == bytes);
    let index = marker(b"\xC1IDX").unwrap();
    for (at, what) in [
        (3, "header"),
        (15, "header"),
        (end + index + 9, "index"),
        (length - 10, "footer"),
    ] {
        let mut damaged = archive.clone();
        damaged[at] ^= 1;
        desk.write("games.pgnz", &damaged);
        assert_says(&desk.run(&["expand", "games.pgnz"], 1), &[what]);
        for args in [
            &["expand", "-c", "--keep-going", "games.pgnz"][..],
            &["cat", "games.pgnz", "--games", ".."],
        ] {
            let output = desk.run(args, 2);
            assert!(output.stdout == text, "{what}");
            assert_says(&output, &[what]);
        }
        assert_says(&desk.run(&["test", "games.pgnz"], 1), &[what]);
        assert_says(&desk.run(&["list", "games.pgnz"], 2), &[what]);
        desk.run(&["repair", "games.pgnz", "-o", "whole.pgnz"], 0);
        assert!(desk.read("whole.pgnz") == archive, "{what}");
        std::fs::remove_file(desk.path("whole.pgnz")).unwrap();
    }
}

#[test]
fn a_damaged_record_of_the_source_costs_no_game() {
    let desk = Desk::new();
    let (archive, text, blocks) = archive(&desk);
    let end = blocks[5].1;
    for at in [end + 9, end + 30] {
        let mut damaged = archive.clone();
        damaged[at] ^= 1;
        desk.write("games.pgnz", &damaged);
        for args in [&["expand", "games.pgnz"][..], &["test", "games.pgnz"]] {
            assert_says(&desk.run(args, 1), &["chunk"]);
        }
        let output = desk.run(&["expand", "-c", "--keep-going", "games.pgnz"], 2);
        assert!(output.stdout == text);
        // What needs no record reads none.
        let output = desk.run(&["cat", "games.pgnz", "--games", ".."], 0);
        assert!(output.stdout == text);
        assert_says(&desk.run(&["list", "games.pgnz"], 2), &["chunk"]);
        desk.run(&["repair", "games.pgnz", "-o", "whole.pgnz"], 2);
        desk.run(&["test", "whole.pgnz"], 0);
        let output = desk.run(&["expand", "-c", "whole.pgnz"], 0);
        assert!(output.stdout == text);
        std::fs::remove_file(desk.path("whole.pgnz")).unwrap();
    }
}

#[test]
fn trailing_garbage_is_reported_by_all_in_the_same_words() {
    let desk = Desk::new();
    let (archive, text, _) = archive(&desk);
    let garbage = b"some bytes that are no archive, as left by a bad copy";
    desk.write("games.pgnz", &[&archive[..], garbage].concat());
    let words = format!(
        "byte {}: the archive is complete, but bytes follow",
        archive.len()
    );
    for command in ["expand", "test"] {
        assert_says(&desk.run(&[command, "games.pgnz"], 1), &[&words]);
    }
    for args in [
        &["expand", "-c", "--keep-going", "games.pgnz"][..],
        &["list", "games.pgnz"],
        &["cat", "games.pgnz", "--games", ".."],
    ] {
        let output = desk.run(args, 2);
        assert_says(&output, &[&words]);
        assert!(args[0] == "list" || output.stdout == text);
    }
}

#[test]
fn an_interrupted_append_leaves_the_archive_before_it_readable() {
    let desk = Desk::new();
    let (archive, text, blocks) = archive(&desk);
    for (cut, more) in [(10, 0), (blocks[0].1 + 30, 50), (blocks[0].0 + 30, 0)] {
        desk.write("all.pgnz", &[&archive[..], &archive[..cut]].concat());
        let words = format!("the archive is cut short after game {}", 300 + more);
        let expected = [text.clone(), part(&text, 0..more)].concat();
        let output = desk.run(&["expand", "-f", "all.pgnz"], 2);
        assert_says(&output, &[&words, "adding to one is interrupted"]);
        assert!(desk.read("all.pgn") == expected);
        for args in [
            &["test", "all.pgnz"][..],
            &["list", "all.pgnz"],
            &["cat", "all.pgnz", "--games", "1..300"],
        ] {
            assert_says(&desk.run(args, 2), &[&words]);
        }
        let output = desk.run(&["cat", "all.pgnz", "--game", "300"], 2);
        assert!(output.stdout == part(&text, 299..300));
        // A damaged source stays.
        desk.run(&["expand", "-f", "--rm", "all.pgnz"], 2);
        assert_eq!(desk.names(), ["all.pgn", "all.pgnz"]);
    }
}

#[test]
fn repair_takes_each_block_from_the_copy_in_which_it_is_undamaged() {
    let desk = Desk::new();
    let (archive, text, blocks) = archive(&desk);
    let (mut one, mut two) = (archive.clone(), archive.clone());
    one[blocks[1].0 + 60] ^= 4;
    one[blocks[3].0 + 2] ^= 4;
    one.truncate(blocks[5].0 + 9);
    two[5] ^= 1;
    two[blocks[2].1 - 3] ^= 4;
    desk.write("one.pgnz", &one);
    desk.write("two.pgnz", &two);
    let output = desk.run(
        &["repair", "-v", "one.pgnz", "two.pgnz", "-o", "whole.pgnz"],
        0,
    );
    assert!(desk.read("whole.pgnz") == archive, "{}", said(&output));
    assert_says(
        &output,
        &["300 games; blocks: 6 (3 from one.pgnz, 3 from two.pgnz)"],
    );
    // The output is not overwritten, and it is never one of the inputs.
    desk.run(&["repair", "one.pgnz", "-o", "whole.pgnz"], 1);
    desk.run(
        &["repair", "-f", "one.pgnz", "two.pgnz", "-o", "two.pgnz"],
        1,
    );
    assert!(desk.read("whole.pgnz") == archive && desk.read("two.pgnz") == two);

    let output = desk.run(&["repair", "-v", "-f", "one.pgnz", "-o", "whole.pgnz"], 2);
    assert_says(
        &output,
        &["150 games; blocks: 3", "missing: games 51 to 100"],
    );
    desk.run(&["test", "whole.pgnz"], 0);
    let sound = [
        part(&text, 0..50),
        part(&text, 100..150),
        part(&text, 200..250),
    ]
    .concat();
    assert!(desk.run(&["expand", "-c", "whole.pgnz"], 0).stdout == sound);
    // Nothing can be made of a file that is not an archive, and nothing is left behind.
    desk.write("junk", b"1. e4 e5 *");
    desk.run(&["repair", "junk", "-o", "made.pgnz"], 1);
    let whole = desk.read("whole.pgnz");
    desk.write("cut.pgnz", &whole[..80]);
    let said = said(&desk.run(&["repair", "cut.pgnz", "-o", "made.pgnz"], 1));
    assert!(
        said.contains("no block is undamaged") && !said.contains("or pgnz repair"),
        "{said}"
    );
    desk.run(&["repair", "missing.pgnz", "-o", "made.pgnz"], 1);
    assert_eq!(
        desk.names(),
        ["cut.pgnz", "junk", "one.pgnz", "two.pgnz", "whole.pgnz"]
    );
}
