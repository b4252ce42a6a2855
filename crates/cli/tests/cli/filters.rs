//! Filters choose the same games everywhere, and those that they should.

use crate::desk::{Desk, games, said};
use std::io::Read;
use std::process::Stdio;

mod python_chess;

fn archive(desk: &Desk) -> Vec<Vec<u8>> {
    let text = games(300);
    desk.write("games.pgn", &text);
    desk.run(&["compress", "-1", "--block-games", "20", "games.pgn"], 0);
    pgn::games(&text).map(<[u8]>::to_vec).collect()
}

fn printed(desk: &Desk, args: &[&str]) -> String {
    String::from_utf8(desk.run(args, 0).stdout).unwrap()
}

/// The numbers that `list` prints for these filters.
fn numbers(desk: &Desk, filters: &[&str]) -> Vec<usize> {
    numbers_of(desk, "games.pgnz", filters)
}

fn numbers_of(desk: &Desk, archive: &str, filters: &[&str]) -> Vec<usize> {
    let args = [&["list", archive, "--tsv", "--columns", "number"], filters].concat();
    let text = printed(desk, &args);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("number"));
    lines.map(|line| line.parse().unwrap()).collect()
}

#[test]
fn list_cat_and_count_choose_the_same_games() {
    let desk = Desk::new();
    let games = archive(&desk);
    for filters in [
        &["--player", "7"][..],
        &["--where", "white = 'Player 7' or ending = 'mate'"],
        &["--date", "1995", "--plies", "5.."],
        &["--where", "white_rating > 9000"],
        &["--where", "has_clocks and white_rating >= 2000"],
        &["--event", "evening 12"],
    ] {
        let filters: Vec<&str> = filters
            .iter()
            .map(|&filter| if filter == "7" { "Player 7" } else { filter })
            .collect();
        let numbers = numbers(&desk, &filters);
        let joined: Vec<u8> = numbers
            .iter()
            .flat_map(|number| games[number - 1].clone())
            .collect();
        assert!(
            desk.run(&[&["cat", "games.pgnz"], &filters[..]].concat(), 0)
                .stdout
                == joined
        );
        let count = printed(&desk, &[&["count", "games.pgnz"], &filters[..]].concat());
        assert_eq!(count, format!("{}\n", numbers.len()));
        // By number and by filter at once, in the order asked for.
        let both = [
            &["cat", "games.pgnz", "--games", "200..,1..199"],
            &filters[..],
        ]
        .concat();
        let turned = numbers
            .iter()
            .filter(|&&number| number >= 200)
            .chain(numbers.iter().filter(|&&number| number < 200));
        let turned: Vec<u8> = turned
            .flat_map(|number| games[number - 1].clone())
            .collect();
        assert!(desk.run(&both, 0).stdout == turned);
    }
    assert_eq!(printed(&desk, &["count", "games.pgnz"]), "300\n");
    let all = numbers(&desk, &["--player", "Player 7"]);
    assert_eq!(
        numbers(
            &desk,
            &["--player", "Player 7", "--every", "2", "--first", "3"]
        ),
        [all[0], all[2], all[4]]
    );
    let drawn = numbers(
        &desk,
        &["--player", "Player 7", "--random", "5", "--seed", "1"],
    );
    assert!(drawn.len() == 5 && drawn.iter().all(|number| all.contains(number)));
}

#[test]
fn blocks_that_cannot_hold_a_hit_are_skipped() {
    let desk = Desk::new();
    archive(&desk);
    // Blocks of 20 games hold 20 of 30 years each, and their ratings go up by 13.
    let pruned = |filters: &[&str]| {
        let output = desk.run(&[&["count", "-v", "games.pgnz"], filters].concat(), 0);
        let said = said(&output);
        let words: Vec<&str> = said.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "blocks").unwrap();
        assert_eq!(words[at - 1], "15", "{said}");
        words[at - 3].parse::<u32>().unwrap()
    };
    assert_eq!(pruned(&["--where", "white_rating > 2400"]), 15);
    assert_eq!(pruned(&["--date", "2030.."]), 15);
    assert_eq!(pruned(&["--where", "date < 2030"]), 0);
    assert!((1..15).contains(&pruned(&["--where", "white_rating >= 2390"])));
    assert_eq!(pruned(&["--where", "has_evals"]), 15);
}

#[test]
fn games_are_listed_for_people_and_for_programs() {
    let desk = Desk::new();
    archive(&desk);
    let table = printed(
        &desk,
        &["list", "--games", "--table", "games.pgnz", "--first", "2"],
    );
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[0].find("white "),
        lines[2].find("Player 7"),
        "{table}"
    );
    let tsv = printed(&desk, &["list", "--games", "games.pgnz", "--first", "2"]);
    assert_eq!(
        tsv.lines().nth(2),
        Some("2\tPlayer 7\tPlayer 5\t1513\t\t1/2-1/2\t1991.03.02\tClub evening 1\t\t8")
    );
    let json = printed(
        &desk,
        &[
            "list",
            "--games",
            "--json",
            "games.pgnz",
            "--columns",
            "number,date,bot,tag:Event",
            "--first",
            "2",
        ],
    );
    assert_eq!(
        json.lines().nth(1),
        Some(
            "{\"schema\":1,\"path\":\"games.pgnz\",\"number\":2,\"date\":\"1991.03.02\",\"bot\":false,\"tag:Event\":\"Club evening 1\"}"
        )
    );
    let both = printed(
        &desk,
        &[
            "list",
            "--tsv",
            "--columns",
            "number",
            "games.pgnz",
            "games.pgnz",
            "--first",
            "1",
        ],
    );
    assert_eq!(both, "path\tnumber\ngames.pgnz\t1\ngames.pgnz\t1\n");
    let counts = printed(
        &desk,
        &["count", "games.pgnz", "games.pgnz", "--player", "Player 7"],
    );
    assert_eq!(counts.lines().count(), 3);
    assert!(counts.ends_with("total of 2 archives\n"));
}

#[test]
fn a_wrong_filter_is_shown_with_its_place() {
    let desk = Desk::new();
    archive(&desk);
    for command in [
        &["cat", "games.pgnz"][..],
        &["count", "games.pgnz"],
        &["list", "games.pgnz"],
    ] {
        let told = |filter: &[&str]| said(&desk.run(&[command, filter].concat(), 1));
        let text = told(&["--where", "white_rating > ten"]);
        assert!(
            text.contains("--where: column 16: expected a number")
                && text.ends_with("\n                 ^\n"),
            "{text}"
        );
        let text = told(&["--moves", "1. e4 c5 2. Nf4"]);
        assert!(
            text.contains("--moves: column 13: 'Nf4' is not a legal move")
                && text.ends_with("1. e4 c5 2. Nf4\n              ^\n"),
            "{text}"
        );
        assert!(told(&["--material", "KRPvR"]).contains("--material: column 1: each side"));
        assert!(told(&["--position", "8/8"]).contains("--position: column 1: not a FEN"));
        assert!(told(&["--where", "position = '8/8'"]).contains("--where: column 12: not a FEN"));
        assert!(told(&["--rating", "high"]).contains("--rating: 'high'"));
        assert!(told(&["--where", "whit = 'x'"]).contains("did you mean white?"));
        // Control characters, which the terminal might obey, are not repeated unchanged.
        assert!(!told(&["--where", "\u{1b}[2J"]).contains('\u{1b}'));
    }
    assert!(
        said(&desk.run(&["list", "games.pgnz", "--columns", "nonsense"], 1)).contains("tag:NAME")
    );
}

#[test]
fn damage_costs_the_games_of_its_block_only() {
    let desk = Desk::new();
    archive(&desk);
    let mut bytes = desk.read("games.pgnz");
    let third = bytes.len() / 3;
    bytes[third] ^= 1;
    desk.write("games.pgnz", &bytes);
    // Whichever stream is damaged, all of them are needed here.
    let output = desk.run(&["count", "games.pgnz", "--plies", "1.."], 1);
    assert_eq!(output.stdout, b"280\n");
    assert!(
        said(&output).contains("checksum") && said(&output).contains("20"),
        "{}",
        said(&output)
    );
    let output = desk.run(&["list", "games.pgnz", "--games", "--tsv"], 1);
    assert_eq!(
        output.stdout.iter().filter(|&&byte| byte == b'\n').count(),
        281
    );
}

#[test]
fn a_reader_of_a_listing_that_stops_early_is_not_an_error() {
    let desk = Desk::new();
    desk.write("games.pgn", &games(5000));
    desk.run(&["compress", "-1", "--block-games", "500", "games.pgn"], 0);
    for args in [
        &["list", "games.pgnz", "--games"][..],
        &["list", "games.pgnz", "--json", "--where", "year > 0"],
    ] {
        let mut child = desk
            .command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 100]).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), said(&output).as_str()),
            (Some(0), ""),
            "{args:?}"
        );
    }
}
