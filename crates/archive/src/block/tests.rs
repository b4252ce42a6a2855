//! Tests that what streams code is small where it follows from other data, and comes back.

use proptest::prelude::*;

use crate::block::{self, BlockPayload};
use crate::{BlockFacts, Level, Model, Stream};

/// Codes and decodes a text; returns the sizes of the streams `comments`, `numbers` and `lines`.
fn sizes(text: &str, level: Level) -> [usize; 3] {
    let model = Model::of(level);
    let encoded = block::encode(text.as_bytes(), &model);
    let streams = block::borrowed(&encoded.streams);
    let payload = BlockPayload {
        facts: &encoded.facts,
        streams: &streams,
    };
    let back = block::decode(&payload, &model).unwrap();
    assert_eq!(String::from_utf8_lossy(&back), text);
    [Stream::Comments, Stream::Numbers, Stream::Lines].map(|wanted| {
        let found = streams.iter().find(|(stream, _)| *stream == wanted);
        found.map_or(0, |(_, bytes)| bytes.len())
    })
}

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n\
    1. e4 {d=20, s=1000, n=20000, pv=e4 e5 Nf3 Nc6 Bb5 a6, mb=+0+0,}\n\
    e5 {d=21, s=1100, n=23100, pv=e5 Nf3 Nc6 Bb5 a6 Ba4, mb=+0+0,}\n\
    2. Nf3 {d=22, pd=e5, s=1000, n=22000, pv=Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O, mb=+0+0,}\n\
    Nc6 {d=23, pd=Nf3, s=1100, n=25300, pv=Nc6 Bb5 a6 Ba4 Nf6 O-O, mb=+0+0,} *\n\n";

#[test]
fn comments_of_engines_come_back_and_are_small() {
    for level in Level::ALL {
        let one = sizes(GAME, level);
        let many = sizes(&GAME.repeat(20), level);
        let more: usize = (0..3).map(|at| many[at] - one[at]).sum();
        assert!(more < 19 * 40, "{level}: {one:?}, {many:?}");
    }
}

#[test]
fn comments_that_repeat_evaluations_and_variations_cost_little() {
    let game = "1. e4 { [%eval 0.3] } e5?! { (0.30 \u{2192} 0.90) Inaccuracy. c5 was best. } { [%eval 0.9] } \
        (1... c5 2. Nf3) 2. Nf3 { [%eval 0.5] } *\n\n";
    assert!(
        sizes(&game.repeat(30), Level::Fast)
            .into_iter()
            .sum::<usize>()
            < 120
    );
}

#[test]
fn lines_from_every_place_come_back() {
    for line in [
        "e4 e5",
        "e5 Nf3",
        "Nf3 Nc6",
        "e2e4 e7e5",
        "g1f3 b8c6 f1b5",
        "e7-e5",
        "1. e4 e5 2. Nf3 Nc6",
        "1...e5 2.Nf3 Nc6 3.Bb5",
        "1... e5 2.Nf3",
        "2. Nf3 Nc6 4. Bb5",
        "3. e4",
        "1.. e5",
        "Nf3 Nf3",
        "0-0",
        "a9",
    ] {
        let game = format!(
            "1. e4 {{pv={line}}} e5 {{pv={line} x}} 2. Nf3 {{{line}}} (2. f4 {{pv={line}}}) Nc6 {{ {line}}} *\n"
        );
        sizes(&game.repeat(3), Level::Fast);
    }
}

#[test]
fn moves_in_prose_come_back() {
    for text in [
        "better was 2.Nf3 Nc6 3.Bb5!? or (2... d6 3. d4)",
        "threatens 3.Nxe5 and 4.Nxf7, not 12.Nf3 or 02.Nf3",
        "1.e4 is best by test, 1... e5; e7-e5 2.Ng1-f3 \x01\x02\x03 Nf3\x03",
        "..Nc6, Nf3+ Nf3# Nf3= 2.. Nf3 2....Nf3 2. Nf3 e.p. 0-0-0 O-O",
    ] {
        let game = format!(
            "1. e4 {{{text}}} e5 {{ {text}}} 2. Nf3 {{{text} }} (2. f4 {{A {text}}}) Nc6 {{{text}!}} *\n"
        );
        sizes(&game, Level::Fast);
    }
}

#[test]
fn marks_come_back_and_are_small() {
    let odd = "[%csl gd4] [%cal Gd4, Re5] [%csl Gd9] [%cal Cc2c3] [%csl ] [%cal G1a2] [%csl Gd4\n,Gd5] [%cal Ga1a1";
    let game = |text: &str| {
        format!(
            "1. e4 {{ [%csl Ge4,Re5]{text} }} e5 {{ [%cal Gg1f3,Rb8c6][%csl Yf3] }} 2. Nf3 {{ good [%cal Bf3e5] }} (2. f4 {{ [%cal Gf4e5] }}) *\n\n"
        )
    };
    sizes(&game(odd), Level::Fast);
    let [text, ..] = sizes(&game("").repeat(10), Level::Fast);
    let [more, ..] = sizes(&game("").repeat(30), Level::Fast);
    assert!(more - text < 60, "{text}, {more}");
}

#[test]
fn texts_of_bytes_that_stand_for_others_come_back() {
    for byte in 0..8 {
        let odd = char::from(byte).to_string().repeat(400);
        sizes(&format!("1. e4 {{{odd}}} {{{odd}x}} *"), Level::Fast);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_comment_comes_back(texts in proptest::collection::vec("[-+0-9a-hN=.,:/ \\x01-\\x08{;]{0,30}", 1..8), fen: bool) {
        let mut game = String::from(if fen { "[FEN \"nothing\"]\n\n" } else { "[White \"x\"]\n\n" });
        let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
        for (text, played) in texts.iter().chain(&texts).zip(moves) {
            game += &format!("{played} {{{text}}} ");
        }
        sizes(&game, Level::Fast);
    }
}

#[test]
fn tags_that_follow_from_the_game_cost_little_and_others_come_back() {
    let end = "8/8/8/8/8/5k2/7q/5K2 w - - 3 9";
    let follows = "[White \"Anna\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[PlyCount \"2\"]\n[Termination \"Anna won\"]\n\n1. e4 e5 1-0\n\n";
    let others = format!(
        "[ECO \"\"]\n[ECO \"Z\"]\n[PlyCount \"007\"]\n[CurrentPosition \"{end}\"]\n[Variant \"none\"]\n[Termination \"\x01\"]\n\n*\n\n"
    );
    let text = [follows.repeat(50), others].concat();
    let encoded = block::encode(text.as_bytes(), &Model::default());
    let length = |wanted| encoded.streams.iter().find(|(stream, _)| *stream == wanted);
    assert!(length(Stream::Derived).is_some_and(|(_, bytes)| bytes.len() < 150));
    let streams = block::borrowed(&encoded.streams);
    let facts = BlockFacts {
        text_bytes: text.len() as u64,
        ..encoded.facts
    };
    let payload = BlockPayload {
        facts: &facts,
        streams: &streams,
    };
    let decoded = block::decode(&payload, &Model::default()).unwrap();
    assert_eq!(decoded, text.as_bytes());
}
