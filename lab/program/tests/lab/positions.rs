//! `pgnz-lab position`: encodings, spellings and errors.

use crate::START;
use crate::desk::{Desk, fails, printed};

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
fn what_is_not_a_position_is_refused_by_name_and_place() {
    let desk = Desk::new();
    fails(
        &desk,
        &[
            (&["position", "encode", "--all", ""], &["the FEN is empty"]),
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
