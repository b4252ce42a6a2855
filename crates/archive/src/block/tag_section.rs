//! Parses the tag section of a game.
//!
//! Format: "Stream tags".

use super::game::{Game, LONGEST_PART, MOST_TAGS, Span, Tag};
use pgn::{TokenKind, lex};

/// Parses the tag pairs at the beginning of a game. Returns where the last one ends.
pub(crate) fn split_tags(text: &[u8], game: &mut Game) -> usize {
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
                    let tag = Tag {
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
    tags_end
}
