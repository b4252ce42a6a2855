//! `pgnz optimize` puts the index in front, and changes nothing else.

use crate::desk::{Desk, games, said};
use std::fs;

/// The kind of the chunk that holds the copy.
const KIND: &[u8] = b"CHKINDX";

fn has_front(desk: &Desk, name: &str) -> bool {
    let bytes = fs::read(desk.path(name)).unwrap();
    bytes.windows(KIND.len()).any(|part| part == KIND)
}

fn compressed(desk: &Desk, block_games: &str) -> Vec<u8> {
    let text = games(60);
    desk.write("games.pgn", &text);
    let args = ["compress", "-1", "-f", "--block-games", block_games];
    desk.run(&[&args[..], &["games.pgn"]].concat(), 0);
    text
}

#[test]
fn an_archive_gets_its_index_in_front_in_place_or_in_another_file() {
    let desk = Desk::new();
    let text = compressed(&desk, "20");
    let before = fs::read(desk.path("games.pgnz")).unwrap();
    let made = desk.run(&["optimize", "-v", "games.pgnz", "-o", "web.pgnz"], 0);
    assert!(said(&made).contains("for the index in front"));
    assert_eq!(fs::read(desk.path("games.pgnz")).unwrap(), before);
    desk.run(&["optimize", "games.pgnz", "-o", "web.pgnz"], 1);
    desk.run(&["optimize", "games.pgnz"], 0);
    let [here, there] = ["games.pgnz", "web.pgnz"].map(|name| fs::read(desk.path(name)).unwrap());
    assert!(here == there && has_front(&desk, "web.pgnz"));
    assert_eq!(desk.run(&["expand", "-c", "web.pgnz"], 0).stdout, text);
    desk.run(&["test", "web.pgnz"], 0);
    // A new archive is made without it, and one that was added to is read by its end.
    desk.run(&["merge", "web.pgnz", "-o", "merged.pgnz"], 0);
    assert!(!has_front(&desk, "merged.pgnz"));
    desk.run(&["append", "web.pgnz", "games.pgn"], 0);
    let both = [&text[..], &text].concat();
    assert_eq!(desk.run(&["expand", "-c", "web.pgnz"], 0).stdout, both);
    let count = desk.run(&["count", "web.pgnz"], 0).stdout;
    assert!(String::from_utf8_lossy(&count).contains("120"));
}

#[test]
fn what_has_no_index_to_copy_is_left_as_it_is() {
    let desk = Desk::new();
    compressed(&desk, "100");
    let before = fs::read(desk.path("games.pgnz")).unwrap();
    let refused = desk.run(&["optimize", "games.pgnz"], 1);
    assert!(said(&refused).contains("fewer than two blocks"));
    desk.run(&["append", "games.pgnz", "games.pgn"], 0);
    let refused = desk.run(&["optimize", "games.pgnz"], 1);
    assert!(said(&refused).contains("merge"));
    assert!(
        fs::read(desk.path("games.pgnz"))
            .unwrap()
            .starts_with(&before)
    );
    desk.run(&["optimize", "none.pgnz"], 1);
    desk.run(&["optimize", "games.pgn"], 1);
}
