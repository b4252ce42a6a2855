//! What games cost, by every encoding.

use crate::desk::{Desk, games, packed, said};
use serde_json::Value;
use std::collections::BTreeSet;

/// The fields that the document describes.
fn documented() -> BTreeSet<String> {
    let document = include_str!("../../../notes/measure.md");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned()))
        .collect()
}

/// The fields of a value. Names of streams count as `NAME`.
fn fields(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let key = if path.ends_with("streams") {
                    "NAME"
                } else {
                    key
                };
                let dot = if path.is_empty() { "" } else { "." };
                fields(value, &format!("{path}{dot}{key}"), found);
            }
        }
        Value::Array(values) => {
            for value in values {
                fields(value, &format!("{path}[]"), found);
            }
        }
        _ => _ = found.insert(path.to_owned()),
    }
}

/// The figures of one file.
#[track_caller]
fn measured(desk: &Desk, args: &[&str]) -> Value {
    let args = [&["measure", "--json"], args].concat();
    let figures: Value = serde_json::from_slice(&desk.run(&args, 0).stdout).unwrap();
    figures["corpora"][0].clone()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect()
}

#[test]
fn json_has_every_encoding_and_agrees_with_itself() {
    let desk = Desk::new();
    let text = games(60);
    desk.write("games.pgn", &text);
    let figures = measured(&desk, &["games.pgn"]);
    assert_eq!(figures["path"], "games.pgn");
    assert_eq!(
        (figures["games"].as_u64(), figures["plies"].as_u64()),
        (Some(60), Some(15 * 25))
    );
    assert_eq!(figures["text_bytes"], text.len());
    assert_eq!(
        names(&figures["codecs"]),
        [
            "san-text",
            "from-to",
            "byte-per-move",
            "two-huffman",
            "piece-index-huffman",
            "legal-index-bits",
            "game-number",
            "game-number-end",
            "ordered-huffman",
            "ordered-arithmetic",
            "engine-arithmetic",
            "blob-bare",
            "blob",
            "fast",
            "default",
            "best"
        ]
    );
    for codec in figures["codecs"].as_array().unwrap() {
        for key in [
            "bits_per_ply",
            "bytes_per_game",
            "encode_plies_per_s",
            "decode_plies_per_s",
        ] {
            assert!(codec[key].as_f64().unwrap() > 0.0, "{key} of {codec}");
        }
    }
    assert_eq!(figures["codecs"][1]["bits_per_ply"], 12.0);
    assert_eq!(figures["positions"].as_array().unwrap().len(), 18);
    assert_eq!(names(&figures["general"]), ["zstd", "xz", "bzip2"]);
    let bytes = |streams: &Value| -> u64 {
        streams
            .as_object()
            .unwrap()
            .values()
            .map(|stream| stream["bytes"].as_u64().unwrap())
            .sum()
    };
    assert_eq!(
        bytes(&figures["streams"]),
        figures["archive_bytes"].as_u64().unwrap()
    );
    // However plies are told apart, they are the same plies at the same cost.
    for by in ["by_ply", "by_phase", "by_side", "by_piece", "by_square"] {
        let rows = figures[by].as_array().unwrap();
        let plies: u64 = rows.iter().map(|row| row["plies"].as_u64().unwrap()).sum();
        assert_eq!(plies, 375, "{by}");
        let bits = rows
            .iter()
            .map(|row| row["plies"].as_f64().unwrap() * row["bits_per_ply"].as_f64().unwrap());
        let by_side = figures["by_side"].as_array().unwrap();
        let expected = by_side
            .iter()
            .map(|row| row["plies"].as_f64().unwrap() * row["bits_per_ply"].as_f64().unwrap());
        assert!(
            (bits.sum::<f64>() - expected.sum::<f64>()).abs() < 0.1,
            "{by}"
        );
    }
    for by in ["lengths", "bits_per_game"] {
        let rows = figures[by].as_array().unwrap();
        assert_eq!(
            rows.iter()
                .map(|row| row["games"].as_u64().unwrap())
                .sum::<u64>(),
            60
        );
    }
}

#[test]
fn texts_and_archives_measure_the_same() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(50));
    desk.write(
        "games.pgn.zst",
        &zstd::encode_all(&games(50)[..], 1).unwrap(),
    );
    desk.write("games.pgnz", &packed(&games(50)));
    let codecs = ["--codecs", "game-number,rle"];
    let figures = |file: &str| {
        let mut figures = measured(&desk, &[&[file][..], &codecs].concat());
        figures["path"] = Value::Null;
        for key in ["encode_plies_per_s", "decode_plies_per_s"] {
            figures["codecs"][0][key] = Value::Null;
        }
        figures
    };
    let of_text = figures("games.pgn");
    assert_eq!(figures("games.pgn.zst"), of_text);
    assert_eq!(figures("games.pgnz"), of_text);
    assert_eq!(names(&of_text["codecs"]), ["game-number"]);
    assert_eq!(names(&of_text["positions"]), ["rle"]);
    assert_eq!(of_text["general"].as_array().unwrap().len(), 0);
    let sample = measured(
        &desk,
        &[&["games.pgn", "--sample", "7"][..], &codecs].concat(),
    );
    assert_eq!(sample["games"], 7);
}

#[test]
fn the_report_is_one_file_that_needs_no_other() {
    let desk = Desk::new();
    desk.write("a<b.pgn", &games(40));
    let args = [
        "measure",
        "a<b.pgn",
        "--html",
        "report.html",
        "--codecs",
        "default,from-to,rle,bzip2",
    ];
    let table = String::from_utf8(desk.run(&args, 0).stdout).unwrap();
    for part in [
        "40 games", "from-to", "12.000", "bzip2", "moves", "white", "opening",
    ] {
        assert!(table.contains(part), "{part} in {table}");
    }
    let page = String::from_utf8(desk.read("report.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(page.matches("<svg").count() >= 8 && page.contains("prefers-color-scheme:dark"));
    assert!(page.contains("a&lt;b.pgn") && !page.contains("a<b.pgn"));
    for foreign in ["src=", "href=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    // It is overwritten only with -f.
    assert!(said(&desk.run(&args, 1)).contains("report.html"));
    desk.run(&[&args[..], &["-f"]].concat(), 0);
}

#[test]
fn what_cannot_be_measured_is_named() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(5));
    desk.write("prose.txt", b"no chess at all");
    desk.write("damaged.pgnz", b"\x89PGNZ\r\n\x1A and no more");
    for (args, parts) in [
        (
            &["measure", "missing.pgn"][..],
            &["missing.pgn", "cannot open"][..],
        ),
        (&["measure", "prose.txt"], &["prose.txt", "no game"]),
        (&["measure", "damaged.pgnz"], &["damaged.pgnz"]),
        (
            &["measure", "games.pgn", "--codecs", "rle,nonsense"],
            &["--codecs", "nonsense", "game-number"],
        ),
        (&["measure", "games.pgn", "--sample", "0"], &["--sample"]),
        (
            &["measure", "games.pgn", "--html", "no/such/folder.html"],
            &["folder.html"],
        ),
        (&["measure"], &["FILE"]),
    ] {
        let output = desk.run(args, 1);
        assert!(output.stdout.is_empty());
        for part in parts {
            assert!(said(&output).contains(part), "{part} in {}", said(&output));
        }
    }
    // The others are measured all the same.
    let output = desk.run(
        &[
            "measure",
            "--json",
            "--codecs",
            "rle",
            "missing.pgn",
            "games.pgn",
        ],
        1,
    );
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(figures["corpora"].as_array().unwrap().len(), 1);
}

#[test]
fn only_games_that_pass_the_filters_are_measured() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(40));
    desk.write("games.pgnz", &packed(&games(40)));
    for file in ["games.pgn", "games.pgnz"] {
        let args = [
            "measure", "--json", "--codecs", "from-to", "--player", "Player 7", file,
        ];
        let figures: Value = serde_json::from_slice(&desk.run(&args, 0).stdout).unwrap();
        assert_eq!(figures["corpora"][0]["games"], 4, "{file}");
        let none = desk.run(&["measure", "--player", "Nobody", file], 1);
        assert!(
            said(&none).contains("no game matches the filters"),
            "{}",
            said(&none)
        );
    }
}

#[test]
fn every_field_of_measure_is_documented_and_every_documented_field_is_there() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(8));
    // Some encodings cannot hold what stands here: a variant, and a position with fifteen knights of a colour.
    desk.write(
        "odd.pgn",
        b"[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n[FEN \"7k/8/8/8/pppppppp/8/NNNNNNNN/KNNNNNNN w - - 0 1\"]\n\n1. Ncb3 *\n",
    );
    let args = ["measure", "--json", "games.pgn", "odd.pgn"];
    let figures: Value = serde_json::from_slice(&desk.run(&args, 0).stdout).unwrap();
    assert_eq!(figures["schema"], 1);
    let mut found = BTreeSet::new();
    fields(&figures, "", &mut found);
    assert_eq!(found, documented());
}
