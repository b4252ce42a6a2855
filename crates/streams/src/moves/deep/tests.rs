use super::super::{Knowledge, MoveContext, Moves, Setting, name};
use entropy::{Encode, Meter, range};
use legal::{History, Position, Variant, san};
use proptest::prelude::*;

/// Plays moves chosen by the numbers, and begins again whenever a game is over.
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
        let turn = MoveContext {
            position: &position,
            legal: &legal,
            history: &history,
            setting: &setting,
        };
        let index = code(&turn, usize::from(choice) % legal.len());
        played.push(index);
        position.play(legal[index]);
        history = history.then(legal[index]);
    }
    played
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
        fast: bool,
    ) {
        let knowledge = if fast { Knowledge::Fast } else { Knowledge::Best };
        let start = &starts()[start];
        let (mut moves, mut encoder) = (Moves::new(&knowledge), range::Encoder::new());
        let played = walk(start, &choices, |turn, index| moves.code(&mut encoder, turn, index));
        let bytes = encoder.finish();
        let (mut moves, mut decoder) = (Moves::new(&knowledge), range::Decoder::new(&bytes));
        let zeros = vec![0; choices.len()];
        let back = walk(start, &zeros, |turn, _| moves.code(&mut decoder, turn, 0));
        prop_assert_eq!(back, played);
    }
}

#[test]
fn no_two_moves_of_a_position_have_one_name() {
    let mut random = 1_u64;
    for start in starts() {
        let choices: Vec<u16> = (0..3000)
            .map(|_| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (random >> 48) as u16
            })
            .collect();
        walk(&start, &choices, |turn, index| {
            let mut names: Vec<u16> = turn.legal.iter().map(name).collect();
            names.sort_unstable();
            assert!(names.windows(2).all(|two| two[0] < two[1]));
            index
        });
    }
}

/// What moves cost, in units of 2^-16 bit.
fn cost(moves: &mut Moves, variant: Variant, line: &[&str]) -> u64 {
    let (mut position, mut history) = (Position::initial(variant), History::default());
    let mut meter = Meter::default();
    for text in line {
        let legal = position.legal_moves();
        let index = san::read(text.as_bytes(), &position, &legal).unwrap();
        let turn = MoveContext {
            position: &position,
            legal: &legal,
            history: &history,
            setting: &Setting::default(),
        };
        moves.code(&mut meter, &turn, index);
        position.play(legal[index]);
        history = history.then(legal[index]);
    }
    meter.cost()
}

#[test]
fn crazyhouse_begins_with_what_networks_know() {
    for knowledge in [Knowledge::Fast, Knowledge::Default, Knowledge::Best] {
        let line = &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"];
        let cost = |variant| cost(&mut Moves::new(&knowledge), variant, line);
        assert!(2 * cost(Variant::Crazyhouse) <= cost(Variant::Atomic));
    }
}

#[test]
fn other_rules_are_learned_from_their_games() {
    // The same pieces go to the same squares, but from other positions.
    let first = &["Nf3", "Nc6", "g3", "g6", "Bg2", "Bg7"];
    let second = &["g3", "g6", "Bg2", "Bg7", "Nf3", "Nc6"];
    let mut moves = Moves::new(&Knowledge::Best);
    let learned = cost(&mut moves, Variant::Atomic, first);
    assert!(cost(&mut moves, Variant::Atomic, second) < learned * 3 / 4);
}
