//! Stream `glyphs`: the glyphs after moves (`!`, `?!`, `$14` and the like), as they are written.
//!
//! Format: "Stream glyphs".

mod seen;

use seen::{Around, Seen};

use crate::evals::Value;
use crate::moves::Setting;
use entropy::Code;
use model::number::{Decisions, hash};
use model::strings::Strings;

use crate::evals::EvalSteps;
use game::parts::{GameParts, Span};
use model::dictionary::Dictionary;

/// Spellings with a symbol of their own; those added later share one more symbol and are coded in two steps.
const NAMED: u32 = 63;

/// Model of the stream.
#[derive(Clone)]
pub struct Glyphs {
    any: Decisions<2>,
    present: Decisions<7>,
    which: Decisions<5>,
    known: Dictionary,
    spelling: Strings,
    had_any: bool,
    values: Vec<Option<Value>>,
}

impl Glyphs {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            any: Decisions::new(6),
            present: Decisions::new(14),
            which: Decisions::new(14),
            known: Dictionary::default(),
            spelling: Strings::short(),
            had_any: false,
            values: Vec::new(),
        }
    }

    /// Codes the glyphs of every move. Returns `false` if a spelling is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        game: &mut GameParts,
        eval_steps: &mut EvalSteps,
        limit: u64,
    ) -> bool {
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
        self.values.clear();
        self.values.resize(game.plies.len(), None);
        for eval in &game.evals {
            if let Some(at) = eval.after.checked_sub(1) {
                self.values[at as usize] = Some(Value {
                    value: eval.value,
                    mate: eval.mate,
                });
            }
        }
        let outcome = Setting::from_tags(|name| game.tag(name)).outcome;
        let steps = eval_steps.steps(game);
        let mut last = [0; 2];
        let mut around = Around::default();
        for at in 0..game.plies.len() {
            around.go_on(&game.items);
            let place = around.place();
            let seen = Seen::new(steps, &self.values, outcome, at);
            let [own, other] = last;
            let glyphs = game.plies[at].glyphs;
            let contexts = [
                hash(&[1, seen.judged, seen.near]),
                hash(&[2, seen.judged, seen.fall, seen.forced]),
                hash(&[3, seen.judged, own, other]),
                hash(&[4, seen.judged, seen.cost, seen.nature]),
                hash(&[5, seen.judged, other, seen.hanging]),
                hash(&[6, seen.judged, place, around.after(game)]),
                hash(&[7, seen.judged, place, seen.cost, seen.won]),
            ];
            let present = glyphs.start < glyphs.end;
            let present = self.present.bit(coder, contexts, 1, present);
            let id = if present {
                let contexts = [
                    hash(&[1, seen.judged]),
                    hash(&[2, seen.judged, own, other]),
                    hash(&[3, seen.judged, seen.cost, seen.nature]),
                    hash(&[4, seen.judged, seen.near, seen.dropped]),
                    hash(&[5, seen.judged, place, other]),
                ];
                let Some(id) = self.which(coder, contexts, game.get(glyphs), limit) else {
                    return false;
                };
                1 + id
            } else {
                0
            };
            if coder.decodes() {
                let span = if present {
                    game.put(self.known.get(id - 1))
                } else {
                    Span::default()
                };
                game.plies[at].glyphs = span;
                if coder.failed() || !game.fits(limit) {
                    return false;
                }
            }
            last = [other, id];
        }
        true
    }

    /// Codes a spelling as its number, the next free one if it is new; `None` if it is longer than `limit`.
    fn which(
        &mut self,
        coder: &mut impl Code,
        contexts: [u32; 5],
        glyphs: &[u8],
        limit: u64,
    ) -> Option<u32> {
        let count = self.known.count();
        let id = self.known.find(glyphs).unwrap_or(count);
        let coded = self.which.symbol(coder, contexts, 6, id.min(NAMED));
        let id = match coded {
            NAMED if count > NAMED => {
                let more = u64::from(count - NAMED) + 1;
                NAMED + coder.uniform(u64::from(id.saturating_sub(NAMED)), more) as u32
            }
            coded => coded.min(count),
        };
        if id < count {
            return Some(id);
        }
        self.known.enter(coder, &mut self.spelling, glyphs, limit)
    }
}
