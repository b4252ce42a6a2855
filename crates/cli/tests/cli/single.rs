//! Commands about a single game: where it is found, its blob, and its positions.

use crate::desk::{Desk, games, said};

mod show;

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
fn a_game_is_found_in_a_text_in_a_packed_text_and_in_an_archive() {
    let desk = Desk::new();
    let text = games(300);
    desk.write("games.pgn", &text);
    desk.write("games.pgn.zst", &zstd::encode_all(&text[..], 1).unwrap());
    desk.run(&["compress", "--block-games", "70", "games.pgn"], 0);
    for file in ["games.pgn", "games.pgn.zst", "games.pgnz"] {
        for (game, moves) in [
            ("1", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7"),
            ("204", "1. f3 e5 2. g4 Qh4#"),
            ("299", "1. e4 c5 2. Nf3"),
        ] {
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
                (&["blob", "encode", file, "--game", "0"], &[file, "from 1"]),
                (&["show", file, "--game", "301"], &[file, "no game 301"]),
            ],
        );
    }
}

#[test]
fn what_is_not_a_game_is_refused_by_name_and_place() {
    let desk = Desk::new();
    desk.write(
        "odd.pgn",
        b"[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n[FEN \"junk\"]\n\n1. e4 *\n",
    );
    fails(
        &desk,
        &[
            (
                &["blob", "encode", "1. e4 e5 2. Ke3"],
                &["ply 3", "Ke3", "PPPP1PPP"],
            ),
            (&["blob", "encode", "hello"], &["ply 1", "hello"]),
            (
                &["blob", "encode", "--chess960", "960", "1. e4"],
                &["--chess960", "0 to 959"],
            ),
            (
                &["blob", "encode", "--fen", "8/8 w", "1. e4"],
                &["--fen", "8/8 w"],
            ),
            (
                &["blob", "encode", "--variant", "bughouse", "1. e4"],
                &["--variant", "bughouse"],
            ),
            (
                &["blob", "encode", "odd.pgn"],
                &["odd.pgn is a file", "--game N"],
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
