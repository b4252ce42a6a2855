//! The 960 start positions.

use classic::chess960::{self, POSITIONS, Rank};
use legal::Position;
use std::collections::HashSet;

fn letters(number: u32) -> String {
    chess960::letters(&chess960::rank(number).unwrap())
}

#[test]
fn numbers_of_the_documents() {
    assert_eq!(letters(518), "RNBQKBNR");
    assert_eq!(letters(356), "NBBRKRQN");
    for (bishops, expected) in [
        (0, "BB------"),
        (1, "B--B----"),
        (2, "B----B--"),
        (3, "B------B"),
        (4, "-BB-----"),
        (15, "------BB"),
    ] {
        let only: String = letters(bishops)
            .chars()
            .map(|man| if man == 'B' { 'B' } else { '-' })
            .collect();
        assert_eq!(only, expected);
    }
    assert!(chess960::rank(960).is_err());
}

#[test]
fn all_are_different_and_a_game_can_start_from_each() {
    let mut seen = HashSet::new();
    for number in 0..POSITIONS {
        let rank = chess960::rank(number).unwrap();
        assert_eq!(chess960::number(&rank), Ok(number));
        let text = chess960::letters(&rank);
        assert_eq!(chess960::parse(&text), Ok(rank));
        let of = |man| {
            text.match_indices(man)
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        };
        let (rooks, bishops, king) = (of('R'), of('B'), of('K'));
        assert!(rooks[0] < king[0] && king[0] < rooks[1]);
        assert_eq!((bishops[0] + bishops[1]) % 2, 1);
        let position = chess960::position(&rank).unwrap();
        assert_eq!(position.castling_rights().count(), 4);
        assert!(position.legal_moves().len() >= 18);
        assert_eq!(chess960::of_fen(&position.to_fen()), Ok(rank));
        seen.insert(text);
    }
    assert_eq!(seen.len(), 960);
    let standard = chess960::position(&chess960::rank(518).unwrap()).unwrap();
    assert_eq!(standard.to_fen(), Position::standard().to_fen());
}

#[test]
fn what_is_no_start_is_refused_with_a_reason() {
    for (fen, part) in [
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "start of a game",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
            "rights to castle",
        ),
        (
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
            "start of a game",
        ),
        (
            "rnkqbbnr/pppppppp/8/8/8/8/PPPPPPPP/RNKQBBNR w - - 0 1",
            "start of a game",
        ),
        (
            "rbqkbnnr/pppppppp/8/8/8/8/PPPPPPPP/RQKBNBNR w - - 0 1",
            "not a first rank",
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("junk", "FEN"),
    ] {
        let error = chess960::of_fen(fen).unwrap_err().to_string();
        assert!(error.contains(part), "{part} in {error}");
    }
    for letters in ["", "RNBQKBN", "RNBQKBNRR", "RNBXKBNR"] {
        assert!(chess960::parse(letters).is_err());
    }
    let twins: Rank = chess960::parse("RNBBQKNR").unwrap();
    assert!(
        chess960::number(&chess960::parse("BRNBQKNR").unwrap()).is_ok()
            || chess960::number(&twins).is_err()
    );
}

/// The chi-squared statistic of draws of all 960, which has 959 degrees of freedom: a mean of 959 and a standard deviation of 44.
fn chi_squared(mut draw: impl FnMut() -> u32) -> f64 {
    const EACH: u32 = 100;
    let mut counts = [0u32; POSITIONS as usize];
    for _ in 0..EACH * POSITIONS {
        counts[draw() as usize] += 1;
    }
    let squares = counts
        .iter()
        .map(|&count| f64::from(count.abs_diff(EACH)).powi(2));
    squares.sum::<f64>() / f64::from(EACH)
}

#[test]
fn draws_are_uniform() {
    let numbers: std::collections::HashMap<Rank, u32> = (0..POSITIONS)
        .map(|number| (chess960::rank(number).unwrap(), number))
        .collect();
    for seed in 0..3 {
        let mut random = fastrand::Rng::with_seed(seed);
        let drawn = chi_squared(|| chess960::random(|count| random.u32(..count)));
        let thrown = chi_squared(|| numbers[&chess960::dice(|count| random.u32(..count))]);
        // Four standard deviations to either side.
        for statistic in [drawn, thrown] {
            assert!((784.0..1134.0).contains(&statistic), "{statistic}");
        }
    }
}
