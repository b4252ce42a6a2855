//! The operations, on the kind of machine that runs the tests.

use super::*;
use crate::host::{add_source, load_more, unload};
use std::fmt::Write;
use std::io::Cursor;

const TEXT: &str = "[White \"Anna\"]\n[WhiteElo \"2600\"]\n[Result \"1-0\"]\n\n1. e4 { [%clk 0:03:00] [%eval 0.3] good } e5 (1... c5) 2. Nf3 1-0\n\n[White \"Emil\"]\n[WhiteElo \"1800\"]\n\n1. d4 $1 *\n";

fn read(answer: Answer) -> Value {
    serde_json::from_slice(&answer.unwrap()).unwrap()
}

fn packed(desk: &Desk) -> Vec<u8> {
    desk.compress(TEXT.as_bytes(), 0).unwrap()
}

fn begun() -> (Desk, u32) {
    let mut desk = Desk::default();
    let packed = packed(&desk);
    let bytes = packed.len() as u64;
    let opened = read(desk.open(add_source(packed), bytes));
    assert_eq!(
        (&opened["games"], &opened["missing"]),
        (&json!(2), &json!([]))
    );
    let archive = opened["archive"].as_u64().unwrap() as u32;
    (desk, archive)
}

/// Everything that a walk finds, in steps of one game.
fn walked(desk: &mut Desk, archive: u32, request: Value) -> Vec<Value> {
    let walk = read(desk.walk(archive, request.to_string().as_bytes()))["walk"].as_u64();
    let walk = walk.unwrap() as u32;
    let mut answers = Vec::new();
    loop {
        answers.push(read(desk.step(walk, 1)));
        if answers.last().unwrap()["done"] == true {
            desk.end(walk).unwrap();
            return answers;
        }
    }
}

#[test]
fn texts_and_games_are_those_of_the_archive() {
    let (mut desk, archive) = begun();
    assert_eq!(desk.text(archive, 0, 2).unwrap(), TEXT.as_bytes());
    let game = read(desk.game(archive, 0, b""));
    assert_eq!(game["tags"][0], json!(["White", "Anna"]));
    let first = &game["plies"][0];
    assert_eq!(
        (&first["san"], &first["uci"], &first["clock"]),
        (&json!("e4"), &json!("e2e4"), &json!(180_000))
    );
    assert_eq!(
        (&first["eval"], &first["comments"]),
        (
            &json!({"cp": 30}),
            &json!([" [%clk 0:03:00] [%eval 0.3] good "])
        )
    );
    assert_eq!(game["plies"][1]["variations"][0]["plies"][0]["san"], "c5");
    let tags = read(desk.game(archive, 1, b"tags"));
    assert_eq!(
        (&tags["tags"][0][1], &tags["plies"]),
        (&json!("Emil"), &Value::Null)
    );
    assert_eq!(read(desk.info(archive))["level"], "fast");
}

#[test]
fn walks_find_what_passes_and_count_moves() {
    let (mut desk, archive) = begun();
    let found = walked(
        &mut desk,
        archive,
        json!({"where": "white_rating > 2500", "columns": ["tags"]}),
    );
    let games: Vec<&Value> = found
        .iter()
        .flat_map(|step| step["games"].as_array().unwrap())
        .collect();
    assert_eq!((games.len(), &games[0]["number"]), (1, &json!(0)));
    let found = walked(&mut desk, archive, json!({"tree": {}}));
    let tree = &found.last().unwrap()["tree"];
    assert_eq!(
        (
            &tree["total"]["games"],
            tree["moves"].as_array().unwrap().len()
        ),
        (&json!(2), 2)
    );
    // Beyond the last game there is nothing.
    let found = walked(&mut desk, archive, json!({"from": 9}));
    assert_eq!(found[0]["games"], json!([]));
}

#[test]
fn wrong_requests_are_errors_that_say_why() {
    let (mut desk, archive) = begun();
    let mut failed = |request: &[u8]| desk.walk(archive, request).unwrap_err().message;
    assert!(failed(b"{").contains("JSON"));
    assert!(failed(br#"{"where": "white_rating >"}"#).contains("column"));
    assert!(failed(br#"{"columns": ["tag"]}"#).contains("tags, moves"));
    assert!(failed(br#"{"tree": {"moves": "e4", "position": "8"}}"#).contains("not both"));
    assert!(failed(br#"{"from": -1}"#).contains("from"));
    assert!(
        desk.game(archive, 2, b"")
            .unwrap_err()
            .message
            .contains("has 2")
    );
    desk.close(archive).unwrap();
    assert!(desk.info(archive).unwrap_err().message.contains("closed"));
    assert!(
        desk.supply(b"something else".to_vec())
            .unwrap_err()
            .message
            .contains("SHA-256")
    );
    let error = desk.expand(b"\x89PGNZ\r\n\x1a and no more").unwrap_err();
    assert_ne!(error.kind, "InvalidArgument");
    let error = desk.open(9_999, 100).unwrap_err();
    assert_eq!(error.kind, "Io");
}

/// Games enough for some steps, by players of two ratings.
fn many() -> String {
    let mut text = String::new();
    for game in 0..120 {
        let (elo, first) = [(1500, "e4"), (2100, "d4")][game % 2];
        let reply = ["e5", "c5", "d5"][game % 3];
        let _ = write!(
            text,
            "[White \"Anna\"]\n[Black \"Emil {game}\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n[Result \"1-0\"]\n[TimeControl \"180+2\"]\n\n1. {first} {reply} 1-0\n\n"
        );
    }
    text
}

/// An archive and its opening tree, as sources, with their lengths.
fn with_tree(desk: &Desk) -> [(u32, u64); 2] {
    with_tree_of(desk, &many())
}

fn with_tree_of(desk: &Desk, text: &str) -> [(u32, u64); 2] {
    let packed = desk.compress(text.as_bytes(), 0).unwrap();
    let shared = pgnz::Shared::new(Cursor::new(packed.clone())).unwrap();
    let mut tree = Vec::new();
    let mut archive = Archive::open(shared).unwrap();
    archive
        .write_explorer(&pgnz::Search::new(), &mut tree)
        .unwrap();
    [packed, tree].map(|bytes| {
        let length = bytes.len() as u64;
        (add_source(bytes), length)
    })
}

/// Does something until all bytes that it needs are there.
fn until_loaded(mut ask: impl FnMut() -> Answer) -> Answer {
    loop {
        let answer = ask();
        if answer.is_ok() || !load_more(64) {
            return answer;
        }
    }
}

/// The last answer to a question, in turns of ten games.
fn told(desk: &mut Desk, view: u32, question: &str) -> Value {
    loop {
        let mut found = read(until_loaded(|| desk.ask(view, 10, question.as_bytes())));
        if found["done"] != false {
            // Only trees that are counted from the games have it.
            found["unknown"].take();
            return found;
        }
    }
}

#[test]
fn a_page_gets_the_same_answers_while_bytes_are_missing() {
    let mut desk = Desk::default();
    let mut found = Vec::new();
    for (is_whole, has_tree) in [(true, true), (false, true), (true, false), (false, false)] {
        let [source, mut tree] = with_tree(&desk);
        if !is_whole {
            unload(source.0, 100);
            unload(tree.0, 10);
        }
        if !has_tree {
            tree.1 = 0;
        }
        let view = read(until_loaded(|| desk.view(source, tree, b"games.pgnz")));
        assert_eq!(view["tree"], has_tree);
        let view = view["view"].as_u64().unwrap() as u32;
        let questions = [
            "info",
            "games?from=40&count=20",
            "games?where=white_rating+%3E+2000&count=500",
            "tree?moves=e2e4",
            "tree?where=min_rating+%3E%3D+2000+and+speed+%3D+'blitz'",
            "tree?where=black+%3D+'Emil+7'",
            "game?n=77",
            "probabilities?n=77",
        ];
        let answers = questions.map(|question| told(&mut desk, view, question));
        let texts =
            until_loaded(|| desk.ask(view, 10, b"pgn?where=white_rating+%3E+2000&from=2&count=3"));
        let texts = String::from_utf8(texts.unwrap()).unwrap();
        assert_eq!(texts.matches("Elo \"2100\"").count(), 6);
        desk.hide(view).unwrap();
        assert!(desk.ask(view, 10, b"info").is_err());
        found.push((answers, texts));
    }
    assert!(found.iter().all(|answers| *answers == found[0]));
    assert_eq!(found[0].0[2]["found"], 60);
    assert_eq!(found[0].0[3]["total"]["games"], 60);
    assert_eq!(found[0].0[4]["total"]["games"], 60);
    // Emil 7, and those of whose name it is the beginning: Emil 70 to Emil 79.
    assert_eq!(found[0].0[5]["total"]["games"], 11);
}

#[test]
fn a_wrong_question_of_a_page_names_the_field() {
    let mut desk = Desk::default();
    let [source, tree] = with_tree(&desk);
    let view = read(desk.view(source, tree, b"games.pgnz"))["view"].as_u64();
    let view = view.unwrap() as u32;
    let error = desk.ask(view, 10, b"games?rating=high").unwrap_err();
    assert_eq!(error.field.as_deref(), Some("rating"));
    assert_eq!(error.kind, "InvalidArgument");
    assert!(desk.ask(view, 10, b"nothing").is_err());
    assert!(desk.ask(view, 10, b"game?n=121").is_err());
}

#[test]
fn a_tree_of_another_archive_is_none() {
    let mut desk = Desk::default();
    let [source, tree] = with_tree(&desk);
    // The same number of games, and the same lengths of all parts.
    let [other, other_tree] = with_tree_of(&desk, &many().replace("\"Anna\"", "\"Enna\""));
    assert_eq!((tree.1, source.1), (other_tree.1, other.1));
    for (archive, tree, is_right) in [
        (source, tree, true),
        (other, other_tree, true),
        (source, other_tree, false),
        (other, tree, false),
        (source, other, false),
    ] {
        assert_eq!(read(desk.view(archive, tree, b""))["tree"], is_right);
    }
}

#[test]
fn a_tree_beside_an_archive_gives_what_a_walk_counts() {
    let mut desk = Desk::default();
    let [source, tree] = with_tree(&desk);
    let archive = read(desk.open(source.0, source.1))["archive"].as_u64();
    let archive = archive.unwrap() as u32;
    let asked = json!({"where": "min_rating >= 2000", "tree": {"moves": "1. d4"}});
    let request = asked.to_string();
    assert_eq!(read(desk.tree(archive, request.as_bytes())), Value::Null);
    unload(tree.0, 10);
    assert_eq!(
        read(until_loaded(|| desk.beside(archive, tree)))["tree"],
        true
    );
    let found = read(until_loaded(|| desk.tree(archive, request.as_bytes())));
    assert_eq!(found["total"]["games"], 60);
    let counted = walked(&mut desk, archive, asked);
    assert_eq!(counted.last().unwrap()["tree"], found);
    // What it does not know is for a walk.
    for other in [
        json!({"from": 3, "tree": {}}),
        json!({"where": "black = 'Emil 7'", "tree": {}}),
    ] {
        let found = read(desk.tree(archive, other.to_string().as_bytes()));
        assert_eq!(found, Value::Null);
    }
}
