//! Messages: they give names, places and what to do, and say nothing that is not true.

use crate::desk::{Desk, games, said};
use std::process::{Command, Stdio};

fn printed(desk: &Desk, args: &[&str], code: i32) -> String {
    String::from_utf8(desk.run(args, code).stdout).unwrap()
}

#[test]
fn show_says_so_where_there_is_no_game_or_it_goes_wrong() {
    let desk = Desk::new();
    desk.write(
        "page.pgn",
        b"<html><head><title>404 Not Found</title></head></html>\n",
    );
    let output = desk.run(&["show", "page.pgn", "--game", "1"], 1);
    assert!(said(&output).contains("page.pgn: game 1: this is not a game of chess"));
    assert!(output.stdout.is_empty());

    desk.write(
        "illegal.pgn",
        b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n",
    );
    let output = desk.run(&["show", "illegal.pgn", "--game", "1"], 2);
    assert!(said(&output).contains("illegal.pgn: game 1: ply 3: Ke3 is not a legal move"));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("A - B  *\n"));
    // Whoever asks for a position before that gets it, and no warning.
    assert!(said(&desk.run(&["show", "illegal.pgn", "--game", "1", "--ply", "1"], 0)).is_empty());
}

#[test]
fn show_names_checkmate_and_stalemate() {
    let desk = Desk::new();
    desk.write("mate.pgn", b"1. f3 e5 2. g4 Qh4# 0-1\n");
    let text = printed(&desk, &["show", "mate.pgn"], 0);
    assert!(text.contains("none: White is checkmated"), "{text}");
    desk.write(
        "pat.pgn",
        b"[FEN \"7k/8/6K1/8/8/8/5Q2/8 w - - 0 1\"]\n\n1. Qf7 1/2-1/2\n",
    );
    let text = printed(&desk, &["show", "pat.pgn", "--game", "1"], 0);
    assert!(text.contains("none: Black is stalemated"), "{text}");
}

#[test]
fn what_was_forgotten_is_named() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    for (args, what) in [
        (&["blob", "encode", "games.pgn"][..], "--game N"),
        (&["measure", "games.pgn"][..], "pgnz-lab measure"),
        (
            &["show", "games.pgn"][..],
            "games.pgn: it contains several games",
        ),
        (&["expand", "-o", "nodir/x.pgn", "games.pgn"][..], "nodir"),
        (&[][..], "Usage: pgnz"),
        (&["-v"][..], "--version"),
    ] {
        let said = said(&desk.run(args, 1));
        assert!(said.contains(what), "{args:?}: {said}");
        assert!(!said.contains("entity not found"), "{args:?}: {said}");
    }
}

#[test]
fn names_cannot_control_the_terminal() {
    let desk = Desk::new();
    let name = "red\u{1b}[31m\nline.pgnz";
    for args in [
        ["list", name],
        ["test", name],
        ["expand", name],
        ["compress", name],
    ] {
        let said = said(&desk.run(&args, 1));
        assert!(
            said.contains("\\u{1b}[31m\\nline") && !said.contains('\u{1b}'),
            "{said}"
        );
    }
    desk.write(name, b"x");
    let said = said(&desk.run(&["list", name, name], 1));
    assert!(
        !said.contains('\u{1b}') && said.lines().count() == 2,
        "{said}"
    );
}

#[test]
fn an_empty_file_has_no_ratio() {
    let desk = Desk::new();
    desk.write("empty.pgn", b"");
    desk.run(&["compress", "-1", "empty.pgn"], 0);
    let text = printed(&desk, &["list", "empty.pgnz"], 0);
    assert!(
        !text.contains("0.00x") && text.contains("ratio     -"),
        "{text}"
    );
}

#[test]
fn several_archives_are_listed_with_their_totals() {
    let desk = Desk::new();
    for (name, count) in [("a", 3), ("b", 5)] {
        desk.write(format!("{name}.pgn"), &games(count));
    }
    desk.run(&["compress", "-1", "a.pgn", "b.pgn"], 0);
    let text = printed(&desk, &["list", "a.pgnz", "b.pgnz"], 0);
    let total = text.lines().last().unwrap();
    assert!(
        total.trim_start().starts_with('8') && total.ends_with("total of 2 archives"),
        "{text}"
    );
    assert_eq!(
        printed(&desk, &["list", "--json", "a.pgnz", "b.pgnz"], 0)
            .lines()
            .count(),
        2
    );
}

#[test]
fn the_version_in_detail_says_what_is_read_and_how_it_runs() {
    let desk = Desk::new();
    let short = printed(&desk, &["--version"], 0);
    assert_eq!(short, concat!("pgnz ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(printed(&desk, &["-V"], 0), short);
    let long = printed(&desk, &["-Vv"], 0);
    assert_eq!(printed(&desk, &["--version", "-v"], 0), long);
    let digest = format!("{:016x}", archive::Model::of(archive::Level::Fast).digest());
    for part in [
        &short,
        "format",
        "level fast",
        "level default",
        "vector code",
        "built",
        &digest,
    ] {
        assert!(long.contains(part), "{part} in {long}");
    }
}

/// What a command draws on a terminal of 100 columns; if there is no program that makes one, a note says so.
fn drawn(desk: &Desk, args: &str) -> Option<String> {
    let command = format!("stty cols 100; {} {args}", env!("CARGO_BIN_EXE_pgnz"));
    let script = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(desk.path(""))
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output();
    if script.is_err() {
        eprintln!("skipped: script, which makes a terminal, is not installed");
    }
    Some(String::from_utf8_lossy(&script.ok()?.stdout).into_owned())
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_sees_progress_and_nothing_else_does() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3000));
    desk.write("more.pgn", &games(3000));
    let output = desk.run(&["compress", "-1", "-f", "games.pgn", "more.pgn"], 0);
    assert!(output.stderr.is_empty(), "{}", said(&output));
    let Some(text) = drawn(&desk, "compress -1 -f games.pgn more.pgn") else {
        return;
    };
    for part in [
        "games.pgn (1 of 2)",
        "more.pgn (2 of 2)",
        "MB/s",
        " left",
        " 0 %",
    ] {
        assert!(text.contains(part), "{part:?} in {text:?}");
    }
    assert!(!text.contains("0s left"), "{text:?}");
}
