//! Decodes the items and moves of a game's movetext from streams: the inverse of splitting.
//!
//! Format: "Stream structure".

use entropy::Code;
use entropy::range::Decoder;

use super::Structure;
use game::parts::comment::{self, ClockForm, EvalForm};
use game::parts::walk::{self, LinePoint, can_open};
use game::parts::{GameParts, Item, Span, SplitComment, WrittenClock, WrittenEval};

/// Decodes a game's items and moves, and adds empty places for the values of its comments. The game's tags are known, and it can be part of a
/// text of `limit` bytes.
///
/// # Errors
///
/// The rule that the streams break.
pub fn join_movetext(
    game: &mut GameParts,
    structure: &mut Structure,
    items: &mut Decoder,
    moves: &mut Decoder,
    limit: u64,
) -> Result<(), &'static str> {
    structure.start(game);
    let mut cursor = walk::begin(game);
    if let Some(cursor) = &cursor {
        game.main_line.step(cursor);
    }
    loop {
        let main_line = &game.main_line;
        let line = cursor
            .as_ref()
            .map(|cursor| LinePoint { cursor, main_line });
        let item = structure.item(items, line, Item::End, &[]);
        let Some((item, template)) = item else {
            return Err("a comment's template that does not end");
        };
        game.items.push(item);
        if items.failed() || moves.failed() || !game.fits(limit) {
            return Err("the stream ends early, or holds more items than the text has room for");
        }
        let allowed = match (item, &mut cursor) {
            (Item::End, cursor) => {
                if let Some(cursor) = cursor {
                    game.main_line.end(cursor);
                }
                return Ok(());
            }
            (Item::Raw, _) => {
                game.raws.push(Span::default());
                true
            }
            (Item::Comment, _) => {
                let after = game.plies.len() as u32;
                game.comments.push(SplitComment { template });
                make_room(game, structure.template(template), after);
                true
            }
            (Item::Move, Some(cursor)) if !cursor.legal().is_empty() => {
                let ply = structure.play(moves, cursor, 0);
                game.plies.push(ply);
                game.main_line.step(cursor);
                true
            }
            (Item::Null, Some(cursor)) => {
                game.nulls.push(Span::default());
                let passed = cursor.pass();
                game.main_line.step(cursor);
                passed
            }
            (Item::Open, Some(cursor)) if can_open(cursor) => {
                cursor.open();
                true
            }
            (Item::Close, Some(cursor)) => cursor.close(),
            (Item::Move | Item::Null | Item::Open | Item::Close, _) => false,
        };
        if !allowed {
            return Err("an item that the position does not allow");
        }
    }
}

/// Adds empty values for a comment's placeholders.
fn make_room(game: &mut GameParts, template: &[u8], after: u32) {
    game.templates += template.len() as u64;
    for &byte in template {
        match byte {
            comment::CLOCK | comment::SPENT | comment::TENTHS => game.clocks.push(WrittenClock {
                time: 0,
                form: ClockForm::default(),
                spent: byte != comment::CLOCK,
                tenths: byte == comment::TENTHS,
                after,
            }),
            comment::EVAL => game.evals.push(WrittenEval {
                value: 0,
                mate: false,
                form: EvalForm::default(),
                after,
            }),
            comment::TEXT => game.texts.push(Span::default()),
            _ => {}
        }
    }
}
