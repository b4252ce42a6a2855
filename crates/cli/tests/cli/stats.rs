//! `pgnz stats`.

use crate::desk::{Desk, said};
use serde_json::Value;
use std::fs;

const FAMOUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/famous.pgn");

fn famous() -> Desk {
    let desk = Desk::new();
    desk.write("games.pgn", &fs::read(FAMOUS).unwrap());
    desk.run(&["compress", "-1", "games.pgn"], 0);
    desk
}

fn json(desk: &Desk, args: &[&str]) -> Value {
    let args = [&["stats", "--json"], args].concat();
    serde_json::from_slice(&desk.run(&args, 0).stdout).unwrap()
}

#[test]
fn counts_are_those_of_the_text() {
    let desk = famous();
    let stats = json(&desk, &["games.pgnz", "--top", "100"]);
    let text = fs::read_to_string(FAMOUS).unwrap();
    let with = |tag: &str| text.matches(tag).count();
    assert_eq!(stats["games"], 48);
    for (name, tag) in [("white", "1-0"), ("draws", "1/2-1/2"), ("black", "0-1")] {
        assert_eq!(
            stats["results"][name],
            with(&format!("[Result \"{tag}\"]")),
            "{name}"
        );
    }
    assert_eq!(stats["plies"], 2751);
    for opening in stats["openings"].as_array().unwrap() {
        let eco = opening["eco"].as_str().unwrap();
        let results = opening["results"].as_object().unwrap();
        let games: u64 = ["white", "draws", "black", "unknown"]
            .iter()
            .map(|key| results[*key].as_u64().unwrap())
            .sum();
        assert_eq!(games, with(&format!("[ECO \"{eco}\"]")) as u64, "{eco}");
    }
    for player in stats["most_active"].as_array().unwrap() {
        let name = player["name"].as_str().unwrap();
        let games = with(&format!("[White \"{name}\"]")) + with(&format!("[Black \"{name}\"]"));
        assert_eq!(player["games"], games, "{name}");
    }
    let longest = &stats["longest"];
    let list = desk.run(
        &[
            "list",
            "--games",
            "--tsv",
            "--columns",
            "number,plies",
            "games.pgnz",
        ],
        0,
    );
    let list = String::from_utf8(list.stdout).unwrap();
    let rows = list
        .lines()
        .skip(1)
        .map(|row| row.split_once('\t').unwrap());
    let most = rows.max_by_key(|(number, plies)| {
        (
            plies.parse::<u32>().unwrap(),
            -number.parse::<i32>().unwrap(),
        )
    });
    assert_eq!(
        most.unwrap(),
        (
            &*longest["number"].to_string(),
            &*longest["plies"].to_string()
        )
    );
}

#[test]
fn quick_leaves_out_what_takes_moves_and_says_the_same_of_the_rest() {
    let desk = famous();
    let (all, quick) = (
        json(&desk, &["games.pgnz"]),
        json(&desk, &["games.pgnz", "--quick"]),
    );
    for (key, value) in quick.as_object().unwrap() {
        assert_eq!(value, &all[key], "{key}");
    }
    let only: Vec<_> = all
        .as_object()
        .unwrap()
        .keys()
        .filter(|key| quick.get(key).is_none())
        .collect();
    assert_eq!(only, ["endings", "lengths", "longest", "openings", "plies"]);
}

#[test]
fn filters_choose_and_archives_count_together() {
    let desk = famous();
    let carlsen = json(&desk, &["games.pgnz", "--player", "Carlsen"]);
    let twice = json(&desk, &["games.pgnz", "games.pgnz"]);
    assert_eq!(
        (&carlsen["games"], &twice["games"]),
        (&1.into(), &96.into())
    );
    assert_eq!(
        json(&desk, &["games.pgnz", "--player", "Nobody"])["longest"],
        Value::Null
    );
}

#[test]
fn the_page_names_the_command_and_has_no_tags_of_the_games() {
    let desk = Desk::new();
    desk.write(
        "games.pgn",
        b"[White \"<b>Anna</b>\"]\n[Black \"Emil\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n",
    );
    desk.run(&["compress", "games.pgn"], 0);
    let output = desk.run(&["stats", "games.pgnz", "--html", "page.html"], 0);
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .starts_with("games         1\n")
    );
    let page = String::from_utf8(desk.read("page.html")).unwrap();
    assert!(page.contains("<code>pgnz stats games.pgnz --html page.html</code>"));
    assert!(page.contains("&lt;b&gt;Anna&lt;/b&gt;") && !page.contains("<b>Anna"));
    let refused = desk.run(&["stats", "games.pgnz", "--html", "page.html"], 1);
    assert!(said(&refused).contains("page.html"));
}

#[test]
fn no_tag_gives_a_terminal_orders() {
    let desk = Desk::new();
    let name = "a\u{9b}31m\u{7f}\u{85}\u{202E}b";
    let game = format!("[Event \"{name}\"]\n[White \"{name}\"]\n[Black \"{name}\"]\n\n1. e4 *\n");
    desk.write("games.pgn", game.as_bytes());
    desk.run(&["compress", "-1", "games.pgn"], 0);
    for args in [
        &["stats", "--json", "games.pgnz"][..],
        &["list", "--games", "--json", "games.pgnz"],
        &["list", "--json", "--tags", "games.pgnz"],
        &["tree", "--json", "games.pgnz"],
        &["count", "--json", "games.pgnz"],
        &["show", "--json", "games.pgnz", "--game", "1"],
    ] {
        let text = String::from_utf8(desk.run(args, 0).stdout).unwrap();
        let bad = text
            .chars()
            .find(|c| (c.is_control() && *c != '\n') || *c == '\u{202E}');
        assert_eq!(bad, None, "{args:?}: {text:?}");
        for line in text.lines() {
            serde_json::from_str::<Value>(line).unwrap();
        }
    }
    assert_eq!(json(&desk, &["games.pgnz"])["events"][0]["name"], name);
}

#[test]
fn results_by_rating_and_opening_add_up_and_the_page_shows_them() {
    let desk = Desk::new();
    let game = |white: u32, black: u32, result: &str, eco: &str| {
        format!(
            "[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n[ECO \"{eco}\"]\n\n1. e4 {result}\n\n"
        )
    };
    let text = [
        game(1500, 1580, "1-0", "B00"),
        game(1400, 1690, "0-1", "B00"),
        game(2000, 2100, "1/2-1/2", "C20"),
        "[White \"A\"]\n[WhiteElo \"2000\"]\n\n1. e4 1-0\n".to_owned(),
    ];
    desk.write("games.pgn", text.concat().as_bytes());
    desk.run(&["compress", "-1", "games.pgn"], 0);
    let stats = json(&desk, &["games.pgnz", "--html", "page.html"]);
    let by_rating = stats["results_by_rating"].as_object().unwrap();
    let classes: Vec<&str> = by_rating.keys().map(String::as_str).collect();
    assert_eq!(classes, ["1500", "2000"]);
    assert_eq!(
        (&by_rating["1500"]["white"], &by_rating["1500"]["black"]),
        (&1.into(), &1.into())
    );
    assert_eq!(by_rating["2000"]["draws"], 1);
    let page = String::from_utf8(desk.read("page.html")).unwrap();
    for row in [
        "1500 to 1599",
        "2000 to 2099",
        "B00",
        "title=\"White 50.0 %, drawn 0.0 %, Black 50.0 %\"",
    ] {
        assert!(page.contains(row), "{row}");
    }
    assert!(page.contains("prefers-color-scheme:dark") && !page.contains("<script"));
}

/// A match of three engines: results by pair, a pair of one opening, and a loss on time.
const MATCH: &str = "\
[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {book} e5 {+0.10/10 1.0s, Black loses on time} 1-0\n
[White \"B\"]\n[Black \"A\"]\n[Result \"1/2-1/2\"]\n\n1. e4 {book} e5 {+0.10/12 2.0s} 1/2-1/2\n
[White \"B\"]\n[Black \"C\"]\n[Result \"1/2-1/2\"]\n\n1. d4 {book} d5 {+0.10/12 2.0s} 1/2-1/2\n
[White \"C\"]\n[Black \"<D>\"]\n[Result \"*\"]\n\n1. d4 *\n";

#[test]
fn matches_between_engines_are_told_as_text_as_json_and_as_a_page() {
    let desk = Desk::new();
    desk.write("match.pgn", MATCH.as_bytes());
    desk.run(&["compress", "-1", "match.pgn"], 0);
    let found = json(&desk, &["--engines", "--anchor", "B=3000", "match.pgnz"]);
    assert_eq!(found["games"], 4);
    assert_eq!(found["engines"][0]["name"], "A");
    let elo = |at: usize| found["engines"][at]["elo"].as_f64().unwrap();
    assert!((elo(0) - 3190.85).abs() < 0.01 && (elo(1) - 3000.0).abs() < 0.01);
    assert_eq!(found["engines"][3]["elo"], Value::Null);
    let of_a = found["matches"].as_array().unwrap();
    let of_a = of_a
        .iter()
        .find(|one| one["players"] == serde_json::json!(["A", "B"]));
    assert_eq!(of_a.unwrap()["pairs"], serde_json::json!([0, 0, 0, 1, 0]));
    let lost: Vec<&Value> = (0..4)
        .map(|at| &found["engines"][at]["lost_on_time"])
        .collect();
    assert_eq!(lost.into_iter().filter(|lost| **lost == 1).count(), 1);

    let args = ["stats", "--engines", "match.pgnz", "--html", "page.html"];
    let text = String::from_utf8(desk.run(&args, 0).stdout).unwrap();
    assert!(text.contains("A - B\n    games  +1 =1 -0"), "{text}");
    let page = fs::read_to_string(desk.path("page.html")).unwrap();
    assert!(page.contains("A – B") && page.contains("&lt;D&gt;"));
    for (args, what) in [
        (&["--anchor", "B=3000"][..], "--engines"),
        (&["--engines", "--anchor", "X=1"], "no player 'X'"),
        (&["--engines", "--anchor", "B"], "a player and a rating"),
        (&["--engines", "--quick"], "cannot be used"),
    ] {
        let args = [&["stats", "match.pgnz"], args].concat();
        let output = desk.run(&args, 1);
        assert!(said(&output).contains(what), "{args:?}: {}", said(&output));
    }
}
