//! Properties of lexer and splitter on arbitrary bytes and on text built from pieces of PGN.

use pgn::{Splitter, Token, TokenKind, games, lex, write};
use proptest::collection::vec;
use proptest::prelude::*;

/// Pieces that meet each other's edge cases.
const FRAGMENTS: &[&[u8]] = &[
    b" ",
    b" ",
    b"  ",
    b"\n",
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b"\n\n",
    b"\xef\xbb\xbf",
    b"\xef",
    b"\xbb",
    b"[Event \"x\"]\n",
    b"[Event \"x\"]",
    b"[A \"raw \"quote\" in\"]\n",
    b"[A \"\\\"]\n",
    b"[A \"\\\\\"]\n",
    b"[ Black \"y\" ]\n",
    b"[Event foo]\n",
    b"[X \"unterminated]\n",
    b"[",
    b"[        A",
    b"[         A",
    b"[#]",
    b"]",
    b"\"",
    b"\\",
    b"\"]",
    b"1-0",
    b"0-1",
    b"1/2-1/2",
    b"*",
    "½-½".as_bytes(),
    "1–0".as_bytes(),
    b"\xc2",
    b"\xe2\x80",
    b"1",
    b"12.",
    b"12...",
    b"...",
    b".",
    b"1234567890",
    b"e4",
    b"e4",
    b"Nf3+",
    b"e8(Q)",
    b"e8(Q)+",
    b"(Q)",
    b"+",
    b"#",
    b"exd6e.p.",
    b"e.p.",
    b"ep",
    b"e2-e4",
    b"O-O",
    b"0-0",
    b"--",
    b"0000",
    b"null",
    b"!",
    b"?",
    b"!?",
    b"$",
    b"$1",
    b"$007",
    b"{",
    b"}",
    b"{c}",
    b"{[Event \"x\"]}",
    b";",
    b"; c 1-0\n",
    b"%",
    b"\n% [x]\n",
    b"(",
    b")",
    b"( e4 )",
    b"abcdefghijklmnopqrstuvwxyz",
    b"x",
    b"\0",
    b"\xff",
];

fn fragments() -> impl Strategy<Value = Vec<u8>> {
    vec(proptest::sample::select(FRAGMENTS), 0..40).prop_map(|pieces| pieces.concat())
}

fn texts() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![1 => vec(any::<u8>(), 0..200), 4 => fragments()]
}

fn written(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    write(lex(text), &mut out);
    out
}

/// The game rule once more, told in tokens and without regard for speed.
fn ends_by_tokens(text: &[u8]) -> Vec<usize> {
    let (mut ends, mut at) = (Vec::new(), 0);
    let (mut has_movetext, mut is_over, mut depth) = (false, false, 0_usize);
    // None after anything but blanks and tags on the line, else whether the column is the first.
    let mut line_start = Some(true);
    for Token { kind, text } in lex(text) {
        let is_byte_order_mark = line_start == Some(true) && text == b"\xef\xbb\xbf";
        let name = text.strip_prefix(b"[").map(|rest| {
            &rest[rest
                .iter()
                .take_while(|byte| b" \t\x0b\x0c".contains(byte))
                .count()..]
        });
        let is_tag = line_start.is_some()
            && name.is_some_and(|name| {
                name.first().is_some_and(u8::is_ascii_alphabetic) && text.len() - name.len() <= 9
            });
        let is_trivial = matches!(
            kind,
            TokenKind::Whitespace | TokenKind::LineComment | TokenKind::PercentLine
        ) || is_tag
            || is_byte_order_mark;
        let is_move = matches!(kind, TokenKind::San | TokenKind::MoveNumber);
        if (is_tag && has_movetext) || (is_move && is_over && depth == 0) {
            ends.push(at);
            (has_movetext, is_over, depth) = (false, false, 0);
        }
        has_movetext |= !is_trivial;
        match kind {
            TokenKind::Termination if depth == 0 => is_over = true,
            TokenKind::VariationOpen => depth += 1,
            TokenKind::VariationClose => depth = depth.saturating_sub(1),
            _ => {}
        }
        line_start = match kind {
            TokenKind::Whitespace if text.ends_with(b"\n") || text.ends_with(b"\r") => Some(true),
            TokenKind::Whitespace
                if line_start.is_some() || text.contains(&b'\n') || text.contains(&b'\r') =>
            {
                Some(false)
            }
            TokenKind::TagPair => Some(false),
            _ if is_byte_order_mark => Some(true),
            _ => None,
        };
        at += text.len();
    }
    if ends.last().copied().unwrap_or(0) < at {
        ends.push(at);
    }
    ends
}

fn ends_by_games(text: &[u8]) -> Vec<usize> {
    let mut at = 0;
    games(text)
        .map(|game| {
            at += game.len();
            at
        })
        .collect()
}

/// Feeds pieces of the given lengths; drops the games that are complete from the buffer when `drops` says so.
fn ends_by_pieces(text: &[u8], pieces: &[usize], drops: bool) -> Vec<usize> {
    let (mut splitter, mut buffer, mut ends, mut found) =
        (Splitter::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut dropped, mut fed) = (0, 0);
    for &piece in pieces.iter().cycle() {
        let end = (fed + piece).min(text.len());
        buffer.extend_from_slice(&text[fed..end]);
        fed = end;
        splitter.feed(&buffer, false, &mut found);
        let complete = found.last().copied().unwrap_or(0);
        ends.extend(found.drain(..).map(|end| end + dropped));
        if drops {
            buffer.drain(..complete);
            splitter.consume(complete);
            dropped += complete;
        }
        if fed == text.len() {
            break;
        }
    }
    splitter.feed(&buffer, true, &mut found);
    ends.extend(found.drain(..).map(|end| end + dropped));
    ends
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn writing_the_tokens_gives_back_the_text(text in texts()) {
        prop_assert_eq!(written(&text), text);
    }

    #[test]
    fn no_token_is_empty(text in texts()) {
        prop_assert!(lex(&text).all(|token| !token.text.is_empty()));
    }

    #[test]
    fn every_tag_pair_has_a_name_and_a_value(text in texts()) {
        for token in lex(&text) {
            prop_assert_eq!(token.tag_pair().is_some(), token.kind == TokenKind::TagPair);
        }
    }

    #[test]
    fn games_follow_the_rule_told_in_tokens(text in texts()) {
        prop_assert_eq!(ends_by_games(&text), ends_by_tokens(&text));
    }

    #[test]
    fn the_games_put_together_are_the_text(text in texts()) {
        prop_assert!(games(&text).all(|game| !game.is_empty()));
        prop_assert_eq!(games(&text).collect::<Vec<_>>().concat(), text);
    }

    #[test]
    fn lexing_game_by_game_gives_the_same_tokens(text in texts()) {
        let by_game: Vec<_> = games(&text).flat_map(lex).collect();
        prop_assert_eq!(by_game, lex(&text).collect::<Vec<_>>());
    }

    #[test]
    fn the_splitter_finds_the_same_ends_in_pieces(text in texts(), pieces in vec(1_usize..12, 1..10), drops: bool) {
        prop_assert_eq!(ends_by_pieces(&text, &pieces, drops), ends_by_games(&text));
    }

    #[test]
    fn the_splitter_finds_the_same_ends_byte_by_byte(text in texts(), drops: bool) {
        prop_assert_eq!(ends_by_pieces(&text, &[1], drops), ends_by_games(&text));
    }

    #[test]
    fn the_splitter_survives_any_consumption(text in texts(), cuts in vec((1_usize..12, 0_usize..20), 1..10)) {
        let (mut splitter, mut buffer, mut ends) = (Splitter::new(), Vec::new(), Vec::new());
        for (chunk, &(_, cut)) in text.chunks(9).zip(cuts.iter().cycle()) {
            buffer.extend_from_slice(chunk);
            splitter.feed(&buffer, false, &mut ends);
            let cut = cut.min(buffer.len());
            buffer.drain(..cut);
            splitter.consume(cut);
            ends.clear();
        }
        splitter.feed(&buffer, true, &mut ends);
        prop_assert_eq!(ends.last().copied().unwrap_or(0), buffer.len());
    }
}
