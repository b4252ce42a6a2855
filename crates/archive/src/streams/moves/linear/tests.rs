use super::super::Setting;
use super::*;
use entropy::{Encode, Meter, range};
use legal::History;
use legal::{Position, san};
use proptest::prelude::*;

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

/// What codes games from `start`: what was trained, or else what was not.
fn linear(start: &Position, trained: bool) -> Linear {
    match trained {
        true => Linear::new(&Weights::shipped()),
        false => Linear::untrained(start.variant()),
    }
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
        trained: bool,
    ) {
        let start = &starts()[start];
        let (bytes, played) = encode(linear(start, trained), start, &choices);
        let mut linear = linear(start, trained);
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
    fn trained_weights_add_up_as_the_views_say_on_every_processor(
        choices in proptest::collection::vec(any::<u16>(), 1..200),
        start in 0..9_usize,
        seed: u64,
    ) {
        let mix = |at: usize| (seed ^ at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
        let bytes: Vec<u8> = (0..WEIGHTS).map(|at| mix(at) as u8).collect();
        let weights = Weights::from_bytes(&bytes).unwrap();
        let (mut linear, mut plain) = (Linear::new(&weights), Linear::new(&weights));
        let mut features = Features::new();
        walk(&starts()[start], &choices, |turn, index| {
            let linear_too = &mut linear;
            run(Weigh { linear: linear_too, turn });
            plain.weigh(turn);
            if features.extract(turn) {
                let byte = |&view: &u32| i32::from(bytes[view as usize] as i8) << 12;
                let sums = features.moves().iter().map(|views| views.iter().map(byte).sum());
                let sums: Vec<i32> = sums.collect();
                // What a view adds to all moves alike does not matter.
                for (at, sum) in sums.iter().enumerate() {
                    assert_eq!(linear.logits[at] - linear.logits[0], sum - sums[0]);
                }
                assert_eq!(linear.logits, plain.logits);
                assert_eq!(linear.widths, plain.widths);
            }
            let played = turn.legal[index];
            linear.books.note(played);
            plain.books.note(played);
            features.note(played);
            index
        });
    }
}

#[test]
fn the_same_moves_give_the_same_bytes() {
    let choices: Vec<u16> = (0..400_u16).map(|n| n.wrapping_mul(40_503) >> 3).collect();
    for start in starts() {
        let (bytes, _) = encode(linear(&start, true), &start, &choices);
        assert_eq!(encode(linear(&start, true), &start, &choices).0, bytes);
    }
}

#[test]
fn crazyhouse_begins_with_what_standard_chess_is_known_for() {
    let cost = |variant: Variant, trained: bool| {
        let (mut position, mut history) = (Position::initial(variant), History::default());
        let mut linear = linear(&position, trained);
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
    assert!(cost(Variant::Crazyhouse, false) < 2 * cost(Variant::Standard, true));
    assert!(2 * cost(Variant::Crazyhouse, false) <= cost(Variant::Atomic, false));
}
