//! What an archive says about itself, and games from its middle.

use crate::desk::{Desk, games, real_games, said};
use serde_json::Value;

const STREAMS: [&str; 16] = [
    "moves",
    "tags",
    "clocks",
    "evals",
    "comments",
    "numbers",
    "lines",
    "layout",
    "groups",
    "repeats",
    "structure",
    "glyphs",
    "derived",
    "stored",
    "encoding",
    "container",
];

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

#[test]
fn json_has_every_key_and_its_bytes_add_up() {
    let desk = Desk::new();
    for (text, code) in [
        (Vec::new(), 0),
        // A warning.
        (b"no chess".to_vec(), 2),
        (games(100), 0),
        (real_games().unwrap_or_default(), 0),
    ] {
        desk.write("games.pgn", &text);
        let args = ["compress", "-f", "--block-games", "30", "games.pgn"];
        desk.run(&args, code);
        let figures = json(&desk.run(&["list", "--json", "games.pgnz"], 0).stdout);
        let archive_bytes = desk.read("games.pgnz").len() as u64;
        assert_eq!(figures["path"], "games.pgnz");
        assert_eq!(figures["text_bytes"], text.len());
        assert_eq!(figures["archive_bytes"], archive_bytes);
        assert_eq!(figures["games"], pgn::games(&text).count());
        assert_eq!(figures["source"], "plain");
        assert_eq!(figures["model"]["name"], "default");
        assert!(figures["model"]["digest"].is_string());
        for key in ["plies", "blocks"] {
            assert!(figures[key].is_u64(), "{key}");
        }
        for key in ["ratio", "bytes_per_game"] {
            assert!(figures[key].is_f64(), "{key}");
        }
        let streams = figures["streams"].as_object().unwrap();
        assert_eq!(streams.len(), STREAMS.len());
        let sum: u64 = STREAMS
            .iter()
            .map(|name| streams[*name]["bytes"].as_u64().unwrap())
            .sum();
        assert_eq!(sum, archive_bytes);
        assert!(streams["moves"]["bits_per_ply"].is_f64());
        assert!(streams["tags"]["bytes_per_game"].is_f64());
        for name in ["clocks", "evals"] {
            assert!(
                streams[name]["count"].is_u64() && streams[name]["bits_each"].is_f64(),
                "{name}"
            );
        }
    }
}

#[test]
fn several_archives_are_an_object_a_line_and_a_pipe_is_read_through() {
    let desk = Desk::new();
    desk.write("a.pgn", &games(3));
    desk.write("b.pgn", &games(4));
    desk.run(&["compress", "a.pgn", "b.pgn"], 0);
    let output = desk.run(&["list", "--json", "a.pgnz", "missing", "b.pgnz"], 1);
    let lines: Vec<Value> = output
        .stdout
        .split_inclusive(|&byte| byte == b'\n')
        .map(json)
        .collect();
    let paths: Vec<_> = lines
        .iter()
        .map(|line| line["path"].as_str().unwrap())
        .collect();
    assert_eq!(paths, ["a.pgnz", "b.pgnz"]);
    let both = [desk.read("a.pgnz"), desk.read("b.pgnz")].concat();
    let mut piped = json(&desk.pipe(&["list", "--json"], &both).stdout);
    assert_eq!(piped["path"], "-");
    desk.write("both.pgnz", &both);
    let named = json(&desk.run(&["list", "--json", "both.pgnz"], 0).stdout);
    piped["path"] = "both.pgnz".into();
    assert_eq!(piped, named);
    assert_eq!(named["games"], 7);
}

#[test]
fn people_get_a_table() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(1200));
    let output = desk.run(&["compress", "-v", "games.pgn"], 0);
    assert!(output.stdout.is_empty());
    let listed = desk.run(&["list", "--tags", "games.pgnz"], 0).stdout;
    let listed = String::from_utf8(listed).unwrap();
    for text in [said(&output), listed.clone()] {
        for part in ["1,200", "archive", "container", " %"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
    assert_eq!(said(&output).replace("games.pgn\n", "games.pgnz\n"), listed);
    let rows = desk.run(&["list", "games.pgnz", "games.pgnz"], 0).stdout;
    let rows = String::from_utf8(rows).unwrap();
    assert_eq!(rows.lines().count(), 4);
    assert!(rows.ends_with("  total of 2 archives\n"), "{rows}");
    assert!(said(&desk.run(&["test", "-v", "games.pgnz"], 0)).contains("1,200"));
    assert!(said(&desk.run(&["expand", "-v", "-c", "games.pgnz"], 0)).contains("1,200"));
}

#[test]
fn cat_gives_the_games_as_they_stand_in_the_text() {
    let desk = Desk::new();
    let text = real_games().unwrap_or_else(|| games(438));
    desk.write("games.pgn", &text);
    desk.run(&["compress", "--block-games", "20", "games.pgn"], 0);
    let games: Vec<&[u8]> = pgn::games(&text).collect();
    let last = games.len();
    let cat = |which: &str, what: &str| desk.run(&["cat", "games.pgnz", which, what], 0).stdout;
    for number in [1, 20, 21, last] {
        assert_eq!(cat("--game", &number.to_string()), games[number - 1]);
    }
    assert_eq!(cat("--games", "19..42"), games[18..42].concat());
    assert_eq!(cat("--games", "7..7"), games[6]);
    assert_eq!(cat("--games", "..5"), games[..5].concat());
    assert_eq!(
        cat("--games", &format!("{}..", last - 2)),
        games[last - 3..].concat()
    );
    assert_eq!(cat("--games", ".."), text);
}

#[test]
fn cat_says_what_games_there_are() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(3));
    desk.run(&["compress", "games.pgn"], 0);
    for (which, what) in [("--game", "4"), ("--games", "4.."), ("--games", "5,7..9")] {
        let output = desk.run(&["cat", "games.pgnz", which, what], 1);
        assert!(output.stdout.is_empty());
        assert!(said(&output).contains("has 3"), "{}", said(&output));
    }
    for wrong in ["0", "3..2", "x", "1..2..3"] {
        desk.run(&["cat", "games.pgnz", "--games", wrong], 1);
    }
    desk.run(&["cat", "games.pgnz", "--game", "0"], 1);
    desk.run(&["cat", "games.pgnz", "--game", "1", "--games", "1..2"], 1);
}
