//! What is printed as JSON is what docs/json.md says.

use crate::desk::{Desk, games};
use serde_json::Value;
use std::collections::BTreeSet;

/// The fields that a section of the document describes.
fn documented(section: &str) -> BTreeSet<String> {
    let document = include_str!("../../../../docs/json.md");
    let from = document.find(section).unwrap() + section.len();
    let text = document[from..].split("\n## ").next().unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let fields: BTreeSet<String> = rows
        .map(|row| row.split('`').next().unwrap().to_owned())
        .collect();
    assert!(!fields.is_empty(), "{section}");
    fields
}

/// All words in quotes of a section of the document.
fn documented_words(section: &str) -> BTreeSet<&'static str> {
    let document = include_str!("../../../../docs/json.md");
    let from = document.find(section).unwrap() + section.len();
    let text = document[from..].split("\n## ").next().unwrap();
    text.split('`').skip(1).step_by(2).collect()
}

/// The fields of a value. Keys of maps, which are names of streams and tags, count as `NAME`.
fn fields(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let is_name = path == "tags" || path.ends_with("streams");
                let key = if is_name { "NAME" } else { key };
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

fn printed(desk: &Desk, args: &[&str]) -> Value {
    serde_json::from_slice(&desk.run(args, 0).stdout).unwrap()
}

#[test]
fn every_field_of_list_is_documented_and_every_documented_field_is_there() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(8));
    desk.write("more.pgn", &games(3));
    // Of several files, so that there are names.
    let together = [
        "compress",
        "-1",
        "-o",
        "games.pgnz",
        "games.pgn",
        "more.pgn",
    ];
    desk.run(&together, 0);
    let figures = printed(&desk, &["list", "--json", "--tags", "games.pgnz"]);
    assert_eq!(figures["schema"], 1);
    let mut found = BTreeSet::new();
    fields(&figures, "", &mut found);
    assert_eq!(found, documented("## `pgnz list --json`"));
}

#[test]
fn every_field_of_games_and_counts_is_documented_and_every_documented_field_is_there() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(1));
    desk.run(&["compress", "-1", "games.pgn"], 0);
    for (args, section) in [
        (
            &["list", "--games", "--json", "games.pgnz"][..],
            "## `pgnz list --games --json`",
        ),
        (&["tree", "--json", "games.pgnz"], "## `pgnz tree --json`"),
        (
            &["positions", "--json", "--ply", "2", "games.pgnz"],
            "## `pgnz positions --json`",
        ),
        (
            &["export", "--to", "jsonl", "games.pgnz", "-c"],
            "## `pgnz export --to jsonl`",
        ),
        (
            &["count", "--json", "games.pgnz", "--plies", "1.."],
            "## `pgnz count --json`",
        ),
    ] {
        let figures = printed(&desk, args);
        assert_eq!(figures["schema"], 1);
        let mut found = BTreeSet::new();
        fields(&figures, "", &mut found);
        assert_eq!(found, documented(section));
    }
}

#[test]
fn every_field_of_show_is_documented_and_every_documented_field_is_there() {
    let desk = Desk::new();
    desk.write("game.pgn", b"[White \"Anna\"]\n\n1. e4 e5 2. Ke2 *\n");
    let shown = printed(&desk, &["show", "--json", "--ply", "2", "game.pgn"]);
    let document = documented_words("## `pgnz show --json`");
    let mut found = BTreeSet::new();
    fields(&shown, "", &mut found);
    let missing: Vec<_> = found
        .iter()
        .filter(|field| !document.contains(field.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!(shown["white"], "Anna");
    assert_eq!(shown["castling"].as_array().unwrap().len(), 4);
    let moves = shown["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 29);
    let sum: f64 = moves
        .iter()
        .map(|m| m["probability"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    let played: Vec<_> = moves.iter().filter(|m| m["played"] == true).collect();
    assert_eq!(played.len(), 1);
    assert_eq!(
        (&played[0]["san"], &played[0]["uci"]),
        (&"Ke2".into(), &"e1e2".into())
    );
}
