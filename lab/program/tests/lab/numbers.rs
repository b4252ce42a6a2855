//! `pgnz-lab number` and `pgnz-lab chess960`.

use crate::desk::{Desk, fails, printed};

use crate::START;

#[test]
fn numbers_of_the_worked_example() {
    let desk = Desk::new();
    for (moves, number) in [
        ("1. e4", "13"),
        ("1. e4 e5", "233"),
        ("1. e4 e5 2. Nf3", "5433"),
        ("1. e4 e5 2. Nf3 f6", "225833"),
    ] {
        assert_eq!(printed(&desk, &["number", "encode", moves]), number);
        let plies = moves
            .split(' ')
            .filter(|word| !word.ends_with('.'))
            .count()
            .to_string();
        assert_eq!(
            printed(&desk, &["number", "decode", number, "--plies", &plies]),
            moves
        );
        let words: Vec<_> = moves.split(' ').collect();
        assert_eq!(
            printed(&desk, &[&["number", "encode"], &words[..]].concat()),
            number
        );
        assert_eq!(
            desk.pipe(&["number", "encode"], moves.as_bytes()).stdout,
            format!("{number}\n").into_bytes()
        );
        let marked = printed(&desk, &["number", "encode", "--end", "--hex", moves]);
        assert!(marked.starts_with("0x"), "{marked}");
        assert_eq!(
            printed(&desk, &["number", "decode", &marked, "--end"]),
            moves
        );
    }
    let drawn = "1. e4 e5 1/2-1/2";
    let marked = printed(&desk, &["number", "encode", "--end", drawn]);
    assert_eq!(
        printed(&desk, &["number", "decode", "--end", &marked]),
        drawn
    );
    let chess960 = ["--chess960", "356"];
    let number = printed(
        &desk,
        &[&["number", "encode", "1. e4 e5 2. Ng3"], &chess960[..]].concat(),
    );
    let back = printed(
        &desk,
        &[
            &["number", "decode", &number, "--plies", "3"],
            &chess960[..],
        ]
        .concat(),
    );
    assert_eq!(back, "1. e4 e5 2. Ng3");
}

#[test]
fn what_is_no_game_or_number_is_refused_by_name_and_place() {
    let desk = Desk::new();
    desk.write(
        "odd.pgn",
        b"[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n[FEN \"junk\"]\n\n1. e4 *\n",
    );
    fails(
        &desk,
        &[
            (
                &["number", "encode", "1. e4 e5 2. Ke3"],
                &["ply 3", "Ke3", "PPPP1PPP"],
            ),
            (&["number", "encode", "hello"], &["ply 1", "hello"]),
            (
                &["number", "encode", "odd.pgn", "--game", "1"],
                &["odd.pgn", "game 1", "ply 3", "Ke3"],
            ),
            (
                &["number", "encode", "odd.pgn", "--game", "2"],
                &["odd.pgn", "game 2", "FEN tag"],
            ),
            (
                &["number", "encode", "missing.pgn", "--game", "2"],
                &["missing.pgn", "cannot open"],
            ),
            (
                &["number", "encode", "--chess960", "960", "1. e4"],
                &["--chess960", "0 to 959"],
            ),
            (
                &["number", "encode", "--fen", "8/8 w", "1. e4"],
                &["--fen", "8/8 w"],
            ),
            (
                &["number", "encode", "--variant", "bughouse", "1. e4"],
                &["--variant", "bughouse"],
            ),
            (&["number", "decode", "13"], &["--plies"]),
            (
                &["number", "decode", "20", "--plies", "1"],
                &["no game", "too large", "1 plies"],
            ),
            (
                &["number", "decode", "1_3", "--plies", "1"],
                &["1_3", "not a whole number"],
            ),
            (&["number", "decode", "0x1g", "--plies", "1"], &["0x1g"]),
            (&["number", "decode", "-5", "--plies", "1"], &["-5"]),
            (
                &["number", "decode", "0", "--plies", "99999999"],
                &["too many"],
            ),
            (
                &["number", "encode", "odd.pgn"],
                &["odd.pgn is a file", "--game N"],
            ),
            (
                &["number", "encode", "missing.pgn"],
                &["missing.pgn", "no such file"],
            ),
        ],
    );
}

#[test]
fn start_positions_of_chess960() {
    let desk = Desk::new();
    let line = "356 NBBRKRQN nbbrkrqn/pppppppp/8/8/8/8/PPPPPPPP/NBBRKRQN w KQkq - 0 1";
    assert_eq!(printed(&desk, &["chess960", "356"]), line);
    assert_eq!(printed(&desk, &["chess960", "--fen", "NBBRKRQN"]), line);
    let fen = line
        .split_once("N nb")
        .map(|(_, rest)| format!("nb{rest}"))
        .unwrap();
    assert_eq!(printed(&desk, &["chess960", "--fen", &fen]), line);
    assert_eq!(
        printed(&desk, &["chess960", "518"]),
        format!("518 RNBQKBNR {START}")
    );
    let list = printed(&desk, &["chess960", "--list"]);
    assert_eq!(list.lines().count(), 960);
    assert!(list.lines().any(|found| found == line));
    for random in [
        &["chess960", "--random", "--seed", "7"][..],
        &["chess960", "--random", "--dice", "--seed", "7"],
    ] {
        assert_eq!(printed(&desk, random), printed(&desk, random));
    }
    assert!(list.contains(&printed(&desk, &["chess960", "--random"])));
    fails(
        &desk,
        &[
            (&["chess960", "960"], &["0 to 959", "960"]),
            (&["chess960", "x"], &["x"]),
            (&["chess960"], &["--list"]),
            (&["chess960", "--dice", "5"], &["--dice"]),
            (
                &["chess960", "--fen", "RNBQKBN"],
                &["RNBQKBN", "eight letters"],
            ),
            (&["chess960", "--fen", "RNBQBKNR"], &["RNBQBKNR"]),
            (
                &["chess960", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
                &["8/8", "king"],
            ),
        ],
    );
}
