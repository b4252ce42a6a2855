//! Filters held against an independent reader, python-chess.

use crate::desk::Desk;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use super::{numbers_of, printed};

/// Games of many kinds, at equal distances: a sample, for crates/python/tests/test_chess.py reads every file in every column.
fn real_games() -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/test");
    let mut text = Vec::new();
    for (name, first, step, most) in [
        // The games of one player, and games of others.
        ("twic-1428.pgn", 0, 1, 95),
        ("twic-1428.pgn", 100, 40, 110),
        ("lichess-dump-2025-05.pgn", 0, 6, 70),
        ("chesscom-league-2018.pgn", 0, 12, 60),
        ("otb-world-matches.pgn", 0, 2, 290),
        ("lichess-user-clk.pgn", 0, 20, 50),
        ("chesscom-user-a.pgn", 0, 20, 50),
        ("chess960-lichess.pgn", 0, 20, 40),
        ("correspondence-annotated.pgn", 0, 4, 40),
        ("lichess-user-2025.pgn", 0, 10, 50),
        ("racingkings.pgn", 0, 40, 15),
    ] {
        let bytes = fs::read(folder.join(name)).ok()?;
        for game in pgn::games(&bytes).skip(first).step_by(step).take(most) {
            text.extend_from_slice(game);
        }
        text.extend_from_slice(b"\n\n");
    }
    Some(text)
}

/// An interpreter of Python that has python-chess; fetched once, and kept in the folder where things are built.
fn python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-chess");
    let python = folder.join("bin/python");
    let succeeds = |command: &mut Command| {
        command
            .stdout(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let is_there = || {
        succeeds(
            Command::new(&python)
                .args(["-c", "import chess.pgn"])
                .stderr(Stdio::null()),
        )
    };
    if !is_there() {
        let made = succeeds(Command::new("python3").args(["-m", "venv"]).arg(&folder));
        let _ = made
            && succeeds(Command::new(&python).args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "chess==1.11.2",
            ]));
    }
    is_there().then_some(python)
}

/// Holds a tree against what the independent reader says of it.
fn compare_tree(desk: &Desk, expected: &Value) {
    let args = expected["args"].as_array().unwrap();
    let args = args.iter().map(|arg| arg.as_str().unwrap());
    let args: Vec<&str> = ["tree", "--json", "part.pgnz"]
        .into_iter()
        .chain(args)
        .collect();
    let text = printed(desk, &args);
    assert_eq!(
        text,
        printed(desk, &[&args[..], &["--no-index"]].concat()),
        "{args:?}"
    );
    let tree: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(tree["ended"], expected["ended"], "{args:?}");
    let branches = tree["branches"].as_array().unwrap();
    let wanted = expected["branches"].as_object().unwrap();
    assert!(
        branches.len() == wanted.len() && branches.len() > 2,
        "{args:?}"
    );
    for branch in branches {
        let wanted = &wanted[branch["uci"].as_str().unwrap()];
        for field in ["games", "white", "draws", "black", "years"] {
            assert_eq!(branch[field], wanted[field], "{args:?}: {branch} {field}");
        }
        for field in ["rating", "performance"] {
            let [found, wanted] = [&branch[field], &wanted[field]].map(Value::as_f64);
            let near = |(found, wanted): (f64, f64)| (found - wanted).abs() < 0.06;
            assert!(
                found.zip(wanted).map_or(found == wanted, near),
                "{args:?}: {branch} {field}"
            );
        }
    }
}

#[test]
fn an_independent_reader_finds_the_same_games() {
    let Some(text) = real_games() else {
        eprintln!("skipped: no corpora next to the project");
        return;
    };
    let Some(python) = python() else {
        eprintln!("skipped: python-chess is not there and cannot be fetched");
        return;
    };
    let desk = Desk::new();
    let path = desk.write("games.pgn", &text);
    desk.run(&["compress", "-1", "--block-games", "50", "games.pgn"], 0);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/independent/games.py");
    let output = Command::new(python)
        .args(["-B", script])
        .arg(path)
        .stderr(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success());
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["games"], pgn::games(&text).count());
    assert!(found["games"].as_u64().unwrap() >= 700);
    let every = found["every"].as_u64().unwrap() as usize;
    let part: Vec<&[u8]> = pgn::games(&text).step_by(every).collect();
    desk.write("part.pgn", &part.concat());
    desk.run(&["compress", "-1", "--block-games", "50", "part.pgn"], 0);
    desk.run(&["index", "games.pgnz"], 0);
    desk.run(&["index", "--moves", "part.pgnz"], 0);
    for (name, text) in found["files"].as_object().unwrap() {
        desk.write(name, text.as_str().unwrap().as_bytes());
    }
    let cases = found["cases"].as_array().unwrap();
    let (mut empty, half) = (0, cases.len() / 2);
    let check = |cases: &[Value]| -> Vec<String> {
        let differs = |case: &Value| {
            let args: Vec<&str> = case["args"]
                .as_array()
                .unwrap()
                .iter()
                .map(|arg| arg.as_str().unwrap())
                .collect();
            let expected: Vec<usize> = serde_json::from_value(case["numbers"].clone()).unwrap();
            let archive = match case["part"] == true {
                true => "part.pgnz",
                false => "games.pgnz",
            };
            let numbers = numbers_of(&desk, archive, &[&args[..], &["--no-index"]].concat());
            if numbers_of(&desk, archive, &args) != numbers {
                return Some(format!("{args:?}: an index gives other games"));
            }
            let first = numbers.iter().zip(&expected).find(|(a, b)| a != b);
            let what = || {
                format!(
                    "{args:?}: {} games and {}, first {first:?}",
                    numbers.len(),
                    expected.len()
                )
            };
            (numbers != expected).then(what)
        };
        cases.iter().filter_map(differs).collect()
    };
    let differ = thread::scope(|scope| {
        let other = scope.spawn(|| check(&cases[..half]));
        [check(&cases[half..]), other.join().unwrap()].concat()
    });
    assert!(differ.is_empty(), "{differ:#?}");
    for tree in found["trees"].as_array().unwrap() {
        compare_tree(&desk, tree);
    }
    for case in cases {
        empty += usize::from(case["numbers"].as_array().unwrap().is_empty());
    }
    assert!(
        empty <= 3,
        "{empty} filters that no game passes test little"
    );
}
