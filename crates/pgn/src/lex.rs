use memchr::{memchr, memchr2};

use crate::byte_class::{Column, blank_len, count_leading, is_line_end};
use crate::tag::{self, Begins};
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
        let (kind, len) = match self.whitespace() {
            0 => {
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
            }
            len => (TokenKind::Whitespace, len),
        };
        let (text, rest) = self.rest.split_at(len);
        self.rest = rest;
        Some(Token { kind, text })
    }
}

impl Lexer<'_> {
    /// The length of the whitespace at the start of the rest; the column becomes that after it.
    #[inline]
    fn whitespace(&mut self) -> usize {
        let mut len = 0;
        loop {
            let rest = &self.rest[len..];
            if rest.first().is_some_and(|&byte| is_line_end(byte)) {
                self.column = Column::First;
                len += 1;
                continue;
            }
            match blank_len(rest) {
                0 => return len,
                blank => {
                    self.column = self.column.after_blank(&rest[..blank]);
                    len += blank;
                }
            }
        }
    }

    /// The token at the start of the rest if it is one that only the start of a line can hold, and the column after it.
    fn line_opener(&self, first: u8) -> Option<(TokenKind, usize, Column)> {
        match first {
            b'[' if matches!(tag::tag_like(self.rest), Begins::Yes(_)) => {
                Some(match tag::pair(self.rest) {
                    Some((_, len)) => (TokenKind::TagPair, len, Column::Indent),
                    None => (TokenKind::Other, line_len(self.rest), Column::Inside),
                })
            }
            b'%' if self.column == Column::First => {
                Some((TokenKind::PercentLine, line_len(self.rest), Column::Inside))
            }
            _ => None,
        }
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
