//! `pgnz blob`: a game as a few bytes, and all games of a file as lines.

use crate::desk::{Desk, games, said};

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5";

/// What the program prints, which must succeed.
#[track_caller]
fn printed(desk: &Desk, args: &[&str]) -> String {
    let text = String::from_utf8(desk.run(args, 0).stdout).unwrap();
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}

/// The arguments fail, print nothing and say all of these parts.
#[track_caller]
fn fails(desk: &Desk, args: &[&str], parts: &[&str]) {
    let output = desk.run(args, 1);
    assert!(output.stdout.is_empty(), "{args:?}");
    let said = said(&output);
    for part in parts {
        assert!(said.contains(part), "{args:?}: {part} in {said}");
    }
    // A blob is not an archive, and there is nothing before its damage to keep.
    assert!(!said.contains("archive is damaged"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn a_blob_comes_back_without_being_told_its_level() {
    let desk = Desk::new();
    for level in [&[][..], &["-1"], &["--level", "default"]] {
        for bare in [&[][..], &["--bare"]] {
            let encode = [&["blob", "encode", "--base64", MOVES][..], level, bare].concat();
            let text = printed(&desk, &encode);
            assert!(text.len() <= 8, "{text}");
            let told = [&["blob", "decode", "--base64", &text][..], level, bare].concat();
            assert_eq!(printed(&desk, &told), MOVES);
            let piped = [&["blob", "decode", "--base64"][..], level, bare].concat();
            assert_eq!(
                desk.pipe(&piped, text.as_bytes()).stdout,
                format!("{MOVES}\n").into_bytes()
            );
            if bare.is_empty() {
                let untold = ["blob", "decode", "--base64", &text];
                assert_eq!(printed(&desk, &untold), MOVES);
            }
        }
    }
}

#[test]
fn a_blob_keeps_its_start() {
    let desk = Desk::new();
    let start = ["--variant", "Atomic", "--chess960", "5", "1. e4"];
    let text = printed(
        &desk,
        &[&["blob", "encode", "--base64"][..], &start].concat(),
    );
    let back = printed(&desk, &["blob", "decode", "--base64", &text]);
    assert!(
        back.starts_with("[Variant \"Atomic\"]\n[FEN \"") && back.ends_with("\n\n1. e4"),
        "{back}"
    );
}

#[test]
fn a_blob_of_another_level_or_damaged_is_an_error_that_says_what_to_do() {
    let desk = Desk::new();
    let text = printed(&desk, &["blob", "encode", "-1", "--base64", MOVES]);
    let decode = ["blob", "decode", "--base64"];
    fails(
        &desk,
        &[&decode[..], &["-5", &text]].concat(),
        &["made with level fast", "-1", "without a level"],
    );
    let hello = [&decode[..], &["aGVsbG8gd29ybGQ="]].concat();
    fails(&desk, &hello, &["not a blob"]);
    let blob = desk.run(&["blob", "encode", MOVES], 0).stdout;
    for bit in 0..8 * blob.len() {
        let mut flipped = blob.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        desk.write("blob", &flipped);
        fails(&desk, &["blob", "decode", "blob"], &["blob"]);
    }
    for length in 0..blob.len() {
        desk.write("blob", &blob[..length]);
        fails(&desk, &["blob", "decode", "blob"], &["blob"]);
    }
    desk.write("own.net", &crate::desk::own_model(3));
    desk.write("other.net", &crate::desk::own_model(4));
    let own = printed(
        &desk,
        &["blob", "encode", "--base64", MOVES, "--model", "own.net"],
    );
    let back = [&decode[..], &[&own, "--model", "own.net"]].concat();
    assert_eq!(printed(&desk, &back), MOVES);
    let other = [&decode[..], &[&own, "--model", "other.net"]].concat();
    fails(&desk, &other, &["another model"]);
    fails(&desk, &[&decode[..], &[&own]].concat(), &["--model FILE"]);
}

#[test]
fn what_is_neither_a_game_nor_a_blob_is_refused_by_name() {
    let desk = Desk::new();
    desk.write("odd.pgn", b"1. e4 e5 2. Ke3 *\n");
    for (args, parts) in [
        (
            &["blob", "encode", "--base64", "1. e5"][..],
            &["ply 1", "e5"][..],
        ),
        (
            &["blob", "encode", "odd.pgn"],
            &["odd.pgn is a file", "--game N", "--lines"],
        ),
        (
            &["blob", "encode", "missing.pgn"],
            &["missing.pgn", "no such file"],
        ),
        (&["blob", "decode", "--base64", "!"], &["base64"]),
        (&["blob", "decode", "missing"], &["missing", "cannot read"]),
        (&["blob", "decode", "odd.pgn"], &["not a blob"]),
        (
            &["blob", "encode", "--lines", "missing.pgn"],
            &["missing.pgn"],
        ),
        (&["blob", "decode", "--lines", "missing"], &["missing"]),
        (
            &["blob", "encode", "--lines", "odd.pgn", "--game", "1"],
            &["--game"],
        ),
    ] {
        fails(&desk, args, parts);
    }
}

#[test]
fn what_a_blob_does_not_keep_is_named() {
    let desk = Desk::new();
    desk.write(
        "game.pgn",
        b"[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {good} (1. d4) 1... e5 {[%clk 0:01:00]} 1-0\n",
    );
    let args = ["blob", "encode", "--base64", "game.pgn", "--game", "1"];
    let told = said(&desk.run(&args, 0));
    assert_eq!(
        told,
        "not kept: result 1-0, 1 tag, 2 comments (1 with clock times), 1 variation\n"
    );
    assert!(said(&desk.run(&["blob", "encode", "--base64", MOVES], 0)).is_empty());
    assert!(said(&desk.run(&[&args[..], &["-q"]].concat(), 0)).is_empty());
}

#[test]
fn all_games_of_a_file_become_lines_and_games_again() {
    let desk = Desk::new();
    let text = games(300);
    desk.write("games.pgn", &text);
    desk.write("games.pgn.zst", &zstd::encode_all(&text[..], 1).unwrap());
    desk.run(&["compress", "--block-games", "70", "games.pgn"], 0);
    let encode = ["blob", "encode", "--lines"];
    let lines = desk.run(&[&encode[..], &["games.pgn"]].concat(), 0);
    assert!(said(&lines).contains("300 games encoded; not kept: 300 results"));
    let lines = lines.stdout;
    for file in ["games.pgn.zst", "games.pgnz"] {
        let same = desk.run(&[&encode[..], &[file]].concat(), 0).stdout;
        assert!(same == lines, "{file}");
    }
    assert!(desk.pipe(&encode, &text).stdout == lines);
    let rows: Vec<&str> = std::str::from_utf8(&lines).unwrap().lines().collect();
    assert_eq!(rows.len(), 300);
    let one = ["blob", "encode", "--base64", "games.pgn", "--game", "204"];
    assert_eq!(rows[203], printed(&desk, &one));
    desk.write("lines", &lines);
    let back = desk.run(&["blob", "decode", "--lines", "lines"], 0).stdout;
    desk.write("back.pgn", &back);
    let again = desk.run(&[&encode[..], &["back.pgn"]].concat(), 0).stdout;
    assert!(again == lines);
}

#[test]
fn a_game_that_cannot_be_encoded_keeps_its_line() {
    let desk = Desk::new();
    desk.write(
        "games.pgn",
        b"1. e4 *\n\n[White \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n[Variant \"Bughouse\"]\n\n1. e4 *\n\n[White \"D\"]\n\n1. d4 *\n",
    );
    let output = desk.run(&["blob", "encode", "--lines", "games.pgn"], 2);
    let lines = String::from_utf8(output.stdout.clone()).unwrap();
    let rows: Vec<&str> = lines.lines().collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[1..3], ["-", "-"]);
    let told = said(&output);
    for part in ["games.pgn: game 2", "Ke3", "games.pgn: game 3", "Bughouse"] {
        assert!(told.contains(part), "{told}");
    }
    // Passed over on the way back, too; and a line that is damaged is an error, after which the others follow.
    desk.write("lines", lines.as_bytes());
    let output = desk.run(&["blob", "decode", "--lines", "lines"], 2);
    let back = String::from_utf8(output.stdout).unwrap();
    let games: Vec<&str> = back.trim_end().split("\n\n").collect();
    assert_eq!(games.len(), 4, "{back}");
    assert_eq!([games[0], games[3]], ["1. e4 *", "1. d4 *"]);
    assert!(games[1].contains("line 2"), "{back}");
    desk.write("lines", lines.replacen('-', "aGVsbG8=", 1).as_bytes());
    let output = desk.run(&["blob", "decode", "--lines", "lines"], 1);
    assert!(
        said(&output).contains("lines: line 2: "),
        "{}",
        said(&output)
    );
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .ends_with("1. d4 *\n\n")
    );
}

#[test]
fn a_line_without_end_is_refused_soon() {
    let desk = Desk::new();
    desk.write("junk", &[b'A'; 1 << 20]);
    fails(
        &desk,
        &["blob", "decode", "--lines", "junk"],
        &["line 1", "longer than any blob"],
    );
}
