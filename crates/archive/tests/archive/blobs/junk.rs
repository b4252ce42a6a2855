//! Damaged blobs, and bytes that no encoder has written.

use archive::{
    ErrorKind, Level, Model, decode_bare_game, decode_game, encode_bare_game, encode_game,
};
use legal::Position;
use streams::moves::Setting;

use super::{game, models, next};

/// Every bit flipped, every cut, and random bytes after the model's number. 12 bits let 1 in 4,096 pass at most.
#[test]
fn damage_is_an_error_but_for_one_in_thousands() {
    let setting = Setting::default();
    let (mut tried, mut passed, mut bare_passed) = (0, 0, 0);
    for (level, games, strings) in [(Level::Fast, 4, 200), (Level::Default, 8, 2_000)] {
        let model = Model::of(level);
        let mut try_both = |blob: &[u8]| {
            tried += 1;
            passed += usize::from(decode_game(blob, &setting, None).is_ok());
            bare_passed += usize::from(decode_bare_game(&blob[1..], &setting, &model).is_ok());
        };
        for seed in 0..games {
            let start = Position::standard();
            let moves = game(&start, 4 + seed as usize, seed);
            let blob = encode_game(&start, &moves, &setting, &model).unwrap();
            for bit in 8..8 * blob.len() {
                let mut flipped = blob.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                try_both(&flipped);
            }
            for length in 1..blob.len() {
                try_both(&blob[..length]);
            }
            for bit in 0..8 {
                let mut flipped = blob.clone();
                flipped[0] ^= 1 << bit;
                assert!(decode_game(&flipped, &setting, None).is_err());
            }
        }
        let mut seed = 1;
        let first = encode_game(&Position::standard(), &[], &setting, &model).unwrap()[0];
        for _ in 0..strings {
            let mut blob = vec![first];
            let length = 4 + next(&mut seed) % 20;
            blob.extend((0..length).map(|_| next(&mut seed) as u8));
            try_both(&blob);
        }
    }
    // Without the check a seventh of it is some game, so the check is what is seen here. The rest reads on after its end.
    assert!(bare_passed > tried / 8, "{bare_passed} of {tried}");
    assert!(passed <= 3, "{passed} of {tried}: one was to be expected");
}

/// What is read is written with another pass over the game, so this can fail.
#[test]
fn bare_junk_is_an_error_or_a_game_that_gives_the_same_bytes() {
    let (mut errors, mut games) = (0, 0);
    for seed in 0..300u64 {
        let junk: Vec<u8> = (0..seed % 40)
            .map(|at| (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (at % 8 * 8)) as u8 ^ at as u8)
            .collect();
        for model in models() {
            match decode_bare_game(&junk, &Setting::default(), &model) {
                Ok((start, moves)) => {
                    games += 1;
                    assert_eq!(
                        encode_bare_game(&start, &moves, &Setting::default(), &model).unwrap(),
                        junk
                    );
                }
                Err(error) => {
                    errors += 1;
                    assert_eq!(error.kind(), ErrorKind::Corruption, "{error}");
                }
            }
        }
    }
    assert!(errors > 100 && games > 50, "{errors} {games}");
}

/// Every cut of the blobs of real games.
#[test]
fn blobs_that_were_cut_are_errors_but_for_one_in_thousands() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/corpora/test/twic-1428.pgn"
    );
    let Ok(text) = std::fs::read(file) else {
        eprintln!("skipped: there are no corpora beside the repository");
        return;
    };
    let setting = Setting::default();
    let model = Model::of(Level::Fast);
    let (mut tried, mut passed) = (0, 0);
    for text in pgn::games(&text).take(2000) {
        let game = archive::Game::parse(text);
        let played = game.main_line().plies.iter().map_while(|ply| ply.played);
        let moves: Vec<_> = played.map(|m| m.inner()).collect();
        let blob = encode_game(&Position::standard(), &moves, &setting, &model).unwrap();
        for length in 1..blob.len() {
            tried += 1;
            passed += usize::from(decode_game(&blob[..length], &setting, None).is_ok());
        }
    }
    assert!(tried > 40_000, "{tried}");
    assert!(passed * 4096 <= tried, "{passed} of {tried}");
}

/// The beginnings that many blobs share are no blobs: a game takes about as many bytes as its message has.
#[test]
fn no_two_bytes_are_a_game_of_many_moves() {
    let setting = Setting::default();
    let first = encode_game(
        &Position::standard(),
        &[],
        &setting,
        &Model::of(Level::Fast),
    )
    .unwrap()[0];
    for two in 0..=u16::MAX {
        let [a, b] = two.to_be_bytes();
        for blob in [&[first][..], &[first, a], &[first, a, b]] {
            if let Ok((_, moves)) = decode_game(blob, &setting, None) {
                assert!(moves.len() < 8, "{blob:02x?}: {} moves", moves.len());
            }
        }
    }
}
