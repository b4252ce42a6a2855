//! Values that games before or other tags of this game suggest.
//!
//! Format: "Other values".

use entropy::Code;
use model::number::{Decisions, hash};

use super::now::digest;

/// No more suggestions are gone through.
pub(super) const MOST: usize = 6;
/// Kinds of reasons.
pub(super) const REASONS: usize = 9;

/// A value that may be the one, and who suggests it.
pub(super) struct Guess {
    pub value: Vec<u8>,
    /// The reasons, one bit each.
    pub reasons: u32,
    /// The best reason, and how often in a row it has been right.
    pub best: u32,
    pub streak: u32,
}

/// What else a decision about a value may depend on.
pub(super) struct Scene {
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
#[derive(Default)]
pub(super) struct Guesses(Vec<Guess>);

impl Guesses {
    /// Adds a suggestion. Those added first are tried first.
    pub fn add(&mut self, value: &[u8], reason: u32, streak: u8) {
        if let Some(known) = self.0.iter_mut().find(|guess| guess.value == value) {
            known.reasons |= 1 << reason;
            return;
        }
        if self.0.len() < MOST {
            self.0.push(Guess {
                value: value.to_vec(),
                reasons: 1 << reason,
                best: reason,
                streak: streak.into(),
            });
        }
    }

    pub fn list(&self) -> &[Guess] {
        &self.0
    }

    /// Codes which suggestion is right; `None` if none is.
    pub fn code(
        &self,
        coder: &mut impl Code,
        decisions: &mut Decisions<6>,
        scene: &Scene,
        value: &[u8],
    ) -> Option<usize> {
        for (at, guess) in self.0.iter().enumerate() {
            let shown = digest(&guess.value);
            let Scene { tag, detail, .. } = *scene;
            let contexts = [
                hash(&[1, tag, guess.reasons]),
                hash(&[2, tag, guess.best, guess.streak]),
                hash(&[3, tag, shown, detail]),
                hash(&[4, tag, scene.history & 0xFFF]),
                hash(&[5, tag, scene.outcome, guess.reasons]),
                hash(&[6, tag, shown, scene.before]),
            ];
            if decisions.bit(coder, contexts, at as u32, guess.value == value) {
                return Some(at);
            }
        }
        None
    }
}
