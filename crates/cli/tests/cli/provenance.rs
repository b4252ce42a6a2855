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
    let config = archive::Config::default();
    let mut bare = Vec::new();
    archive::compress(&text[..], &mut bare, &config, &mut |_| {}).unwrap();
    desk.write("bare.pgnz", &bare);
    desk.write("sums", format!("{}  a.pgn\n", sum(&text)).as_bytes());
    let told = said(&desk.run(&["test", "--sha256", "sums", "bare.pgnz"], 1));
    assert!(told.contains("does not record"), "{told}");
}
