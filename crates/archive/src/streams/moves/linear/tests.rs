use super::super::Setting;
use super::views::{BASES, OPENING};
use super::*;
use entropy::{Encode, Meter, range};
use legal::History;
use legal::{Position, san};
use proptest::prelude::*;

/// Weights that are not taken over, because positions have other names.
const OPENINGS: std::ops::Range<usize> = BASES[OPENING]..BASES[OPENING + 1];

/// Plays as the numbers say, from the start again whenever a game is over.
fn walk(
    start: &Position,
    choices: &[u16],
    mut code: impl FnMut(&MoveContext, usize) -> usize,
) -> Vec<usize> {
    let (mut position, mut history) = (start.clone(), History::default());
    let setting = Setting {
        players: [1, 2],
        ratings: [1500, 2500],
        ..Setting::default()
    };
    let mut played = Vec::new();
    for &choice in choices {
        let mut legal = position.legal_moves();
        if legal.is_empty() {
            (position, history) = (start.clone(), History::default());
            legal = position.legal_moves();
        }
        let index = usize::from(choice) % legal.len();
        let turn = MoveContext {
            position: &position,
            legal: &legal,
            history: &history,
            setting: &setting,
        };
        let index = code(&turn, index);
        played.push(index);
        position.play(legal[index]);
        history = history.then(legal[index]);
    }
    played
}

fn encode(mut linear: Linear, start: &Position, choices: &[u16]) -> (Vec<u8>, Vec<usize>) {
    let mut encoder = range::Encoder::new();
    let played = walk(start, choices, |turn, index| {
        linear.code(&mut encoder, turn, index)
    });
    (encoder.finish(), played)
}

fn starts() -> Vec<Position> {
    let chess960 = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1";
    let mut starts: Vec<_> = Variant::ALL.into_iter().map(Position::initial).collect();
    starts.push(Position::from_fen(chess960, Variant::Standard).unwrap());
    starts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn moves_come_back_whatever_the_rules(
        choices in proptest::collection::vec(any::<u16>(), 1..300),
        start in 0..9_usize,
    ) {
        let start = &starts()[start];
        let (bytes, played) = encode(Linear::new(start.variant()), start, &choices);
        let mut linear = Linear::new(start.variant());
        let mut decoder = range::Decoder::new(&bytes);
        let zeros: Vec<u16> = vec![0; choices.len()];
        let back = walk(start, &zeros, |turn, _| {
            linear.code(&mut decoder, turn, 0)
        });
        prop_assert_eq!(back, played);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn weights_add_up_as_the_views_say(
        choices in proptest::collection::vec(any::<u16>(), 1..200),
        start in 0..9_usize,
        seed: u64,
    ) {
        let mix = |at: usize| (seed ^ at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
        let mut bytes: Box<[u8; WEIGHTS]> = vec![0; WEIGHTS].try_into().unwrap();
        bytes.iter_mut().enumerate().for_each(|(at, byte)| *byte = mix(at) as u8);
        bytes[OPENINGS].fill(0);
        let mut linear = Linear::beginning_with(&bytes);
        let mut features = Features::new();
        walk(&starts()[start], &choices, |turn, index| {
            linear.weigh(turn);
            if features.extract(turn) {
                let byte = |&view: &u32| i32::from(bytes[view as usize] as i8) << 12;
                let sums = features.moves().iter().map(|views| views.iter().map(byte).sum());
                assert_eq!(linear.logits, sums.collect::<Vec<i32>>());
            }
            let played = turn.legal[index];
            linear.books.note(played);
            features.note(played);
            index
        });
    }
}

#[test]
fn the_same_moves_give_the_same_bytes() {
    let choices: Vec<u16> = (0..400_u16).map(|n| n.wrapping_mul(40_503) >> 3).collect();
    for start in starts() {
        let (bytes, _) = encode(Linear::new(start.variant()), &start, &choices);
        assert_eq!(
            encode(Linear::new(start.variant()), &start, &choices).0,
            bytes
        );
    }
}

#[test]
fn crazyhouse_begins_with_what_standard_chess_is_known_for() {
    let cost = |variant: Variant| {
        let (mut position, mut history) = (Position::initial(variant), History::default());
        let mut linear = Linear::new(variant);
        let mut meter = Meter::default();
        for text in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"] {
            let legal = position.legal_moves();
            let index = san::read(text.as_bytes(), &position, &legal).unwrap();
            let turn = MoveContext {
                position: &position,
                legal: &legal,
                history: &history,
                setting: &Setting::default(),
            };
            linear.code(&mut meter, &turn, index);
            position.play(legal[index]);
            history = history.then(legal[index]);
        }
        meter.cost() >> 16
    };
    assert!(2 * cost(Variant::Crazyhouse) <= cost(Variant::Atomic));
}
