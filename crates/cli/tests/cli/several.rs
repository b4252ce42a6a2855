//! Several files in one archive, and back.

use crate::desk::{Desk, games, own_model, said};
use serde_json::Value;
use std::fs;

const JAN: &[u8] = b"[White \"Anna\"]\n\n1. e4 *";

/// jan.pgn, which ends without a line end, and feb.pgn in one archive.
fn club(desk: &Desk) -> (Vec<u8>, Vec<u8>) {
    let feb = games(40);
    desk.write("jan.pgn", JAN);
    desk.write("feb.pgn", &feb);
    desk.run(
        &["compress", "-1", "-o", "club.pgnz", "jan.pgn", "feb.pgn"],
        0,
    );
    (feb.clone(), [JAN, b"\n", &feb].concat())
}

fn remove(desk: &Desk, names: &[&str]) {
    for name in names {
        fs::remove_file(desk.path(name)).unwrap();
    }
}

#[test]
fn files_that_were_compressed_together_come_back_as_they_were() {
    let desk = Desk::new();
    let (feb, whole) = club(&desk);
    let piped = desk.run(&["compress", "-1", "-c", "jan.pgn", "feb.pgn"], 0);
    assert_eq!(piped.stdout, desk.read("club.pgnz"));
    remove(&desk, &["jan.pgn", "feb.pgn"]);
    desk.run(&["expand", "club.pgnz"], 0);
    assert_eq!(desk.names(), ["club.pgnz", "feb.pgn", "jan.pgn"]);
    assert_eq!(
        (desk.read("jan.pgn"), desk.read("feb.pgn")),
        (JAN.to_vec(), feb.clone())
    );
    // As one text.
    assert_eq!(desk.run(&["expand", "-c", "club.pgnz"], 0).stdout, whole);
    assert_eq!(
        desk.pipe(&["expand"], &desk.read("club.pgnz")).stdout,
        whole
    );
    desk.run(&["expand", "club.pgnz", "-o", "all.pgn"], 0);
    desk.run(&["expand", "--as-one", "club.pgnz"], 0);
    assert_eq!(
        (desk.read("all.pgn"), desk.read("club.pgn")),
        (whole.clone(), whole)
    );
    // In another folder.
    desk.run(&["expand", "club.pgnz", "--output-dir", "out"], 0);
    fs::create_dir(desk.path("there")).unwrap();
    desk.run(&["expand", "club.pgnz", "-o", "there"], 0);
    for folder in ["out", "there"] {
        assert_eq!(desk.read(format!("{folder}/jan.pgn")), JAN);
        assert_eq!(desk.read(format!("{folder}/feb.pgn")), feb);
    }
    desk.run(&["test", "club.pgnz"], 0);
}

#[test]
fn list_shows_the_names_with_games_and_bytes() {
    let desk = Desk::new();
    let (feb, _) = club(&desk);
    let table = desk.run(&["list", "club.pgnz"], 0).stdout;
    let table = String::from_utf8(table).unwrap();
    assert!(
        table.contains("jan.pgn") && table.contains("feb.pgn"),
        "{table}"
    );
    for output in [
        desk.run(&["list", "--json", "club.pgnz"], 0),
        desk.pipe(&["list", "--json"], &desk.read("club.pgnz")),
    ] {
        let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
        let expected = serde_json::json!([
            {"name": "jan.pgn", "games": 1, "text_bytes": JAN.len()},
            {"name": "feb.pgn", "games": 40, "text_bytes": feb.len()},
        ]);
        assert_eq!(figures["files"], expected);
    }
    desk.run(&["compress", "-1", "jan.pgn"], 0);
    let single = desk.run(&["list", "--json", "jan.pgnz"], 0).stdout;
    let single: Value = serde_json::from_slice(&single).unwrap();
    assert_eq!(single["files"], Value::Null);
}

#[test]
fn nothing_is_overwritten_without_force_and_nothing_is_written_before_that_is_known() {
    let desk = Desk::new();
    let (feb, _) = club(&desk);
    remove(&desk, &["jan.pgn"]);
    let output = desk.run(&["expand", "club.pgnz"], 1);
    assert!(
        said(&output).contains("feb.pgn already exists"),
        "{}",
        said(&output)
    );
    assert_eq!(desk.names(), ["club.pgnz", "feb.pgn"]);
    desk.write("feb.pgn", b"old");
    desk.run(&["expand", "-f", "club.pgnz"], 0);
    assert_eq!(desk.read("feb.pgn"), feb);
    remove(&desk, &["jan.pgn", "feb.pgn"]);
    fs::create_dir(desk.path("feb.pgn")).unwrap();
    let output = desk.run(&["expand", "-f", "club.pgnz"], 1);
    assert!(
        said(&output).contains("not a regular file"),
        "{}",
        said(&output)
    );
    assert!(!desk.path("jan.pgn").exists());
}

#[test]
fn the_archive_goes_only_when_all_of_it_is_there() {
    let desk = Desk::new();
    club(&desk);
    desk.run(
        &[
            "compress",
            "-f",
            "--rm",
            "-o",
            "club.pgnz",
            "jan.pgn",
            "feb.pgn",
        ],
        0,
    );
    assert_eq!(desk.names(), ["club.pgnz"]);
    let archive = desk.read("club.pgnz");
    let mut damaged = archive.clone();
    let end = damaged.len() - 60;
    damaged[end] ^= 1;
    desk.write("club.pgnz", &damaged);
    let output = desk.run(&["expand", "--rm", "club.pgnz"], 1);
    assert!(said(&output).contains("kept: jan.pgn"), "{}", said(&output));
    assert_eq!(desk.names(), ["club.pgnz", "jan.pgn"]);
    assert_eq!(desk.read("jan.pgn"), JAN);
    desk.run(&["expand", "-f", "--rm", "--keep-going", "club.pgnz"], 2);
    assert!(desk.path("club.pgnz").exists());
    desk.write("club.pgnz", &archive);
    desk.run(&["expand", "-f", "--rm", "club.pgnz"], 0);
    assert_eq!(desk.names(), ["feb.pgn", "jan.pgn"]);
}

#[test]
fn files_of_one_name_come_back_with_numbers() {
    let desk = Desk::new();
    let text = |n: usize| games(n);
    for (folder, n) in [("a", 1), ("b", 2)] {
        fs::create_dir(desk.path(folder)).unwrap();
        desk.write(format!("{folder}/games.pgn"), &text(n));
    }
    desk.run(&["compress", "-1", "-r", "a", "b", "-o", "all.pgnz"], 0);
    desk.run(&["expand", "all.pgnz"], 0);
    assert_eq!(desk.read("games.pgn"), text(1));
    assert_eq!(desk.read("games-2.pgn"), text(2));
    // Archives that were put together may have a name twice.
    let all = desk.read("all.pgnz");
    desk.write("twice.pgnz", &all.repeat(2));
    desk.run(&["expand", "twice.pgnz", "--output-dir", "out"], 0);
    for (name, n) in [
        ("games", 1),
        ("games-2", 2),
        ("games-3", 1),
        ("games-2-2", 2),
    ] {
        assert_eq!(desk.read(format!("out/{name}.pgn")), text(n));
    }
    desk.run(&["expand", "--as-one", "twice.pgnz"], 0);
    assert_eq!(
        desk.read("twice.pgn"),
        [text(1), text(2)].concat().repeat(2)
    );
}

#[test]
fn what_has_no_name_in_an_archive_gets_the_name_of_the_archive() {
    let desk = Desk::new();
    let (feb, _) = club(&desk);
    desk.write("more.pgn", &games(3));
    desk.run(&["compress", "-1", "more.pgn"], 0);
    let parts = [
        desk.read("more.pgnz"),
        desk.read("club.pgnz"),
        desk.read("more.pgnz"),
    ];
    desk.write("all.pgnz", &parts.concat());
    remove(&desk, &["jan.pgn", "feb.pgn"]);
    desk.run(&["expand", "all.pgnz"], 0);
    assert_eq!(desk.read("all.pgn"), games(3).repeat(2));
    assert_eq!(
        (desk.read("jan.pgn"), desk.read("feb.pgn")),
        (JAN.to_vec(), feb)
    );
}

#[test]
fn packed_files_and_empty_ones_come_back_as_their_texts() {
    let desk = Desk::new();
    desk.write("a.pgn.bz2", &crate::desk::bzip2(&games(5)));
    desk.write("empty.pgn", b"");
    desk.write("notes.txt", b"[Event \"x\"]\n\n*\n");
    desk.run(
        &[
            "compress",
            "-1",
            "-o",
            "all.pgnz",
            "a.pgn.bz2",
            "empty.pgn",
            "notes.txt",
        ],
        0,
    );
    remove(&desk, &["a.pgn.bz2", "empty.pgn", "notes.txt"]);
    desk.run(&["expand", "--rm", "all.pgnz"], 0);
    assert_eq!(desk.names(), ["a.pgn", "empty.pgn", "notes.txt"]);
    assert_eq!(desk.read("a.pgn"), games(5));
}

#[test]
fn a_name_that_leads_elsewhere_writes_nothing() {
    let desk = Desk::new();
    desk.write("1234567", b"[Event \"x\"]\n\n*\n");
    desk.write("b.pgn", &games(1));
    desk.run(&["compress", "-1", "-o", "in.pgnz", "1234567", "b.pgn"], 0);
    let mut archive = desk.read("in.pgnz");
    // Without an extension, it comes back with one.
    let name = b"../../x.pgn";
    let held = 25 + 16..25 + 16 + 1 + name.len();
    assert_eq!(&archive[held.start + 1..held.end], b"1234567.pgn");
    archive[held.start + 1..held.end].copy_from_slice(name);
    let mut crc = flate2::Crc::new();
    crc.update(&archive[held.clone()]);
    let sum = crc.sum().to_le_bytes();
    archive[held.end..held.end + 4].copy_from_slice(&sum);
    fs::create_dir_all(desk.path("deep/er")).unwrap();
    desk.write("deep/er/in.pgnz", &archive);
    remove(&desk, &["1234567", "b.pgn", "in.pgnz"]);
    let output = desk.run(&["expand", "deep/er/in.pgnz"], 1);
    assert!(said(&output).contains("FILE"), "{}", said(&output));
    assert_eq!(desk.names(), ["deep"]);
    desk.run(&["expand", "--keep-going", "deep/er/in.pgnz"], 2);
    assert_eq!(desk.names(), ["deep"]);
    assert_eq!(desk.read("deep/er/in.pgn"), b"[Event \"x\"]\n\n*\n");
    assert_eq!(desk.read("deep/er/b.pgn"), games(1));
}

#[test]
fn a_model_of_ones_own_goes_into_the_first_archive_and_is_not_needed_again() {
    let desk = Desk::new();
    desk.write("my.net", &own_model(1));
    for (name, count) in [("a.pgn", 20), ("b.pgn", 30)] {
        desk.write(name, &games(count));
    }
    let own = [
        "compress", "--model", "my.net", "-o", "all.pgnz", "a.pgn", "b.pgn",
    ];
    desk.run(&own, 0);
    let weights = own_model(1).len();
    assert!((weights..weights + 20_000).contains(&desk.read("all.pgnz").len()));
    remove(&desk, &["my.net", "a.pgn", "b.pgn"]);
    desk.run(&["test", "all.pgnz"], 0);
    desk.run(&["list", "all.pgnz"], 0);
    desk.run(&["cat", "all.pgnz", "--game", "41"], 0);
    desk.run(&["expand", "all.pgnz"], 0);
    assert_eq!(
        (desk.read("a.pgn"), desk.read("b.pgn")),
        (games(20), games(30))
    );
    let low = desk.run(&["test", "--memlimit", "100MiB", "all.pgnz"], 1);
    assert!(said(&low).contains("model"), "{}", said(&low));
    let refused = desk.run(&["compress", "--no-embed", "a.pgn"], 1);
    assert!(said(&refused).contains("--model"), "{}", said(&refused));
}

/// Archives of files with these names, one after the other.
fn named(names: &[&str]) -> Vec<u8> {
    let mut all = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let config = archive::CompressOptions::new()
            .provenance(false)
            .level(archive::Level::Fast)
            .file_name(*name);
        let text = games(number + 1);
        archive::compress(&text[..], &mut all, &config).unwrap();
    }
    all
}

#[test]
fn odd_names_in_archives_are_changed_and_told() {
    let odd = [
        ("-rf", "_rf"),
        (".bashrc", "_bashrc"),
        ("CON", "_CON"),
        ("nul.pgn", "_nul.pgn"),
        ("a:b", "a_b"),
        ("a_b", "a_b-2"),
        ("x. ", "x__"),
        ("up\u{202E}ngp.exe", "up_ngp.exe"),
        ("bell\u{7}\u{9b}", "bell__"),
        ("Plain name.pgn", "Plain name.pgn"),
    ];
    let desk = Desk::new();
    desk.write("in.pgnz", &named(&odd.map(|(name, _)| name)));
    let output = desk.run(&["expand", "in.pgnz"], 2);
    let told = said(&output);
    for (number, (name, file)) in odd.iter().enumerate() {
        assert_eq!(desk.read(file), games(number + 1), "{name:?}");
        let is_told = told.contains(&format!("the file is {file}\n"));
        let is_plain = ["a_b", "Plain name.pgn"].contains(name);
        assert_eq!(is_told, !is_plain, "{name:?}: {told}");
    }
    let mut names: Vec<_> = odd.iter().map(|(_, file)| (*file).to_owned()).collect();
    names.push("in.pgnz".to_owned());
    names.sort();
    let mut found = desk.names();
    found.sort();
    assert_eq!(found, names);
    // The names stay in the archive, and its text needs none of them.
    let list = desk.run(&["list", "--json", "in.pgnz"], 0).stdout;
    assert!(String::from_utf8(list).unwrap().contains("\\u202e"));
    desk.run(&["expand", "--as-one", "-o", "all.pgn", "in.pgnz"], 0);
}

#[cfg(unix)]
#[test]
fn a_link_at_a_name_of_an_archive_is_not_followed() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new();
    fs::create_dir(desk.path("here")).unwrap();
    desk.write(
        "here/in.pgnz",
        &named(&["a.pgn", "b.pgn", "c.pgn", "d.pgn"]),
    );
    let victim = desk.write("victim", b"precious");
    fs::create_dir(desk.path("folder")).unwrap();
    symlink("../victim", desk.path("here/a.pgn")).unwrap();
    symlink("../new", desk.path("here/b.pgn")).unwrap();
    symlink("../folder", desk.path("here/c.pgn")).unwrap();
    symlink("/dev/null", desk.path("here/d.pgn")).unwrap();
    for keep_going in [&[][..], &["--keep-going"]] {
        let refused = desk.run(&[&["expand", "here/in.pgnz"], keep_going].concat(), 1);
        assert!(
            said(&refused).contains("already exists"),
            "{}",
            said(&refused)
        );
        assert!(
            fs::symlink_metadata(desk.path("here/a.pgn"))
                .unwrap()
                .is_symlink()
        );
    }
    desk.run(&["expand", "-f", "here/in.pgnz"], 0);
    for (number, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
        let path = desk.path(format!("here/{name}.pgn"));
        assert!(fs::symlink_metadata(&path).unwrap().is_file(), "{name}");
        assert_eq!(fs::read(&path).unwrap(), games(number + 1));
    }
    assert_eq!(fs::read(victim).unwrap(), b"precious");
    assert!(!desk.path("new").exists() && desk.path("folder").is_dir());
}
