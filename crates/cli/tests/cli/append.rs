//! `pgnz append`.

use crate::desk::{Desk, games, own_model, said};
use crate::odd_files::odd_files;
use std::fs;
use std::path::Path;
use std::process::Stdio;

fn count(desk: &Desk, name: &str) -> String {
    let output = desk.run(&["count", name], 0);
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn what_is_added_comes_back_behind_what_was_there_with_its_border() {
    let desk = Desk::new();
    let parts: [&[u8]; 5] = [
        b"[White \"A\"]\n\n1. e4 *",
        b"[White \"B\"]\r\n\r\n1. d4 *\r\n",
        b"",
        b"[White \"C\"]\n\n1. c4 1-0",
        b"  what is no chess",
    ];
    for (number, part) in parts.iter().enumerate() {
        desk.write(format!("{number}.pgn"), part);
    }
    desk.run(&["compress", "0.pgn", "-o", "all.pgnz"], 0);
    desk.run(&["append", "all.pgnz", "1.pgn", "2.pgn"], 0);
    desk.run(&["compress", "3.pgn"], 0);
    desk.run(&["append", "all.pgnz", "3.pgnz"], 0);
    // Not chess: a warning, as when it is compressed.
    desk.run(&["append", "all.pgnz", "4.pgn"], 2);
    let text = desk.run(&["expand", "-c", "all.pgnz"], 0).stdout;
    let joined = [parts[0], b"\n", parts[1], parts[3], parts[4]].concat();
    assert_eq!(text, joined);
    desk.run(&["test", "all.pgnz"], 0);
    let piped = desk.pipe(&["append", "all.pgnz", "-", "--json"], parts[1]);
    assert_eq!(piped.status.code(), Some(0), "{}", said(&piped));
    let told: serde_json::Value = serde_json::from_slice(&piped.stdout).unwrap();
    assert_eq!(told["command"], "append");
    assert_eq!(told["games_out"], 5);
    assert_eq!(told["dropped"], 0);
    let length = desk.read("all.pgnz").len();
    assert_eq!(told["bytes_after"], length);
    assert_eq!(told["outputs"][0]["archive_bytes"], length);
    assert_eq!(
        desk.names()
            .iter()
            .filter(|name| name.ends_with(".part"))
            .count(),
        0
    );
}

#[test]
fn names_of_files_are_kept_where_the_archive_keeps_names() {
    let desk = Desk::new();
    for name in ["jan.pgn", "feb.pgn", "mar.pgn"] {
        desk.write(name, &games(5 + name.len()));
    }
    desk.write("sub.pgn", &games(3));
    desk.run(&["compress", "-o", "club.pgnz", "jan.pgn", "feb.pgn"], 0);
    desk.run(&["append", "club.pgnz", "mar.pgn"], 0);
    fs::create_dir(desk.path("again")).unwrap();
    fs::copy(desk.path("sub.pgn"), desk.path("again/jan.pgn")).unwrap();
    desk.run(&["append", "club.pgnz", "again/jan.pgn"], 0);
    desk.run(&["expand", "club.pgnz", "--output-dir", "out"], 0);
    for (name, source) in [
        ("jan.pgn", "jan.pgn"),
        ("feb.pgn", "feb.pgn"),
        ("mar.pgn", "mar.pgn"),
        ("jan-2.pgn", "sub.pgn"),
    ] {
        assert!(
            desk.read(Path::new("out").join(name)) == desk.read(source),
            "{name}"
        );
    }
}

#[test]
fn games_are_coded_as_those_of_the_archive_were() {
    let desk = Desk::new();
    desk.write("a.pgn", &games(30));
    desk.write("b.pgn", &games(20));
    desk.write("own.net", &own_model(7));
    let model = |name: &str| {
        let output = desk.run(&["list", "--json", name], 0);
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        found["model"]["name"].as_str().unwrap().to_owned()
    };
    for (option, name) in [
        (&["-1"][..], "fast"),
        (&["-5"], "default"),
        (&["-9"], "best"),
        (&["--model", "own.net"], "own"),
    ] {
        let args = [&["compress", "-f", "a.pgn", "-o", "all.pgnz"], option].concat();
        desk.run(&args, 0);
        let before = desk.read("all.pgnz").len();
        desk.run(&["append", "all.pgnz", "b.pgn"], 0);
        assert_eq!(model("all.pgnz"), name);
        // A model inside serves what follows it.
        assert!(desk.read("all.pgnz").len() < before + 100_000);
        let text = desk.run(&["expand", "-c", "all.pgnz"], 0).stdout;
        assert!(text == [games(30), games(20)].concat());
        desk.run(&["append", "-1", "all.pgnz", "b.pgn"], 0);
        assert_eq!(
            model("all.pgnz"),
            if name == "fast" { name } else { "mixed" }
        );
        assert_eq!(count(&desk, "all.pgnz"), "70");
    }
}

#[test]
fn all_files_are_added_or_none() {
    let desk = Desk::new();
    desk.write("a.pgn", &games(30));
    desk.run(&["compress", "a.pgn", "-o", "all.pgnz"], 0);
    let before = desk.read("all.pgnz");
    let mut damaged = before.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    desk.write("damaged.pgnz", &damaged);
    desk.write("cut.pgnz", &before[..middle]);
    desk.write("cut.pgn.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x01\x02");
    let trail = [&before[..], b"garbage"].concat();
    desk.write("trail.pgnz", &trail);
    for bad in [
        "damaged.pgnz",
        "cut.pgnz",
        "trail.pgnz",
        "cut.pgn.gz",
        "none.pgn",
        "all.pgnz",
    ] {
        let output = desk.run(&["append", "all.pgnz", "a.pgn", bad], 1);
        assert!(said(&output).contains(bad), "{bad}: {}", said(&output));
        assert!(desk.read("all.pgnz") == before, "{bad}");
    }
    for bad in ["damaged.pgnz", "cut.pgnz", "trail.pgnz", "a.pgn"] {
        let bytes = fs::read(desk.path(bad)).ok();
        // Nothing inside a block is read, so that this damage is found by others.
        let code = i32::from(bad != "damaged.pgnz");
        desk.run(&["append", bad, "a.pgn"], code);
        if code == 1 {
            assert!(fs::read(desk.path(bad)).ok() == bytes, "{bad}");
        }
    }
}

#[test]
fn nobody_else_adds_to_an_archive_at_the_same_time() {
    let desk = Desk::new();
    desk.write("a.pgn", &games(30));
    desk.run(&["compress", "a.pgn", "-o", "all.pgnz"], 0);
    let before = desk.read("all.pgnz");
    let mut first = desk.spawn(&["append", "all.pgnz", "-"]);
    let unfinished = || fs::metadata(desk.path("all.pgnz")).unwrap().len() > before.len() as u64;
    for _ in 0..2000 {
        if unfinished() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(unfinished());
    let second = desk.run(&["append", "all.pgnz", "a.pgn"], 1);
    assert!(said(&second).contains("another run"), "{}", said(&second));
    // Meanwhile the old games are there.
    let text = desk
        .command(&["expand", "-c", "all.pgnz"])
        .stderr(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(text.status.code(), Some(2));
    assert!(text.stdout == games(30));
    let mut stdin = first.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, &games(10)).unwrap();
    drop(stdin);
    let first = first.wait_with_output().unwrap();
    assert_eq!(first.status.code(), Some(0), "{}", said(&first));
    assert_eq!(count(&desk, "all.pgnz"), "40");
}

#[test]
fn odd_files_are_added_as_they_are() {
    let desk = Desk::new();
    desk.write("a.pgn", b"[White \"A\"]\n\n1. e4 *\n");
    for path in odd_files(60) {
        let files = ["a.pgn".as_ref(), path.as_os_str()];
        desk.run(
            &["compress", "-q", "-1", "-f", "a.pgn", "-o", "one.pgnz"],
            0,
        );
        let mut args = ["append", "-q", "--no-verify", "one.pgnz"]
            .map(std::ffi::OsStr::new)
            .to_vec();
        args.push(path.as_os_str());
        let code = desk.command(&args).output().unwrap().status.code();
        let mut args = ["compress", "-q", "-1", "-f", "-o", "both.pgnz"]
            .map(std::ffi::OsStr::new)
            .to_vec();
        args.extend(files);
        assert_eq!(
            desk.command(&args).output().unwrap().status.code(),
            code,
            "{path:?}"
        );
        if code == Some(1) {
            continue;
        }
        let expanded = |name| desk.run(&["expand", "-c", name], 0).stdout;
        assert!(expanded("one.pgnz") == expanded("both.pgnz"), "{path:?}");
    }
}

#[test]
fn an_archive_that_is_not_there_is_created_or_nothing_is_left() {
    let desk = Desk::new();
    let (jan, feb) = (games(40), games(25));
    desk.write("jan.pgn", &jan);
    desk.write("feb.pgn", &feb);
    desk.run(&["append", "one.pgnz", "jan.pgn", "-1"], 0);
    desk.run(&["compress", "-1", "jan.pgn"], 0);
    assert!(desk.read("one.pgnz") == desk.read("jan.pgnz"));
    desk.run(&["append", "two.pgnz", "jan.pgn", "feb.pgn"], 0);
    desk.run(&["expand", "two.pgnz", "--output-dir", "out"], 0);
    assert!(desk.read("out/jan.pgn") == jan && desk.read("out/feb.pgn") == feb);
    // An empty file is as good as none.
    desk.write("empty.pgnz", b"");
    desk.run(&["append", "empty.pgnz", "one.pgnz"], 0);
    assert_eq!(count(&desk, "empty.pgnz"), "40");
    let failed = desk.run(&["append", "three.pgnz", "jan.pgn", "nothing.pgn"], 1);
    assert!(said(&failed).contains("nothing.pgn"), "{}", said(&failed));
    assert!(!desk.names().iter().any(|name| name.starts_with("three")));
}

#[test]
fn games_that_are_there_already_are_skipped() {
    let desk = Desk::new();
    let tags = |id: u32| format!("[Event \"?\"]\n[Site \"https://lichess.org/abcdefg{id}\"]\n");
    let game = |id: u32| format!("{}\n1. e4 e5 *\n\n", tags(id));
    let without_moves = "[Event \"none\"]\n\n*\n\n";
    let export = |ids: &[u32]| ids.iter().map(|id| game(*id)).collect::<String>();
    desk.write("a.pgn", (export(&[1, 2]) + without_moves).as_bytes());
    // The same games with other tags, a new one, and one that comes twice.
    let again = game(2).replace("1. e4 e5 *", "1. e4 e5 2. d4 1-0");
    let more = again + &export(&[3, 3, 1, 4]) + without_moves;
    desk.write("b.pgn", more.as_bytes());
    desk.run(&["append", "all.pgnz", "a.pgn"], 0);
    let told = |args: &[&str]| -> serde_json::Value {
        let args = [&["append", "all.pgnz", "--new-only", "--json"], args].concat();
        serde_json::from_slice(&desk.run(&args, 0).stdout).unwrap()
    };
    let found = told(&["b.pgn"]);
    assert_eq!(
        (&found["games_out"], &found["dropped"]),
        (&5.into(), &4.into())
    );
    let text = desk.run(&["expand", "-c", "all.pgnz"], 0).stdout;
    assert_eq!(
        String::from_utf8(text).unwrap(),
        export(&[1, 2]) + without_moves + &export(&[3, 4])
    );
    let before = desk.read("all.pgnz");
    // Archives, too; and what adds nothing changes nothing.
    desk.run(&["compress", "-1", "b.pgn"], 0);
    assert_eq!(told(&["b.pgnz", "a.pgn"])["games_out"], 5);
    assert!(desk.read("all.pgnz") == before);
    // By the players and all that the games state.
    desk.write("club.pgn", &games(60));
    assert_eq!(told(&["club.pgn"])["games_out"], 65);
    assert_eq!(told(&["club.pgn", "club.pgn"])["games_out"], 65);
    desk.run(&["test", "all.pgnz"], 0);
}
