//! Codes which of the suggested values is right, if any. Suggestions come from earlier games and from other tags of this game.
//!
//! Format: "Other values".

use std::borrow::Cow;

use entropy::Code;
use model::number::{Decisions, hash};

use model::number::digest;

/// At most so many suggestions are tried.
pub(super) const MOST: usize = 6;
/// Number of reasons for suggestions.
pub(super) const REASONS: usize = 9;

/// Further contexts of the decisions about a value.
pub(super) struct ValueContext {
    /// The tag.
    pub tag: u32,
    /// What this tag's value depends on besides other values, such as a difference of ratings.
    pub detail: u32,
    /// How this tag's last values were coded.
    pub history: u32,
    /// How the field before was coded, and the number of its value.
    pub outcome: u32,
    pub before: u32,
    pub event: u32,
}

/// A value that one reason suggests.
pub(super) struct Suggestion<'a> {
    pub value: Cow<'a, [u8]>,
    /// Its number among the values of the block, if it is known to have one.
    pub id: Option<u32>,
    /// Its digest, if that is known already.
    pub shown: Option<u32>,
    /// How often in a row it has been right.
    pub streak: u8,
}

/// The suggestion of each reason.
pub(super) type Suggestions<'a> = [Option<Suggestion<'a>>; REASONS];

/// Suggestions for a value, and the different values among them, the best first.
pub(super) struct Guesses<'a> {
    pub suggested: Suggestions<'a>,
    /// For each value that is tried, the best reason and all reasons, one bit each.
    list: [(usize, u32); MOST],
    count: usize,
}

impl<'a> Guesses<'a> {
    /// Suggestions whose reasons are tried in this order.
    pub fn new(suggested: Suggestions<'a>, order: [usize; REASONS]) -> Self {
        let (mut list, mut count) = ([(0, 0); MOST], 0);
        for reason in order {
            let Some(suggestion) = &suggested[reason] else {
                continue;
            };
            let is_same = |best: usize| {
                let best = suggested[best].as_ref();
                best.is_some_and(|best| best.value == suggestion.value)
            };
            let known = list[..count].iter_mut().find(|(best, _)| is_same(*best));
            match known {
                Some((_, reasons)) => *reasons |= 1 << reason,
                None if count < MOST => {
                    list[count] = (reason, 1 << reason);
                    count += 1;
                }
                None => {}
            }
        }
        Self {
            suggested,
            list,
            count,
        }
    }

    /// How many values are tried.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The values that are tried.
    fn values(&self) -> impl Iterator<Item = &Suggestion<'a>> {
        let list = self.list[..self.count].iter();
        list.filter_map(|&(best, _)| self.suggested[best].as_ref())
    }

    /// Whether a value is among those that are tried.
    pub fn holds(&self, value: &[u8]) -> bool {
        self.values().any(|known| *known.value == *value)
    }

    /// Codes which value is right, and returns it with its place; `None` if none is right.
    pub fn code(
        &self,
        coder: &mut impl Code,
        decisions: &mut Decisions<6>,
        context: &ValueContext,
        value: &[u8],
    ) -> Option<(&Suggestion<'a>, usize)> {
        let ValueContext { tag, detail, .. } = *context;
        let mut guesses = self.values().zip(0..);
        guesses.find(|&(guess, at)| {
            let shown = guess.shown.unwrap_or_else(|| digest(&guess.value));
            let (best, reasons) = self.list[at];
            let contexts = [
                hash(&[1, tag, reasons]),
                hash(&[2, tag, best as u32, guess.streak.into()]),
                hash(&[3, tag, shown, detail]),
                hash(&[4, tag, context.history & 0xFFF]),
                hash(&[5, tag, context.outcome, reasons]),
                hash(&[6, tag, shown, context.before]),
            ];
            // The value is known to the encoder only.
            let is_right = !coder.decodes() && *guess.value == *value;
            decisions.bit(coder, contexts, at as u32, is_right)
        })
    }

    /// Which of the reasons that suggested something were right, if the value at a place is right.
    pub fn right(&self, at: usize) -> [Option<bool>; REASONS] {
        let (_, reasons) = self.list[at];
        std::array::from_fn(|reason| {
            let suggestion = self.suggested[reason].as_ref();
            suggestion.map(|_| reasons >> reason & 1 == 1)
        })
    }
}
