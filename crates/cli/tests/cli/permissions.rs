//! Who may read and write what was made: never more people than could before.

use crate::desk::{Desk, NOBODY, as_nobody, games, is_root, said};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

fn set_mode(desk: &Desk, name: &str, mode: u32) {
    fs::set_permissions(desk.path(name), Permissions::from_mode(mode)).unwrap();
}

/// Mode, owner and group.
fn found(desk: &Desk, name: &str) -> (u32, u32, u32) {
    let metadata = fs::metadata(desk.path(name)).unwrap();
    (metadata.mode() & 0o7777, metadata.uid(), metadata.gid())
}

#[test]
fn bits_that_run_a_program_as_its_owner_are_not_copied() {
    let desk = Desk::new();
    desk.write("tool.bin", b"#!/bin/sh\nid\n");
    // A warning: it holds no chess.
    desk.run(&["compress", "tool.bin"], 2);
    for bits in [0o4755, 0o2755, 0o1755, 0o6711] {
        set_mode(&desk, "tool.bin.pgnz", bits);
        desk.run(&["expand", "-f", "tool.bin.pgnz"], 0);
        assert_eq!(found(&desk, "tool.bin").0, bits & 0o777, "{bits:o}");
        set_mode(&desk, "tool.bin", bits);
        desk.run(&["compress", "-f", "tool.bin"], 2);
        assert_eq!(found(&desk, "tool.bin.pgnz").0, bits & 0o777, "{bits:o}");
    }
}

#[test]
fn owner_and_group_are_copied_by_who_may_do_so() {
    if !is_root() {
        return;
    }
    let desk = Desk::new();
    desk.write("games.pgn", &games(1));
    chown(desk.path("games.pgn"), Some(NOBODY), Some(7)).unwrap();
    set_mode(&desk, "games.pgn", 0o640);
    desk.run(&["compress", "--rm", "games.pgn"], 0);
    assert_eq!(found(&desk, "games.pgnz"), (0o640, NOBODY, 7));
    set_mode(&desk, "games.pgnz", 0o4755);
    desk.run(&["expand", "games.pgnz"], 0);
    assert_eq!(found(&desk, "games.pgn"), (0o755, NOBODY, 7));
}

#[test]
fn another_group_gets_what_both_the_group_and_others_had() {
    if !is_root() {
        return;
    }
    let desk = Desk::new();
    desk.write("games.pgn", &games(1));
    let run = desk.command(&["compress", "-f", "games.pgn"]);
    for (mode, narrowed) in [
        (0o640, 0o600),
        (0o664, 0o644),
        (0o604, 0o600),
        (0o675, 0o655),
    ] {
        chown(desk.path("games.pgn"), Some(NOBODY), Some(0)).unwrap();
        set_mode(&desk, "games.pgn", mode);
        let output = as_nobody(&run).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let expected = (narrowed, NOBODY, NOBODY);
        assert_eq!(found(&desk, "games.pgnz"), expected, "{mode:o}");
        fs::remove_file(desk.path("games.pgnz")).unwrap();
    }
    // The owner's file may be read, and its owner is one of the others now.
    chown(desk.path("games.pgn"), Some(0), Some(NOBODY)).unwrap();
    set_mode(&desk, "games.pgn", 0o477);
    let output = as_nobody(&run).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(found(&desk, "games.pgnz"), (0o444, NOBODY, NOBODY));
}

#[test]
fn what_is_made_of_several_files_is_no_more_open_than_any_of_them() {
    let desk = Desk::new();
    desk.write("a.pgn", &games(1));
    desk.write("b.pgn", &games(2));
    for (a, b, together) in [
        (0o600, 0o644, 0o600),
        (0o644, 0o600, 0o600),
        (0o640, 0o604, 0o600),
        (0o644, 0o644, 0o644),
        (0o777, 0o777, 0o644),
    ] {
        set_mode(&desk, "a.pgn", a);
        set_mode(&desk, "b.pgn", b);
        let mut command = std::process::Command::new("sh");
        let line = "umask 022; exec \"$0\" compress -f a.pgn b.pgn -o all.pgnz";
        command.args(["-c", line, env!("CARGO_BIN_EXE_pgnz")]);
        let status = command.current_dir(desk.path("")).status().unwrap();
        assert_eq!(status.code(), Some(0));
        assert_eq!(found(&desk, "all.pgnz").0, together, "{a:o} {b:o}");
    }
    set_mode(&desk, "a.pgn", 0o600);
    let run = desk
        .command(&["compress", "-f", "-", "a.pgn", "-o", "all.pgnz"])
        .stdin(fs::File::open(desk.path("b.pgn")).unwrap())
        .status();
    assert_eq!(run.unwrap().code(), Some(0));
    assert_eq!(found(&desk, "all.pgnz").0, 0o600);
}

#[test]
fn files_of_different_groups_make_one_for_the_owner_only() {
    if !is_root() {
        return;
    }
    let desk = Desk::new();
    for (name, group) in [("a.pgn", 0), ("b.pgn", 7)] {
        desk.write(name, &games(1));
        chown(desk.path(name), Some(0), Some(group)).unwrap();
        set_mode(&desk, name, 0o640);
    }
    desk.run(&["compress", "a.pgn", "b.pgn", "-o", "all.pgnz"], 0);
    assert_eq!(found(&desk, "all.pgnz"), (0o600, 0, 0));
}
