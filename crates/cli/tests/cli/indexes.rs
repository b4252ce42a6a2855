//! The index beside an archive: answers are the same with it and without it, and only the index of this archive is used.

use crate::desk::{Desk, games, said};
use std::process::Output;

fn archive(desk: &Desk) {
    desk.write("games.pgn", &games(300));
    desk.run(&["compress", "-1", "--block-games", "20", "games.pgn"], 0);
}

const FILTERS: [&[&str]; 7] = [
    &["--player", "Player 7"],
    &["--date", "1995", "--plies", "5.."],
    &["--where", "has_clocks and white_rating >= 2000"],
    &["--ending", "mate"],
    &["--moves", "1. e4"],
    &[
        "--position",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "--white",
        "Player 7",
    ],
    &["--event", "evening 12", "--tag", "White=*7"],
];

const COMMANDS: [&[&str]; 9] = [
    &[
        "list",
        "games.pgnz",
        "--columns",
        "number,date,winner,bot,plies,white_team,tag:Site",
    ],
    &["list", "games.pgnz", "--random", "9", "--seed", "1"],
    &["stats", "games.pgnz", "--json"],
    &["count", "games.pgnz"],
    &["list", "games.pgnz", "--tsv"],
    &[
        "cat",
        "games.pgnz",
        "--games",
        "200..,1..199",
        "--every",
        "2",
    ],
    &[
        "export",
        "games.pgnz",
        "-c",
        "--to",
        "csv",
        "--games",
        "150..300,7,1..20",
    ],
    &["export", "games.pgnz", "-c", "--to", "csv", "--first", "3"],
    &["tree", "games.pgnz", "--json"],
];

/// What all commands print with all filters.
fn answers(desk: &Desk, more: &[&str], code: i32) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for command in COMMANDS {
        for filter in FILTERS {
            let args = [command, filter, more].concat();
            found.push(desk.run(&args, code).stdout);
        }
    }
    found
}

#[test]
fn answers_are_the_same_with_and_without_an_index() {
    let desk = Desk::new();
    archive(&desk);
    let expected = answers(&desk, &[], 0);
    assert!(expected.iter().all(|answer| !answer.is_empty()));
    for more in [&[][..], &["--moves"]] {
        desk.run(&[&["index", "games.pgnz"], more].concat(), 0);
        assert!(answers(&desk, &["-T", "2"], 0) == expected);
    }
    assert!(answers(&desk, &["--no-index"], 0) == expected);
    // What the index has is listed without reading the archive, also for all games.
    for columns in ["number,white,opening,date,ending", "number", "plies"] {
        let list = ["list", "games.pgnz", "--json", "--columns", columns];
        let expected = desk.run(&[&list[..], &["--no-index"]].concat(), 0).stdout;
        assert!(desk.run(&list, 0).stdout == expected);
    }
    let output = desk.run(&["list", "-v", "games.pgnz", "--games"], 0);
    assert!(
        said(&output).contains("300 of 300 games match"),
        "{}",
        said(&output)
    );
    // With all moves nothing of the archive is decoded.
    let output = desk.run(&["count", "-v", "games.pgnz", "--moves", "1. e4 e5"], 0);
    assert!(
        said(&output).contains("0 have to be examined"),
        "{}",
        said(&output)
    );
}

fn counted(desk: &Desk, code: i32) -> Output {
    let output = desk.run(&["count", "games.pgnz", "--player", "Player 7"], code);
    assert_eq!(output.stdout, b"28\n");
    output
}

#[test]
fn an_index_that_does_not_fit_is_not_used() {
    let desk = Desk::new();
    archive(&desk);
    let sound = desk.read("games.pgnz");
    desk.run(&["index", "games.pgnz"], 0);
    counted(&desk, 0);
    let index = desk.read("games.pgnz.parquet");
    let told = |bytes: &[u8], what: &str| {
        desk.write("games.pgnz.parquet", bytes);
        let said = said(&counted(&desk, 2));
        assert!(
            said.contains(what) && said.contains("pgnz index games.pgnz"),
            "{said}"
        );
        // A command that does not use the index gives no warning.
        desk.run(&["count", "games.pgnz"], 0);
    };
    for at in [0, 4, index.len() / 2, index.len() - 9, index.len() - 1] {
        let mut changed = index.clone();
        changed[at] ^= 4;
        told(&changed, "is not used");
        told(&index[..at], "is not used");
    }
    told(b"White;Black\n", "not a Parquet file");
    // That of an archive of other games.
    desk.write("others.pgn", &games(299));
    desk.run(&["compress", "-1", "--block-games", "20", "others.pgn"], 0);
    desk.run(&["index", "others.pgnz"], 0);
    told(&desk.read("others.pgnz.parquet"), "another archive");
    // Games that have been added are found.
    desk.write("games.pgnz.parquet", &index);
    let both = [sound.clone(), desk.read("others.pgnz")].concat();
    desk.write("games.pgnz", &both);
    let output = desk.run(&["count", "games.pgnz", "--player", "Player 7"], 2);
    assert_eq!(output.stdout, b"56\n");
    // An index is made anew without -f; another file of the name is kept.
    desk.run(&["index", "games.pgnz"], 0);
    desk.run(&["count", "games.pgnz", "--player", "Player 7"], 0);
    desk.write("games.pgnz.parquet", b"mine");
    desk.run(&["index", "games.pgnz"], 1);
    assert_eq!(desk.read("games.pgnz.parquet"), b"mine");
}

#[test]
fn a_damaged_archive_has_no_index() {
    let desk = Desk::new();
    archive(&desk);
    desk.run(&["index", "games.pgnz"], 0);
    let mut bytes = desk.read("games.pgnz");
    let length = bytes.len();
    bytes.truncate(length - 20);
    desk.write("games.pgnz", &bytes);
    let output = desk.run(&["count", "games.pgnz", "--player", "Player 7"], 2);
    assert!(said(&output).contains("is not used"), "{}", said(&output));
    assert_eq!(output.stdout, b"28\n");
    assert!(said(&desk.run(&["index", "-f", "games.pgnz"], 1)).contains("repair"));
}

/// A file in the place of an index is not used, and says so at once.
#[cfg(unix)]
#[test]
fn only_a_regular_file_of_a_fitting_length_is_read_as_an_index() {
    use std::fs::{self, File};
    use std::process::Command;
    let desk = Desk::new();
    archive(&desk);
    let index = desk.path("games.pgnz.parquet");
    let told = |what: &str| {
        let said = said(&counted(&desk, 2));
        assert!(
            said.contains(what) && said.contains("is not used"),
            "{said}"
        );
        let output = desk.run(&["index", "games.pgnz"], 1);
        assert!(output.stdout.is_empty());
        assert!(fs::symlink_metadata(&index).is_ok(), "it stays");
        fs::remove_file(&index).unwrap();
    };
    assert!(
        Command::new("mkfifo")
            .arg(&index)
            .status()
            .unwrap()
            .success()
    );
    told("not a regular file");
    std::os::unix::fs::symlink("/dev/zero", &index).unwrap();
    told("not a regular file");
    let sparse = File::create(&index).unwrap();
    sparse.set_len(20 << 30).unwrap();
    told("too long");
    fs::create_dir(&index).unwrap();
    counted(&desk, 2);
}

/// A checksum that is right says that the file is what somebody wrote, not what it means.
#[test]
fn an_index_whose_columns_cannot_be_read_is_not_used() {
    let desk = Desk::new();
    archive(&desk);
    desk.run(&["index", "games.pgnz"], 0);
    let commands = [
        &["count", "games.pgnz", "--player", "Player 7"][..],
        &["list", "--games", "games.pgnz", "--columns", "white,plies"],
        &["stats", "--json", "games.pgnz"],
        &["tree", "--json", "games.pgnz"],
        &["cat", "games.pgnz", "--player", "Player 7"],
        &[
            "export",
            "-c",
            "--to",
            "csv",
            "games.pgnz",
            "--player",
            "Player 7",
        ],
    ];
    let expected = commands.map(|args| desk.run(args, 0).stdout);
    let mut file = desk.read("games.pgnz.parquet");
    let footer = u32::from_le_bytes(*file[..file.len() - 4].last_chunk().unwrap()) as usize;
    let pages = 4..file.len() - 8 - footer;
    file[pages].fill(0xFF);
    let at = file.windows(5).rposition(|five| five == b"xxh3:").unwrap() + 5;
    file[at..at + 16].fill(b'0');
    let sum = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&file));
    file[at..at + 16].copy_from_slice(sum.as_bytes());
    desk.write("games.pgnz.parquet", &file);
    for (args, expected) in commands.iter().zip(expected) {
        let output = desk.run(args, 2);
        assert!(output.stdout == expected, "{args:?}");
        let told = said(&output);
        assert_eq!(told.matches("the index is not used").count(), 1, "{told}");
    }
}

#[test]
fn an_opening_tree_gives_the_same_answers_and_only_that_of_this_archive_is_used() {
    let desk = Desk::new();
    archive(&desk);
    let questions: [&[&str]; 8] = [
        &[],
        &["--moves", "1. e4"],
        &["--moves", "1. e4 e5 2. Nf3"],
        &["--moves", "1. h4"],
        &["--where", "min_rating >= 2000"],
        &["--where", "white_rating > 2050", "--moves", "1. e4"],
        &["--where", "speed = 'blitz' or speed is null"],
        &["--player", "Player 7"],
    ];
    let ask = |more: &[&str], code| {
        questions.map(|question| {
            let args = [&["tree", "games.pgnz", "--json"], question, more].concat();
            desk.run(&args, code)
        })
    };
    let expected = ask(&[], 0).map(|output| output.stdout);
    desk.run(&["index", "--tree", "games.pgnz"], 0);
    assert!(ask(&[], 0).map(|output| output.stdout) == expected);
    // It is replaced without being asked, and with an index beside it the answers are still the same.
    desk.run(&["index", "--tree", "games.pgnz"], 0);
    desk.run(&["index", "games.pgnz"], 0);
    assert!(ask(&[], 0).map(|output| output.stdout) == expected);
    let tree = desk.read("games.pgnz.tree");

    // Damage: what is not read is not looked at, and the answer is right in any case.
    for place in (0..tree.len()).step_by(tree.len() / 60) {
        let mut damaged = tree.clone();
        damaged[place] ^= 0x10;
        desk.write("games.pgnz.tree", &damaged);
        let output = desk
            .command(&["tree", "games.pgnz", "--json"])
            .output()
            .unwrap();
        assert_eq!(output.stdout, expected[0], "byte {place}");
        match output.status.code() {
            Some(0) => assert!(output.stderr.is_empty()),
            Some(2) => assert!(
                said(&output).contains("pgnz index --tree games.pgnz"),
                "{}",
                said(&output)
            ),
            other => panic!("{other:?}"),
        }
    }
    // Another file of this name is not overwritten.
    desk.write("games.pgnz.tree", b"notes");
    desk.run(&["index", "--tree", "games.pgnz"], 1);
    assert_eq!(desk.read("games.pgnz.tree"), b"notes");
    assert!(ask(&[], 2).map(|output| output.stdout) == expected);

    desk.write("games.pgnz.tree", &tree);
    desk.write("more.pgn", &games(310));
    desk.run(&["append", "games.pgnz", "more.pgn"], 0);
    let output = desk.run(&["tree", "games.pgnz"], 2);
    assert!(
        said(&output).contains("earlier version"),
        "{}",
        said(&output)
    );
}
