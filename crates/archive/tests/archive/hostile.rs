//! Texts and streams made to cost much more than their size. Each is large enough that work or memory that grows with its square would
//! not let the test end.

use crate::samples::{assert_expands_to, packed, plain};
use archive::Model;
use archive::block::{self, BlockPayload};

fn survives(text: &[u8]) {
    let (archive, report) = packed(text, &plain());
    assert_eq!(report.rescued_blocks, 0);
    assert_expands_to(&archive, text);
}

#[test]
fn a_move_with_very_many_glyphs_comes_back() {
    survives(&[&b"[Event \"x\"]\n\n1. e4 "[..], &b"$1 ".repeat(200_000)].concat());
}

#[test]
fn very_many_opening_braces_come_back() {
    let uneven = b"[Event \"x\"]\n\n1. e4\ne5 2. Nf3 Nc6\n";
    survives(&[&uneven[..], &b"{".repeat(400_000)].concat());
    survives(&[&uneven[..], &b"{a} ".repeat(100_000)].concat());
}

#[test]
fn a_game_with_very_many_tags_comes_back() {
    let tags = (0..70_000).map(|n| format!("[n{n} \"v{n}\"]\n"));
    survives(tags.collect::<String>().as_bytes());
}

#[test]
fn very_deep_variations_come_back() {
    survives(&[&b"1. e4 "[..], &b"(e4".repeat(300_000), b" *\n"].concat());
    survives(
        &[
            &b"1. e4 "[..],
            &b"(1. d4 ".repeat(300),
            &b")".repeat(300),
            b" e5 *\n",
        ]
        .concat(),
    );
}

/// Decodes a block whose header claims a shorter text than its streams hold.
fn claims_less(text: &[u8], text_bytes: u64) {
    let model = Model::default();
    let encoded = block::encode(text, &model);
    let streams = block::borrowed(&encoded.streams);
    let mut facts = encoded.facts;
    facts.text_bytes = text_bytes;
    let payload = BlockPayload {
        facts: &facts,
        streams: &streams,
    };
    assert!(block::decode(&payload, &model).is_err());
}

#[test]
fn a_result_that_fills_many_blanks_ends_at_the_claimed_length() {
    let result = "x".repeat(50_000);
    let text = format!(
        "[Result \"{result}\"]\n\n1. e4 {}\n",
        format!("{result} ").repeat(1_000)
    );
    claims_less(text.as_bytes(), 110_000);
}

#[test]
fn comments_full_of_clocks_end_at_the_claimed_length() {
    let comment = format!("{{{}}} ", "[%clk 1]".repeat(6_500));
    let text = format!("[Event \"x\"]\n\n1. e4 {}", comment.repeat(60));
    claims_less(text.as_bytes(), 100_000);
}
