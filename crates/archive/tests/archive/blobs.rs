//! Games alone.

use archive::{
    Error, ErrorKind, Level, Model, decode_bare_game, decode_game, encode_bare_game, encode_game,
};
use legal::{Move, Position, Variant, san};
use streams::moves::{Outcome, Pace, Setting, Site};

mod junk;

/// Starts of all kinds: the usual one, Chess960, an endgame, variants with and without a network of their own.
fn starts() -> Vec<Position> {
    let fen = |fen, variant| Position::from_fen(fen, variant).unwrap();
    let mut starts = vec![
        Position::standard(),
        fen(
            "nbbrkrqn/pppppppp/8/8/8/8/PPPPPPPP/NBBRKRQN w FDfd - 0 1",
            Variant::Standard,
        ),
        fen("8/5k2/8/8/3P4/8/2K5/8 b - - 12 60", Variant::Standard),
    ];
    starts.extend(Variant::ALL.map(Position::initial));
    starts
}

/// Some game from a position: moves picked by `seed`.
fn game(start: &Position, plies: usize, mut seed: u64) -> Vec<Move> {
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[next(&mut seed) as usize % legal.len()];
        moves.push(m);
        position.play(m);
    }
    moves
}

fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    *seed >> 33
}

/// The moves of a text.
fn moves(text: &str) -> Vec<Move> {
    let mut position = Position::standard();
    let words = text.split_whitespace().filter(|word| !word.ends_with('.'));
    words
        .map(|word| {
            let legal = position.legal_moves();
            let index = san::read(word.as_bytes(), &position, &legal).unwrap();
            position.play(legal[index]);
            legal[index]
        })
        .collect()
}

fn models() -> impl Iterator<Item = Model> {
    Level::ALL.into_iter().map(Model::of)
}

fn some_setting() -> Setting {
    Setting {
        outcome: Outcome::Black,
        ratings: [1500, 1712],
        year: 2019,
        pace: Pace::Rapid,
        site: Site::Lichess,
        set_up: false,
        players: [7, 8],
    }
}

const RUY: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";

#[test]
fn games_from_any_start_come_back() {
    for model in models() {
        for (number, start) in starts().iter().enumerate() {
            for plies in [0, 1, 7, 90] {
                let moves = game(start, plies, number as u64);
                for setting in &[Setting::default(), some_setting()] {
                    let blob = encode_game(start, &moves, setting, &model).unwrap();
                    for given in [None, Some(&model)] {
                        let (found, back) = decode_game(&blob, setting, given).unwrap();
                        assert_eq!(found.to_fen(), start.to_fen());
                        assert_eq!(found.variant(), start.variant());
                        assert_eq!(back, moves);
                    }
                    let bare = encode_bare_game(start, &moves, setting, &model).unwrap();
                    let (found, back) = decode_bare_game(&bare, setting, &model).unwrap();
                    assert_eq!(found.to_fen(), start.to_fen());
                    assert_eq!(back, moves);
                    assert!(blob.len() > bare.len());
                }
            }
        }
    }
}

#[test]
fn a_game_too_long_for_a_blob_is_refused_and_the_longest_comes_back() {
    let start = Position::standard();
    let there_and_back = moves("Nf3 Nf6 Ng1 Ng8");
    let mut moves = there_and_back.repeat(1024);
    let (setting, model) = (Setting::default(), Model::of(Level::Fast));
    let blob = encode_game(&start, &moves, &setting, &model).unwrap();
    assert_eq!(decode_game(&blob, &setting, None).unwrap().1, moves);
    moves.push(moves[0]);
    let error = encode_game(&start, &moves, &setting, &model).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("4096"), "{error}");
}

/// Bytes that an earlier build wrote. Whoever changes what they mean turns a table of blobs into other games: see `blob/number.rs`.
#[test]
fn blobs_of_earlier_builds_still_read() {
    let (start, moves, setting) = (Position::standard(), moves(RUY), some_setting());
    let hex = |bytes: Vec<u8>| -> String { bytes.iter().map(|b| format!("{b:02x}")).collect() };
    let found = Level::ALL.map(|level| {
        let model = Model::of(level);
        [
            hex(encode_game(&start, &moves, &setting, &model).unwrap()),
            hex(encode_bare_game(&start, &moves, &setting, &model).unwrap()),
        ]
    });
    assert_eq!(
        found,
        [
            ["0b99e063e71a", "99e063d3"],
            ["0c96bd4b7de7", "96bd4b6d"],
            ["0d96eeba9efc", "96eeba7e"],
        ]
    );
}

#[test]
fn a_blob_names_its_level_and_another_is_an_error() {
    let (start, moves, setting) = (Position::standard(), moves(RUY), Setting::default());
    for (level, other) in [(Level::Fast, Level::Default), (Level::Default, Level::Fast)] {
        let blob = encode_game(&start, &moves, &setting, &Model::of(level)).unwrap();
        let error = decode_game(&blob, &setting, Some(&Model::of(other))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        let text = error.to_string();
        assert!(text.contains(&format!("made with level {level}")), "{text}");
        assert!(text.contains("another model was given"), "{text}");
    }
}

#[test]
fn a_setting_that_differs_where_the_model_looks_is_an_error() {
    let (start, moves, setting) = (Position::standard(), moves(RUY), some_setting());
    let others = [
        Setting {
            outcome: Outcome::White,
            ..setting
        },
        Setting {
            ratings: [1501, 1712],
            ..setting
        },
        Setting {
            ratings: [1712, 1500],
            ..setting
        },
        Setting {
            year: 2020,
            ..setting
        },
        Setting {
            pace: Pace::Blitz,
            ..setting
        },
        Setting {
            site: Site::ChessCom,
            ..setting
        },
        Setting::default(),
    ];
    for model in models() {
        let blob = encode_game(&start, &moves, &setting, &model).unwrap();
        for other in &others {
            let error = decode_game(&blob, other, None).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Corruption, "{other:?}");
            assert!(error.to_string().contains("setting"), "{error}");
        }
        // Networks do not look at names, so one may be corrected.
        let renamed = Setting {
            players: [9, 8],
            ..setting
        };
        let found = decode_game(&blob, &renamed, None);
        assert!(found.is_ok(), "{model:?}");
    }
}

/// One error of each kind: none of them speaks of an archive.
#[test]
fn what_is_no_blob_is_refused_and_no_error_speaks_of_archives() {
    let (start, setting) = (Position::standard(), Setting::default());
    let blob = encode_game(&start, &moves(RUY), &setting, &Model::default()).unwrap();
    let refused = |blob: &[u8]| -> Error { decode_game(blob, &setting, None).unwrap_err() };
    let (mut cut, mut longer, mut own, mut later) =
        (blob.clone(), blob.clone(), blob.clone(), blob.clone());
    cut.pop();
    longer.push(0);
    own[0] = 254;
    later[0] = 200;
    for (blob, kind, part) in [
        (&b""[..], ErrorKind::Corruption, "empty"),
        (&cut, ErrorKind::Corruption, "damaged"),
        (&longer, ErrorKind::Corruption, "go on"),
        (&own, ErrorKind::UnknownModel, "that model is needed"),
        (&later, ErrorKind::Compatibility, "number 200"),
        (b"hello world", ErrorKind::Compatibility, "not a blob"),
        (&[0; 12], ErrorKind::Compatibility, "number 0"),
    ] {
        let error = refused(blob);
        assert_eq!(error.kind(), kind, "{error}");
        let text = error.to_string();
        assert!(text.contains(part) && !text.contains("archive"), "{text}");
    }
    let error = decode_bare_game(&[0xff; 9], &setting, &Model::default()).unwrap_err();
    assert!(!error.to_string().contains("archive"), "{error}");
}

#[test]
fn what_cannot_be_a_game_is_refused() {
    let start = Position::standard();
    let other = game(
        &Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::Standard).unwrap(),
        1,
        3,
    );
    let error = encode_game(&start, &other, &Setting::default(), &Model::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("move 1"), "{error}");
}
