//! Classification of words: the runs of bytes between whitespace and structural bytes.
//!
//! Not part of the format.

use crate::TokenKind;
use crate::byte_class::{count_leading, ends_word, word_len};

/// Longer runs of digits are no move number. The bound keeps the splitter's look-ahead constant.
const MAX_NUMBER_DIGITS: usize = 9;

/// No word but a move number with dots is told apart from [`TokenKind::Other`] by bytes beyond this many.
pub(crate) const LOOK_AHEAD: usize = 24;

/// The kind and length of the token at the start of `text`, whose first byte belongs to a word.
pub(crate) fn lex_word(text: &[u8]) -> (TokenKind, usize) {
    // Numbers and dots come first: they may end inside a run, and measuring the run again and again would take quadratic time.
    match text.first() {
        Some(b'0'..=b'9') => {
            if let Some(len) = dotted_number_len(text) {
                return (TokenKind::MoveNumber, len);
            }
        }
        Some(b'.') => return (TokenKind::Other, count_leading(text, |byte| byte == b'.')),
        _ => {}
    }
    let len = word_len(text);
    let (word, after) = text.split_at(len);
    if is_move(word) {
        return (TokenKind::San, len + bracketed_promotion_len(word, after));
    }
    if is_termination(word) {
        return (TokenKind::Termination, len);
    }
    if matches!(word, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null") {
        return (TokenKind::NullMove, len);
    }
    if len <= MAX_NUMBER_DIGITS && word.iter().all(u8::is_ascii_digit) {
        return (TokenKind::MoveNumber, len);
    }
    match word
        .strip_suffix(b"e.p.")
        .or_else(|| word.strip_suffix(b"ep"))
    {
        Some(capture) if is_move(capture) => (TokenKind::San, capture.len()),
        _ => (TokenKind::Other, len),
    }
}

/// The length of a move number with dots. More text can only add dots.
pub(crate) fn dotted_number_len(text: &[u8]) -> Option<usize> {
    let digits = count_leading(&text[..text.len().min(MAX_NUMBER_DIGITS + 1)], |byte| {
        byte.is_ascii_digit()
    });
    let dots = count_leading(&text[digits..], |byte| byte == b'.');
    (digits <= MAX_NUMBER_DIGITS && dots > 0).then_some(digits + dots)
}

fn is_termination(word: &[u8]) -> bool {
    if word == b"*" {
        return true;
    }
    let scores = |dash: &[u8]| {
        let at = word.windows(dash.len()).position(|window| window == dash)?;
        Some((&word[..at], &word[at + dash.len()..]))
    };
    if word.len() > "1/2–1/2".len() || !matches!(word.first(), Some(b'0' | b'1' | 0xc2)) {
        return false;
    }
    let Some((white, black)) = scores(b"-").or_else(|| scores("–".as_bytes())) else {
        return false;
    };
    let is_half = |score: &[u8]| score == b"1/2" || score == "½".as_bytes();
    matches!((white, black), (b"1", b"0") | (b"0", b"1")) || (is_half(white) && white == black)
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
        [path @ .., rank, piece] if is_rank(*rank) && is_promotion_piece(*piece) => {
            is_path(path, *rank)
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
    if let [before @ .., b'x' | b'-' | b':'] = origin {
        if before.is_empty() {
            return false;
        }
        origin = before;
    }
    match origin {
        [] => true,
        [piece, rest @ ..] if piece.is_ascii_uppercase() => match rest {
            [] => true,
            [one] => is_file(*one) || is_rank(*one),
            [file, rank] => is_file(*file) && is_rank(*rank),
            _ => false,
        },
        [file] => is_file(*file),
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
