//! The rules that suggest values of tags, and from what numbers are counted.
//!
//! Format: "Stream tags".

use std::borrow::Cow;

use model::number::hash;

use super::column::Role;
use super::tag_values::TagValues;
use crate::values::form::{Form, Shape};
use crate::values::{Expected, Known, Said};

/// Rules, by number.
mod rule {
    /// The value derived from another tag of the game.
    pub const LINK: u32 = 0;
    /// What this player had.
    pub const PLAYER: u32 = 1;
    /// What this event had.
    pub const EVENT: u32 = 2;
    /// What the last game had.
    pub const LAST: u32 = 3;
    /// The next number.
    pub const NEXT: u32 = 4;
    /// The first board of the next round.
    pub const NEXT_ROUND: u32 = 5;
}

impl TagValues {
    /// The situations whose values are remembered: of a player, and of the event.
    pub(super) fn situations(&self, at: usize) -> [Option<u32>; 2] {
        let (column, now) = (&self.columns[at], &self.now);
        let player = column.role.side().map_or(0, |side| now.sides[side].player);
        let of_player = hash(&[rule::PLAYER, column.family, player]);
        let of_event = hash(&[rule::EVENT, column.values.tag, now.event]);
        [(player > 0).then_some(of_player), Some(of_event)]
    }

    /// What is known of a value.
    pub(super) fn known(&self, at: usize) -> Known {
        let (column, now) = (&self.columns[at], &self.now);
        let values = &column.values;
        let mut known = Known {
            situation: [now.before(), now.event],
            outcome: now.outcome(),
            ..Known::default()
        };
        let link = column.link.and_then(|(other, link)| {
            let field = now.field(other)?;
            Some(Said::Made(link.make(&field.value, &values.last)))
        });
        known.suggest(rule::LINK, 0, link);
        let recalled = self.situations(at).map(|key| self.memory.recall(key?));
        for (rule, recalled) in [rule::PLAYER, rule::EVENT].into_iter().zip(recalled) {
            known.suggest(rule, 0, recalled.map(Said::Known));
        }
        known.suggest(
            rule::LAST,
            0,
            values.last_id.checked_sub(1).map(Said::Known),
        );
        let next = if column.role == Role::Round {
            let last = recalled[1].map_or(Cow::from(&b"0.0"[..]), |id| self.values.get(id).into());
            let board = last.iter().position(|&byte| byte == b'.');
            let round = board.and_then(|at| Form::of(&last[..at]));
            let round = round.filter(|form| form.shape() == Shape::Number);
            let next = round.map(|form| [&form.at(form.number() + 1)[..], b".1"].concat());
            known.suggest(rule::NEXT_ROUND, 0, next.map(Said::Made));
            let form = Form::of(&last).filter(|form| form.shape() == Shape::Number);
            form.map(|form| form.at(form.number() + 1))
        } else {
            let form = Form::of(&values.last).filter(|form| {
                values.last_step != 0 && !matches!(form.shape(), Shape::Time | Shape::Moment)
            });
            form.map(|form| form.at(form.number() + values.last_step))
        };
        known.suggest(rule::NEXT, 0, next.map(Said::Made));
        known
    }

    /// From what the number of a value is counted.
    pub(super) fn expected(&self, at: usize) -> Option<Expected> {
        let column = &self.columns[at];
        let values = &column.values;
        let last = Form::of(&values.last).filter(|_| !matches!(column.role, Role::Of(_)))?;
        let latest = |shape: Shape| {
            let forms = self.now.fields.iter().rev();
            let mut forms = forms.filter_map(|field| Form::of(&field.value));
            forms.find(|form| form.shape() == shape && form.parts() == last.parts())
        };
        let (form, note) = match last.shape() {
            Shape::Time => {
                latest(Shape::Time).map_or((last, 0), |time| (last.with(time.number()), 1))
            }
            Shape::Moment => latest(Shape::Moment).map_or((last, 0), |moment| {
                let time = self.now.fields.iter().rev();
                let mut times = time.filter_map(|field| Form::of(&field.value));
                let time = times.find(|form| form.shape() == Shape::Time);
                let time = time.map_or(0, |time| time.number() * last.parts());
                let time = if column.ends { time } else { -time };
                (last.with(moment.number().saturating_add(time)), 2)
            }),
            _ => (last, 0),
        };
        Some(Expected {
            value: form.at(form.number()),
            note,
            hint: 0,
        })
    }
}
