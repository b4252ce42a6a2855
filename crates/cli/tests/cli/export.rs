//! Tables of games: the right games, the right values, in every format.

use crate::desk::{Desk, games, said};
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Columns of many types, of which some games have nothing.
const COLUMNS: &str = "number,white,white_rating,date,year,utc_timestamp,result,base,has_clocks,ply_count,moves_san,moves_uci,moves_index,clocks,clocks_white,evals,surprisal,best_probability,pgn";

fn famous(desk: &Desk) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/famous.pgn");
    desk.write("famous.pgn", &fs::read(path).unwrap());
    desk.run(&["compress", "-1", "--block-games", "10", "famous.pgn"], 0);
}

fn printed(desk: &Desk, args: &[&str]) -> String {
    String::from_utf8(desk.run(args, 0).stdout).unwrap()
}

fn lines(desk: &Desk, args: &[&str]) -> Vec<Value> {
    let text = printed(
        desk,
        &[&["export", "--to", "jsonl", "-c", "--level", "fast"], args].concat(),
    );
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn tables_of_famous_games_are_what_they_were() {
    let desk = Desk::new();
    famous(&desk);
    for (format, golden) in [
        ("csv", &include_bytes!("../golden/famous.csv")[..]),
        ("jsonl", include_bytes!("../golden/famous.jsonl")),
        ("uci", include_bytes!("../golden/famous.uci")),
    ] {
        let name = format!("famous.{format}");
        desk.run(
            &["export", "famous.pgnz", "--games", "1..6,48", "-o", &name],
            0,
        );
        assert!(desk.read(&name) == golden, "{format}");
    }
}

#[test]
fn the_table_is_the_same_for_any_number_of_threads_and_in_the_order_asked_for() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(2500));
    desk.run(&["compress", "-1", "--block-games", "300", "games.pgn"], 0);
    let columns = ["--columns", "number,white,moves_uci,clocks,tag:Event"];
    for chosen in [
        &[][..],
        &["--player", "Player 7"],
        &["--where", "has_clocks", "--every", "3"],
        &["--games", "2400..,7,1..1300,7"],
        &["--random", "500", "--seed", "1"],
    ] {
        let table = |threads| {
            lines(
                &desk,
                &[&["games.pgnz", "-T", threads], &columns[..], chosen].concat(),
            )
        };
        let one = table("1");
        assert!(one == table("3"), "{chosen:?}");
        let all = ["--games", "1.."];
        let chosen_too = if chosen.is_empty() { &all[..] } else { chosen };
        let texts = printed(&desk, &[&["cat", "games.pgnz"], chosen_too].concat());
        let events: Vec<_> = texts
            .lines()
            .filter_map(|line| line.strip_prefix("[Event \""))
            .collect();
        let found: Vec<_> = one
            .iter()
            .map(|row| format!("{}\"]", row["tag:Event"].as_str().unwrap()))
            .collect();
        assert_eq!(found, events, "{chosen:?}");
    }
}

#[test]
fn several_archives_make_one_table_that_names_them() {
    let desk = Desk::new();
    for (name, count) in [("a", 2), ("b", 3)] {
        desk.write(format!("{name}.pgn"), &games(count));
        desk.run(&["compress", "-1", &format!("{name}.pgn")], 0);
    }
    let rows = lines(&desk, &["a.pgnz", "b.pgnz", "--columns", "number"]);
    let places: Vec<_> = rows
        .iter()
        .map(|row| format!("{} {}", row["path"], row["number"]))
        .collect();
    assert_eq!(
        places,
        [
            "\"a.pgnz\" 1",
            "\"a.pgnz\" 2",
            "\"b.pgnz\" 1",
            "\"b.pgnz\" 2",
            "\"b.pgnz\" 3"
        ]
    );
    let output = desk.run(
        &[
            "export", "a.pgnz", "b.pgnz", "--game", "1", "--to", "csv", "-c",
        ],
        1,
    );
    assert!(said(&output).contains("--games"));
}

#[test]
fn what_cannot_be_done_is_refused_and_leaves_no_file() {
    let desk = Desk::new();
    famous(&desk);
    desk.write("there.csv", b"mine");
    for (args, part) in [
        (
            &["famous.pgnz", "-o", "x.csv", "--columns", "whit"][..],
            "no column 'whit'",
        ),
        (
            &["famous.pgnz", "-o", "x.uci", "--columns", "white"],
            "no columns",
        ),
        (&["famous.pgnz", "-o", "x.table"], "--to"),
        (
            &["famous.pgnz", "missing.pgnz", "-o", "x.csv"],
            "missing.pgnz",
        ),
        (&["famous.pgnz", "-o", "there.csv"], "-f"),
        (
            &["famous.pgnz", "-f", "--to", "csv", "-o", "famous.pgnz"],
            "both read and written",
        ),
    ] {
        let output = desk.run(&[&["export"], args].concat(), 1);
        assert!(said(&output).contains(part), "{args:?}: {}", said(&output));
        assert!(!desk.path("x.csv").exists());
    }
    assert_eq!(desk.read("there.csv"), b"mine");
    desk.run(&["export", "famous.pgnz", "-f", "-o", "there.csv"], 0);
    assert_ne!(desk.read("there.csv"), b"mine");
}

#[test]
fn damage_costs_the_games_of_its_block_only() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(300));
    desk.run(&["compress", "-1", "--block-games", "20", "games.pgn"], 0);
    let mut bytes = desk.read("games.pgnz");
    let third = bytes.len() / 3;
    bytes[third] ^= 1;
    desk.write("games.pgnz", &bytes);
    let output = desk.run(&["export", "games.pgnz", "--to", "uci", "-c", "-T", "3"], 1);
    assert_eq!(
        output.stdout.iter().filter(|&&byte| byte == b'\n').count(),
        280
    );
    assert!(said(&output).contains("checksum"), "{}", said(&output));
}

#[test]
fn a_reader_of_a_table_that_stops_early_is_not_an_error() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(5000));
    desk.run(&["compress", "-1", "--block-games", "500", "games.pgn"], 0);
    for format in ["csv", "jsonl", "arrow", "parquet"] {
        let args = ["export", "games.pgnz", "--to", format, "-c"];
        let mut command = desk.command(&args);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), said(&output).as_str()),
            (Some(0), ""),
            "{format}"
        );
    }
}

/// An interpreter of Python that has DuckDB and pyarrow; fetched once, and kept in the folder where things are built.
fn python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    let python = folder.join("bin/python");
    let succeeds = |command: &mut Command| {
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let is_there =
        || succeeds(Command::new(&python).args(["-c", "import duckdb, pyarrow.parquet"]));
    if !is_there() && succeeds(Command::new("python3").args(["-m", "venv"]).arg(&folder)) {
        let packages = ["duckdb==2.0.0", "pyarrow==26.0.1"];
        succeeds(
            Command::new(&python)
                .args(["-m", "pip", "install", "--quiet"])
                .args(packages),
        );
    }
    is_there().then_some(python)
}

#[test]
fn independent_readers_find_the_same_values_in_every_format() {
    let Some(python) = python() else {
        eprintln!("skipped: DuckDB and pyarrow are not there and cannot be fetched");
        return;
    };
    let desk = Desk::new();
    let odd = "[White \"=1+1\"]\n[Date \"2024.02.29\"]\n[UTCDate \"2024.02.29\"]\n[UTCTime \"23:59:59\"]\n\n1. e4 { [%clk 0:03:00] [%eval #3] } -- 2. d4 { [%eval -0.17] } *\n\n[White \"M\u{fc}ller, \\\"J\\\"\"]\n\n*\n";
    desk.write("games.pgn", &[odd.as_bytes(), &games(40)].concat());
    desk.run(&["compress", "-1", "--block-games", "9", "games.pgn"], 0);
    let table = ["games.pgnz", "--level", "fast", "--columns", COLUMNS];
    let to = |format: &str| {
        let name = format!("games.{format}");
        desk.run(&[&["export", "-o", &name], &table[..]].concat(), 0);
    };
    ["parquet", "arrow", "csv", "jsonl"]
        .into_iter()
        .for_each(to);
    let stream = desk
        .run(
            &[&["export", "-c", "--to", "arrow"], &table[..]].concat(),
            0,
        )
        .stdout;
    desk.write("games.stream", &stream);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/independent/tables.py");
    let mut child = Command::new(python)
        .arg(script)
        .arg(desk.path("games"))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert!(child.wait().unwrap().success(), "{errors}");
}

#[test]
fn a_table_in_parts_has_each_game_in_the_folder_of_its_value() {
    let desk = Desk::new();
    let text = b"[White \"Anna\"]\n[Date \"2023.05.01\"]\n\n1. e4 *\n\n[White \"Emil/..\"]\n[Date \"2024.??.??\"]\n\n1. d4 *\n\n[White \"Paul\"]\n\n1. c4 *\n";
    desk.write("games.pgn", text);
    desk.run(&["compress", "-1", "games.pgn"], 0);
    let args = [
        "export",
        "games.pgnz",
        "--to",
        "csv",
        "--columns",
        "number,white,year",
        "-o",
        "parts",
        "--by",
    ];
    let by = |column| [&args[..], &[column]].concat();
    desk.run(&by("year"), 0);
    let part =
        |name: &str| String::from_utf8(desk.read(format!("parts/{name}/games.csv"))).unwrap();
    for (name, row) in [
        ("year=2023", "1,Anna"),
        ("year=2024", "2,Emil/.."),
        ("year=__HIVE_DEFAULT_PARTITION__", "3,Paul"),
    ] {
        let lines = part(name);
        let lines: Vec<&str> = lines.trim_start_matches('\u{FEFF}').lines().collect();
        assert_eq!(lines, ["number,white", row], "{name}");
    }
    // What is there already is kept, and values lead nowhere else.
    desk.run(&by("white"), 1);
    std::fs::remove_dir_all(desk.path("parts")).unwrap();
    desk.run(&by("white"), 0);
    assert!(part("white=Emil%2F..").contains("2024"));
    std::fs::remove_dir_all(desk.path("parts")).unwrap();
    for refused in ["moves_san", "year,white", "nothing"] {
        desk.run(&by(refused), 1);
        assert!(!desk.path("parts").exists(), "{refused}");
    }
    let told = said(&desk.run(&["export", "games.pgnz", "--to", "csv", "-o", "parts/"], 1));
    assert!(told.contains("name of a folder"), "{told}");
}
