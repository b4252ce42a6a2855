//! Splits a game's movetext into items: moves, comments, variations, glyphs and text that cannot be parsed.
//!
//! Format: "What a writer chooses".
//!
//! Nothing is coded here. A [`Follower`] receives the items in their order, with the current position. When a block is encoded, it is
//! the coder of the streams `structure` and `moves`; when a game is only read, it is a list of templates.

use legal::{Cursor, san};
use pgn::{Token, TokenKind, lex};

use super::comment;
use super::walk::{self, LinePoint, can_open};
use super::wrap::{self, Unwrapped, Wrap};
use super::{GameParts, Item, LONGEST_PART, MOST_PARTS, PlyFacts, Span, SplitComment};
use crate::result::Stated;

/// The game without the line breaks of its movetext, and how it was wrapped; `last` is how the game before was.
pub fn unwrap(text: &[u8], tags_end: usize, last: Option<Wrap>) -> Option<Unwrapped> {
    let movetext = wrap::movetext(text, tags_end);
    let Unwrapped { flat, wrap } = wrap::unwrap(&text[movetext.clone()], last)?;
    // Comments and escapes that run to the end of a line need their line ends.
    let to_line_end =
        |token: Token<'_>| matches!(token.kind, TokenKind::LineComment | TokenKind::PercentLine);
    if text.iter().any(|&byte| matches!(byte, b';' | b'%')) && lex(text).any(to_line_end) {
        return None;
    }
    let flat = [&text[..movetext.start], &flat, &text[movetext.end..]].concat();
    Some(Unwrapped { flat, wrap })
}

/// Texts of games without tags that are longer than this must have a legal move to count as chess.
const SHORT: usize = 64;

/// Receives the items of a game while its movetext is split.
pub trait Follower {
    /// Begins a game, whose tags are known.
    fn start(&mut self, game: &GameParts);

    /// Receives the next item. For a comment, `template` is its template, and its number is returned; for other items, 0.
    fn item(&mut self, line: Option<LinePoint>, item: Item, template: &[u8]) -> u32;

    /// Plays the move of the last item: the legal move at `index`.
    fn play(&mut self, cursor: &mut Cursor, index: usize) -> PlyFacts;
}

/// Splits the movetext after `tags_end` into items.
pub fn split_movetext(
    text: &[u8],
    tags_end: usize,
    game: &mut GameParts,
    follower: &mut impl Follower,
) {
    follower.start(game);
    let cursor = walk::begin(game);
    if let Some(cursor) = &cursor {
        game.main_line.step(cursor);
    }
    let chess =
        !game.tags.is_empty() || text.len() <= SHORT || begins_with_a_move(text, cursor.as_ref());
    let mut split = Split {
        text,
        at: tags_end,
        game,
        follower,
        cursor,
        template: Vec::new(),
        glyphs_from: None,
    };
    if !chess {
        split.raw_to_the_end(0);
    } else if split.game.cut {
        split.raw_to_the_end(tags_end);
    } else {
        split.tokens();
    }
    let end = text.len();
    split.item(Item::End, end..end);
    if let Some(cursor) = &split.cursor {
        split.game.main_line.end(cursor);
    }
}

/// Whether a word that is nothing known names a square, or castles in an odd way. If it is passed over, the moves after it would be played
/// in a wrong position.
fn may_be_a_move(word: &[u8]) -> bool {
    let squares = word
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    squares || matches!(word, [b'O' | b'o', b'-' | 0xe2, ..])
}

fn begins_with_a_move(text: &[u8], cursor: Option<&Cursor>) -> bool {
    let first = lex(text).find(|token| token.kind == TokenKind::San);
    let read = |cursor: &Cursor| san::read(first?.text, cursor.position(), cursor.legal());
    cursor.is_some_and(|cursor| read(cursor).is_some())
}

struct Split<'a, F> {
    text: &'a [u8],
    at: usize,
    game: &'a mut GameParts,
    follower: &'a mut F,
    cursor: Option<Cursor>,
    template: Vec<u8>,
    /// Where the last move ends, if only glyphs have followed it.
    glyphs_from: Option<usize>,
}

impl<F: Follower> Split<'_, F> {
    fn tokens(&mut self) {
        let mut tokens = lex(&self.text[self.at..]);
        while let Some(token) = tokens.next() {
            if self.game.parts() >= MOST_PARTS {
                return self.raw_to_the_end(self.at);
            }
            let place = self.at..self.at + token.text.len();
            let understood = match token.kind {
                TokenKind::San => {
                    self.is_forfeit(token, place.end) || self.played(token, place.clone())
                }
                TokenKind::NullMove => self.null(token, place.clone()),
                TokenKind::Comment | TokenKind::LineComment => self.comment(token, place.clone()),
                TokenKind::VariationOpen => {
                    let can_open = self.cursor.as_ref().is_some_and(can_open);
                    if can_open {
                        self.item(Item::Open, place.clone());
                        self.cursor.as_mut().map(Cursor::open);
                    }
                    can_open
                }
                TokenKind::VariationClose => {
                    if self
                        .cursor
                        .as_ref()
                        .is_some_and(|cursor| cursor.variations() > 0)
                    {
                        self.item(Item::Close, place.clone());
                        self.cursor.as_mut().map(Cursor::close);
                    }
                    true
                }
                TokenKind::Glyph | TokenKind::Nag => {
                    self.glyph(place.end);
                    true
                }
                TokenKind::Other => !may_be_a_move(token.text),
                _ => true,
            };
            if understood {
                self.at = place.end;
                continue;
            }
            // Only the rest of this line is kept as raw text: of the main line, to the end of the game; of a variation, to its end.
            match self.end_of_variation() {
                Some(end) => {
                    self.raw(self.at..end);
                    self.at = end;
                    tokens = lex(&self.text[end..]);
                }
                None => return self.raw_to_the_end(self.at),
            }
        }
    }

    /// Adds the item at `place` of the text.
    fn item(&mut self, item: Item, place: std::ops::Range<usize>) -> u32 {
        let main_line = &self.game.main_line;
        let line = self
            .cursor
            .as_ref()
            .map(|cursor| LinePoint { cursor, main_line });
        let template = self.follower.item(line, item, &self.template);
        self.game.items.push(item);
        self.game.places.push(Span {
            start: place.start as u32,
            end: place.end as u32,
        });
        self.glyphs_from = None;
        template
    }

    fn played(&mut self, token: Token<'_>, place: std::ops::Range<usize>) -> bool {
        let Some(cursor) = &self.cursor else {
            return false;
        };
        let Some(index) = san::read(token.text, cursor.position(), cursor.legal()) else {
            return false;
        };
        let Ok(length) = u8::try_from(token.text.len()) else {
            return false;
        };
        let end = place.end;
        self.item(Item::Move, place);
        if let Some(cursor) = &mut self.cursor {
            let mut ply = self.follower.play(cursor, index);
            ply.length = length;
            self.game.plies.push(ply);
            self.game.main_line.step(cursor);
        }
        self.glyphs_from = Some(end);
        true
    }

    /// Whether `0-0`, which ends at `end`, says at the end of the game that both lost, as the tag `Result` does.
    fn is_forfeit(&self, token: Token<'_>, end: usize) -> bool {
        token.text == b"0-0"
            && lex(&self.text[end..]).all(|token| token.kind == TokenKind::Whitespace)
            && Stated::of(self.game.tag(b"Result")) == Stated::BothLost
    }

    fn null(&mut self, token: Token<'_>, place: std::ops::Range<usize>) -> bool {
        if self
            .cursor
            .as_ref()
            .is_none_or(|cursor| cursor.position().pass().is_none())
        {
            return false;
        }
        self.item(Item::Null, place);
        if let Some(cursor) = &mut self.cursor {
            cursor.pass();
            self.game.main_line.step(cursor);
        }
        let span = self.game.put(token.text);
        self.game.nulls.push(span);
        true
    }

    fn comment(&mut self, token: Token<'_>, place: std::ops::Range<usize>) -> bool {
        if token.text.len() > LONGEST_PART {
            return false;
        }
        let after = self.game.plies.len() as u32;
        let mut template = std::mem::take(&mut self.template);
        let whole = comment::split(token.text, after, self.game, &mut template);
        self.template = template;
        if whole {
            let template = self.item(Item::Comment, place);
            self.game.comments.push(SplitComment { template });
        }
        whole
    }

    /// Adds a glyph that ends at `end` to the last move, if there are only glyphs between.
    fn glyph(&mut self, end: usize) {
        let Some((from, ply)) = self.glyphs_from.zip(self.game.plies.last()) else {
            return;
        };
        // Nothing was put after the glyphs so far, so the next ones join them.
        let known = ply.glyphs.len();
        let start = self.game.bytes.len() as u32 - known as u32;
        self.game.put(&self.text[from + known..end]);
        let glyphs = self.game.since(start);
        if let Some(ply) = self.game.plies.last_mut() {
            ply.glyphs = glyphs;
        }
    }

    /// Where the open variation ends, if it does.
    fn end_of_variation(&self) -> Option<usize> {
        let mut depth = self.cursor.as_ref()?.variations().min(1);
        let mut at = self.at;
        if depth == 0 {
            return None;
        }
        for token in lex(&self.text[at..]) {
            match token.kind {
                TokenKind::VariationOpen => depth += 1,
                TokenKind::VariationClose => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
            at += token.text.len();
        }
        None
    }

    fn raw(&mut self, place: std::ops::Range<usize>) {
        self.item(Item::Raw, place.clone());
        let span = self.game.put(&self.text[place]);
        self.game.raws.push(span);
    }

    /// Keeps the rest of the game as raw text, except for the whitespace at its end.
    fn raw_to_the_end(&mut self, from: usize) {
        let solid = self
            .text
            .iter()
            .rposition(|byte| !byte.is_ascii_whitespace());
        let end = solid.map_or(from, |at| (at + 1).max(from));
        if end > from {
            self.raw(from..end);
        }
    }
}
