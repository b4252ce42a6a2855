//! Folders as inputs and as places for results, and texts joined in one file.

use crate::desk::{Desk, games, said};
use std::fs;

/// A tree of games: a.pgn, sub/b.pgn.gz, sub/deep/c.PGN, and files that are not games.
fn tree(desk: &Desk) {
    fs::create_dir_all(desk.path("all/sub/deep")).unwrap();
    desk.write("all/a.pgn", &games(3));
    desk.write("all/notes.txt", b"buy milk");
    desk.write(
        "all/sub/b.pgn.zst",
        &zstd::encode_all(&games(4)[..], 1).unwrap(),
    );
    desk.write("all/sub/deep/c.PGN", &games(5));
}

fn is_there(desk: &Desk, names: &[&str]) -> bool {
    names.iter().all(|name| desk.path(name).is_file())
}

#[test]
fn a_folder_is_gone_through_and_its_tree_kept() {
    let desk = Desk::new();
    tree(&desk);
    let output = desk.run(&["compress", "-1", "all"], 1);
    assert!(said(&output).contains("-r"), "{}", said(&output));
    let output = desk.run(
        &[
            "compress",
            "-v",
            "-1",
            "-r",
            "all",
            "--output-dir",
            "new/packed",
        ],
        0,
    );
    assert!(said(&output).contains("all: 3 files"), "{}", said(&output));
    let packed = ["a.pgnz", "sub/b.pgnz", "sub/deep/c.PGN.pgnz"];
    let names = packed.map(|name| format!("new/packed/{name}"));
    assert!(is_there(&desk, &names.each_ref().map(String::as_str)));
    desk.run(&["expand", "-r", "new", "--output-dir", "back"], 0);
    assert_eq!(desk.read("back/packed/sub/deep/c.PGN"), games(5));
    assert_eq!(desk.read("back/packed/sub/b.pgn"), games(4));
    // Next to the files, and all in one.
    desk.run(&["compress", "-1", "-r", "all"], 0);
    assert!(is_there(&desk, &["all/a.pgnz", "all/sub/b.pgnz"]));
    desk.run(&["compress", "-1", "-r", "all", "-o", "one.pgnz"], 0);
    let text = desk.run(&["expand", "-c", "one.pgnz"], 0).stdout;
    assert_eq!(text, [games(3), games(4), games(5)].concat());
}

#[test]
fn results_go_to_a_folder_that_is_there() {
    let desk = Desk::new();
    tree(&desk);
    fs::create_dir(desk.path("out")).unwrap();
    desk.run(
        &[
            "compress",
            "-1",
            "all/a.pgn",
            "all/sub/b.pgn.zst",
            "-o",
            "out",
        ],
        0,
    );
    assert!(is_there(&desk, &["out/a.pgnz", "out/b.pgnz"]));
    desk.run(&["expand", "out/a.pgnz", "-o", "out/"], 0);
    assert_eq!(desk.read("out/a.pgn"), games(3));
    let said = said(&desk.run(&["compress", "all/a.pgn", "-o", "none/"], 1));
    assert!(said.contains("--output-dir"), "{said}");
    assert!(!desk.path("none").exists());
}

#[test]
fn results_that_would_be_one_file_are_refused_before_anything_is_written() {
    let desk = Desk::new();
    tree(&desk);
    desk.write("all/sub/a.pgn", &games(1));
    let args = [
        "compress",
        "-f",
        "all/a.pgn",
        "all/sub/b.pgn.zst",
        "all/sub/a.pgn",
    ];
    let output = desk.run(&[&args[..], &["--output-dir", "out"]].concat(), 1);
    assert!(
        said(&output).contains("nothing was written"),
        "{}",
        said(&output)
    );
    assert!(!desk.path("out").exists());
    // In a tree they are apart.
    desk.run(&["compress", "-1", "-r", "all", "--output-dir", "out"], 0);
    assert!(is_there(&desk, &["out/a.pgnz", "out/sub/a.pgnz"]));
    desk.write("all/b.pgn", &games(1));
    desk.write(
        "all/b.pgn.zst",
        &zstd::encode_all(&games(2)[..], 1).unwrap(),
    );
    desk.run(&["compress", "-f", "-r", "all"], 1);
    assert!(!desk.path("all/a.pgnz").exists());
}

#[cfg(unix)]
#[test]
fn links_in_folders_are_not_followed() {
    let desk = Desk::new();
    tree(&desk);
    desk.write("outside.pgn", &games(1));
    std::os::unix::fs::symlink(desk.path("outside.pgn"), desk.path("all/link.pgn")).unwrap();
    std::os::unix::fs::symlink(desk.path("all"), desk.path("all/round")).unwrap();
    let output = desk.run(&["compress", "-v", "-1", "-r", "all"], 0);
    assert!(said(&output).contains("3 files"), "{}", said(&output));
    assert!(!desk.path("all/link.pgnz").exists());
}

#[test]
fn a_folder_without_games_is_a_warning() {
    let desk = Desk::new();
    fs::create_dir(desk.path("empty")).unwrap();
    desk.run(&["compress", "-r", "empty"], 2);
}

#[test]
fn files_without_a_line_end_keep_their_border() {
    let desk = Desk::new();
    let (a, b) = (
        b"[White \"A\"]\r\n\r\n1. e4 1-0",
        b"[White \"B\"]\n\n1. d4 *",
    );
    desk.write("a.pgn", a);
    desk.write("b.pgn", b);
    let wanted = [&a[..], b"\r\n", b].concat();
    let output = desk.run(&["compress", "-1", "a.pgn", "b.pgn", "-o", "all.pgnz"], 0);
    assert!(said(&output).contains("line end"), "{}", said(&output));
    assert_eq!(desk.run(&["expand", "-c", "all.pgnz"], 0).stdout, wanted);
    desk.run(&["compress", "-1", "a.pgn", "b.pgn"], 0);
    desk.run(&["expand", "a.pgnz", "b.pgnz", "-o", "all.pgn"], 0);
    assert_eq!(desk.read("all.pgn"), wanted);
    assert_eq!(
        desk.run(&["expand", "-c", "a.pgnz", "b.pgnz"], 0).stdout,
        wanted
    );
    assert_eq!(pgn::games(&wanted).count(), 2);
    // Archives that were put one after the other are expanded, and read by games, in the same way.
    let joined = [desk.read("a.pgnz"), desk.read("b.pgnz")].concat();
    desk.write("joined.pgnz", &joined);
    desk.run(&["expand", "joined.pgnz"], 0);
    assert_eq!(desk.read("joined.pgn"), wanted);
    let both = desk.run(&["cat", "joined.pgnz", "--games", "1..2"], 0);
    assert_eq!(both.stdout, wanted);
    // What has a line end, or is not the end of a game, is joined unchanged.
    let halves = games(2).split_at(70).0.to_vec();
    desk.write("c.pgn", &halves);
    let output = desk.run(&["compress", "-1", "c.pgn", "b.pgn", "-o", "part.pgnz"], 0);
    assert!(said(&output).is_empty(), "{}", said(&output));
    let text = desk.run(&["expand", "-c", "part.pgnz"], 0).stdout;
    assert_eq!(text, [&halves[..], b].concat());
}
