//! Codes one free text of a comment, and finds the numbers of the game that it may repeat.
//!
//! Format: "Streams comments, numbers and lines".

use super::choice::{TextContext, ends, surroundings};
use super::comment_cursor::CommentCursor;
use super::template::{self, LONGEST_KNOWN, Parsed};
use super::{Coders, Comments, Here};
use crate::comments::pv::Situation;
use crate::moves::Setting;
use entropy::Code;
use game::parts::GameParts;
use legal::Color;
use model::number::hash;
use model::strings::Kind;

impl Comments {
    /// Codes one text.
    pub(super) fn text<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        game: &mut GameParts,
        follow: &mut CommentCursor,
        setting: &Setting,
        (item, text, eval): (usize, usize, usize),
        limit: u64,
    ) -> bool {
        let white = follow
            .position()
            .is_none_or(|position| position.turn() == Color::Black);
        let side = usize::from(!white);
        let places = follow.places();
        let here = Here {
            game,
            places: &places,
            setting,
            outside: outside(game, follow, eval, self.expected[side]),
            situation: Situation {
                side,
                engine: setting.players[side],
                ply: follow.plies() as u32,
                alternative: follow.alternative(game, item),
                ..Situation::default()
            },
            tags: template::tag_values(game),
        };
        let [around, nearest] = surroundings(game, follow, item, eval);
        let spot = TextContext {
            keys: [
                around,
                hash(&[self.symbols[side], self.symbols[2], side as u32]),
                self.symbols[side],
            ],
            nearest,
            last: ends(game, item),
        };
        let source = game.get(game.texts[text]);
        let parsed = if coders.text.decodes() {
            Parsed::default()
        } else {
            self.parse(source, &places, &here.tags)
        };
        let known = if coders.text.decodes() {
            None
        } else {
            self.worthwhile(&parsed, &spot)
        };
        let symbol = self.symbol(&mut coders.text, &spot, side, known.map_or(0, |id| id + 1));
        let template = match symbol.checked_sub(1) {
            Some(id) => self.templates.get(id).to_vec(),
            None => match self.spelled(&mut coders.text, side, &parsed.template, limit) {
                Some(template) => template,
                None => return false,
            },
        };
        let (values, mut out) = (&parsed.values, Vec::new());
        if !self.filled(coders, &template, &here, values, limit, &mut out) {
            return false;
        }
        if coders.text.decodes() {
            game.texts[text] = game.put(&out);
            return game.fits(limit) && !coders.failed();
        }
        debug_assert_eq!(out, game.get(game.texts[text]));
        true
    }

    /// Codes a template byte by byte and enters it; `None` if it is longer than any of a text of `limit` bytes.
    fn spelled(
        &mut self,
        coder: &mut impl Code,
        side: usize,
        template: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        let (last, kind, longest) = (
            &mut self.last[side],
            Kind::Other(0),
            limit.saturating_mul(2),
        );
        let mut spelled = Vec::new();
        if !self
            .prose
            .string(coder, kind, last, template, longest, &mut spelled)
        {
            return None;
        }
        last.clone_from(&spelled);
        if spelled.len() <= LONGEST_KNOWN {
            self.templates.add(&spelled);
        }
        Some(spelled)
    }
}

/// Numbers of the game that a comment may repeat.
fn outside(
    game: &GameParts,
    follow: &CommentCursor,
    eval: usize,
    [given, right]: [i64; 2],
) -> [i64; 12] {
    // The next evaluation may belong to the same move, in another comment.
    let evals = [0, 1, 2].map(|back| {
        let eval = eval.checked_sub(back).and_then(|at| game.evals.get(at));
        eval.map_or(0, |eval| i64::from(eval.value))
    });
    let mut outside = [0; 12];
    if let Some(position) = follow.position() {
        let halfmoves = i64::from(position.halfmoves());
        let board = position.board();
        outside[0] = (101 - halfmoves) / 2;
        outside[1] = (100 - halfmoves) / 2;
        outside[2] = i64::from(position.fullmoves());
        let roles = [
            board.pawns(),
            board.knights(),
            board.bishops(),
            board.rooks(),
            board.queens(),
        ];
        for (place, pieces) in outside[3..8].iter_mut().zip(roles) {
            let white = (pieces & board.white()).count() as i64;
            *place = 2 * white - pieces.count() as i64;
        }
    }
    outside[8..11].copy_from_slice(&evals);
    outside[11] = (right * 1000).checked_div(given).unwrap_or(0);
    outside
}
