//! Suggests values: those of similar situations, those of other tags of the game, and the next number.
//!
//! Format: "Other values".

use std::borrow::Cow;

use model::number::hash;

use super::super::column::Role;
use super::super::form::{Form, Shape};
use super::super::guess::{Guesses, REASONS, Suggestion, Suggestions, ValueContext};
use super::super::memory::Memory;
use super::{Known, plain};

/// Reasons for suggestions, by number.
pub(super) mod reason {
    /// The value derived from another tag of the game.
    pub const LINK: usize = 0;
    /// What this player had.
    pub const PLAYER: usize = 1;
    /// What this event had.
    pub const EVENT: usize = 2;
    /// What followed the value of the tag before.
    pub const BEFORE: usize = 3;
    /// What followed the values of the two tags before.
    pub const TWO_BEFORE: usize = 4;
    /// What the last game had.
    pub const LAST: usize = 5;
    /// What followed the last game's value in the game after.
    pub const AFTER: usize = 6;
    /// The next number.
    pub const NEXT: usize = 7;
    /// What this event had before its last value; of rounds, the first board of the next one.
    pub const OLDER: usize = 8;
}

/// A value derived from others, as a suggestion.
fn made(value: Vec<u8>) -> Option<Suggestion<'static>> {
    Some(Suggestion {
        value: value.into(),
        id: None,
        shown: None,
        streak: 0,
    })
}

/// Whether a reason uses the lasting memory, not the one for situations that change quickly.
pub(super) fn lasts(reason: usize) -> bool {
    matches!(reason, reason::PLAYER | reason::EVENT)
}

impl Known {
    /// The situations in which this value may have been met before, by reason.
    pub(super) fn situations(&self, at: usize) -> [Option<u32>; REASONS] {
        let column = &self.columns[at];
        let now = &self.now;
        let key = |reason: usize, of: u32, what: u32| Some(hash(&[reason as u32, of, what]));
        let mut keys = [None; REASONS];
        if let Some(side) = column.role.side() {
            let player = now.sides[side].player;
            if player > 0 {
                keys[reason::PLAYER] = key(reason::PLAYER, column.family, player);
            }
        }
        keys[reason::EVENT] = key(reason::EVENT, column.tag, now.event);
        let before = now.before();
        if before > 0 {
            keys[reason::BEFORE] = key(reason::BEFORE, column.tag, before);
            if let Some(at) = now.fields.len().checked_sub(2) {
                let pair = hash(&[before, now.fields[at].id]);
                keys[reason::TWO_BEFORE] = key(reason::TWO_BEFORE, column.tag, pair);
            }
        }
        if column.last_id > 0 {
            keys[reason::AFTER] = key(reason::AFTER, column.tag, column.last_id);
        }
        keys
    }

    fn memory(&self, reason: usize) -> &Memory {
        if lasts(reason) {
            &self.lasting
        } else {
            &self.passing
        }
    }

    /// A value that was met before, as a suggestion.
    fn met(&self, id: u32, streak: u8) -> Option<Suggestion<'_>> {
        Some(Suggestion {
            value: self.values.get(id).into(),
            id: Some(id),
            shown: self.shown.get(id as usize).copied(),
            streak,
        })
    }

    /// All suggestions.
    pub(super) fn suggest(&self, at: usize) -> Guesses<'_> {
        let column = &self.columns[at];
        let mut found = Suggestions::default();
        let keys = self.situations(at);
        for (reason, key) in keys.into_iter().enumerate() {
            let Some(key) = key else { continue };
            let remembered = self.memory(reason).recall(key);
            if let Some(id) = remembered.last.checked_sub(1) {
                found[reason] = self.met(id, remembered.streak);
            }
            if reason == reason::EVENT
                && let Some(id) = remembered.older.checked_sub(1)
            {
                found[reason::OLDER] = self.met(id, 0);
            }
        }
        if let Some((other, link)) = column.link
            && let Some(field) = self.now.field(other)
        {
            found[reason::LINK] = made(link.make(&field.value, &column.last));
        }
        if let Some(id) = column.last_id.checked_sub(1) {
            found[reason::LAST] = self.met(id, 0);
        }
        if column.role == Role::Round {
            let last = found[reason::EVENT].as_ref();
            let last = last.map_or(Cow::from(&b"0.0"[..]), |last| last.value.clone());
            if let Some(form) = Form::of(&last).filter(|form| form.shape() == Shape::Number) {
                found[reason::NEXT] = made(form.at(form.number() + 1));
            }
            let mut parts = last.split(|&byte| byte == b'.');
            let major = parts.next().and_then(plain);
            if let (Some(major), Some(_)) = (major, parts.next()) {
                let mut next = Form::plain(0).at(major + 1);
                next.extend_from_slice(b".1");
                found[reason::OLDER] = made(next);
            }
        } else if column.last_step != 0
            && let Some(form) = Form::of(&column.last)
            && !matches!(form.shape(), Shape::Time | Shape::Moment)
        {
            found[reason::NEXT] = made(form.at(form.number() + column.last_step));
        }
        let mut order: [usize; REASONS] = std::array::from_fn(|reason| reason);
        order.sort_by_key(|&reason| u32::MAX - column.merits[reason]);
        Guesses::new(found, order)
    }

    /// Further contexts of the decisions about a value.
    pub(super) fn context(&self, at: usize) -> ValueContext {
        let column = &self.columns[at];
        let now = &self.now;
        let strength = |side: usize| now.sides[side].strength();
        let detail = match column.role {
            Role::Result => match (strength(0), strength(1)) {
                (Some(white), Some(black)) => (32 + ((white - black) / 50).clamp(-10, 10)) as u32,
                _ => 0,
            },
            Role::Of(side) => {
                let rating = strength(side).map_or(0, |rating| rating / 100);
                rating as u32
            }
            Role::Round => now.days.clamp(-1, 2) as u32,
            _ => now
                .fields
                .len()
                .checked_sub(2)
                .map_or(0, |at| now.fields[at].id),
        };
        ValueContext {
            tag: column.tag,
            detail,
            history: column.history,
            outcome: now.outcome(),
            before: now.before(),
            event: now.event,
        }
    }
}
