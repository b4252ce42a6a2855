//! The limit on memory.

use crate::desk::{Desk, games, said};

#[test]
fn the_result_is_the_same_for_any_limit_on_memory() {
    let desk = Desk::new();
    let text = games(300);
    desk.write("games.pgn", &text);
    let archive = |asked: &[&str]| {
        let blocks = ["compress", "-1", "-c", "--block-games", "50", "games.pgn"];
        desk.run(&[&blocks[..], asked].concat(), 0).stdout
    };
    let usual = archive(&[]);
    for limit in ["200MiB", "1g", "3T", "250000000"] {
        assert_eq!(archive(&["--memlimit", limit, "-T4"]), usual);
        desk.write("games.pgnz", &usual);
        let expand = ["expand", "-c", "--memlimit", limit, "-T3", "games.pgnz"];
        assert_eq!(desk.run(&expand, 0).stdout, text);
        desk.run(&["test", "-q", "--memlimit", limit, "games.pgnz"], 0);
    }
}

#[test]
fn a_block_that_needs_more_than_the_limit_is_named_with_what_it_needs() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(30));
    desk.run(&["compress", "-1", "games.pgn"], 0);
    for command in [
        &["compress", "-1", "-f", "--memlimit", "10M", "games.pgn"][..],
        &["expand", "-f", "--memlimit=10MiB", "games.pgnz"],
        &["test", "--memlimit", "10m", "games.pgnz"],
    ] {
        let said = said(&desk.run(command, 1));
        let words = ["block 1", "the limit is 10 MiB", "raise --memlimit to "];
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    }
    assert!(said(&desk.run(&["test", "--memlimit", "ten", "x"], 1)).contains("500MiB"));
}
