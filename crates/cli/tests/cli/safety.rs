//! Nothing is lost, nothing half-written is left, and nothing is said that need not be.

use crate::desk::{Desk, games, said};
use std::fs;
use std::io::Read;
use std::process::Stdio;

#[test]
fn a_file_is_overwritten_only_by_force() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    desk.write("games.pgnz", b"precious");
    for args in [
        &["compress", "games.pgn"][..],
        &["compress", "games.pgn", "-o", "games.pgnz"],
    ] {
        let output = desk.run(args, 1);
        assert!(said(&output).contains("-f"), "{}", said(&output));
        assert_eq!(desk.read("games.pgnz"), b"precious");
    }
    desk.run(&["compress", "-f", "games.pgn"], 0);
    desk.run(&["expand", "games.pgnz"], 1);
    desk.write("games.pgn", b"other");
    desk.run(&["expand", "-f", "games.pgnz"], 0);
    assert_eq!(desk.read("games.pgn"), games(3));
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]);
}

#[test]
fn an_archive_is_not_compressed_once_more_but_by_force() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    desk.run(&["compress", "games.pgn"], 0);
    let output = desk.run(&["compress", "games.pgnz"], 2);
    assert!(said(&output).contains("already"), "{}", said(&output));
    assert!(
        desk.run(&["compress", "-q", "games.pgnz"], 2)
            .stderr
            .is_empty()
    );
    desk.run(&["compress", "games.pgnz", "-o", "twice"], 2);
    desk.run(&["compress", "games.pgn", "games.pgnz", "-o", "twice"], 1);
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]);
    // The warning is that no chess is found in an archive.
    desk.run(&["compress", "-f", "--rm", "games.pgnz"], 2);
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz.pgnz"]);
    desk.run(&["expand", "games.pgnz.pgnz"], 0);
    desk.run(&["test", "games.pgnz"], 0);
}

#[test]
fn the_source_is_removed_when_asked_for_and_only_after_success() {
    let desk = Desk::new();
    let text = games(3);
    desk.write("games.pgn", &text);
    desk.run(&["compress", "--rm", "-k", "games.pgn"], 0);
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]);
    desk.run(&["compress", "--rm", "games.pgn"], 1);
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]);
    let output = desk.run(&["compress", "-f", "--rm", "--no-verify", "games.pgn"], 1);
    assert!(said(&output).contains("--no-verify"), "{}", said(&output));
    desk.run(&["compress", "-c", "--rm", "games.pgn"], 1);
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]);
    desk.run(&["compress", "-f", "--rm", "games.pgn"], 0);
    assert_eq!(desk.names(), ["games.pgnz"]);
    desk.run(&["expand", "--rm", "games.pgnz"], 0);
    assert_eq!(desk.names(), ["games.pgn"]);
    assert_eq!(desk.read("games.pgn"), text);
    desk.write("more.pgn", &text);
    desk.run(
        &[
            "compress",
            "--rm",
            "games.pgn",
            "more.pgn",
            "missing.pgn",
            "-o",
            "all.pgnz",
        ],
        1,
    );
    assert_eq!(desk.names(), ["games.pgn", "more.pgn"]);
    desk.run(
        &[
            "compress",
            "--rm",
            "games.pgn",
            "more.pgn",
            "-o",
            "all.pgnz",
        ],
        0,
    );
    assert_eq!(desk.names(), ["all.pgnz"]);
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_stays_and_nothing_is_removed_for_it() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    desk.run(&["compress", "games.pgn", "-o", "/dev/null"], 0);
    desk.run(&["compress", "--rm", "games.pgn", "-o", "/dev/null"], 2);
    assert_eq!(desk.names(), ["games.pgn"]);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_damaged_archive_leaves_no_file_and_names_the_place() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(300));
    let archive = desk
        .run(&["compress", "-c", "--block-games", "50", "games.pgn"], 0)
        .stdout;
    fs::remove_file(desk.path("games.pgn")).unwrap();
    let mut flipped = archive.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x10;
    for damaged in [
        &flipped[..],
        &archive[..middle],
        &archive[..archive.len() - 1],
        b"1. e4 e5 *",
        b"",
    ] {
        desk.write("games.pgnz", damaged);
        for args in [
            &["expand", "games.pgnz"][..],
            &["expand", "games.pgnz", "-o", "x"],
            &["test", "games.pgnz"],
        ] {
            let output = desk.run(args, 1);
            assert!(
                said(&output).starts_with("pgnz: games.pgnz: "),
                "{}",
                said(&output)
            );
            assert_eq!(desk.names(), ["games.pgnz"]);
        }
    }
    desk.write("games.pgnz", &flipped);
    let output = desk.run(&["expand", "-c", "games.pgnz"], 1);
    assert!(said(&output).contains("block "), "{}", said(&output));
    assert!(
        !output.stdout.is_empty() && games(300).starts_with(&output.stdout),
        "what stands before the damage comes out"
    );
    desk.run(&["expand", "--rm", "games.pgnz"], 1);
    assert_eq!(desk.names(), ["games.pgnz"]);
}

#[test]
fn a_reader_that_stops_early_is_not_an_error() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(20_000));
    desk.run(&["compress", "--block-games", "500", "games.pgn"], 0);
    for args in [
        &["expand", "-c", "games.pgnz"][..],
        &["expand", "-c", "games.pgnz", "games.pgnz"],
        &["cat", "games.pgnz", "--games", ".."],
        &[
            "compress",
            "-c",
            "--block-games",
            "100",
            "games.pgn",
            "games.pgn",
        ],
    ] {
        let mut child = desk
            .command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut first = [0; 100];
        stdout.read_exact(&mut first).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), said(&output).as_str()),
            (Some(0), ""),
            "{args:?}"
        );
    }
}

#[test]
fn folders_missing_files_and_names_without_a_rule_are_errors() {
    let desk = Desk::new();
    fs::create_dir(desk.path("folder")).unwrap();
    desk.write("games.pgn", &games(1));
    let archive = desk.run(&["compress", "-c", "games.pgn"], 0).stdout;
    desk.write("games.bin", &archive);
    for args in [
        &["compress", "folder"][..],
        &["compress", "missing.pgn"],
        &["compress", "games.pgn", "-o", "missing/games.pgnz"],
        &["compress", "-f", "games.pgn", "-o", "games.pgn"],
        &["expand", "games.bin"],
        &["expand", "games.pgn", "-o", "x"],
        &["list", "folder"],
        &["cat", "missing.pgnz", "--game", "1"],
        &["cat", "-", "--game", "1"],
    ] {
        let output = desk.run(args, 1);
        assert!(
            said(&output).starts_with("pgnz: "),
            "{args:?}: {}",
            said(&output)
        );
        assert_eq!(
            said(&output).lines().count(),
            1,
            "{args:?}: {}",
            said(&output)
        );
    }
    assert_eq!(desk.names(), ["folder", "games.bin", "games.pgn"]);
    assert_eq!(desk.run(&["expand", "-c", "games.bin"], 0).stdout, games(1));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_to_the_new_content() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(2));
    desk.write("real.pgnz", b"old");
    std::os::unix::fs::symlink("real.pgnz", desk.path("games.pgnz")).unwrap();
    desk.run(&["compress", "games.pgn"], 1);
    desk.run(&["compress", "-f", "games.pgn"], 0);
    assert!(
        fs::symlink_metadata(desk.path("games.pgnz"))
            .unwrap()
            .is_symlink()
    );
    desk.run(&["test", "real.pgnz"], 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_a_summary_but_no_archive() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    let on_terminal = |line: &str| {
        let line = format!("{} {line}", env!("CARGO_BIN_EXE_pgnz"));
        let command = std::process::Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .current_dir(desk.path(""))
            .stdin(Stdio::null())
            .output();
        match command {
            Ok(output) => Some((
                output.status.code(),
                String::from_utf8_lossy(&output.stdout).into_owned(),
            )),
            Err(_) => {
                eprintln!("skipped: no terminal without the program `script`");
                None
            }
        }
    };
    let Some((code, text)) = on_terminal("compress -c games.pgn") else {
        return;
    };
    assert!(
        code == Some(1) && text.contains("terminal"),
        "{code:?} {text}"
    );
    let (code, text) = on_terminal("compress games.pgn").unwrap();
    assert!(
        code == Some(0) && text.contains("3 games"),
        "{code:?} {text}"
    );
    let (code, text) = on_terminal("compress -qf games.pgn").unwrap();
    assert!(code == Some(0) && text.is_empty(), "{code:?} {text}");
    let (code, text) = on_terminal("expand -qc games.pgnz").unwrap();
    assert!(
        code == Some(0) && text.contains("Club evening 2"),
        "{code:?} {text}"
    );
}
