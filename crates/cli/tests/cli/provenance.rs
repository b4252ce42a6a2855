//! Archives record where their texts come from, and compare it with what is published.

use crate::desk::{Desk, games, lz4, said, xz, zip};
use archive::Digest;
use serde_json::Value;

fn sum(bytes: &[u8]) -> String {
    Digest::of(bytes).to_string()
}

/// What `list --json` says of the texts of an archive.
fn recorded(desk: &Desk, archive: &str) -> Vec<Value> {
    let listed = desk.run(&["list", "--json", archive], 0).stdout;
    let listed: Value = serde_json::from_slice(&listed).unwrap();
    listed["provenance"].as_array().cloned().unwrap_or_default()
}

#[test]
fn an_archive_records_the_sums_of_its_text_and_of_the_packed_file() {
    let desk = Desk::new();
    let text = games(30);
    for (name, packed) in [
        ("a.pgn", text.clone()),
        ("a.pgn.zst", zstd::encode_all(&text[..], 3).unwrap()),
        ("a.pgn.xz", xz(&text)),
        ("a.pgn.lz4", lz4(&text)),
        ("a.zip", zip(&[("a.pgn", &text)])),
    ] {
        desk.write(name, &packed);
        desk.run(&["compress", "-f", name, "-o", "a.pgnz"], 0);
        let records = recorded(&desk, "a.pgnz");
        assert_eq!(records.len(), 1, "{name}");
        let record = &records[0];
        assert_eq!(record["text_sha256"], sum(&text), "{name}");
        let source = match name {
            "a.pgn" => Value::Null,
            _ => sum(&packed).into(),
        };
        assert_eq!(record["source_sha256"], source, "{name}");
        assert_eq!(record["games"], 30);
        assert_eq!(
            record["program"],
            concat!("pgnz ", env!("CARGO_PKG_VERSION"))
        );
        let table = desk.run(&["list", "a.pgnz"], 0).stdout;
        assert!(String::from_utf8_lossy(&table).contains(&sum(&text)));
    }
    // Files keep a record each.
    desk.write("b.pgn", &games(3));
    desk.run(&["compress", "a.pgn", "b.pgn", "-o", "both.pgnz"], 0);
    let records = recorded(&desk, "both.pgnz");
    let names: Vec<_> = records
        .iter()
        .map(|of| (&of["file"], &of["text_sha256"]))
        .collect();
    let (a, b) = (sum(&text), sum(&games(3)));
    assert_eq!(
        names,
        [(&"a.pgn".into(), &a.into()), (&"b.pgn".into(), &b.into())]
    );
}

#[test]
fn what_differs_from_an_expectation_is_not_made_an_archive() {
    let desk = Desk::new();
    let text = games(20);
    let packed = zstd::encode_all(&text[..], 3).unwrap();
    desk.write("a.pgn.zst", &packed);
    let (right, wrong) = (sum(&packed), sum(b"another file"));
    for refused in [
        vec!["--expect-games", "21"],
        vec!["--expect-sha256", &wrong],
        vec!["--expect-games", "20", "--expect-sha256", &wrong],
    ] {
        let args = [&["compress", "a.pgn.zst"], &refused[..]].concat();
        let told = said(&desk.run(&args, 1));
        assert!(told.contains("no archive is made"), "{told}");
        assert_eq!(desk.names(), ["a.pgn.zst"]);
    }
    let either = format!("{wrong},{right}");
    let args = [
        "compress",
        "a.pgn.zst",
        "--expect-games",
        "20",
        "--expect-sha256",
        &either,
    ];
    desk.run(&args, 0);
    desk.run(
        &[
            "compress",
            "-f",
            "a.pgn.zst",
            "--expect-sha256",
            &sum(&text),
        ],
        0,
    );
    desk.run(&["compress", "-f", "a.pgn.zst", "--expect-sha256", "12"], 1);
}

#[test]
fn an_archive_is_compared_with_a_published_list() {
    let desk = Desk::new();
    let text = games(20);
    let packed = zstd::encode_all(&text[..], 3).unwrap();
    desk.write("a.pgn.zst", &packed);
    desk.run(&["compress", "a.pgn.zst"], 0);
    let other = sum(b"another file");
    for (list, code, told) in [
        (
            format!("{other}  b.pgn\n{}  a.pgn.zst\n", sum(&packed)),
            0,
            "OK: a.pgn.zst",
        ),
        (
            format!("SHA256 (a.pgn) = {}\n", sum(&text)),
            0,
            "OK: a.pgn is the text",
        ),
        (format!("{other}  a.pgn.zst\n"), 1, &sum(&packed)[..]),
        ("a.pgn.zst\n".to_owned(), 1, "line 1"),
    ] {
        desk.write("sums", list.as_bytes());
        let output = desk.run(&["test", "--sha256", "sums", "a.pgnz"], code);
        let all = [output.stdout.clone(), output.stderr.clone()].concat();
        let all = String::from_utf8_lossy(&all);
        assert!(all.contains(told), "{all}");
    }
    // A library that keeps no record.
    let config = archive::CompressOptions::new().provenance(false);
    let mut bare = Vec::new();
    archive::compress(&text[..], &mut bare, &config).unwrap();
    desk.write("bare.pgnz", &bare);
    desk.write("sums", format!("{}  a.pgn\n", sum(&text)).as_bytes());
    let told = said(&desk.run(&["test", "--sha256", "sums", "bare.pgnz"], 1));
    assert!(told.contains("does not record"), "{told}");
}

#[test]
fn what_is_made_of_archives_records_how() {
    let desk = Desk::new();
    let text = games(40);
    desk.write("a.pgn", &text);
    desk.write("b.pgn", &games(3));
    desk.run(&["compress", "-1", "a.pgn"], 0);
    desk.run(&["compress", "-1", "b.pgn"], 0);
    let sample = [
        "sample",
        "a.pgnz",
        "10",
        "--seed",
        "7",
        "-o",
        "some of.pgnz",
    ];
    desk.run(&sample, 0);
    let record = &recorded(&desk, "some of.pgnz")[0];
    assert_eq!(
        (&record["games"], &record["text_sha256"]),
        (&10.into(), &Value::Null)
    );
    let wanted = format!(
        "command: pgnz sample a.pgnz 10 --seed 7\nseed: 7\nfrom: a.pgnz\nfrom-games: 40\nfrom-text-sha256: {}\n",
        sum(&text)
    );
    assert_eq!(record["manifest"], wanted);
    desk.run(&["test", "some of.pgnz"], 0);
    let again = [
        "sample",
        "a.pgnz",
        "10",
        "--seed",
        "7",
        "--output=other.pgnz",
    ];
    desk.run(&again, 0);
    assert!(desk.read("other.pgnz") == desk.read("some of.pgnz"));
    // The archive of an archive that records nothing of its text is known by its own sum.
    desk.run(
        &[
            "filter",
            "some of.pgnz",
            "--where",
            "plies >= 0",
            "-o",
            "more.pgnz",
        ],
        0,
    );
    let manifest = recorded(&desk, "more.pgnz")[0]["manifest"].to_string();
    let of_file = format!("from-file-sha256: {}", sum(&desk.read("some of.pgnz")));
    assert!(
        manifest.contains(&of_file) && manifest.contains("pgnz filter 'some of.pgnz'"),
        "{manifest}"
    );
    // Files with names keep their records, others are told of.
    desk.run(&["merge", "a.pgnz", "b.pgnz", "-o", "merged.pgnz"], 0);
    let manifest = recorded(&desk, "merged.pgnz")[0]["manifest"].to_string();
    assert!(manifest.contains(&sum(&text)) && manifest.contains(&sum(&games(3))));
    desk.run(&["compress", "-1", "a.pgn", "b.pgn", "-o", "both.pgnz"], 0);
    desk.run(
        &["merge", "both.pgnz", "b.pgnz", "-o", "merged.pgnz", "-f"],
        0,
    );
    let records = recorded(&desk, "merged.pgnz");
    let sums: Vec<_> = records.iter().map(|of| of["text_sha256"].clone()).collect();
    assert_eq!(sums, [sum(&text), sum(&games(3))]);
    desk.run(&["test", "merged.pgnz"], 0);
}

#[test]
fn a_division_by_hash_is_the_same_wherever_the_games_are() {
    let desk = Desk::new();
    let games: Vec<String> = (0..200)
        .map(|number| {
            format!(
                "[Site \"https://lichess.org/{:08}\"]\n\n1. e4 *\n\n",
                number * 37
            )
        })
        .collect();
    desk.write("all.pgn", games.concat().as_bytes());
    desk.write("half.pgn", games[100..].concat().as_bytes());
    for name in ["all", "half"] {
        let file = format!("{name}.pgn");
        desk.run(
            &[
                "split", &file, "--by", "hash", "--parts", "0.7,0.3", "-o", name,
            ],
            0,
        );
    }
    let text = |file: &str| {
        let text = desk.run(&["expand", "-c", file], 0).stdout;
        String::from_utf8(text).unwrap()
    };
    let parts = [1, 2].map(|part| text(&format!("all/part-00{part}.pgnz")));
    let in_parts = |game: &String| parts.each_ref().map(|part| part.contains(&game[..]));
    assert!(
        games
            .iter()
            .all(|game| in_parts(game).iter().filter(|&&is_in| is_in).count() == 1)
    );
    let first = games.iter().filter(|game| in_parts(game)[0]).count();
    assert!((120..=160).contains(&first), "{first}");
    let of_half: String = games[100..]
        .iter()
        .filter(|game| in_parts(game)[0])
        .cloned()
        .collect();
    assert_eq!(text("half/part-001.pgnz"), of_half);
    for wrong in [
        &["--by", "hash"][..],
        &["--by", "year", "--parts", "1"],
        &["--by", "hash", "--parts", "0.9,0.2"],
    ] {
        desk.run(&[&["split", "all.pgn", "-o", "x"], wrong].concat(), 1);
    }
}

#[test]
fn a_name_on_the_games_of_another_file_is_damage_for_every_command() {
    let desk = Desk::new();
    for name in ["jan", "feb", "mar"] {
        let game = format!("[White \"{name}\"]\n\n1. e4 *\n\n");
        desk.write(format!("{name}.pgn"), game.as_bytes());
    }
    desk.run(
        &[
            "compress", "-1", "jan.pgn", "feb.pgn", "mar.pgn", "-o", "all.pgnz",
        ],
        0,
    );
    let mut archive = desk.read("all.pgnz");
    // The chunks of the names have the same length.
    let marker = b"\xC1CHKFILE";
    let places = archive.windows(marker.len()).enumerate();
    let starts = places.filter(|(_, bytes)| bytes == marker);
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    let bytes = 16 + 8 + 4;
    let (first, second) = archive.split_at_mut(starts[1]);
    first[starts[0]..starts[0] + bytes].swap_with_slice(&mut second[..bytes]);
    desk.write("all.pgnz", &archive);
    for args in [
        &["test", "all.pgnz"][..],
        &["expand", "all.pgnz", "--output-dir", "out"],
        &["merge", "all.pgnz", "-o", "merged.pgnz"],
    ] {
        let told = said(&desk.run(args, 1));
        // Who reads the end of the archive first finds there that a part is of another one.
        let tells = ["name of the file", "some of them are of another archive"];
        assert!(
            tells.iter().any(|tell| told.contains(tell)),
            "{args:?}: {told}"
        );
    }
    desk.run(&["list", "all.pgnz"], 2);
    desk.run(&["repair", "all.pgnz", "-o", "mended.pgnz"], 2);
    desk.run(&["test", "mended.pgnz"], 0);
}

#[cfg(target_os = "linux")]
#[test]
fn files_whose_names_are_no_text_are_recorded_too() {
    use std::os::unix::ffi::OsStrExt;
    let desk = Desk::new();
    let name = std::ffi::OsStr::from_bytes(b"a\xFF.pgn");
    desk.write(name, &games(3));
    let args = ["filter", "--plies", "0..", "-o", "all.pgnz"].map(std::ffi::OsStr::new);
    desk.run(&[&args[..], &[name]].concat(), 0);
    let manifest = recorded(&desk, "all.pgnz")[0]["manifest"].to_string();
    assert!(manifest.contains("a\u{FFFD}.pgn"), "{manifest}");
}
