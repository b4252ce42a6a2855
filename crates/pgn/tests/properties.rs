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
    b"\xc2\xa0",
    b"\xa0",
    b"\xe2\x80\xaf",
    b"\xe2",
    b"\x80",
    "…".as_bytes(),
    "†".as_bytes(),
    "♘".as_bytes(),
    b"\n\n",
    b"\n",
    b"[Event \"x\"]\n",
    b"[White \"x\" ]\n",
    b"[White\"x\"]\n\n",
    b"[\tWhite \t\"x\"\t]",
    b"[Site \"x\"]\n",
    b"\" ",
    b"1/2",
    b"ch",
    b"+-",
    b"=",
    b",",
    b"-",
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

const BLANKS: [&str; 7] = [" ", "\t", "\x0b", "\x0c", "\u{a0}", "\u{202f}", "\u{feff}"];

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

/// The name of a token that is a tag or a line that begins like one.
fn tag_name(token: &[u8]) -> Option<&[u8]> {
    let mut rest = token.strip_prefix(b"[")?;
    for _ in 0..8 {
        let blank = BLANKS
            .iter()
            .find_map(|blank| rest.strip_prefix(blank.as_bytes()));
        rest = blank.or(rest.strip_prefix(b"\xa0")).unwrap_or(rest);
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte);
    let len = rest.iter().take_while(|byte| is_name(byte)).count();
    rest.first()?.is_ascii_alphabetic().then(|| &rest[..len])
}

/// The game rule once more, told in tokens and without regard for speed.
fn ends_by_tokens(text: &[u8]) -> Vec<usize> {
    const ROSTER: [&[u8]; 7] = [
        b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result",
    ];
    let (mut ends, mut at) = (Vec::new(), 0);
    let (mut has_movetext, mut is_over, mut depth) = (false, false, 0_usize);
    let mut is_line_start = true;
    // Of a game without movetext: the tags of the roster by section, and where the last section begins.
    let mut sections: Vec<Vec<&[u8]>> = vec![Vec::new()];
    let (mut section_start, mut after_blank_line) = (0, false);
    let mut line_is_blank = false;
    for Token { kind, text } in lex(text) {
        let tag = tag_name(text).filter(|_| is_line_start);
        let is_move = matches!(kind, TokenKind::San | TokenKind::MoveNumber);
        if (tag.is_some() && has_movetext) || (is_move && is_over && depth == 0) {
            ends.push(at);
            (has_movetext, is_over, depth) = (false, false, 0);
            (sections, after_blank_line) = (vec![Vec::new()], false);
        }
        if let Some(name) = tag {
            let again = sections.last().is_some_and(|last| last.contains(&name));
            let is_second_event = name == b"Event" && again;
            let is_close = is_second_event && !after_blank_line;
            if after_blank_line || is_second_event {
                sections.push(Vec::new());
                section_start = at;
            }
            after_blank_line = false;
            let (last, before) = sections.split_last_mut().unwrap();
            let is_known = before.iter().flatten().any(|known| *known == name);
            if is_known && !is_close {
                ends.push(section_start);
                sections.drain(..sections.len() - 1);
                sections[0].push(name);
            } else if ROSTER.contains(&name) {
                last.push(name);
            }
        }
        has_movetext |= tag.is_none()
            && !matches!(
                kind,
                TokenKind::Whitespace | TokenKind::LineComment | TokenKind::PercentLine
            );
        match kind {
            TokenKind::Termination if depth == 0 => is_over = true,
            TokenKind::VariationOpen => depth += 1,
            TokenKind::VariationClose => depth = depth.saturating_sub(1),
            _ => {}
        }
        if kind == TokenKind::Whitespace {
            let marked: Vec<u8> = String::from_utf8_lossy(text).replace("\r\n", "\n").into();
            let lines = marked.iter().filter(|byte| b"\r\n".contains(byte)).count();
            after_blank_line |= lines > usize::from(!line_is_blank);
            is_line_start |= lines > 0;
            line_is_blank |= lines > 0;
        } else {
            line_is_blank = false;
            is_line_start = kind == TokenKind::TagPair;
        }
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
    fn every_game_alone_is_one_game(text in texts()) {
        for game in games(&text) {
            prop_assert_eq!(games(game).collect::<Vec<_>>(), [game]);
        }
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
