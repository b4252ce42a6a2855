//! Parses the tag section of a game.
//!
//! Format: "Stream tags".

use super::{GameParts, LONGEST_PART, MOST_TAGS, Span, TagSpans};
use crate::result::Stated;
use pgn::{Termination, TokenKind, lex};

/// Parses the tag pairs at the beginning of a game, and the termination if they do not tell the result. Returns where the last pair ends.
pub fn split_tags(text: &[u8], game: &mut GameParts) -> usize {
    let mut at = 0;
    let mut tags_end = 0;
    for token in lex(text) {
        let end = at + token.text.len();
        match token.kind {
            TokenKind::TagPair => {
                game.cut = game.tags.len() == MOST_TAGS || token.text.len() > LONGEST_PART;
                if game.cut {
                    break;
                }
                if let Some(pair) = token.tag_pair() {
                    let tag = TagSpans {
                        name: game.put(pair.name),
                        value: game.put(pair.value),
                    };
                    game.tags.push(tag);
                    game.tag_places.push(Span {
                        start: at as u32,
                        end: end as u32,
                    });
                    tags_end = end;
                }
            }
            TokenKind::Whitespace
            | TokenKind::Other
            | TokenKind::LineComment
            | TokenKind::PercentLine => {}
            _ => break,
        }
        at = end;
    }
    if Stated::of(game.tag(b"Result")).asks_termination() {
        game.termination = termination(&text[tags_end..]);
    }
    tags_end
}

/// The first termination outside variations that says who won, or else a draw told once (`1/2`) after the last move, or else `*`.
fn termination(movetext: &[u8]) -> Option<Termination> {
    let mut depth = 0_usize;
    let (mut open, mut told_once) = (None, None);
    for token in lex(movetext) {
        match token.kind {
            TokenKind::VariationOpen => depth += 1,
            TokenKind::VariationClose => depth = depth.saturating_sub(1),
            TokenKind::Termination if depth == 0 => match Termination::read(token.text) {
                Some(Termination::Open) => open = Some(Termination::Open),
                decided => return decided,
            },
            TokenKind::Other if depth == 0 => {
                told_once = Termination::read(token.text).or(told_once);
            }
            TokenKind::San | TokenKind::NullMove if depth == 0 => told_once = None,
            _ => {}
        }
    }
    told_once.or(open)
}
