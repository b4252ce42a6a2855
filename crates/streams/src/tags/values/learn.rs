//! Updates the models with each value, and with each game.
//!
//! Format: "Other values".

use crate::moves::Outcome;

use super::super::column::{self, Link, Role};
use super::super::form::{self, Form, Shape};
use super::super::now::{self, Field};
use super::general::Mode;
use super::{Coded, Known, LONGEST, LONGEST_STEP, MODE, MOST_VALUES, NUMBER, Values, suggest};
use model::number::digest;

impl Values {
    /// Learns from a game whose tags are complete.
    pub fn finish(&mut self) {
        let mut habits = [0; 2];
        for field in &self.known.now.fields {
            let column = &self.known.columns[field.column as usize];
            if let Some(side) = column.role.side() {
                habits[side] |= 1 << (column.family & 31);
            }
        }
        for (side, habit) in habits.into_iter().enumerate() {
            let player = self.known.now.sides[side].player.wrapping_sub(1);
            if let Some(player) = self.players.get_mut(player) {
                player.habit = habit;
                self.ratings.remember(player, &self.known.now, side);
            }
        }
        self.players.finish(&self.known.now);
        self.habit = self.present;
        self.event_habits.insert(self.known.now.event, self.present);
    }

    /// Learns a coded value, and returns it.
    pub(super) fn remember(&mut self, at: usize, coded: Coded) -> &[u8] {
        let number = self.number(at, &coded);
        let Coded {
            value: owned,
            outcome,
            ..
        } = coded;
        let value = &owned[..];
        let role = self.known.columns[at].role;
        if let Some(id) = number.checked_sub(1)
            && !matches!(role, Role::Player(_))
        {
            let keys = self.known.situations(at);
            for (reason, key) in keys.into_iter().enumerate() {
                if let Some(key) = key {
                    let lasts = suggest::lasts(reason);
                    let memory = if lasts {
                        &mut self.known.lasting
                    } else {
                        &mut self.known.passing
                    };
                    memory.learn(key, id + 1);
                }
            }
            self.vocabularies[self.known.columns[at].kind as usize].learn(id, value);
        }
        let now = &mut self.known.now;
        match role {
            Role::Event => {
                now.event = number;
                now.class = now::class(value);
                self.event_habit = self.event_habits.get(&number).copied();
            }
            Role::Round => now.round = now::round(value),
            Role::Result => now.score = Outcome::from_tag(value).half_points(),
            _ => {}
        }
        let column = &self.known.columns[at];
        // A quick test saves parsing most other values.
        let form = form::may_tell_when(value)
            .then(|| Form::of(value))
            .flatten();
        match form.as_ref().map(Form::shape) {
            Some(Shape::Date) if now.date.is_none() => {
                let form = form.as_ref().map_or(0, Form::days);
                let last = Form::of(&column.last).filter(|last| last.shape() == Shape::Date);
                now.days = form - last.map_or(0, |last| last.days());
                now.date = Some(form);
            }
            Some(Shape::Time) if now.time.is_none() => {
                now.time = form.as_ref().map(Form::number);
            }
            _ => {}
        }
        let find = |field: &Field| {
            let link = Link::find(&field.value, field.tail, &column.last, value)?;
            Some((field.column, link))
        };
        let is_linkable = !matches!(role, Role::Player(_)) && outcome != NUMBER;
        let link = is_linkable
            .then(|| now.fields.iter().find_map(find))
            .flatten();
        if outcome == MODE + Mode::Counted as u32 {
            self.learn_rate(at, value);
        }
        let column = &mut self.known.columns[at];
        if outcome == MODE + Mode::Spelled as u32 {
            column.heads.learn(value);
        }
        let now = &mut self.known.now;
        if let Role::Of(side) = role
            && column.family == column::family(b"WhiteTeam")
            && let Some(player) = self.players.get_mut(now.sides[side].player.wrapping_sub(1))
        {
            player.team = number;
        }
        column.link = link.or(column.link);
        column.history = column.history << 4 | outcome;
        column.last_id = number;
        column.last.clear();
        column.last.extend_from_slice(value);
        self.present |= 1 << (at & 63);
        self.known.now.push(Field {
            column: at as u32,
            tail: column::tail(&owned),
            value: owned,
            id: number,
            outcome,
        })
    }

    /// The number of a value among those of the block, plus one; 0 if it is not to be remembered.
    fn number(&mut self, at: usize, coded: &Coded) -> u32 {
        let Coded { value, outcome, id } = coded;
        if let Some(id) = id {
            return id + 1;
        }
        let (value, outcome) = (&value[..], *outcome);
        let column = &self.known.columns[at];
        let role = column.role;
        let is_number = outcome == NUMBER
            || outcome == MODE + Mode::Counted as u32
                && column.last_step.unsigned_abs() > LONGEST_STEP
                && !matches!(role, Role::Of(_));
        let passes = is_number
            || outcome == MODE + Mode::Random as u32
            || outcome == MODE + Mode::Start as u32
            || value.contains(&b':')
                && Form::of(value)
                    .is_some_and(|form| matches!(form.shape(), Shape::Time | Shape::Moment));
        if role != Role::Event && passes || value.len() > LONGEST {
            return 0;
        }
        let Known { values, shown, .. } = &mut self.known;
        if values.count() == MOST_VALUES {
            return values.find(value).map_or(0, |id| id + 1);
        }
        let id = values.add(value);
        if id as usize == shown.len() {
            shown.push(digest(value));
        }
        id + 1
    }
}
