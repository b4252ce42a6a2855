//! What goes in comes out, however it is asked for.

use crate::desk::{Desk, games, real_games, said};
use std::fs;

#[test]
fn a_file_becomes_an_archive_and_comes_back() {
    let desk = Desk::new();
    let text = real_games().unwrap_or_else(|| games(500));
    desk.write("games.pgn", &text);
    let output = desk.run(&["compress", "games.pgn"], 0);
    assert!(
        output.stdout.is_empty() && output.stderr.is_empty(),
        "{}",
        said(&output)
    );
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]);
    fs::remove_file(desk.path("games.pgn")).unwrap();
    desk.run(&["test", "games.pgnz"], 0);
    desk.run(&["expand", "games.pgnz"], 0);
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz"]);
    assert_eq!(desk.read("games.pgn"), text);
}

#[test]
fn any_bytes_come_back_through_pipes() {
    let desk = Desk::new();
    let noise: Vec<u8> = (0..70_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    for text in [
        &b""[..],
        b"\n",
        b"\0",
        b"[Event \"unclosed",
        &noise,
        &games(300),
    ] {
        for dash in [
            &["compress"][..],
            &["compress", "-"],
            &["compress", "-c", "-"],
            &["compress", "-o", "-"],
        ] {
            let packed = desk.pipe(dash, text);
            // What holds no chess is worth a warning.
            assert!(
                matches!(packed.status.code(), Some(0 | 2)),
                "{}",
                said(&packed)
            );
            for back in [&["expand"][..], &["expand", "-T2", "-"], &["expand", "-c"]] {
                let output = desk.pipe(back, &packed.stdout);
                assert!(output.status.success(), "{}", said(&output));
                assert_eq!(output.stdout, text);
            }
        }
    }
    assert!(desk.names().is_empty());
}

#[test]
fn the_archive_is_the_same_for_every_number_of_threads() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(400));
    let archive = |threads: &str, more: &[&str]| {
        let args = [
            &[
                "compress",
                "-c",
                "--block-games",
                "10",
                threads,
                "games.pgn",
            ],
            more,
        ]
        .concat();
        desk.run(&args, 0).stdout
    };
    let one = archive("-T1", &[]);
    for threads in ["-T0", "-T2", "-T7"] {
        assert_eq!(archive(threads, &[]), one, "{threads}");
    }
    assert_eq!(archive("-T2", &["--no-verify"]), one);
    assert_eq!(archive("-T2", &["--verify", "replay"]), one);
}

#[test]
fn several_files_are_done_one_by_one_and_the_next_after_an_error() {
    let desk = Desk::new();
    desk.write("a.pgn", &games(3));
    desk.write("b.pgn", &games(4));
    let output = desk.run(&["compress", "a.pgn", "missing.pgn", "b.pgn"], 1);
    assert!(
        said(&output).starts_with("pgnz: missing.pgn: "),
        "{}",
        said(&output)
    );
    assert_eq!(desk.names(), ["a.pgn", "a.pgnz", "b.pgn", "b.pgnz"]);
    desk.run(&["test", "a.pgnz", "b.pgnz"], 0);
}

#[test]
fn several_files_in_one_output_read_as_one() {
    let desk = Desk::new();
    let (a, b) = (games(3), games(5));
    desk.write("a.pgn", &a);
    desk.write("b.pgn", &b);
    let both = [a, b].concat();
    desk.run(&["compress", "a.pgn", "b.pgn", "-o", "all.pgnz"], 0);
    assert_eq!(
        desk.run(&["compress", "-c", "a.pgn", "b.pgn"], 0).stdout,
        desk.read("all.pgnz")
    );
    assert_eq!(desk.run(&["expand", "-c", "all.pgnz"], 0).stdout, both);
    desk.run(&["compress", "a.pgn", "b.pgn"], 0);
    desk.run(&["expand", "a.pgnz", "b.pgnz", "-o", "all.pgn"], 0);
    assert_eq!(desk.read("all.pgn"), both);
}

#[test]
fn names_keep_their_extension_and_come_back() {
    let desk = Desk::new();
    let text = games(2);
    for (name, archive) in [
        ("my games.pgn", "my games.pgnz"),
        ("other.txt", "other.txt.pgnz"),
        ("twic.1599.pgn", "twic.1599.pgnz"),
        ("a.b.pgn", "a.b.pgn.pgnz"),
    ] {
        desk.write(name, &text);
        desk.run(&["compress", "--rm", name], 0);
        assert_eq!(desk.names(), [archive]);
        desk.run(&["expand", "--rm", archive], 0);
        assert_eq!(desk.names(), [name]);
        fs::remove_file(desk.path(name)).unwrap();
    }
    desk.write("-games.pgn", &text);
    desk.run(&["compress", "--", "-games.pgn"], 0);
    assert_eq!(desk.names(), ["-games.pgn", "-games.pgnz"]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let desk = Desk::new();
    let text = games(2);
    let (name, archive) = (
        OsStr::from_bytes(b"caf\xE9.pgn"),
        OsStr::from_bytes(b"caf\xE9.pgnz"),
    );
    desk.write(name, &text);
    desk.run(&[OsStr::new("compress"), OsStr::new("--rm"), name], 0);
    desk.run(&[OsStr::new("list"), OsStr::new("--json"), archive], 0);
    desk.run(&[OsStr::new("expand"), archive], 0);
    assert_eq!(desk.read(name), text);
}

#[cfg(unix)]
#[test]
fn permissions_and_time_are_those_of_the_source() {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, SystemTime};
    let desk = Desk::new();
    let source = desk.write("games.pgn", &games(2));
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::options()
        .write(true)
        .open(&source)
        .unwrap()
        .set_modified(time)
        .unwrap();
    fs::set_permissions(&source, fs::Permissions::from_mode(0o640)).unwrap();
    desk.run(&["compress", "--rm", "games.pgn"], 0);
    desk.run(&["expand", "games.pgnz", "-o", "back.pgn"], 0);
    for name in ["games.pgnz", "back.pgn"] {
        let metadata = fs::metadata(desk.path(name)).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, 0o640, "{name}");
        assert_eq!(metadata.modified().unwrap(), time, "{name}");
    }
}

#[test]
fn smaller_blocks_are_asked_for_by_their_games() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(100));
    let blocks = |games: &str| {
        desk.run(&["compress", "-f", "games.pgn", "--block-games", games], 0);
        let output = desk.run(&["list", "--json", "games.pgnz"], 0);
        let figures: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        figures["blocks"].as_u64().unwrap()
    };
    assert_eq!((blocks("10"), blocks("30"), blocks("4096")), (10, 4, 1));
    desk.run(&["compress", "-f", "games.pgn", "--block-games", "0"], 1);
}

#[test]
fn help_and_version_are_not_errors_and_wrong_options_are() {
    let desk = Desk::new();
    for args in [
        &["--help"][..],
        &["--version"],
        &["help", "compress"],
        &["cat", "--help"],
    ] {
        assert!(!desk.run(args, 0).stdout.is_empty(), "{args:?}");
    }
    for args in [
        &[][..],
        &["pak"],
        &["compress", "--fast"],
        &["compress", "-T", "many"],
        &["cat", "x.pgnz"],
    ] {
        assert!(!desk.run(args, 1).stderr.is_empty(), "{args:?}");
    }
}
