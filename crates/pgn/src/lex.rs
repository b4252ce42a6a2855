use memchr::{memchr, memchr2};

use crate::byte_class::{
    BYTE_ORDER_MARK, Column, count_leading, is_blank, is_line_end, is_whitespace,
};
use crate::tag::{self, TagLike};
use crate::word::lex_word;
use crate::{Token, TokenKind};

/// Reads a text as PGN tokens. Total: whatever the bytes, the texts of the tokens put together are the input.
pub fn lex(pgn: &[u8]) -> Lexer<'_> {
    Lexer {
        rest: pgn,
        column: Column::First,
    }
}

/// Iterator over the tokens of a text, made by [`lex`].
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    rest: &'a [u8],
    column: Column,
}

impl<'a> Lexer<'a> {
    /// The bytes that no token has covered yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    #[inline]
    fn next(&mut self) -> Option<Token<'a>> {
        let first = *self.rest.first()?;
        let (kind, len) = if is_whitespace(first) {
            let len = count_leading(self.rest, is_whitespace);
            self.column = column_after(self.column, &self.rest[..len]);
            (TokenKind::Whitespace, len)
        } else {
            let at_line_start = if self.column == Column::Inside {
                None
            } else {
                self.line_opener(first)
            };
            let (kind, len, column) = at_line_start.unwrap_or_else(|| {
                let (kind, len) = lex_movetext(self.rest, first);
                (kind, len, Column::Inside)
            });
            self.column = column;
            (kind, len)
        };
        let (text, rest) = self.rest.split_at(len);
        self.rest = rest;
        Some(Token { kind, text })
    }
}

impl Lexer<'_> {
    /// The token at the start of the rest if it is one that only the start of a line can hold, and the column after it.
    fn line_opener(&self, first: u8) -> Option<(TokenKind, usize, Column)> {
        let is_first = self.column == Column::First;
        match first {
            b'[' if tag::tag_like(self.rest) == TagLike::Yes => {
                Some(match tag::pair_len(self.rest) {
                    Some(len) => (TokenKind::TagPair, len, Column::Indent),
                    None => (TokenKind::Other, line_len(self.rest), Column::Inside),
                })
            }
            b'%' if is_first => Some((TokenKind::PercentLine, line_len(self.rest), Column::Inside)),
            0xef if is_first && self.rest.starts_with(BYTE_ORDER_MARK) => {
                Some((TokenKind::Other, BYTE_ORDER_MARK.len(), Column::First))
            }
            _ => None,
        }
    }
}

fn column_after(before: Column, whitespace: &[u8]) -> Column {
    match whitespace {
        [.., last] if is_line_end(*last) => Column::First,
        [b' '] if before == Column::Inside => Column::Inside,
        _ if before != Column::Inside || !whitespace.iter().all(|&byte| is_blank(byte)) => {
            Column::Indent
        }
        _ => Column::Inside,
    }
}

fn lex_movetext(rest: &[u8], first: u8) -> (TokenKind, usize) {
    match first {
        b'{' => (
            TokenKind::Comment,
            memchr(b'}', rest).map_or(rest.len(), |end| end + 1),
        ),
        b'(' => (TokenKind::VariationOpen, 1),
        b')' => (TokenKind::VariationClose, 1),
        b';' => (TokenKind::LineComment, line_len(rest)),
        b'$' => match count_leading(&rest[1..], |byte| byte.is_ascii_digit()) {
            0 => (TokenKind::Other, 1),
            digits => (TokenKind::Nag, 1 + digits),
        },
        b'!' | b'?' => match count_leading(rest, |byte| matches!(byte, b'!' | b'?')) {
            len @ (1 | 2) => (TokenKind::Glyph, len),
            len => (TokenKind::Other, len),
        },
        b'}' => (TokenKind::Other, 1),
        _ => lex_word(rest),
    }
}

/// The number of bytes before the line end.
fn line_len(rest: &[u8]) -> usize {
    memchr2(b'\r', b'\n', rest).unwrap_or(rest.len())
}
