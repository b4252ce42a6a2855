//! `pgnz edit`, and games that are named by number for `pgnz filter`.

use crate::desk::{Desk, games, said};
use serde_json::Value;
use std::fs;

fn expanded(desk: &Desk, name: &str) -> String {
    String::from_utf8(desk.run(&["expand", "-c", name], 0).stdout).unwrap()
}

fn told(desk: &Desk, args: &[&str]) -> Value {
    let args = [args, &["--json"]].concat();
    serde_json::from_slice(&desk.run(&args, 0).stdout).unwrap()
}

/// A folder with an archive of 300 games in blocks of 50, and its text.
fn desk() -> (Desk, String) {
    let desk = Desk::new();
    let text = games(300);
    desk.write("all.pgn", &text);
    desk.run(&["compress", "-1", "--block-games", "50", "all.pgn"], 0);
    (desk, String::from_utf8(text).unwrap())
}

#[test]
fn only_the_tags_of_chosen_games_change_and_other_blocks_are_copied() {
    let (desk, text) = desk();
    let set = [
        "--set",
        "white=Carl \"C\" \\",
        "--where",
        "white = 'Player 7' and white_rating < 1600",
    ];
    let args = [&["edit", "all.pgnz", "-o", "new.pgnz"][..], &set].concat();
    let found = told(&desk, &args);
    let (mut expected, mut changed) = (String::new(), 0);
    for game in text.split_inclusive("\n\n[Event") {
        let rating = game
            .split("WhiteElo \"")
            .nth(1)
            .map(|rest| rest[..4].parse::<u32>().unwrap());
        let is_chosen =
            game.contains("[White \"Player 7\"]") && rating.is_some_and(|rating| rating < 1600);
        changed += u64::from(is_chosen);
        let new = r#"[White "Carl \"C\" \\"]"#;
        expected += &if is_chosen {
            game.replace("[White \"Player 7\"]", new)
        } else {
            game.to_owned()
        };
    }
    assert!(expanded(&desk, "new.pgnz") == expected && changed > 0);
    assert_eq!(found["changed"], changed);
    assert!(
        found["blocks_copied"].as_u64().unwrap() > 0 && found["blocks_coded"].as_u64().unwrap() > 0,
        "{found}"
    );
    // What is so already changes nothing, and all blocks are copied.
    let same = told(
        &desk,
        &[
            "edit",
            "new.pgnz",
            "--set",
            "Event=Club evening 3",
            "--games",
            "4",
            "-o",
            "same.pgnz",
        ],
    );
    assert_eq!(
        (&same["changed"], &same["blocks_coded"]),
        (&0.into(), &0.into())
    );
    // There and back.
    let args = [
        "edit",
        "all.pgnz",
        "--set",
        "Annotator=me",
        "--games",
        "1,100..120",
        "-o",
        "there.pgnz",
    ];
    assert_eq!(told(&desk, &args)["changed"], 22);
    assert_eq!(
        expanded(&desk, "there.pgnz")
            .matches("\"]\n[Annotator \"me\"]\n\n1.")
            .count(),
        22
    );
    desk.run(
        &[
            "edit",
            "there.pgnz",
            "--remove-tag",
            "annotator",
            "-o",
            "back.pgnz",
        ],
        0,
    );
    assert!(expanded(&desk, "back.pgnz") == text);
}

#[test]
fn games_are_replaced_and_deleted_in_place() {
    let (desk, text) = desk();
    let game = "[White \"New\"]\n\n1. c4 *";
    desk.write("new.pgn", format!("\u{feff}{game}\n\n\n").as_bytes());
    let found = told(
        &desk,
        &[
            "edit",
            "all.pgnz",
            "--replace",
            "2=new.pgn",
            "--delete",
            "1,3..5,299..",
            "--in-place",
        ],
    );
    assert_eq!(
        (&found["games_out"], &found["left_out"], &found["changed"]),
        (&294.into(), &6.into(), &1.into())
    );
    let start = text.find("[Event \"Club evening 5\"]").unwrap();
    let end = text.find("[Event \"Club evening 298\"]").unwrap();
    assert!(expanded(&desk, "all.pgnz") == format!("{game}\n\n{}", &text[start..end]));
    desk.run(&["test", "all.pgnz"], 0);
    // Where nothing changes, the file stays.
    let before = fs::metadata(desk.path("all.pgnz"))
        .unwrap()
        .modified()
        .unwrap();
    desk.run(
        &[
            "edit",
            "all.pgnz",
            "--remove-tag",
            "Annotator",
            "--in-place",
        ],
        0,
    );
    assert_eq!(
        fs::metadata(desk.path("all.pgnz"))
            .unwrap()
            .modified()
            .unwrap(),
        before
    );
}

#[test]
fn names_of_files_and_their_borders_stay() {
    let desk = Desk::new();
    let (a, b) = (b"[White \"a\"]\n\n1. e4 *".to_vec(), games(60));
    desk.write("a.pgn", &a);
    desk.write("b.pgn", &b);
    desk.run(&["compress", "-1", "a.pgn", "b.pgn", "-o", "two.pgnz"], 0);
    desk.run(
        &[
            "edit", "two.pgnz", "--set", "White=x", "--games", "1,2", "--delete", "61", "-o",
            "new.pgnz",
        ],
        0,
    );
    desk.run(&["expand", "new.pgnz", "--output-dir", "out"], 0);
    let b = String::from_utf8(b)
        .unwrap()
        .replacen("[White \"Player 0\"]", "[White \"x\"]", 1);
    let end = b.find("[Event \"Club evening 59\"]").unwrap();
    assert!(desk.read("out/a.pgn") == b"[White \"x\"]\n\n1. e4 *");
    assert!(desk.read("out/b.pgn") == b.as_bytes()[..end]);
}

#[test]
fn names_get_the_spelling_of_a_table() {
    let (desk, text) = desk();
    desk.write(
        "names.ssp",
        b"@PLAYER\nPlayer Seven, P #gm\n=player 7\n@EVENT\n%Prefix \"Club evening\" \"Evening\"\n",
    );
    let found = told(
        &desk,
        &["edit", "all.pgnz", "--names", "names.ssp", "-o", "new.pgnz"],
    );
    let players = text.matches(" \"Player 7\"]").count();
    assert_eq!(
        (
            &found["respelled"]["players"],
            &found["respelled"]["events"]
        ),
        (&players.into(), &300.into())
    );
    let expected = text
        .replace(" \"Player 7\"]", " \"Player Seven, P\"]")
        .replace("\"Club evening", "\"Evening");
    assert!(expanded(&desk, "new.pgnz") == expected);
    let output = desk.run(
        &[
            "edit",
            "all.pgnz",
            "--names",
            "names.ssp",
            "-o",
            "new.pgnz",
            "-f",
            "-v",
        ],
        0,
    );
    assert!(
        said(&output).contains(&format!("{players} players, 300 events")),
        "{}",
        said(&output)
    );
}

#[test]
fn what_cannot_be_changed_is_told_and_nothing_is_written() {
    let (desk, text) = desk();
    desk.write("two.pgn", b"1. e4 *\n\n1. d4 *\n");
    desk.write("bad.ssp", b"Carlsen, Magnus\n");
    let utf16: Vec<u8> = "\u{feff}[White \"a\"]\n\n1. e4 *\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    desk.write("utf16.pgn", &utf16);
    desk.run(&["compress", "-1", "utf16.pgn"], 0);
    for (args, what) in [
        (
            &["all.pgnz", "--set", "White", "-o", "x.pgnz"][..],
            "TAG=VALUE",
        ),
        (
            &["all.pgnz", "--set", "player=x", "-o", "x.pgnz"],
            "is not a tag",
        ),
        (
            &["all.pgnz", "--set", "White=a\nb", "-o", "x.pgnz"],
            "cannot have",
        ),
        (
            &["all.pgnz", "--replace", "301=two.pgn", "-o", "x.pgnz"],
            "2 games instead of one",
        ),
        (
            &["all.pgnz", "--replace", "301=all.pgn", "-o", "x.pgnz"],
            "games instead of one",
        ),
        (
            &["all.pgnz", "--delete", "301", "-o", "x.pgnz"],
            "there is no game 301",
        ),
        (
            &["all.pgnz", "--names", "bad.ssp", "-o", "x.pgnz"],
            "line 1",
        ),
        (
            &["all.pgnz", "--set", "White=x", "-o", "all.pgnz", "-f"],
            "both read and written",
        ),
        (&["all.pgnz", "-o", "x.pgnz"], "--set"),
        (&["utf16.pgnz", "--set", "White=x", "--in-place"], "UTF-16"),
        (
            &["all.pgnz", "--set", "White=x", "--not", "-o", "x.pgnz"],
            "no condition",
        ),
    ] {
        let output = desk.run(&[&["edit"], args].concat(), 1);
        assert!(said(&output).contains(what), "{args:?}: {}", said(&output));
    }
    assert!(!desk.names().iter().any(|name| name.starts_with('x')));
    assert!(expanded(&desk, "all.pgnz") == text);
}

#[test]
fn real_games_keep_every_byte_that_is_not_asked_for() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/corpora/test/twic-1428.pgn"
    );
    let Ok(text) = fs::read(path) else {
        eprintln!("skipped: no corpora next to the project");
        return;
    };
    // Names are in Latin-1 or UTF-8; line by line is enough to compare.
    let text = &text[..600_000];
    let desk = Desk::new();
    desk.write("twic.pgn", text);
    desk.run(&["compress", "-1", "--block-games", "200", "twic.pgn"], 0);
    let set = [
        "--set",
        "White=Carlsen, Magnus",
        "--where",
        "white = 'Carlsen,M'",
    ];
    let found = told(
        &desk,
        &[&["edit", "twic.pgnz", "-o", "new.pgnz"][..], &set].concat(),
    );
    let new = desk.run(&["expand", "-c", "new.pgnz"], 0).stdout;
    let lines = |text: &[u8]| {
        text.split(|byte| *byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect::<Vec<_>>()
    };
    let (old, new) = (lines(text), lines(&new));
    assert_eq!(old.len(), new.len());
    let differing: Vec<_> = old
        .iter()
        .zip(&new)
        .filter(|(old, new)| old != new)
        .collect();
    assert_eq!(found["changed"], differing.len());
    assert!(!differing.is_empty());
    for (old, new) in differing {
        assert!(
            old.starts_with(b"[White \"Carlsen,M\"]")
                && new.starts_with(b"[White \"Carlsen, Magnus\"]")
        );
    }
}

#[test]
fn a_filter_and_its_opposite_have_all_games_together() {
    let (desk, _) = desk();
    desk.run(&["index", "all.pgnz"], 0);
    for condition in [
        &["--rating", "2000.."][..],
        &["--player", "Player 7"],
        &["--where", "white_rating > 2000 and moves = '1. d4'"],
    ] {
        for index in [&[][..], &["--no-index"]] {
            let made = |more: &[&str]| {
                let args = ["filter", "all.pgnz", "-f", "-o", "some.pgnz"];
                told(&desk, &[&args[..], condition, index, more].concat())["games_out"]
                    .as_u64()
                    .unwrap()
            };
            let (some, others) = (made(&[]), made(&["--not"]));
            assert_eq!(some + others, 300, "{condition:?}");
            assert!(others > 0);
        }
    }
    desk.write("numbers.txt", b"7\n3\n7\n");
    desk.run(
        &[
            "filter",
            "all.pgnz",
            "--numbers",
            "numbers.txt",
            "-o",
            "two.pgnz",
        ],
        0,
    );
    let two = expanded(&desk, "two.pgnz");
    assert!(
        two.starts_with("[Event \"Club evening 2\"]") && two.contains("[Event \"Club evening 6\"]")
    );
    assert_eq!(two.matches("[Event").count(), 2);
    let args = [
        "filter", "all.pgnz", "--games", "1..50", "--white", "Player 7", "-o", "few.pgnz",
    ];
    assert_eq!(told(&desk, &args)["games_out"], 3);
    let output = desk.run(
        &[
            "filter", "all.pgnz", "two.pgnz", "--games", "1", "-o", "x.pgnz",
        ],
        1,
    );
    assert!(said(&output).contains("one archive only"));
}
