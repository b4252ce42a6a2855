//! Bits that no encoder has written, those of a position with one changed, and those cut short.

use classic::{Bits, POSITIONS};
use legal::{Position, Setup};
use std::collections::HashMap;

use super::{comes_back, random_positions};

/// Plies of a short game by its number, as `shortest-game` writes it.
fn plies(bits: &Bits) -> usize {
    let mut number = u64::from_str_radix(&format!("1{bits}"), 2).unwrap();
    let (mut position, mut plies) = (Position::standard(), 0);
    while number > 1 {
        let legal = position.legal_moves();
        let base = legal.len().max(2) as u64;
        position.play(legal[(number % base) as usize]);
        number /= base;
        plies += 1;
    }
    plies
}

#[test]
fn junk_is_a_position_of_its_own_or_an_error() {
    let mut random = fastrand::Rng::with_seed(9);
    for codec in POSITIONS {
        let shortest = codec.name() == "shortest-game";
        let most = if shortest { 3 } else { 40 };
        let mut bits_of = HashMap::new();
        for _ in 0..2_000 {
            let bytes: Vec<u8> = (0..random.usize(..most)).map(|_| random.u8(..)).collect();
            let bits = Bits::from_bytes(&bytes, bytes.len() * 8).unwrap();
            let Ok(position) = codec.decode(&bits) else {
                continue;
            };
            assert_eq!(codec.keeps().of(&position), position, "{}", codec.name());
            if shortest {
                comes_back(codec, &position);
                let found = codec.encode(&position).unwrap();
                assert!(plies(&found) <= plies(&bits), "{found} for {bits}");
            } else if let Some(other) = bits_of.insert(format!("{position:?}"), bits.clone()) {
                assert_eq!(other, bits, "{}: {position:?}", codec.name());
            }
        }
        // A single bit makes another position of a position, or none.
        let mut flipped = 0;
        random_positions(3, if shortest { 0 } else { 40 }, |position| {
            let position = codec.keeps().of(&position.to_setup());
            let text = codec.encode(&position).unwrap().to_string();
            for at in (0..text.len()).step_by(7) {
                let mut text = text.clone().into_bytes();
                text[at] ^= 1;
                let bits: Bits = String::from_utf8(text).unwrap().parse().unwrap();
                if let Ok(other) = codec.decode(&bits) {
                    flipped += 1;
                    assert_ne!(other, position, "{}", codec.name());
                }
            }
        });
        assert!(shortest || flipped > 0, "{}", codec.name());
        // And what is cut short, or goes on.
        let bits = codec.encode(&Setup::initial()).unwrap();
        let text = bits.to_string();
        for cut in 0..text.len() {
            assert!(
                codec.decode(&text[..cut].parse().unwrap()).is_err(),
                "{}",
                codec.name()
            );
        }
        if codec.name() != "shortest-game" {
            assert!(codec.decode(&format!("{text}0").parse().unwrap()).is_err());
        }
    }
}
