//! `pgnz positions`.

use crate::desk::{Desk, said};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

const FAMOUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/famous.pgn");

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("games.pgn", &fs::read(FAMOUS).unwrap());
    let more =
        b"[Variant \"Atomic\"]\n\n1. e4 e5 2. Nf3 *\n\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";
    desk.write("more.pgn", more);
    desk.run(&["compress", "-1", "games.pgn"], 0);
    desk.run(&["compress", "-1", "more.pgn"], 0);
    desk
}

fn json(desk: &Desk, args: &[&str]) -> Value {
    let args = [&["positions", "--json"], args].concat();
    serde_json::from_slice(&desk.run(&args, 0).stdout).unwrap()
}

/// A FEN without its counters of moves.
fn placement(fen: &str) -> String {
    fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Games by the position after so many plies, from the table that `export` writes.
fn exported(desk: &Desk, ply: usize, filter: &[&str]) -> BTreeMap<String, u64> {
    let column = format!("fen_at({ply})");
    let args = [
        "export",
        "-c",
        "--to",
        "jsonl",
        "games.pgnz",
        "--columns",
        &column,
    ];
    let out = desk.run(&[&args, filter].concat(), 0).stdout;
    let mut found = BTreeMap::new();
    for line in String::from_utf8(out).unwrap().lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        if let Some(fen) = row[&column].as_str() {
            *found.entry(placement(fen)).or_default() += 1;
        }
    }
    found
}

#[test]
fn counts_are_those_of_the_exported_positions_with_and_without_an_index() {
    let desk = desk();
    for is_indexed in [false, true] {
        if is_indexed {
            desk.run(&["index", "games.pgnz"], 0);
        }
        for filter in [&[][..], &["--date", "..1900"]] {
            let args = [&["games.pgnz", "--ply", "0..6", "--top", "99"], filter].concat();
            let found = json(&desk, &args);
            assert_eq!(found["missed"], 0);
            for (ply, of_ply) in found["plies"].as_array().unwrap().iter().enumerate() {
                assert_eq!(of_ply["ply"], ply);
                let positions = of_ply["positions"].as_array().unwrap().iter();
                let counts: BTreeMap<String, u64> = positions
                    .clone()
                    .map(|one| {
                        let fen = placement(one["fen"].as_str().unwrap());
                        (fen, one["games"].as_u64().unwrap())
                    })
                    .collect();
                assert_eq!(counts, exported(&desk, ply, filter), "ply {ply}");
                let games: Vec<u64> = positions
                    .map(|one| one["games"].as_u64().unwrap())
                    .collect();
                assert!(games.is_sorted_by(|a, b| a >= b));
                assert_eq!(of_ply["games"], games.iter().sum::<u64>());
            }
        }
    }
}

#[test]
fn archives_count_together_and_variants_apart() {
    let desk = desk();
    let args = ["games.pgnz", "more.pgnz", "--ply", "2", "--top", "200"];
    let found = json(&desk, &args);
    let of_ply = &found["plies"][0];
    assert_eq!(of_ply["games"], 50);
    let positions = of_ply["positions"].as_array().unwrap();
    let atomic = positions
        .iter()
        .find(|one| one["variant"] == "Atomic")
        .unwrap();
    assert_eq!(
        (&atomic["games"], &atomic["example"]["path"]),
        (&1.into(), &"more.pgnz".into())
    );
    let usual = positions
        .iter()
        .find(|one| one["fen"] == atomic["fen"] && one["variant"] == "Standard")
        .unwrap();
    let open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    assert_eq!(usual["games"], exported(&desk, 2, &[])[open] + 1);
}

#[test]
fn tables_have_a_part_for_each_ply_and_leave_out_what_is_rare() {
    let desk = desk();
    let text = |args: &[&str]| {
        let args = [&["positions", "games.pgnz"], args].concat();
        String::from_utf8(desk.run(&args, 0).stdout).unwrap()
    };
    let found = text(&["--ply", "1..2", "--top", "1"]);
    assert!(found.starts_with("Ply 1: 48 games\n") && found.contains("\n\nPly 2: 48 games\n"));
    assert!(found.contains("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    assert_eq!(found.matches("KQkq").count(), 2, "{found}");
    assert!(!text(&["--ply", "1", "--min-count", "49"]).contains("KQkq"));
    assert_eq!(
        text(&["--ply", "5000"]).trim(),
        "no such game has so many plies"
    );
    for wrong in ["x", "3..1", ""] {
        let refused = desk.run(&["positions", "games.pgnz", "--ply", wrong], 1);
        assert!(said(&refused).contains("such as 10 or 5..10"), "{wrong}");
    }
}

#[test]
fn damage_is_told_and_the_counts_are_of_what_could_be_read() {
    let desk = desk();
    let mut bytes = desk.read("games.pgnz");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    desk.write("broken.pgnz", &bytes);
    let out = desk.run(
        &[
            "positions",
            "broken.pgnz",
            "more.pgnz",
            "--ply",
            "3",
            "--json",
        ],
        1,
    );
    let found: Value = serde_json::from_slice(&out.stdout).unwrap();
    let games = &found["plies"][0]["games"];
    assert_eq!(games, 2);
    assert!(said(&out).contains("broken.pgnz"));
}
