//! Games with comments there and back.

use proptest::prelude::*;

use crate::block::{self, BlockPayload};
use crate::{Level, Model, Stream};

/// Codes and decodes a text; returns the sizes of the streams `comments`, `numbers` and `lines`.
fn sizes(text: &str, level: Level) -> [usize; 3] {
    let model = Model::of(level);
    let encoded = block::encode(text.as_bytes(), &model);
    let streams: Vec<_> = encoded
        .streams
        .iter()
        .map(|(stream, bytes)| (*stream, &bytes[..]))
        .collect();
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
