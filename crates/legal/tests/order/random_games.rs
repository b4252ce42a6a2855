//! The order held to its rules in random games and on random boards.

use legal::{Move, Position, Square, Variant, order};
use proptest::prelude::*;
use shakmaty::fen::Fen;

/// The same position with colours exchanged and the board rotated.
fn rotated(position: &Position) -> Position {
    let fen = position.to_fen().parse::<Fen>().expect("own FEN");
    let mut setup = fen.into_setup();
    setup.board.rotate_180();
    setup.board.swap_colors();
    setup.promoted = setup.promoted.rotate_180();
    if let Some(pockets) = &mut setup.pockets {
        pockets.swap();
    }
    if let Some(checks) = &mut setup.remaining_checks {
        checks.swap();
    }
    setup.turn = !setup.turn;
    setup.castling_rights = legal::Bitboard::EMPTY;
    setup.ep_square = setup.ep_square.map(Square::rotate_180);
    let fen = Fen::try_from_setup(setup).expect("as good a set-up");
    Position::from_fen(&fen.to_string(), position.variant()).expect("as legal")
}

fn rotated_move(m: Move) -> Move {
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => Move::Normal {
            role,
            from: from.rotate_180(),
            capture,
            to: to.rotate_180(),
            promotion,
        },
        Move::EnPassant { from, to } => Move::EnPassant {
            from: from.rotate_180(),
            to: to.rotate_180(),
        },
        Move::Castle { king, rook } => Move::Castle {
            king: king.rotate_180(),
            rook: rook.rotate_180(),
        },
        Move::Put { role, to } => Move::Put {
            role,
            to: to.rotate_180(),
        },
    }
}

/// Positions in which castling, pins, checks and promotions are near.
const OPEN: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/3q4/3Q4/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "1r2k1r1/8/8/2b5/2B5/8/8/1R2K1R1 w GBgb - 0 1",
];

#[test]
fn racing_kings_end_where_a_king_is_taken() {
    // White is in check, which is tolerated in a set-up, and need not get out of it.
    let fen = "8/8/8/8/8/8/nkrbNBRK/qrbBNnRQ w - - 0 1";
    let mut position = Position::from_fen(fen, Variant::RacingKings).unwrap();
    for text in ["Ne2-d4", "Nf1xh2"] {
        let legal = position.legal_moves();
        let named = |index: &usize| legal[*index].to_string() == text;
        let index = (0..legal.len()).find(named).expect("the move is legal");
        position.play(legal[index]);
    }
    assert!(position.legal_moves().is_empty());
    assert!(!position.is_check() && position.pass().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn ranks_are_a_bijection_in_random_games(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        choices in prop::collection::vec(any::<u16>(), 0..160),
    ) {
        let mut position = Position::initial(variant);
        for choice in choices {
            let moves = position.legal_moves();
            let keys = moves.iter().map(|m| order::key(m, position.turn()));
            prop_assert!(keys.collect::<Vec<_>>().is_sorted_by(|a, b| a < b));
            for (index, m) in moves.iter().enumerate() {
                prop_assert_eq!(moves.rank(m), Some(index));
                prop_assert_eq!(moves.unrank(index), Some(m));
            }
            prop_assert_eq!(moves.unrank(moves.len()), None);
            prop_assert_eq!(moves.is_check(), position.is_check());
            if moves.is_empty() {
                break;
            }
            position.play(moves[usize::from(choice) % moves.len()]);
        }
    }

    #[test]
    fn moves_of_random_games_are_those_of_shakmaty(
        number in 0..960_u32,
        open in prop::option::of(prop::sample::select(OPEN.to_vec())),
        choices in prop::collection::vec(any::<u16>(), 0..160),
    ) {
        use shakmaty::Position as _;
        let mut setup = shakmaty::Setup::initial();
        setup.board = legal::Board::chess960(number);
        setup.castling_rights = setup.board.rooks();
        let fen = Fen::try_from_setup(setup).expect("a set-up").to_string();
        let fen = open.unwrap_or(&fen);
        let mut position = Position::from_fen(fen, Variant::Standard).expect("legal");
        for choice in choices {
            let moves = position.legal_moves();
            let chess = position.chess().expect("standard chess");
            let mut theirs = chess.legal_moves();
            theirs.sort_by_key(|&m| order::key(m, position.turn()));
            prop_assert_eq!(moves.as_slice(), theirs.as_slice());
            prop_assert_eq!(moves.is_check(), chess.is_check());
            if moves.is_empty() {
                break;
            }
            position.play(moves[usize::from(choice) % moves.len()]);
        }
    }

    #[test]
    fn black_sees_the_rotated_board_in_the_same_order(
        variant in prop::sample::select(vec![
            Variant::Standard, Variant::KingOfTheHill, Variant::ThreeCheck,
            Variant::Crazyhouse, Variant::Atomic,
        ]),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let mut position = Position::initial(variant);
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let there = rotated(&position).legal_moves();
            let here = moves.iter().filter(|m| !m.is_castle());
            let rotated = here.map(rotated_move).collect::<Vec<_>>();
            prop_assert_eq!(rotated, there.as_slice());
            position.play(moves[usize::from(choice) % moves.len()]);
        }
    }

    #[test]
    fn a_fen_gives_the_same_moves_and_hash(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let mut position = Position::initial(Variant::Crazyhouse);
        for choice in choices {
            let moves = position.legal_moves();
            let read = Position::from_fen(&position.to_fen(), Variant::Crazyhouse).unwrap();
            let there = read.legal_moves();
            prop_assert_eq!(there.as_slice(), moves.as_slice());
            prop_assert_eq!(read.hash(), position.hash());
            if moves.is_empty() {
                break;
            }
            position.play(moves[usize::from(choice) % moves.len()]);
        }
    }

    #[test]
    fn any_text_as_fen_does_not_panic(fen in "\\PC{0,90}", variant in prop::sample::select(Variant::ALL.to_vec())) {
        if let Ok(position) = Position::from_fen(&fen, variant) {
            let _ = position.legal_moves();
        }
    }

    #[test]
    fn any_board_as_fen_does_not_panic(
        board in prop::collection::vec("[pnbrqkPNBRQK1-8]{1,8}", 8),
        tail in "( [wb]( [KQkqA-Ha-h]{1,4}| -)( [a-h][36]| -)( [0-9]{1,11} [0-9]{1,11})?)?",
        variant in prop::sample::select(Variant::ALL.to_vec()),
    ) {
        if let Ok(mut position) = Position::from_fen(&format!("{}{tail}", board.join("/")), variant) {
            for _ in 0..8 {
                let moves = position.legal_moves();
                let Some(m) = moves.unrank(moves.len() / 2) else { break };
                let _ = position.pass();
                position.play(m);
            }
            let _ = position.hash();
        }
    }
}
