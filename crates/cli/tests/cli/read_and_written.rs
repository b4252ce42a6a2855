//! Files that a run reads by an option are not overwritten, and no file is lost if a name occurs twice.

use crate::desk::{Desk, games, own_model};
use std::fs;

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Date \"2024.01.01\"]\n";

fn archive(desk: &Desk, name: &str, text: &str) {
    desk.write(format!("{name}.pgn"), text.as_bytes());
    desk.run(&["compress", "-1", "-f", &format!("{name}.pgn")], 0);
}

#[test]
fn a_file_that_is_read_by_an_option_is_not_overwritten_even_by_force() {
    let desk = Desk::new();
    archive(&desk, "a", "[White \"A\"]\n\n1. e4 *\n");
    archive(&desk, "rep", "1. e4 *\n");
    desk.write("n.txt", b"1\n");
    desk.write("own.net", &own_model(1));
    let by_numbers = "export a.pgnz --to csv --columns number --numbers n.txt -o n.txt -f";
    for command in [
        "show a.pgnz --game 1 --svg a.pgnz -f",
        "export a.pgnz --to csv --matches rep.pgn -o rep.pgn -f",
        "stats a.pgnz --matches rep.pgn --html rep.pgn -f",
        "dedupe a.pgnz --matches rep.pgnz -o rep.pgnz -f",
        "sort a.pgnz --by date --matches rep.pgnz -o rep.pgnz -f",
        by_numbers,
        "compress a.pgn --model own.net -o own.net -f",
        "expand a.pgnz --model own.net -o own.net -f",
        "merge a.pgnz --model own.net -o own.net -f",
    ] {
        let names = ["a.pgnz", "rep.pgn", "rep.pgnz", "n.txt", "own.net"];
        let before = names.map(|name| desk.read(name));
        let args: Vec<&str> = command.split(' ').collect();
        desk.run(&args, 1);
        assert!(names.map(|name| desk.read(name)) == before, "{command}");
    }
}

#[test]
fn games_that_cannot_be_read_to_their_end_are_not_duplicates_unless_their_texts_agree() {
    let desk = Desk::new();
    let game = |moves: &str| format!("{GAME}[Result \"1-0\"]\n\n{moves} 1-0\n\n");
    let text = [
        game("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6"),
        game("1. e4 e5 2. Lc4 Sf6 3. d3 Le7"),
        game("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6"),
    ];
    archive(&desk, "g", &text.concat());
    for by in ["usual", "moves", "prefix"] {
        for keep in ["first", "longest", "most-annotated"] {
            let args = ["dedupe", "g.pgnz", "-f", "-o", "one.pgnz"];
            desk.run(&[&args[..], &["--by", by, "--keep", keep]].concat(), 0);
            let left = desk.run(&["expand", "-c", "one.pgnz"], 0).stdout;
            assert_eq!(left, text[..2].concat().as_bytes(), "{by} {keep}");
        }
    }
}

#[test]
fn files_of_one_name_in_merged_archives_all_come_back() {
    let desk = Desk::new();
    let text = games(3);
    for folder in ["d1", "d2"] {
        fs::create_dir(desk.path(folder)).unwrap();
        desk.write(format!("{folder}/x.pgn"), folder.as_bytes());
    }
    desk.write("both.pgn", &text);
    for (folder, name) in [("d1", "1.pgnz"), ("d2", "both.pgnz")] {
        let file = format!("{folder}/x.pgn");
        desk.run(&["compress", "-1", &file, "both.pgn", "-o", name], 2);
    }
    desk.run(&["merge", "1.pgnz", "both.pgnz", "-o", "3.pgnz"], 0);
    desk.run(&["expand", "3.pgnz", "--output-dir", "o"], 0);
    for (name, expected) in [
        ("o/x.pgn", &b"d1"[..]),
        ("o/both.pgn", &text),
        ("o/x-2.pgn", b"d2"),
        ("o/both-2.pgn", &text),
    ] {
        assert!(desk.read(name) == expected, "{name}");
    }
    // The text without a name would take the name of the archive, which a file in it has.
    desk.run(&["compress", "-1", "both.pgn", "-o", "alone.pgnz"], 0);
    desk.run(&["append", "both.pgnz", "alone.pgnz"], 0);
    desk.run(&["expand", "both.pgnz", "--output-dir", "p"], 0);
    for name in ["p/both.pgn", "p/both-2.pgn"] {
        assert!(desk.read(name) == text, "{name}");
    }
    assert_eq!(desk.read("p/x.pgn"), b"d2");
}

#[test]
fn an_ending_is_the_same_whatever_else_is_asked_for() {
    let desk = Desk::new();
    let game = "[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 3. e4 Nc6 0-1\n\n";
    let foreign = "[White \"A\"]\n[Variant \"Foo\"]\n\n1. e4 *\n\n";
    archive(&desk, "e", &[game.repeat(30), foreign.into()].concat());
    let count = |args: &[&str]| {
        let counted = desk.run(&[&["count", "e.pgnz"], args].concat(), 0).stdout;
        String::from_utf8(counted).unwrap().trim().to_owned()
    };
    for round in 0..2 {
        if round > 0 {
            desk.run(&["index", "e.pgnz"], 0);
        }
        assert_eq!(count(&["--ending", "mate"]), "30");
        let both = "ending = 'mate' and not has_comments";
        assert_eq!(count(&["--where", both]), "30");
        assert_eq!(count(&["--plies", "..10"]), "31");
    }
}

#[test]
fn numbers_are_taken_from_a_table_for_spreadsheets() {
    let desk = Desk::new();
    archive(&desk, "a", "[White \"A\"]\n\n1. e4 *\n");
    desk.run(
        &["export", "a.pgnz", "--columns", "number", "-o", "n.csv"],
        0,
    );
    let game = desk.run(&["cat", "a.pgnz", "--numbers", "n.csv"], 0).stdout;
    assert_eq!(game, desk.read("a.pgn"));
}
