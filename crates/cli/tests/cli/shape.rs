//! `pgnz merge`, `filter`, `split`, `dedupe`, `sort` and `sample`.

use crate::desk::{Desk, games, said};
use serde_json::Value;
use std::fs;
use std::path::Path;

mod odd;

fn expanded(desk: &Desk, name: &str) -> Vec<u8> {
    desk.run(&["expand", "-c", name], 0).stdout
}

fn told(desk: &Desk, args: &[&str]) -> Value {
    let args = [args, &["--json"]].concat();
    serde_json::from_slice(&desk.run(&args, 0).stdout).unwrap()
}

/// The games of a text, by where their tags begin, in order.
fn pieces(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text).into_owned();
    let games = text.split("[Event ").filter(|game| !game.is_empty());
    let mut games: Vec<String> = games.map(str::to_owned).collect();
    games.sort();
    games
}

fn archive(desk: &Desk, name: &str, text: &[u8]) -> String {
    let source = format!("{name}.pgn");
    desk.write(&source, text);
    desk.run(&["compress", "-1", "--block-games", "50", &source], 0);
    format!("{name}.pgnz")
}

#[test]
fn archives_are_merged_without_coding_anything_again() {
    let desk = Desk::new();
    let (jan, feb) = (
        games(120),
        [&games(80)[..], b"[White \"last\"]\n\n1. e4 *"].concat(),
    );
    archive(&desk, "jan", &jan);
    archive(&desk, "feb", &feb);
    desk.run(
        &["compress", "-1", "jan.pgn", "feb.pgn", "-o", "club.pgnz"],
        0,
    );
    let found = told(&desk, &["merge", "feb.pgnz", "jan.pgnz", "-o", "both.pgnz"]);
    assert_eq!(
        (&found["games_out"], &found["blocks_coded"]),
        (&201.into(), &0.into())
    );
    assert!(expanded(&desk, "both.pgnz") == [&feb[..], b"\n", &jan].concat());
    // Names stay, and what has none is apart from them.
    desk.run(&["merge", "club.pgnz", "both.pgnz", "-o", "all.pgnz"], 0);
    desk.run(&["expand", "all.pgnz", "--output-dir", "out"], 0);
    for (name, text) in [("jan.pgn", &jan), ("feb.pgn", &feb)] {
        assert!(&desk.read(Path::new("out").join(name)) == text);
    }
    assert!(desk.read("out/all.pgn") == expanded(&desk, "both.pgnz"));
    // Many small archives become one.
    desk.run(&["compress", "-1", "jan.pgn", "-o", "grown.pgnz"], 0);
    for _ in 0..5 {
        desk.run(&["append", "grown.pgnz", "jan.pgn"], 0);
    }
    desk.run(&["merge", "grown.pgnz", "-o", "tidy.pgnz"], 0);
    assert!(expanded(&desk, "grown.pgnz") == expanded(&desk, "tidy.pgnz"));
    assert!(desk.read("tidy.pgnz").len() < desk.read("grown.pgnz").len());
}

#[test]
fn a_split_parts_the_games_and_loses_none() {
    let desk = Desk::new();
    let text = games(300);
    archive(&desk, "all", &text);
    for by in ["year", "month", "event", "eco", "games=70", "size=9K"] {
        let folder = by.replace('=', "");
        let found = told(&desk, &["split", "all.pgnz", "--by", by, "-o", &folder]);
        let mut all = Vec::new();
        for made in found["outputs"].as_array().unwrap() {
            let part = expanded(&desk, made["path"].as_str().unwrap());
            assert_eq!(made["text_bytes"], part.len());
            if by.starts_with("size") {
                assert!(part.len() <= 9 << 10);
            }
            all.extend(part);
        }
        assert_eq!(found["games_out"], 300, "{by}");
        assert!(pieces(&all) == pieces(&text), "{by}");
    }
    let year = expanded(&desk, "year/1995.pgnz");
    assert_eq!(pieces(&year).len(), 10);
    assert!(
        String::from_utf8(year)
            .unwrap()
            .lines()
            .filter(|line| line.starts_with("[Date"))
            .all(|line| line.contains("1995"))
    );
    // By player each game is in two files.
    let found = told(
        &desk,
        &[
            "split",
            "all.pgnz",
            "--by",
            "player",
            "-o",
            "players",
            "--date",
            "1990..1999",
        ],
    );
    assert_eq!(
        (&found["games_out"], &found["left_out"]),
        (&(2 * 100 - same_player()).into(), &200.into())
    );
    let count = desk.run(
        &[
            "count",
            "all.pgnz",
            "--player",
            "Player 7",
            "--date",
            "1990..1999",
        ],
        0,
    );
    let one = desk.run(&["count", "players/Player_7.pgnz"], 0);
    assert_eq!(count.stdout, one.stdout);
}

/// Games of the test in the nineties in which both players have one name.
fn same_player() -> usize {
    (0..300)
        .filter(|n| n % 30 < 10 && n * 7 % 23 == n * 5 % 19)
        .count()
}

#[test]
fn a_split_refuses_before_it_writes() {
    let desk = Desk::new();
    archive(&desk, "all", &games(60));
    let many = desk.run(
        &[
            "split",
            "all.pgnz",
            "--by",
            "event",
            "-o",
            "out",
            "--max-files",
            "10",
        ],
        1,
    );
    assert!(said(&many).contains("--max-files 60"), "{}", said(&many));
    assert!(!desk.path("out").exists());
    fs::create_dir(desk.path("out")).unwrap();
    desk.write("out/1995.pgnz", b"mine");
    let there = desk.run(&["split", "all.pgnz", "--by", "year", "-o", "out"], 1);
    assert!(
        said(&there).contains("1995.pgnz already exists"),
        "{}",
        said(&there)
    );
    assert_eq!(fs::read_dir(desk.path("out")).unwrap().count(), 1);
    desk.run(&["split", "all.pgnz", "--by", "year", "-o", "out", "-f"], 0);
    assert_ne!(desk.read("out/1995.pgnz"), b"mine");
    desk.run(&["split", "all.pgnz", "--by", "nonsense", "-o", "out"], 1);
}

#[test]
fn duplicates_are_removed_and_a_dry_run_lists_them() {
    let desk = Desk::new();
    let text = games(200);
    let duplicate = pieces(&text)[7].replace("Club evening", "Elsewhere");
    let all = [&text[..], b"[Event ", duplicate.as_bytes(), &text].concat();
    archive(&desk, "all", &all);
    archive(&desk, "one", &text);
    let listed = desk.run(&["dedupe", "all.pgnz", "--dry-run", "--json"], 0);
    let lines: Vec<Value> = String::from_utf8(listed.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let natural: Vec<Value> = {
        let listed = desk.run(&["dedupe", "one.pgnz", "--dry-run", "--json"], 0);
        let lines = String::from_utf8(listed.stdout).unwrap();
        lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    assert_eq!(lines.len(), 201 + natural.len());
    assert!(
        lines
            .iter()
            .all(|line| line["number"].as_u64() > line["kept_number"].as_u64())
    );
    let table = desk.run(&["dedupe", "all.pgnz", "--dry-run"], 0);
    assert_eq!(
        String::from_utf8(table.stdout).unwrap().lines().count(),
        lines.len() + 1
    );
    let found = told(
        &desk,
        &["dedupe", "all.pgnz", "--by", "text", "-o", "clean.pgnz"],
    );
    assert_eq!(
        (&found["dropped"], &found["games_out"]),
        (&200.into(), &201.into())
    );
    let found = told(&desk, &["dedupe", "all.pgnz", "-o", "usual.pgnz"]);
    assert_eq!(found["dropped"], lines.len());
    if natural.is_empty() {
        assert!(expanded(&desk, "usual.pgnz") == text);
    }
    // From one archive against another.
    let found = told(
        &desk,
        &[
            "dedupe", "one.pgnz", "all.pgnz", "--by", "text", "-o", "two.pgnz",
        ],
    );
    assert_eq!(
        (&found["dropped"], &found["games_out"]),
        (&400.into(), &201.into())
    );
    desk.run(&["dedupe", "all.pgnz"], 1);
}

#[test]
fn games_are_sorted_and_drawn() {
    let desk = Desk::new();
    let text = games(240);
    archive(&desk, "all", &text);
    desk.run(
        &[
            "sort",
            "all.pgnz",
            "--by",
            "date,-white_rating",
            "-o",
            "sorted.pgnz",
        ],
        0,
    );
    let sorted = expanded(&desk, "sorted.pgnz");
    assert!(pieces(&sorted) == pieces(&text));
    let columns = [
        "list",
        "--games",
        "--tsv",
        "--columns",
        "date,white_rating",
        "sorted.pgnz",
    ];
    let rows = String::from_utf8(desk.run(&columns, 0).stdout).unwrap();
    let rows: Vec<(String, std::cmp::Reverse<u32>)> = rows
        .lines()
        .skip(1)
        .map(|row| row.split_once('\t').unwrap())
        .map(|(date, rating)| (date.to_owned(), std::cmp::Reverse(rating.parse().unwrap())))
        .collect();
    assert_eq!(rows.len(), 240);
    assert!(rows.is_sorted());
    // What is sorted already is copied.
    let again = told(
        &desk,
        &[
            "sort",
            "sorted.pgnz",
            "--by",
            "date,-white_rating",
            "-o",
            "again.pgnz",
        ],
    );
    assert_eq!(again["blocks_coded"], 0);
    desk.run(
        &["sample", "all.pgnz", "50", "--seed", "3", "-o", "a.pgnz"],
        0,
    );
    desk.run(
        &["sample", "all.pgnz", "50", "--seed", "3", "-o", "b.pgnz"],
        0,
    );
    assert!(desk.read("a.pgnz") == desk.read("b.pgnz"));
    let drawn = pieces(&expanded(&desk, "a.pgnz"));
    assert_eq!(drawn.len(), 50);
    let all = pieces(&text);
    assert!(drawn.iter().all(|game| all.binary_search(game).is_ok()));
    desk.run(&["sample", "all.pgnz", "500", "-o", "c.pgnz"], 2);
    let won = ["filter", "all.pgnz", "--result", "1-0", "-o", "won.pgnz"];
    let found = told(&desk, &won);
    let won = pieces(&expanded(&desk, "won.pgnz"));
    assert_eq!(found["games_out"], won.len());
    assert_eq!(found["left_out"], all.len() - won.len());
    let is_won = |game: &&String| game.trim_end().ends_with(" 1-0");
    assert_eq!(won, all.iter().filter(is_won).cloned().collect::<Vec<_>>());
    let wrong = desk.run(&["sort", "all.pgnz", "--by", "player", "-o", "d.pgnz"], 1);
    assert!(said(&wrong).contains("player"), "{}", said(&wrong));
}
