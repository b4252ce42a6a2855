//! Stream `glyphs`: `!`, `?!`, `$14` and the like behind moves, as they stand.

use entropy::Code;
use model::number::{Decisions, hash};
use model::recent::Recent;
use model::text::Names;

use super::dictionary::Dictionary;
use crate::block::game::{Eval, Game, Span};

/// Model of the stream.
pub(crate) struct Glyphs {
    any: Decisions<2>,
    present: Decisions<3>,
    recent: Recent,
    known: Dictionary,
    spelling: Names,
    had_any: bool,
}

impl Glyphs {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            any: Decisions::new(6),
            present: Decisions::new(12),
            recent: Recent::new(10),
            known: Dictionary::default(),
            spelling: Names::new(1 << 8),
            had_any: false,
        }
    }

    /// Codes the glyphs of every move. Returns `false` if a spelling is longer than `limit`.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut Game, limit: u64) -> bool {
        let contexts = [
            u32::from(self.had_any),
            2 + u32::from(game.evals.is_empty()),
        ];
        let any = game
            .plies
            .iter()
            .any(|ply| ply.glyphs.start < ply.glyphs.end);
        self.had_any = self.any.bit(coder, contexts, 1, any);
        if !self.had_any {
            return true;
        }
        let mut next_eval = 0;
        let mut last_eval = None;
        let mut last_glyph = 0;
        for at in 0..game.plies.len() {
            let white = game.plies[at].facts.white();
            let mut drop = 0;
            while let Some(&eval) = game
                .evals
                .get(next_eval)
                .filter(|eval| eval.after as usize <= at + 1)
            {
                next_eval += 1;
                drop = swing(last_eval, eval, white);
                last_eval = Some(eval);
            }
            let glyphs = game.plies[at].glyphs;
            let contexts = [
                hash(&[1, drop]),
                hash(&[2, drop / 2, last_glyph]),
                hash(&[3, last_glyph, white.into()]),
            ];
            if !self
                .present
                .bit(coder, contexts, 1, glyphs.start < glyphs.end)
            {
                game.plies[at].glyphs = Span::default();
                last_glyph = 0;
                continue;
            }
            let id = self
                .known
                .find(game.get(glyphs))
                .unwrap_or(self.known.len());
            let id = self.recent.symbol(coder, drop, id, self.known.len() + 1);
            let id = if id < self.known.len() {
                Some(id)
            } else {
                self.known
                    .enter(coder, &mut self.spelling, game.get(glyphs), limit)
            };
            let Some(id) = id else {
                return false;
            };
            if coder.decodes() {
                let span = game.put(self.known.get(id));
                game.plies[at].glyphs = span;
                if !game.fits(limit) {
                    return false;
                }
            }
            last_glyph = 1 + id;
        }
        true
    }
}

/// How far the mover's winning chances fell, in classes; 0 where that is not known.
fn swing(before: Option<Eval>, after: Eval, white: bool) -> u32 {
    let Some(before) = before else {
        return 0;
    };
    let score = |eval: Eval| {
        let score = if eval.mate {
            2000 * eval.value.signum()
        } else {
            eval.value
        };
        score.clamp(-1000, 1000) * if white { 1 } else { -1 }
    };
    let fall = score(before) - score(after);
    let level = (score(before) + 1000) as u32 / 250;
    1 + level * 32 + (fall / 25 + 4).clamp(0, 31) as u32
}
