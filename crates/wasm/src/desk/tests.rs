//! The operations, on the kind of machine that runs the tests.

use super::*;
use crate::host::add_source;

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
