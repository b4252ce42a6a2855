//! Classification of words: the runs of bytes between whitespace and structural bytes.
//!
//! Not part of the format.

use crate::byte_class::{count_leading, ends_word, is_word_end, word_len};
use crate::termination;
use crate::{Termination, TokenKind};

/// Longer runs of digits are no move number. The bound keeps the splitter's look-ahead constant.
const MAX_NUMBER_DIGITS: usize = 9;

/// No move is longer, check marks included.
const LONGEST_MOVE: usize = "Ng1xf3=Q".len() + 2;

/// More bytes than this before a result or a move that is glued to them are not looked at.
const LONGEST_GLUE: usize = 8;

/// What a word begins with is told by this many bytes, but for how long a run of dots, or a word that is nothing known, goes on.
pub(crate) const LOOK_AHEAD: usize = 24;
const _: () = assert!(LONGEST_GLUE + LONGEST_MOVE < LOOK_AHEAD);
const _: () = assert!(LONGEST_GLUE + termination::LONGEST < LOOK_AHEAD);

/// The kind and length of the token at the start of `text`, whose first byte belongs to a word.
///
/// Several tokens may stand in a word without anything between: `1.e4`, `Qh4#0-1`, `c4+-`. Each is told by its first bytes only:
/// measuring the word again and again would take quadratic time.
#[inline]
pub(crate) fn lex_word(text: &[u8]) -> (TokenKind, usize) {
    if let Some(found) = known_word(text) {
        return found;
    }
    // A word that is nothing known goes on to its end.
    (TokenKind::Other, 1 + word_rest_len(&text[1..]))
}

/// The length of what is left of a word that is nothing known.
pub(crate) fn word_rest_len(text: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        if ends_word(byte) || byte >= 0xc2 && is_word_end(&text[at..]) {
            break;
        }
        at += 1;
    }
    at
}

/// The kind and length of the token at the start of a word, if it is one that is told by its first [`LOOK_AHEAD`] bytes.
#[inline]
pub(crate) fn known_word(text: &[u8]) -> Option<(TokenKind, usize)> {
    let window = &text[..text.len().min(LOOK_AHEAD)];
    let first = *window.first()?;
    match first {
        b'0'..=b'9' => {
            let digits = count_leading(window, |byte| byte.is_ascii_digit());
            let dots = dots_len(&text[digits..]);
            if digits <= MAX_NUMBER_DIGITS && dots > 0 {
                return Some((TokenKind::MoveNumber, digits + dots));
            }
        }
        b'.' | b',' | 0xe2 => {
            let len = separators_len(text);
            if len > 0 {
                return Some((TokenKind::Other, len));
            }
        }
        _ => {}
    }
    let word = &window[..word_len(window)];
    if let Some(len) = move_len(word) {
        let bracket = if len == word.len() {
            bracketed_promotion_len(word, &window[len..])
        } else {
            0
        };
        return Some((TokenKind::San, len + bracket));
    }
    if let Some((_, len)) = Termination::at_start(word) {
        return Some((TokenKind::Termination, len));
    }
    let goes_on = |len: usize| {
        let rest = &word[len..];
        let next = rest.first().copied().unwrap_or(b' ');
        let is_part = next.is_ascii_alphanumeric() || matches!(next, b'-' | b'@');
        is_part && Termination::at_start(rest).is_none()
    };
    for null in [&b"--"[..], b"Z0", b"0000", b"@@@@", b"null"] {
        if word.starts_with(null) && !goes_on(null.len()) {
            return Some((TokenKind::NullMove, null.len()));
        }
    }
    let digits = count_leading(word, |byte| byte.is_ascii_digit());
    if (1..=MAX_NUMBER_DIGITS).contains(&digits)
        && (is_word_end(&window[digits..]) || move_len(&word[digits..]).is_some())
    {
        return Some((TokenKind::MoveNumber, digits));
    }
    glue_len(word).map(|len| (TokenKind::Other, len))
}

/// The length of the dots after a move number: points and ellipses. More text can only add dots.
fn dots_len(text: &[u8]) -> usize {
    run_len(text, |byte| byte == b'.')
}

/// The length of a run of dots and commas, which stand between words though no blank does.
fn separators_len(text: &[u8]) -> usize {
    run_len(text, |byte| matches!(byte, b'.' | b','))
}

/// The length of a run of ellipses and of bytes that belong.
fn run_len(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    let mut len = 0;
    loop {
        len += match &text[len..] {
            [byte, ..] if belongs(*byte) => 1,
            [0xe2, 0x80, 0xa6, ..] => 3,
            _ => return len,
        };
    }
}

/// The length of the longest move at the start of a word.
#[inline]
fn move_len(word: &[u8]) -> Option<usize> {
    let longest = word.len().min(LONGEST_MOVE);
    (2..=longest).rev().find(|&len| {
        let next = word.get(len).copied();
        // The marks of `c4+-`, `c4+=` and `c4+/-` judge the position, they are no check; castling goes on, or is none.
        let cuts = match word[len - 1] {
            b'+' => matches!(next, Some(b'-' | b'=' | b'/')),
            b'O' | b'o' | b'0' => matches!(word[len..], [b'-'] | [b'-', b'O' | b'o' | b'0', ..]),
            _ => false,
        };
        !cuts && is_move(&word[..len])
    })
}

/// The length of what stands in front of a result or a move within a word: the rest of `Qh4ch0-1` after its move, or of `c4=g6`.
fn glue_len(word: &[u8]) -> Option<usize> {
    let mut is_symbol = true;
    for (at, &byte) in word.iter().enumerate().take(LONGEST_GLUE + 1) {
        let rest = &word[at..];
        // A draw may be told once: `Bg7ch1/2`.
        if at > 0
            && (Termination::at_start(rest).is_some()
                || termination::is_draw_told_once(rest)
                || is_symbol && move_len(rest).is_some())
        {
            return Some(at);
        }
        if byte.is_ascii_digit() || byte >= 0xc2 && is_word_end(rest) {
            return None;
        }
        is_symbol &= match byte {
            b'=' | b'+' | b',' | b'/' | b'|' | b'~' => true,
            b'-' => at > 0,
            // Symbols beyond ASCII, but no figurines: without its piece a move would be another one.
            0xe2 => !matches!(rest, [_, 0x99, 0x94..=0x9f, ..]),
            0x80..=0xbf => at > 0,
            _ => false,
        };
    }
    None
}

fn is_file(byte: u8) -> bool {
    matches!(byte, b'a'..=b'h')
}

fn is_rank(byte: u8) -> bool {
    matches!(byte, b'1'..=b'8')
}

fn is_promotion_piece(byte: u8) -> bool {
    matches!(
        byte,
        b'Q' | b'R' | b'B' | b'N' | b'K' | b'q' | b'r' | b'b' | b'n' | b'k'
    )
}

/// Whether a whole word has the shape of a move. Any capital letter may name the piece: variants and other languages have their own.
fn is_move(word: &[u8]) -> bool {
    let body = match word {
        [body @ .., b'+' | b'#', b'+' | b'#'] | [body @ .., b'+' | b'#'] => body,
        body => body,
    };
    match body {
        _ if body.len() > "Ng1xf3=Q".len() => false,
        [b'O' | b'o' | b'0', b'-', ..] => is_castling(body),
        [b'@', file, rank] => is_file(*file) && is_rank(*rank),
        [piece, b'@', file, rank] => {
            piece.is_ascii_alphabetic() && is_file(*file) && is_rank(*rank)
        }
        [path @ .., rank, b'=' | b'/', piece] if is_rank(*rank) => {
            piece.is_ascii_alphabetic() && is_path(path, *rank)
        }
        // A piece behind a pawn on another rank is a remark: `c4N` is a novelty.
        [path @ .., rank @ (b'1' | b'8'), piece] if is_promotion_piece(*piece) => {
            let is_pawn = path
                .first()
                .is_some_and(|&first| is_file(first) || first == b'P');
            is_pawn && is_path(path, *rank)
        }
        [path @ .., rank] => is_path(path, *rank),
        [] => false,
    }
}

fn is_castling(body: &[u8]) -> bool {
    (body.len() == 3 || body.len() == 5)
        && body.iter().enumerate().all(|(at, &byte)| match at % 2 {
            0 => matches!(byte, b'O' | b'o' | b'0'),
            _ => byte == b'-',
        })
}

/// Whether `path` and the rank after it lead from an optional, perhaps partial origin to a square: `e4`, `exd5`, `N1xf3`, `e2-e4`.
fn is_path(path: &[u8], rank: u8) -> bool {
    let Some((&file, mut origin)) = path.split_last() else {
        return false;
    };
    if !is_file(file) || !is_rank(rank) {
        return false;
    }
    let mut is_signed = false;
    if let [before @ .., b'x' | b'-' | b':'] = origin {
        if before.is_empty() {
            return false;
        }
        origin = before;
        is_signed = true;
    }
    match origin {
        [] => true,
        [piece, rest @ ..] if piece.is_ascii_uppercase() => match rest {
            [] => true,
            [one] => is_file(*one) || is_rank(*one),
            [file, rank] => is_file(*file) && is_rank(*rank),
            _ => false,
        },
        // A pawn captures on the next file: `ch1-0` is a check and a result.
        [from] => is_file(*from) && (is_signed || from.abs_diff(file) == 1),
        [file, rank] => is_file(*file) && is_rank(*rank),
        _ => false,
    }
}

/// The length of `(Q)` with its check marks when it completes the pawn move `word`, else 0.
///
/// Check marks that run on into more text are left to the next word, so that the splitter need not look after the bracket.
fn bracketed_promotion_len(word: &[u8], after: &[u8]) -> usize {
    match (word, after) {
        ([first, .., b'1' | b'8'], [b'(', piece, b')', rest @ ..])
            if is_file(*first) && is_promotion_piece(*piece) =>
        {
            let checks = count_leading(rest, |byte| matches!(byte, b'+' | b'#'));
            let complete = checks <= 2 && rest.get(checks).is_none_or(|&byte| ends_word(byte));
            3 + if complete { checks } else { 0 }
        }
        _ => 0,
    }
}
