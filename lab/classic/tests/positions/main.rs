//! Positions: figures, bounds, and that they come back.

use classic::{Error, Keeps, POSITIONS, PositionCodec, position_codec};
use legal::{Color, Fen, Position, Role, Setup, Square};
use std::collections::HashSet;

mod junk;
mod pawn_optimal;

fn setup(fen: &str) -> Setup {
    Fen::from_ascii(fen.as_bytes()).unwrap().into_setup()
}

fn codec(name: &str) -> &'static dyn PositionCodec {
    position_codec(name).unwrap()
}

fn bits_of(name: &str, position: &Setup) -> usize {
    codec(name).encode(position).unwrap().len()
}

#[track_caller]
fn comes_back(codec: &dyn PositionCodec, position: &Setup) -> usize {
    let bits = codec.encode(position).unwrap();
    let back = codec.decode(&bits).unwrap();
    assert_eq!(back, codec.keeps().of(position), "{}", codec.name());
    bits.len()
}

#[test]
fn names_are_different() {
    let names: HashSet<_> = POSITIONS.iter().map(|codec| codec.name()).collect();
    assert_eq!(names.len(), POSITIONS.len());
    assert!(position_codec("squares5").is_none());
}

#[test]
fn the_start_has_the_figures_of_the_documents() {
    for (name, bits) in [
        ("squares4", 256),
        ("squares4-state", 257),
        ("base13", 237),
        ("base13-11", 233),
        ("huffman-weights", 164),
        ("xor-start", 33),
        ("piece-list", 230),
        ("piece-list-ranked", 171),
        ("best-of", 35),
        ("rle", 96),
        ("occupancy", 164),
        ("occupancy-ranked", 160),
        ("bitmap-squares4", 192),
        ("huffman-simple", 164),
        ("huffman-simple-kings", 162),
        ("huffman-simple-kings-pawn-rows", 154),
        ("huffman-simple-kings-pawn-columns", 170),
        ("huffman-simple-kings-pawn-optimal", 155),
        ("shortest-game", 0),
    ] {
        assert_eq!(bits_of(name, &Setup::initial()), bits, "{name}");
    }
}

#[test]
fn other_figures_of_the_documents() {
    // A lone pawn in a corner: a pawn, its run, and four runs of empty squares.
    assert_eq!(bits_of("rle", &setup("8/8/8/8/8/8/8/P7 w - - 0 1")), 40);
    // The worst case of run lengths: each man among empty squares.
    let worst =
        setup("r1n1b1q1/P1p1P1p1/P1p1P1p1/r1n1b1k1/R1N1B1Q1/P1p1P1p1/P1p1P1p1/R1N1B1K1 w - - 0 1");
    assert_eq!(bits_of("rle", &worst), 448);
    // Ordered placements of pawns, which the source counts, and sets of them.
    let log2 = |squares: std::ops::Range<u64>| squares.map(|n| (n as f64).log2()).sum::<f64>();
    assert_eq!(log2(41..49).ceil(), 44.0);
    assert_eq!(log2(33..41).ceil(), 42.0);
    assert_eq!(
        (log2(41..49) + log2(33..41) - 2.0 * log2(1..9)).ceil(),
        55.0
    );
    // Four bits fewer with each capture.
    let captured = setup("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    assert_eq!(bits_of("bitmap-squares4", &captured), 188);
}

/// Plays legal moves at random, captures rarely, so that pawns get far and are promoted.
fn random_positions(seed: u64, count: usize, mut visit: impl FnMut(&Position)) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::standard();
    let mut plies = 0;
    for _ in 0..count {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() || plies == 250 {
            position = Position::standard();
            plies = 0;
            continue;
        }
        let mut chosen = moves[random.usize(..moves.len())];
        let pushes = |m: legal::Move| m.role() == Role::Pawn || m.is_promotion();
        for _ in 0..2 {
            if !pushes(chosen) && random.bool() {
                chosen = moves[random.usize(..moves.len())];
            }
        }
        position.play(chosen);
        plies += 1;
    }
}

#[test]
fn random_positions_come_back_from_every_encoding() {
    const POSITIONS_EACH: usize = 10_000;
    let seen: Vec<[bool; 4]> = std::thread::scope(|scope| {
        let parts = [1, 2].map(|seed| {
            scope.spawn(move || {
                let [mut promoted, mut en_passant, mut castling, mut few] = [false; 4];
                random_positions(seed, POSITIONS_EACH, |position| {
                    let position = position.to_setup();
                    for codec in POSITIONS
                        .iter()
                        .filter(|codec| codec.name() != "shortest-game")
                    {
                        let bits = comes_back(*codec, &position);
                        assert!(codec.name() != "huffman-simple-kings-pawn-optimal" || bits <= 167);
                    }
                    let men = position.board.material_side(Color::White);
                    promoted |= men.queen > 1 || men.knight > 2;
                    en_passant |= position.ep_square.is_some();
                    castling |= position.castling_rights.any();
                    few |= position.board.occupied().count() < 8;
                });
                [promoted, en_passant, castling, few]
            })
        });
        parts.map(|part| part.join().unwrap()).to_vec()
    });
    assert_eq!(
        seen, [[true; 4]; 2],
        "promotions, en passant, castling, few men"
    );
}

#[test]
fn positions_after_a_few_plies_come_back_from_their_shortest_game() {
    let codec = codec("shortest-game");
    assert_eq!(codec.keeps(), Keeps::State);
    let mut random = fastrand::Rng::with_seed(5);
    for plies in (0..6).cycle().take(60) {
        let mut position = Position::standard();
        for _ in 0..plies {
            let moves = position.legal_moves();
            position.play(moves[random.usize(..moves.len())]);
        }
        assert!(comes_back(codec, &position.to_setup()) <= 5 * plies);
    }
    // Transpositions, and a detour of which nothing is left: 1. Nf3 Nf6 2. Ng1 Ng8.
    assert_eq!(comes_back(codec, &Setup::initial()), 0);
    let castled = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
    assert!(comes_back(codec, &setup(castled)) < 40);
}

#[test]
fn what_no_short_game_reaches_is_refused_soon() {
    for fen in [
        "8/8/8/8/8/5k2/7q/5K2 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "r1bq1rk1/pp1nbppp/4p3/3pP3/3n1P2/2N1B3/PPPQ2PP/R3KB1R w KQ - 0 11",
        "7k/8/8/8/8/8/8/8 w - - 0 1",
    ] {
        let error = codec("shortest-game").encode(&setup(fen)).unwrap_err();
        assert!(
            matches!(&error, Error::Refused(what) if what.contains("leads there")),
            "{error}"
        );
    }
}

#[test]
fn squares4_state_keeps_what_a_board_does_not_show() {
    let codec = codec("squares4-state");
    for fen in [
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1",
        "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDgd - 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "8/8/8/8/8/8/8/8 b - - 0 1",
    ] {
        assert_eq!(comes_back(codec, &setup(fen)), 257);
    }
    for (fen, part) in [
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "e3"),
        ("4k3/8/8/8/8/8/8/8 w KQ - 0 1", "king"),
    ] {
        let mut position = setup(fen);
        if part == "king" {
            position.castling_rights.add(Square::A1);
        } else {
            position.ep_square = Some(Square::E3);
        }
        let error = codec.encode(&position).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn boards_that_cannot_be_held_are_refused_and_others_come_back() {
    let boards = [
        ("no king", "8/8/8/8/8/8/8/8"),
        ("a king missing", "4k3/8/8/8/8/8/8/8"),
        ("two kings", "4k3/8/8/8/8/8/8/3KK3"),
        ("a pawn on the first rank", "4k3/8/8/8/8/8/8/P3K3"),
        ("a pawn on the last rank", "4k2P/8/8/8/8/8/8/4K3"),
        ("17 men", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR"),
        ("nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3"),
        ("ten queens", "4k3/8/8/8/8/8/QQQQQ3/QQQQQK2"),
        (
            "all queens",
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq",
        ),
    ];
    let refusals = |name: &str| -> Vec<&str> {
        let codec = codec(name);
        let refused = boards.iter().filter(|(_, board)| {
            let position = setup(&format!("{board} w - - 0 1"));
            match codec.encode(&position) {
                Ok(bits) => {
                    assert_eq!(codec.decode(&bits).unwrap().board, position.board, "{name}");
                    false
                }
                Err(Error::Refused(_)) => true,
                Err(error) => panic!("{name}: {error}"),
            }
        });
        refused.map(|(what, _)| *what).collect()
    };
    let kings = ["no king", "a king missing", "two kings", "all queens"];
    let pawns = ["a pawn on the first rank", "a pawn on the last rank"];
    for name in [
        "squares4",
        "squares4-state",
        "base13",
        "huffman-weights",
        "xor-start",
        "best-of",
        "rle",
        "occupancy",
        "bitmap-squares4",
        "huffman-simple",
    ] {
        assert!(refusals(name).is_empty(), "{name}");
    }
    assert_eq!(refusals("base13-11"), pawns);
    assert_eq!(refusals("occupancy-ranked"), ["17 men", "all queens"]);
    assert_eq!(refusals("huffman-simple-kings"), kings);
    for name in [
        "huffman-simple-kings-pawn-rows",
        "huffman-simple-kings-pawn-columns",
    ] {
        assert_eq!(refusals(name), [&kings[..3], &pawns, &kings[3..]].concat());
    }
    for name in ["piece-list", "piece-list-ranked"] {
        let counts = ["17 men", "nine pawns", "all queens"];
        let expected = match name {
            "piece-list" => [&kings[..3], &pawns, &counts[1..]].concat(),
            _ => [&kings[..3], &pawns, &counts].concat(),
        };
        assert_eq!(refusals(name), expected, "{name}");
    }
    let all: Vec<_> = boards.iter().map(|(what, _)| *what).collect();
    assert_eq!(refusals("huffman-simple-kings-pawn-optimal"), all);
}
