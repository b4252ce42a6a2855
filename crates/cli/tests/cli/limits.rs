//! What the system refuses ends in a message that says so, and leaves nothing behind.

use crate::desk::{Desk, as_nobody, games, is_root, noise, said};
use std::process::{Command, Output};

/// One line on standard error, of this program and not of its innards.
#[track_caller]
fn said_plainly(output: &Output) -> String {
    let said = said(output);
    assert!(said.starts_with("pgnz: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    for word in [".part", "panicked", "backtrace", "uncategorized", "entity"] {
        assert!(!said.contains(word), "{said}");
    }
    said
}

#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let desk = Desk::new();
    desk.write("noise.bin", &noise(200_000));
    for without_proc in [false, true] {
        let args = ["compress", "noise.bin"];
        let limit = "ulimit -f 20";
        let command = match without_proc {
            false => Some(desk.after(limit, &args)),
            true => desk.after_without_proc(limit, &args),
        };
        let Some(mut command) = command else { continue };
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{:?}", output.status);
        let said = said_plainly(&output);
        assert!(said.contains("File too large"), "{said}");
        assert_eq!(desk.names(), ["noise.bin"]);
    }
}

#[test]
fn too_many_open_files_are_reported_as_such() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    let mut refused = 0;
    for files in 4..20 {
        let line = format!("ulimit -n {files}");
        let mut command = desk.after(&line, &["compress", "-f", "games.pgn", "-o", "x.pgnz"]);
        let output = command.output().unwrap();
        match output.status.code() {
            Some(1) => {
                let said = said_plainly(&output);
                assert!(said.contains("Too many open files"), "{said}");
                refused += usize::from(said.contains("cannot write x.pgnz"));
                assert_eq!(desk.names(), ["games.pgn"]);
            }
            // The system cannot even start it.
            Some(127) => {}
            code => assert_eq!(code, Some(0), "{}", said(&output)),
        }
    }
    assert!(refused > 0);
    desk.run(&["test", "x.pgnz"], 0);
}

#[test]
fn a_folder_that_does_not_exist_is_named() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    let output = desk.run(&["compress", "games.pgn", "-o", "nodir/x.pgnz"], 1);
    let said = said_plainly(&output);
    assert!(said.contains("cannot write nodir/x.pgnz: there is no folder nodir"));
}

#[test]
fn a_program_without_memory_says_so_and_leaves_nothing() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(30));
    let mut ended = 0;
    for without_proc in [false, true] {
        for kilobytes in (20..=170).step_by(25).map(|step| step * 1000) {
            let limit = format!("ulimit -v {kilobytes}");
            let args = ["compress", "-1", "-f", "-T4", "games.pgn"];
            let command = match without_proc {
                false => Some(desk.after(&limit, &args)),
                true => desk.after_without_proc(&limit, &args),
            };
            let Some(mut command) = command else { continue };
            let output = command.output().unwrap();
            match output.status.code() {
                Some(0) => assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]),
                Some(1) => {
                    let said = said_plainly(&output);
                    ended += usize::from(said.contains("out of memory"));
                }
                // Not enough to load it.
                Some(127) | None => assert!(kilobytes < 50_000, "{kilobytes}: {}", said(&output)),
                code => panic!("{kilobytes}: {code:?} {}", said(&output)),
            }
            assert!(
                desk.names()
                    .iter()
                    .all(|name| name.starts_with("games.pgn"))
            );
        }
    }
    assert!(ended > 0);
}

#[test]
fn where_no_thread_can_be_had_the_program_does_without() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(300));
    desk.run(&["compress", "-1", "--block-games", "20", "games.pgn"], 0);
    let limited = |args: &[&str]| {
        let plain = desk.command(args);
        let mut limited = Command::new("prlimit");
        limited.arg("--nproc=1:1").arg(plain.get_program());
        limited.args(plain.get_args());
        limited.current_dir(desk.path(""));
        // The superuser has as many threads as he likes.
        match is_root() {
            true => as_nobody(&limited),
            false => limited,
        }
    };
    let run = |args: &[&str]| {
        let output = match limited(args).output() {
            Ok(output) => output,
            Err(error) => {
                eprintln!("skipped: prlimit or setpriv cannot be run: {error}");
                return;
            }
        };
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", said(&output));
        let free = desk.run(args, 0);
        assert_eq!(said(&output), said(&free), "{args:?}");
        assert!(output.stdout == free.stdout, "{args:?}");
    };
    let all = [
        &["completions", "bash"][..],
        &["list", "--games", "games.pgnz"],
        &["list", "--games", "games.pgnz", "--player", "Player 7"],
        &[
            "list",
            "--games",
            "games.pgnz",
            "--random",
            "9",
            "--seed",
            "1",
        ],
        &["count", "games.pgnz", "--player", "Player 7"],
        &["count", "games.pgnz", "--moves", "1. e4"],
        &["stats", "--json", "games.pgnz"],
        &["tree", "--json", "games.pgnz"],
        &["export", "-c", "--to", "csv", "games.pgnz"],
        &[
            "export",
            "-c",
            "--to",
            "jsonl",
            "games.pgnz",
            "--player",
            "Player 7",
        ],
        &["cat", "games.pgnz", "--games", "1..299"],
        &["cat", "games.pgnz", "--player", "Player 7"],
        &["test", "games.pgnz"],
        &["expand", "-c", "games.pgnz"],
        &["compress", "-c", "-1", "games.pgn"],
        &["merge", "-f", "-o", "all.pgnz", "games.pgnz"],
        &["dedupe", "-f", "-o", "few.pgnz", "games.pgnz"],
        &[
            "sort",
            "-f",
            "--by",
            "white",
            "-o",
            "sorted.pgnz",
            "games.pgnz",
        ],
        &["index", "games.pgnz"],
        // With the index.
        &["count", "games.pgnz", "--player", "Player 7"],
        &["tree", "--json", "games.pgnz"],
        &["stats", "--json", "games.pgnz"],
    ];
    for args in all {
        run(args);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_for_whoever_writes_to_it() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    desk.run(&["compress", "games.pgn"], 0);
    for args in [
        &["help"][..],
        &["help", "compress"],
        &["--help"],
        &["cat", "-h"],
        &["--version"],
        &["--version", "-v"],
        &["man"],
        &["man", "cat"],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["list", "games.pgnz"],
        &["list", "--games", "games.pgnz"],
        &["list", "--json", "games.pgnz"],
        &["count", "games.pgnz"],
        &["stats", "games.pgnz"],
        &["stats", "--json", "games.pgnz"],
        &["tree", "games.pgnz"],
        &["positions", "games.pgnz"],
        &["cat", "games.pgnz", "--game", "1"],
        &["export", "-c", "--to", "csv", "games.pgnz"],
        &["expand", "-c", "games.pgnz"],
        &["compress", "-c", "games.pgn"],
        &["show", "games.pgn", "--game", "1"],
        &["blob", "encode", "--base64", "1. e4"],
        &["completions", "bash"],
    ] {
        let output = desk.after("exec >/dev/full", args).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", said(&output));
        assert!(
            said(&output).contains("space"),
            "{args:?}: {}",
            said(&output)
        );
    }
}

#[test]
fn a_closed_standard_output_is_an_error_for_who_writes_to_it() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    desk.run(&["compress", "games.pgn"], 0);
    for args in [
        &["compress", "-c", "games.pgn"][..],
        &["compress", "-o", "-", "games.pgn"],
        &["expand", "-c", "games.pgnz"],
        &["list", "games.pgnz"],
        &["cat", "games.pgnz", "--game", "1"],
        &["show", "games.pgn", "--game", "1"],
        &["blob", "encode", "1. e4"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
    ] {
        let output = desk.after("exec >&-", args).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = said_plainly(&output);
        assert!(said.contains("standard output is closed"), "{said}");
    }
    // Whoever writes files needs no standard output, and the null device is one.
    for args in [
        &["compress", "-f", "games.pgn"][..],
        &["expand", "-f", "games.pgnz"],
        &["test", "games.pgnz"],
    ] {
        let output = desk.after("exec >&- 2>&- <&-", args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
    let null = desk.after("exec 1<>/dev/null", &["expand", "-c", "games.pgnz"]);
    let status = { null }.status().unwrap();
    assert_eq!(status.code(), Some(0));
    assert_eq!(desk.read("games.pgn"), games(3));
}

#[test]
fn a_closed_standard_input_is_an_error_for_who_reads_it() {
    let desk = Desk::new();
    for args in [
        &["compress"][..],
        &["compress", "-o", "x.pgnz", "-"],
        &["expand"],
        &["test"],
        &["list"],
        &["blob", "encode"],
    ] {
        let output = desk.after("exec <&-", args).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = said_plainly(&output);
        assert!(
            said.contains("is closed: there is nothing to read"),
            "{said}"
        );
    }
    assert_eq!(desk.names(), [""; 0]);
}

#[test]
fn a_closed_standard_error_harms_no_data() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    desk.write("junk.pgnz", b"junk");
    let args = ["compress", "-v", "games.pgn", "missing.pgn", "-o", "x.pgnz"];
    let status = desk.after("exec 2>&-", &args).status().unwrap();
    assert_eq!(status.code(), Some(1));
    let args = ["compress", "-v", "games.pgn"];
    let status = desk.after("exec 2>&- <&-", &args).status().unwrap();
    assert_eq!(status.code(), Some(0));
    assert_eq!(
        desk.run(&["expand", "-c", "games.pgnz"], 0).stdout,
        games(3)
    );
}
