//! Commands about single positions and games.

use crate::desk::{Desk, games, said};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What the program prints, which must succeed.
#[track_caller]
fn printed(desk: &Desk, args: &[&str]) -> String {
    let text = String::from_utf8(desk.run(args, 0).stdout).unwrap();
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}

/// Each of these fails, prints nothing, and says all of these parts.
#[track_caller]
fn fails(desk: &Desk, cases: &[(&[&str], &[&str])]) {
    for (args, parts) in cases {
        let output = desk.run(args, 1);
        assert!(output.stdout.is_empty(), "{args:?}");
        let said = said(&output);
        for part in *parts {
            assert!(said.contains(part), "{args:?}: {part} in {said}");
        }
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn positions_come_back_from_every_encoding_in_every_spelling() {
    let desk = Desk::new();
    let table = printed(&desk, &["position", "encode", "--all", START]);
    for (name, bits) in [("rle", "96"), ("base13", "237"), ("shortest-game", "0")] {
        let row = table
            .lines()
            .find(|line| line.split_whitespace().nth(1) == Some(name))
            .unwrap();
        assert!(row.trim_start().starts_with(bits), "{row}");
    }
    let names = table
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().nth(1).unwrap());
    let names: Vec<_> = names.collect();
    assert_eq!(names.len(), 19);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for name in names {
        for spelling in ["hex", "base64", "bits"] {
            let options = ["--codec", name, "--as", spelling];
            let bits = printed(
                &desk,
                &[&["position", "encode", fen][..], &options].concat(),
            );
            let back = printed(
                &desk,
                &[&["position", "decode", &bits][..], &options].concat(),
            );
            let state = ["squares4-state", "shortest-game"].contains(&name);
            assert_eq!(back.split(' ').next(), fen.split(' ').next(), "{name}");
            assert_eq!(back.contains("KQkq"), state, "{name}");
        }
    }
    let piped = desk.pipe(&["position", "encode", "--codec", "rle"], START.as_bytes());
    assert_eq!(piped.stdout, b"96:4235632418000078a89bc98a\n");
    // Words of the command line are put together, so a FEN needs no quotes.
    let words: Vec<_> = START.split(' ').collect();
    let args = [&["position", "encode", "--codec", "rle"], &words[..]].concat();
    assert_eq!(printed(&desk, &args), "96:4235632418000078a89bc98a");
}

#[test]
fn what_is_no_position_is_refused_by_name_and_place() {
    let desk = Desk::new();
    fails(
        &desk,
        &[
            (
                &["position", "encode", "--codec", "rle", "junk"],
                &["\"junk\"", "not a FEN"],
            ),
            (
                &["position", "encode", "--codec", "rel", START],
                &["\"rel\"", "rle"],
            ),
            (&["position", "encode", START], &["--codec"]),
            (
                &[
                    "position",
                    "encode",
                    "--codec",
                    "base13-11",
                    "8/8/8/8/8/8/8/P7 w - - 0 1",
                ],
                &["base13-11", "pawn on a1"],
            ),
            (
                &[
                    "position",
                    "encode",
                    "--codec",
                    "piece-list",
                    "8/8/8/8/8/8/8/K7 w - - 0 1",
                ],
                &["0 kings"],
            ),
            (
                &["position", "decode", "--codec", "rle", "96:42"],
                &["96 bits", "only 8"],
            ),
            (
                &["position", "decode", "--codec", "rle", "4g"],
                &["digit 2", "'g'"],
            ),
            (
                &["position", "decode", "--codec", "rle", "42"],
                &["rle", "end too soon"],
            ),
            (
                &[
                    "position",
                    "decode",
                    "--codec",
                    "rle",
                    "4235632418000078a89bc98a0",
                ],
                &["4 of 100 bits"],
            ),
            (
                &[
                    "position", "decode", "--codec", "rle", "--as", "bits", "012",
                ],
                &["letter 3"],
            ),
            (
                &[
                    "position", "decode", "--codec", "rle", "--as", "base64", "8:?",
                ],
                &["base64"],
            ),
        ],
    );
}

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
fn a_game_is_found_in_a_text_in_a_wrapped_text_and_in_an_archive() {
    let desk = Desk::new();
    let text = games(300);
    desk.write("games.pgn", &text);
    desk.write("games.pgn.zst", &zstd::encode_all(&text[..], 1).unwrap());
    desk.run(&["compress", "--block-games", "70", "games.pgn"], 0);
    for file in ["games.pgn", "games.pgn.zst", "games.pgnz"] {
        for (game, plies, moves) in [
            (
                "1",
                "10",
                "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
            ),
            ("204", "4", "1. f3 e5 2. g4 Qh4#"),
            ("299", "3", "1. e4 c5 2. Nf3"),
        ] {
            let number = printed(&desk, &["number", "encode", file, "--game", game]);
            assert_eq!(
                printed(&desk, &["number", "decode", &number, "--plies", plies]),
                moves
            );
            let blob = desk
                .run(&["blob", "encode", file, "--game", game], 0)
                .stdout;
            desk.write("blob", &blob);
            assert_eq!(printed(&desk, &["blob", "decode", "blob"]), moves);
            assert!(printed(&desk, &["show", file, "--game", game]).contains("legal moves"));
        }
        fails(
            &desk,
            &[
                (
                    &["number", "encode", file, "--game", "301"],
                    &[file, "no game 301", "has 300"],
                ),
                (&["blob", "encode", file, "--game", "0"], &[file, "from 1"]),
                (&["show", file, "--game", "301"], &[file, "no game 301"]),
            ],
        );
    }
}

#[test]
fn what_is_no_game_is_refused_by_name_and_place() {
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
            (
                &["show", "odd.pgn", "--game", "1", "--ply", "3"],
                &["odd.pgn", "game 1", "ply 3", "Ke3"],
            ),
            (&["show", "odd.pgn", "--game", "2"], &["game 2", "FEN tag"]),
            (&["show", "missing.pgn", "--game", "1"], &["missing.pgn"]),
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

#[test]
fn show_tells_what_a_board_does_not() {
    let desk = Desk::new();
    desk.write(
        "game.pgn",
        b"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 a6 4. e5 d5 5. exd6 exd6 6. Ke2 *\n",
    );
    let show = |ply: &str| printed(&desk, &["show", "game.pgn", "--game", "1", "--ply", ply]);
    let line = |text: &str, key: &str| {
        let found = text.lines().find_map(|line| line.strip_prefix(key));
        found.map(|rest| rest.trim().to_owned()).unwrap()
    };
    let start = show("0");
    assert!(start.contains("8  r n b q k b n r\n") && start.contains("1  R N B Q K B N R\n"));
    assert_eq!(line(&start, "FEN"), START);
    assert_eq!(line(&start, "last move"), "-");
    assert_eq!(line(&start, "legal moves"), "20");
    let moves = start.lines().filter(|line| line.contains('%')).count();
    assert_eq!(moves, 20);
    assert!(
        start
            .lines()
            .any(|line| line.ends_with("played") && line.trim().starts_with("2  Nf3")),
        "{start}"
    );
    let again = show("4");
    assert_eq!(line(&again, "occurred"), "2 times");
    assert_eq!(line(&again, "halfmove clock"), "4");
    let en_passant = show("8");
    assert_eq!(line(&en_passant, "en passant"), "d6");
    assert_eq!(line(&en_passant, "to move"), "White");
    assert_eq!(
        line(&en_passant, "castling"),
        "White king's side, White queen's side, Black king's side, Black queen's side"
    );
    let last = printed(&desk, &["show", "game.pgn", "--game", "1", "-1"]);
    assert_eq!(
        line(&last, "castling"),
        "Black king's side, Black queen's side"
    );
    assert_eq!(line(&last, "last move"), "Ke2");
    fails(
        &desk,
        &[(
            &["show", "game.pgn", "--game", "1", "--ply", "12"],
            &["no ply 12", "has 11"],
        )],
    );
}

#[test]
fn show_draws_letters_pictures_and_an_image_that_does_not_overwrite() {
    let desk = Desk::new();
    let text = "[White \"Anna\"]\n[Black \"Emil\"]\n[Event \"Cup\"]\n[Date \"2024.05.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    desk.write("game.pgn", text.as_bytes());
    let shown = |args: &[&str]| {
        let args = [&["show", "game.pgn"], args].concat();
        String::from_utf8(desk.run(&args, 0).stdout).unwrap()
    };
    assert!(shown(&[]).starts_with("Anna - Emil  1-0\nCup, 2024.05.01\n\n8  r n b q k b n r\n"));
    assert!(shown(&["--pieces", "unicode"]).contains("1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\n"));
    assert_eq!(shown(&["--svg", "board.svg"]), "");
    let image = String::from_utf8(desk.read("board.svg")).unwrap();
    assert_eq!(image.matches("<rect").count(), 64);
    assert_eq!(image.matches('♟').count(), 16);
    assert_eq!(image, shown(&["--svg", "-"]));
    let refused = desk.run(&["show", "game.pgn", "--ply", "0", "--svg", "board.svg"], 1);
    assert!(said(&refused).contains("board.svg"), "{}", said(&refused));
    assert_eq!(desk.read("board.svg"), image.as_bytes());
    shown(&["--ply", "0", "--svg", "board.svg", "-f"]);
    assert_ne!(desk.read("board.svg"), image.as_bytes());
}
