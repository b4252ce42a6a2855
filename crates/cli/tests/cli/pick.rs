//! Games picked from an archive by their numbers.

use crate::desk::{Desk, games, own_model, said};
use std::process::Output;

const GAMES: usize = 300;

/// An archive of blocks of 20 games in `games.pgnz`, and its games.
fn archive(desk: &Desk) -> Vec<Vec<u8>> {
    let text = games(GAMES);
    desk.write("games.pgn", &text);
    desk.run(&["compress", "-1", "--block-games", "20", "games.pgn"], 0);
    pgn::games(&text).map(<[u8]>::to_vec).collect()
}

fn cat(desk: &Desk, args: &[&str], code: i32) -> Output {
    desk.run(&[&["cat", "games.pgnz"], args].concat(), code)
}

/// The games of these numbers, from 1, one after the other.
fn joined(games: &[Vec<u8>], numbers: impl IntoIterator<Item = usize>) -> Vec<u8> {
    let games: Vec<_> = numbers
        .into_iter()
        .map(|number| &games[number - 1][..])
        .collect();
    games.concat()
}

/// The numbers of the games that a text is made of.
fn numbers(games: &[Vec<u8>], text: &[u8]) -> Vec<usize> {
    let number = |game: &[u8]| games.iter().position(|other| other == game).unwrap() + 1;
    pgn::games(text).map(number).collect()
}

#[test]
fn lists_give_their_games_in_the_order_asked_for() {
    let desk = Desk::new();
    let games = archive(&desk);
    let list = |list: &str| cat(&desk, &["--games", list], 0).stdout;
    assert_eq!(
        list("1..10,15,290.."),
        joined(&games, (1..=10).chain([15]).chain(290..=GAMES))
    );
    assert_eq!(
        list("200,3..5,200,41,1"),
        joined(&games, [200, 3, 4, 5, 200, 41, 1])
    );
    assert_eq!(
        list("150..,..2"),
        joined(&games, (150..=GAMES).chain(1..=2))
    );
    assert_eq!(list(" 7 , 7"), joined(&games, [7, 7]));
}

#[test]
fn numbers_come_from_a_file_or_a_pipe() {
    let desk = Desk::new();
    let games = archive(&desk);
    // Each number once, far from its neighbours.
    let order: Vec<usize> = (0..GAMES).map(|at| at * 77 % GAMES + 1).collect();
    let text: String = order.iter().map(|number| format!("{number}\n")).collect();
    desk.write("numbers", format!("number\n{text}").as_bytes());
    let wanted = joined(&games, order.iter().copied());
    assert!(cat(&desk, &["--numbers", "numbers"], 0).stdout == wanted);
    let piped = desk.pipe(&["cat", "games.pgnz", "--numbers", "-"], text.as_bytes());
    assert!(piped.status.success() && piped.stdout == wanted);
    let some = cat(
        &desk,
        &["--numbers", "numbers", "--every", "10", "--first", "4"],
        0,
    );
    let chosen = order.iter().copied().step_by(10).take(4);
    assert!(some.stdout == joined(&games, chosen));

    desk.write("wrong", b"3\nfour\n");
    let output = cat(&desk, &["--numbers", "wrong"], 1);
    assert!(
        said(&output).contains("--numbers: line 2"),
        "{}",
        said(&output)
    );
    cat(&desk, &["--numbers", "missing"], 1);
    desk.write("none", b"");
    assert!(cat(&desk, &["--numbers", "none"], 0).stdout.is_empty());
}

#[test]
fn what_goes_past_the_last_game_is_cut_with_a_warning() {
    let desk = Desk::new();
    let games = archive(&desk);
    let warned = |args: &[&str], last: &[usize]| {
        let output = cat(&desk, args, 2);
        assert_eq!(numbers(&games, &output.stdout), last);
        assert!(
            said(&output).contains("the archive has 300"),
            "{}",
            said(&output)
        );
        let quiet = cat(&desk, &[args, &["-q"]].concat(), 2);
        assert!(quiet.stderr.is_empty() && quiet.stdout == output.stdout);
    };
    warned(&["--games", "299..310"], &[299, 300]);
    warned(&["--games", "400,300,301..,2"], &[300, 2]);
    desk.write("numbers", b"300\n301\n18446744073709551615\n1\n");
    warned(&["--numbers", "numbers"], &[300, 1]);
}

#[test]
fn every_first_and_random_choose_among_the_games() {
    let desk = Desk::new();
    let games = archive(&desk);
    let picked = |args: &[&str]| numbers(&games, &cat(&desk, args, 0).stdout);
    assert_eq!(picked(&["--first", "3"]), [1, 2, 3]);
    assert_eq!(picked(&["--every", "100"]), [1, 101, 201]);
    assert_eq!(
        picked(&["--games", "5..90", "--every", "40", "--first", "2"]),
        [5, 45]
    );
    assert_eq!(picked(&["--first", "0"]), [] as [usize; 0]);
    assert_eq!(picked(&["--first", "9999"]).len(), GAMES);

    let drawn = picked(&["--random", "25", "--seed", "7"]);
    assert_eq!(drawn.len(), 25);
    assert!(drawn.is_sorted_by(|a, b| a < b), "{drawn:?}");
    assert_eq!(drawn, picked(&["--random", "25", "--seed", "7"]));
    assert_ne!(drawn, picked(&["--random", "25", "--seed", "8"]));
    assert_eq!(picked(&["--random", "999"]).len(), GAMES);
    let among = picked(&["--games", "101..110,1..10", "--random", "5", "--seed", "3"]);
    assert_eq!(among.len(), 5);
    assert!(
        among
            .iter()
            .all(|number| (1..=10).contains(number) || (101..=110).contains(number))
    );
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let desk = Desk::new();
    archive(&desk);
    for args in [
        &[][..],
        &["--game", "1", "--first", "1"],
        &["--games", "1", "--numbers", "-"],
        &["--random", "1", "--first", "1"],
        &["--seed", "1"],
        &["--every", "0"],
        &["--games", "1,,2"],
    ] {
        assert!(cat(&desk, args, 1).stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn lost_games_are_named_and_the_others_keep_their_order() {
    let desk = Desk::new();
    let games = archive(&desk);
    let mut archive = desk.read("games.pgnz");
    let third = archive.len() / 3;
    archive[third] ^= 1;
    desk.write("games.pgnz", &archive);
    let order: Vec<usize> = (0..GAMES).map(|at| at * 77 % GAMES + 1).collect();
    let text: String = order.iter().map(|number| format!("{number}\n")).collect();
    desk.write("numbers", text.as_bytes());
    let output = cat(&desk, &["--numbers", "numbers"], 1);
    let found = numbers(&games, &output.stdout);
    let kept: Vec<usize> = order
        .iter()
        .copied()
        .filter(|number| found.contains(number))
        .collect();
    assert_eq!(found, kept);
    assert_eq!(GAMES - found.len(), 20, "one block");
    assert!(
        said(&output).contains("missing: games "),
        "{}",
        said(&output)
    );
}

#[test]
fn a_model_of_ones_own_is_no_hindrance() {
    let desk = Desk::new();
    desk.write("own.net", &own_model(1));
    desk.write("games.pgn", &games(30));
    desk.run(&["compress", "--model", "own.net", "games.pgn"], 0);
    let args = ["--games", "9,3", "--model", "own.net"];
    let all: Vec<Vec<u8>> = pgn::games(&games(30)).map(<[u8]>::to_vec).collect();
    assert!(cat(&desk, &args, 0).stdout == joined(&all, [9, 3]));
}

#[test]
fn games_of_many_blocks_are_the_same_for_any_number_of_threads() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(90));
    desk.run(&["compress", "-1", "--block-games", "8", "games.pgn"], 0);
    let mut damaged = desk.read("games.pgnz");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    desk.write("damaged.pgnz", &damaged);
    let numbers: Vec<String> = (1..=90)
        .filter(|n| n % 5 < 2)
        .chain([90, 90])
        .map(|n| n.to_string())
        .collect();
    desk.write("numbers.txt", numbers.join("\n").as_bytes());
    for (file, code) in [("games.pgnz", 0), ("damaged.pgnz", 1)] {
        let found = ["1", "2", "5"].map(|threads| {
            let output = desk.run(
                &["cat", file, "--numbers", "numbers.txt", "-T", threads],
                code,
            );
            (output.stdout, output.stderr)
        });
        assert!(!found[0].0.is_empty());
        assert_eq!(found[0], found[1], "{file}");
        assert_eq!(found[0], found[2], "{file}");
    }
}

#[test]
fn the_games_of_several_archives_come_one_archive_after_the_other() {
    let desk = Desk::new();
    let games = archive(&desk);
    desk.write("more.pgn", b"[White \"Anna\"]\n\n1. h4 *");
    desk.run(&["compress", "-1", "more.pgn"], 0);
    let of = |args: &[&str], code| {
        let files = ["cat", "more.pgnz", "games.pgnz", "more.pgnz"];
        desk.run(&[&files, args].concat(), code)
    };
    let more = b"[White \"Anna\"]\n\n1. h4 *";
    let firsts = of(&["--first", "2"], 0).stdout;
    let wanted = [&more[..], b"\n", &joined(&games, [1, 2]), more].concat();
    assert_eq!(firsts, wanted, "{}", String::from_utf8_lossy(&firsts));
    let found = of(&["--where", "white = 'Anna' and plies = 1"], 0).stdout;
    assert_eq!(found, [&more[..], b"\n", more].concat());
    for numbers in [["--game", "1"], ["--games", "1..2"]] {
        let refused = of(&numbers, 1);
        assert!(said(&refused).contains("work with one archive only"));
        assert!(refused.stdout.is_empty());
    }
    // What is wrong with one archive does not keep the others back.
    std::fs::write(desk.path("more.pgnz"), b"nothing").unwrap();
    let rest = of(&["--first", "2"], 1).stdout;
    assert_eq!(rest, joined(&games, [1, 2]));
}

#[test]
fn games_are_written_to_a_file_that_is_there_when_it_is_complete() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(60));
    desk.run(&["compress", "-1", "games.pgn"], 0);
    let printed = desk
        .run(&["cat", "games.pgnz", "--games", "3..7"], 0)
        .stdout;
    let to_file = ["cat", "games.pgnz", "--games", "3..7", "-o", "some.pgn"];
    assert!(desk.run(&to_file, 0).stdout.is_empty());
    assert!(desk.read("some.pgn") == printed);
    // It is not overwritten unasked, nor is an input, and of an archive that cannot be read nothing is made.
    desk.run(&to_file, 1);
    desk.run(&[&to_file[..], &["-f"]].concat(), 0);
    desk.run(
        &[
            "cat",
            "games.pgnz",
            "--first",
            "1",
            "-f",
            "-o",
            "games.pgnz",
        ],
        1,
    );
    desk.run(
        &[
            "cat",
            "games.pgnz",
            "none.pgnz",
            "--first",
            "1",
            "-o",
            "other.pgn",
        ],
        1,
    );
    assert_eq!(desk.names(), ["games.pgn", "games.pgnz", "some.pgn"]);
}
