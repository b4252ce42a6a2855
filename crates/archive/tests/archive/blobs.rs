//! Games alone.

use archive::{ErrorKind, Level, Model, decode_game, encode_game};
use legal::{Move, Position, Variant};
use model::moves::{Outcome, Setting};

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
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let m = legal[(seed >> 33) as usize % legal.len()];
        moves.push(m);
        position.play(m);
    }
    moves
}

fn models() -> impl Iterator<Item = Model> {
    Level::ALL.into_iter().map(Model::of)
}

#[test]
fn games_from_any_start_come_back() {
    let settings = [
        Setting::default(),
        Setting {
            outcome: Outcome::Black,
            ratings: [1500, 1712],
            ..Setting::default()
        },
    ];
    for model in models() {
        for (number, start) in starts().iter().enumerate() {
            for plies in [0, 1, 7, 90] {
                let moves = game(start, plies, number as u64);
                for setting in &settings {
                    let blob = encode_game(start, &moves, setting, &model).unwrap();
                    let (found, back) = decode_game(&blob, setting, &model).unwrap();
                    assert_eq!(found.to_fen(), start.to_fen());
                    assert_eq!(found.variant(), start.variant());
                    assert_eq!(back, moves);
                }
            }
        }
    }
}

#[test]
fn junk_is_an_error_or_a_game_that_gives_the_same_bytes() {
    let mut errors = 0;
    for seed in 0..300u64 {
        let junk: Vec<u8> = (0..seed % 40)
            .map(|at| (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (at % 8 * 8)) as u8 ^ at as u8)
            .collect();
        for model in models() {
            match decode_game(&junk, &Setting::default(), &model) {
                Ok((start, moves)) => assert_eq!(
                    encode_game(&start, &moves, &Setting::default(), &model).unwrap(),
                    junk
                ),
                Err(error) => {
                    errors += 1;
                    assert_eq!(error.kind(), ErrorKind::Corruption, "{error}");
                }
            }
        }
    }
    assert!(errors > 100);
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
