//! Games: figures, and that they come back.

use classic::{Bits, Error, GAMES, Game, GameCodec, game_codec, number};
use entropy::{Encode, Uniform, range};
use legal::{Position, Variant, san};
use num_bigint::BigUint;
use pgn::{Token, TokenKind};
use proptest::prelude::*;
use std::collections::HashSet;

mod corpora;

/// A game of some moves.
fn game(text: &str) -> Game {
    let game = read(text.as_bytes()).unwrap();
    assert_eq!(
        game.moves.len(),
        text.split(' ').filter(|word| !word.contains('.')).count()
    );
    game
}

/// The main line of a game as far as it can be followed; `None` where its tags set up no position.
fn read(text: &[u8]) -> Option<Game> {
    let pairs: Vec<_> = pgn::lex(text)
        .filter_map(|token| token.tag_pair())
        .collect();
    let tag = |name: &[u8]| {
        pairs
            .iter()
            .find(|pair| pair.name == name)
            .map(|pair| pair.value)
    };
    let variant = Variant::from_tag(tag(b"Variant").unwrap_or_default())?;
    let start = match tag(b"FEN") {
        None => Position::initial(variant),
        Some(fen) => Position::from_fen(std::str::from_utf8(fen).ok()?, variant).ok()?,
    };
    let mut game = Game::new(start.clone());
    let mut position = start;
    let mut variations = 0;
    for Token { kind, text } in pgn::lex(text) {
        match kind {
            TokenKind::VariationOpen => variations += 1,
            TokenKind::VariationClose => variations -= 1,
            TokenKind::San if variations == 0 => {
                let legal = position.legal_moves();
                let Some(index) = san::read(text, &position, &legal) else {
                    break;
                };
                game.moves.push(legal[index]);
                position.play(legal[index]);
            }
            _ => {}
        }
    }
    game.agreed = tag(b"Result") == Some(b"1/2-1/2") && !position.legal_moves().is_empty();
    Some(game)
}

fn number_of(text: &str) -> BigUint {
    number::encode(&game(text)).unwrap()
}

/// The bits of a game, which come back.
#[track_caller]
fn comes_back(codec: &dyn GameCodec, game: &Game) -> usize {
    let bits = codec.encode(game).unwrap();
    let back = codec.decode(&game.start, game.moves.len(), &bits).unwrap();
    assert_eq!(back.moves, game.moves, "{}", codec.name());
    if codec.name() == "game-number-end" {
        assert_eq!(back.agreed, game.agreed);
    }
    bits.len()
}

fn random_game(random: &mut fastrand::Rng, start: Position, plies: usize) -> Game {
    let mut game = Game::new(start.clone());
    let mut position = start;
    while game.moves.len() < plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mut m = legal[random.usize(..legal.len())];
        if m.is_capture() && random.bool() {
            m = legal[random.usize(..legal.len())];
        }
        game.moves.push(m);
        position.play(m);
    }
    game.agreed = random.bool() && !position.legal_moves().is_empty();
    game
}

#[test]
fn names_are_different() {
    let names: HashSet<_> = GAMES.iter().map(|codec| codec.name()).collect();
    assert_eq!(names.len(), GAMES.len());
    assert!(game_codec("san").is_none());
}

#[test]
fn numbers_of_the_worked_example() {
    assert_eq!(number_of("1. e4"), 13u32.into());
    assert_eq!(number_of("1. e4 e5"), 233u32.into());
    assert_eq!(number_of("1. e4 e5 2. Nf3"), 5433u32.into());
    assert_eq!(number_of("1. e4 e5 2. Nf3 f6"), 225_833u32.into());
    // The lowest man goes to its lowest square, again and again: 1. Na3 Nh6 2. Rb1 Rg8.
    let zero = number::decode(&Position::standard(), 4, &BigUint::ZERO).unwrap();
    assert_eq!(zero, game("1. Na3 Nh6 2. Rb1 Rg8"));
}

#[test]
fn a_number_of_no_game_is_refused() {
    let start = Position::standard();
    let error = number::decode(&start, 1, &20u32.into()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("too large for a game of 1 plies"),
        "{error}"
    );
    let mated = number_of("1. f3 e5 2. g4 Qh4#");
    let error = number::decode(&start, 5, &mated).unwrap_err();
    assert!(error.to_string().contains("over after 4 plies"), "{error}");
    // With the end marked: White ends the game (20 of 21), and then a move follows.
    assert_eq!(
        number::decode_with_end(&start, &20u32.into()).unwrap(),
        Game::new(start.clone())
    );
    let agreed = number::decode_with_end(&start, &(20u32 * 21 + 20).into()).unwrap();
    assert!(agreed.agreed && agreed.moves.is_empty());
    let error = number::decode_with_end(&start, &(3u32 * 21 + 20).into()).unwrap_err();
    assert!(error.to_string().contains("after the end"), "{error}");
    assert!(number::decode_with_end(&start, &(21u32 * 21 * 5 + 21 * 20 + 20).into()).is_err());
}

#[test]
fn mate_ends_a_number_without_a_word() {
    let mate = game("1. f3 e5 2. g4 Qh4#");
    let number = number::encode_with_end(&mate).unwrap();
    assert_eq!(number::decode_with_end(&mate.start, &number).unwrap(), mate);
    let mut agreed = mate;
    agreed.agreed = true;
    assert!(matches!(
        number::encode_with_end(&agreed),
        Err(Error::Refused(_))
    ));
}

#[test]
fn random_games_come_back_from_every_encoding() {
    let mut random = fastrand::Rng::with_seed(3);
    let chess960 = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDgd - 0 1";
    let promotions = "4k3/PPP5/8/8/8/8/5ppp/4K3 w - - 0 1";
    for plies in [0, 1, 2, 10, 60, 200, 600] {
        for fen in [None, Some(chess960), Some(promotions)] {
            let start = fen.map_or_else(Position::standard, |fen| {
                Position::from_fen(fen, Variant::Standard).unwrap()
            });
            for _ in 0..8 {
                let game = random_game(&mut random, start.clone(), plies);
                for codec in GAMES {
                    comes_back(codec, &game);
                }
            }
        }
    }
}

#[test]
fn variants_come_back_or_are_refused() {
    let mut random = fastrand::Rng::with_seed(4);
    for variant in Variant::ALL {
        for _ in 0..10 {
            let game = random_game(&mut random, Position::initial(variant), 120);
            for codec in GAMES {
                match codec.encode(&game) {
                    Ok(_) => _ = comes_back(codec, &game),
                    Err(Error::Refused(_)) => {
                        assert!(
                            !["san-text", "legal-index-bits", "game-number"]
                                .contains(&codec.name())
                        );
                        assert_ne!(variant, Variant::Standard);
                    }
                    Err(error) => panic!("{}: {error}", codec.name()),
                }
            }
        }
    }
}

#[test]
fn moves_that_are_not_legal_are_refused() {
    let mut wrong = game("1. e4 e5 2. Nf3");
    wrong.moves.swap(0, 2);
    wrong.moves.swap(1, 2);
    for codec in GAMES {
        let error = codec.encode(&wrong).unwrap_err();
        assert!(
            error.to_string().contains("not legal"),
            "{}: {error}",
            codec.name()
        );
    }
}

#[test]
fn junk_is_a_game_or_an_error() {
    let mut random = fastrand::Rng::with_seed(7);
    let start = Position::standard();
    for codec in GAMES {
        for _ in 0..500 {
            let bytes: Vec<u8> = (0..random.usize(..60)).map(|_| random.u8(..)).collect();
            let bits = Bits::from_bytes(&bytes, 8 * bytes.len()).unwrap();
            if let Ok(game) = codec.decode(&start, random.usize(..40), &bits) {
                assert!(codec.encode(&game).is_ok());
            }
        }
        let whole = codec
            .encode(&game("1. e4 e5 2. Nf3 f6"))
            .unwrap()
            .to_string();
        for longer in [format!("{whole}1"), format!("{whole}00000000")] {
            assert!(
                codec.decode(&start, 4, &longer.parse().unwrap()).is_err(),
                "{}",
                codec.name()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]
    /// The exact number of bits, and those of a coder that rounds its distributions to 16 bits and ends on a word of 32.
    #[test]
    fn the_size_of_a_number_agrees_with_the_range_coders_under_the_uniform_model(seed: u64, plies in 0usize..600) {
        let game = random_game(&mut fastrand::Rng::with_seed(seed), Position::standard(), plies);
        let cases = number::cases(&game).unwrap();
        let mut coder = range::Encoder::new();
        let mut position = game.start.clone();
        for &m in &game.moves {
            let legal = position.legal_moves();
            coder.encode(legal.rank(m).unwrap(), &Uniform::new(legal.len() as u32));
            position.play(m);
        }
        let exact = cases.bits() as f64;
        let coded = 8.0 * coder.finish().len() as f64;
        // Rounding 65536 / n down or up costs or gains at most n / 65536 of a symbol; zero bytes at the end are left out.
        let slack = game.moves.len() as f64 * 0.005 + 1.0;
        prop_assert!((coded - exact).abs() <= 64.0 + slack, "{coded} {exact}");
        prop_assert!(number::encode(&game).unwrap().bits() <= cases.bits());
    }

    #[test]
    fn random_numbers_are_games_that_have_them(digits in proptest::collection::vec(any::<u32>(), 0..40)) {
        let number = BigUint::new(digits);
        if let Ok(game) = number::decode_with_end(&Position::standard(), &number) {
            prop_assert_eq!(number::encode_with_end(&game), Ok(number));
        }
    }
}
