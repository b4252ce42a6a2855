//! Values that games before or other tags of this game suggest.
//!
//! Format: "Other values".

use std::borrow::Cow;

use entropy::Code;
use model::candidates::{Candidate, Candidates};
use model::number::{Decisions, hash};

use super::now::digest;

/// No more suggestions are gone through.
pub(super) const MOST: usize = 6;
/// Kinds of reasons.
pub(super) const REASONS: usize = 9;

/// What else a decision about a value may depend on.
pub(super) struct ValueContext {
    /// The tag.
    pub tag: u32,
    /// What this tag's value hangs on beside other values: a difference of ratings, say.
    pub detail: u32,
    /// How this tag's last values were coded.
    pub history: u32,
    /// How the field before was coded, and its number.
    pub outcome: u32,
    pub before: u32,
    pub event: u32,
}

/// Suggestions for a value, the best first.
pub(super) struct Guesses<'a> {
    pub candidates: Candidates<Cow<'a, [u8]>>,
    /// Of each, the best reason, and how often in a row it has been right.
    best: [[u32; 2]; MOST],
}

impl<'a> Guesses<'a> {
    /// No suggestions.
    pub fn new() -> Self {
        Self {
            candidates: Candidates {
                list: Vec::with_capacity(MOST + 1),
            },
            best: [[0; 2]; MOST],
        }
    }

    /// Adds a suggestion. Those added first are tried first.
    pub fn add(&mut self, value: Cow<'a, [u8]>, reason: u32, streak: u8) {
        let before = self.candidates.list.len();
        self.candidates.add(value, reason);
        self.candidates.list.truncate(MOST);
        if before < self.candidates.list.len() {
            self.best[before] = [reason, streak.into()];
        }
    }

    /// Codes which suggestion is right; `None` if none is.
    pub fn code(
        &self,
        coder: &mut impl Code,
        decisions: &mut Decisions<6>,
        context: &ValueContext,
        value: &[u8],
    ) -> Option<usize> {
        let ValueContext { tag, detail, .. } = *context;
        let contexts = |at: usize, guess: &Candidate<Cow<[u8]>>| {
            let (shown, [best, streak]) = (digest(&guess.value), self.best[at]);
            let contexts = [
                hash(&[1, tag, guess.sources]),
                hash(&[2, tag, best, streak]),
                hash(&[3, tag, shown, detail]),
                hash(&[4, tag, context.history & 0xFFF]),
                hash(&[5, tag, context.outcome, guess.sources]),
                hash(&[6, tag, shown, context.before]),
            ];
            (contexts, at as u32)
        };
        self.candidates
            .code(coder, decisions, contexts, |guess| **guess == *value)
    }
}
