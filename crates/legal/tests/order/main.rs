//! The canonical order, on known counts and on positions chosen for it.

use legal::{Color, Move, Position, Square, Variant};
use shakmaty::{CastlingMode, fen::Fen, variant::VariantPosition};

mod random_games;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Counts leaves by way of indices only.
fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    (0..moves.len())
        .map(|index| {
            let m = moves.unrank(index).expect("index below length");
            assert_eq!(moves.rank(m), Some(index));
            if depth == 1 {
                return 1;
            }
            let mut after = position.clone();
            after.play(m);
            perft(&after, depth - 1)
        })
        .sum()
}

fn agrees_with_shakmaty(fen: &str, variant: Variant, depth: u32) -> u64 {
    let rules = shakmaty::variant::Variant::ALL
        .into_iter()
        .nth(variant as usize)
        .expect("the variants are declared in the same order");
    let setup = fen.parse::<Fen>().expect("FEN").into_setup();
    let theirs = VariantPosition::from_setup(rules, setup, CastlingMode::Chess960).expect("legal");
    let ours = Position::from_fen(fen, variant).expect("legal");
    assert_eq!(ours.variant(), variant);
    let leaves = perft(&ours, depth);
    assert_eq!(leaves, shakmaty::perft(&theirs, depth), "{fen}");
    leaves
}

#[test]
fn known_leaf_counts_of_standard_chess() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, depth, leaves) in [
        (start, 4, 197_281),
        (KIWIPETE, 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            3,
            9_467,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            3,
            62_379,
        ),
    ] {
        assert_eq!(agrees_with_shakmaty(fen, Variant::Standard, depth), leaves);
    }
}

#[test]
fn known_leaf_counts_of_chess960() {
    for (fen, leaves) in [
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            12_189,
        ),
        (
            "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            18_002,
        ),
    ] {
        assert_eq!(agrees_with_shakmaty(fen, Variant::Standard, 3), leaves);
    }
}

#[test]
fn leaf_counts_of_the_variants() {
    for (variant, fen) in [
        (
            Variant::Atomic,
            "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
        ),
        (Variant::Antichess, "8/1p6/8/8/8/8/P2P4/8 w - - 0 1"),
        (Variant::Antichess, "6r1/PP4p1/8/8/2k5/8/pp6/7K w - - 0 1"),
        (Variant::KingOfTheHill, KIWIPETE),
        (
            Variant::ThreeCheck,
            "r1bq1bnr/pppp1kpp/2n5/4p3/4P3/8/PPPP1PPP/RNBQK1NR w KQ - 2+3 0 4",
        ),
        (
            Variant::Crazyhouse,
            "r1bqk2r/ppp2ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1B1K2R[Qp] b KQkq - 0 1",
        ),
        (
            Variant::RacingKings,
            "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
        ),
        (
            Variant::Horde,
            "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1",
        ),
    ] {
        assert!(agrees_with_shakmaty(fen, variant, 3) > 0);
    }
}

#[test]
fn the_initial_moves_are_in_the_order_specified() {
    let mut position = Position::standard();
    let names = |position: &Position| {
        let moves = position.legal_moves();
        let names = moves.iter().map(|m| m.to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        names(&position),
        "Nb1-a3 Nb1-c3 Ng1-f3 Ng1-h3 a2-a3 a2-a4 b2-b3 b2-b4 c2-c3 c2-c4 \
         d2-d3 d2-d4 e2-e3 e2-e4 f2-f3 f2-f4 g2-g3 g2-g4 h2-h3 h2-h4"
    );
    position.play(position.legal_moves()[0]);
    assert!(names(&position).starts_with("Ng8-h6 Ng8-f6 Nb8-c6 Nb8-a6 h7-h6 h7-h5"));
}

#[test]
fn castling_sorts_by_the_rook_and_drops_sort_last() {
    let position = Position::from_fen(KIWIPETE, Variant::Standard).unwrap();
    let moves = position.legal_moves();
    let king = moves.iter().filter(|m| m.from() == Some(Square::E1));
    let king = king.map(|m| m.to_string()).collect::<Vec<_>>();
    assert_eq!(king, ["O-O-O", "Ke1-d1", "Ke1-f1", "O-O"]);

    let fen = "4k3/P7/8/8/8/8/8/4K3[QN] w - - 0 1";
    let position = Position::from_fen(fen, Variant::Crazyhouse).unwrap();
    let moves = position.legal_moves();
    let board = moves.iter().take_while(|m| !m.is_put()).count();
    let promotions = moves.as_slice()[board - 4..board].iter();
    let promotions = promotions.map(Move::to_string).collect::<Vec<_>>();
    assert_eq!(promotions, ["a7-a8=Q", "a7-a8=R", "a7-a8=B", "a7-a8=N"]);
    assert!(moves.iter().skip(board).all(Move::is_put));
    assert_eq!(moves[board].to_string(), "N@a1");
}

#[test]
fn an_en_passant_capture_is_one_move_in_antichess() {
    let fen = "8/8/8/8/3Pp3/8/8/8 b - d3 0 1";
    let position = Position::from_fen(fen, Variant::Antichess).unwrap();
    assert_eq!(position.legal_moves().len(), 1);
}

#[test]
fn more_than_256_moves_are_ranked() {
    let fen = "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
    let position = Position::from_fen(fen, Variant::Standard).expect("too much material is fine");
    assert!(position.legal_moves().len() > 256);
    assert!(perft(&position, 1) > 256);
}

#[test]
fn impossible_rights_are_dropped_and_unplayable_positions_refused() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 0";
    let position = Position::from_fen(fen, Variant::Standard).unwrap();
    assert!(position.castling_rights().is_empty() && position.ep_square().is_none());
    assert_eq!(position.fullmoves(), 1);
    for fen in [
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
        "x",
    ] {
        assert!(Position::from_fen(fen, Variant::Standard).is_err(), "{fen}");
    }
}

#[test]
fn a_null_move_gives_the_turn_unless_in_check() {
    let position = Position::standard().pass().unwrap();
    assert_eq!((position.turn(), position.fullmoves()), (Color::Black, 1));
    let position = position.pass().unwrap();
    assert_eq!((position.turn(), position.fullmoves()), (Color::White, 2));
    assert_eq!(position.hash(), Position::standard().hash());
    let fen = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1";
    let in_check = Position::from_fen(fen, Variant::Standard).unwrap();
    assert!(in_check.pass().is_none());
}
