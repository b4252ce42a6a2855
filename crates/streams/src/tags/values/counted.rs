//! Codes numbers, dates and times of day by their difference from an expected value.
//!
//! Format: "Other values".

use entropy::Code;
use model::number::hash;

use super::super::column::Role;
use super::super::form::{Form, Shape};
use super::suggest::reason;
use super::{Known, LONGEST_STEP, Values};

impl Known {
    /// The expected value, and a number for where it comes from: 0 the last value, 1 a time of this game, 2 a value of the event, 3 the
    /// last value and the rate at which values grow, 5 another moment of this game.
    fn expected(&self, at: usize) -> Option<(Form<'_>, u32)> {
        let column = &self.columns[at];
        let last = Form::of(&column.last)?;
        if last.shape() == Shape::Time {
            let mut fields = self.now.fields.iter().rev();
            let earlier = fields.find_map(|field| {
                Form::of(&field.value).filter(|form| form.shape() == Shape::Time)
            });
            return Some(match earlier {
                Some(earlier) => (last.with(earlier.number()), 1),
                None => (last, 0),
            });
        }
        if last.shape() == Shape::Moment {
            return Some(match self.moment(&last) {
                Some((moment, time)) => {
                    let number = moment.saturating_add(column.order * time);
                    (last.with(number), 5)
                }
                None => (last, 0),
            });
        }
        let key = self.situations(at)[reason::EVENT]?;
        let id = self.lasting.recall(key).last.checked_sub(1);
        let event = id.and_then(|id| Form::of(self.values.get(id)));
        let event = event.filter(|form| form.shape() == last.shape() && column.last_id > 0);
        if let Some(form) = event {
            return Some((form, 2));
        }
        let grows = last.shape() == Shape::Number && column.rate != 0;
        Some(match self.elapsed().filter(|_| grows) {
            Some(elapsed) => {
                let grown = elapsed.saturating_mul(column.rate) >> 16;
                let number = last.number().saturating_add(grown);
                (last.with(number), 3)
            }
            None => (last, 0),
        })
    }

    /// The last moment in this game's tags, and the duration of the game by its tags (0 if not given), both in the units of `form`.
    fn moment(&self, form: &Form) -> Option<(i64, i64)> {
        let fields = self.now.fields.iter().rev();
        let forms = fields.filter_map(|field| Form::of(&field.value));
        let moment = forms
            .clone()
            .find(|other| other.shape() == Shape::Moment && other.parts() == form.parts())?;
        let time = forms.clone().find(|other| other.shape() == Shape::Time);
        let time = time.map_or(0, |time| time.number() * form.parts());
        Some((moment.number(), time))
    }

    /// Seconds since the game before, if known.
    fn elapsed(&self) -> Option<i64> {
        Some(self.now.moment()? - self.now.earlier?)
    }

    /// Whether a time is coded without an expected value, because the day is another one than in the game before.
    fn is_fresh(&self, form: &Form, note: u32) -> bool {
        form.shape() == Shape::Time && note == 0 && self.now.days != 0
    }
}

impl Values {
    /// Whether a value can be coded by its difference from an expected value.
    pub(super) fn is_countable(&self, at: usize, value: &[u8]) -> bool {
        let Some((form, note)) = self.known.expected(at) else {
            return false;
        };
        let step = form.step_to(value);
        let most = if matches!(self.known.columns[at].role, Role::Of(_)) {
            LONGEST_STEP
        } else {
            u64::MAX
        };
        step.is_some_and(|step| {
            step.unsigned_abs() <= most && !self.known.is_fresh(&form, note)
                || form.number() + step < 32 * 3600
        })
    }

    /// Codes a value that is countable.
    pub(super) fn counted(&mut self, coder: &mut impl Code, at: usize, value: &[u8]) -> Vec<u8> {
        let Some((form, note)) = self.known.expected(at) else {
            return Vec::new();
        };
        let step = form.step_to(value).unwrap_or(0);
        let (tag, last_step) = (self.known.columns[at].tag, self.known.columns[at].last_step);
        if self.known.is_fresh(&form, note) {
            let number = (form.number() + step).unsigned_abs() as u32;
            let last = (form.number() / 3600) as u32;
            let mut part = |bits: u32, what: u32, value: u32, context: u32| {
                let contexts = [
                    hash(&[11, tag, what]),
                    hash(&[12, tag, what, context]),
                    hash(&[13, tag, what, self.known.now.event]),
                    hash(&[14, what]),
                ];
                self.steps.symbol(coder, contexts, bits, value)
            };
            let hours = part(5, 0, (number / 3600) & 31, last);
            let minutes = part(6, 1, number / 60 % 60, 0);
            let seconds = part(6, 2, number % 60, 0);
            return form.at(i64::from((hours * 60 + minutes) * 60 + seconds));
        }
        let size = match note {
            3 => self.known.elapsed().unwrap_or(0),
            _ => last_step,
        };
        let size = 64 - size.unsigned_abs().leading_zeros();
        let size = hash(&[size, u32::from(last_step < 0)]);
        let contexts = [
            hash(&[1, tag, note]),
            hash(&[2, tag, note, last_step.clamp(-40, 40) as u32]),
            hash(&[3, tag, note, size, self.known.now.days.clamp(-1, 1) as u32]),
            hash(&[4, tag, note, self.known.now.event]),
        ];
        let step = self.steps.signed(coder, contexts, step);
        let number = form.number().saturating_add(step);
        let found = form.at(number);
        let moment = (note == 5).then(|| self.known.moment(&form)).flatten();
        let column = &mut self.known.columns[at];
        column.last_step = step;
        if let Some((moment, time)) = moment {
            let error = |order: &i64| number.abs_diff(moment.saturating_add(order * time));
            let nearest = [column.order, 0, 1, -1].into_iter().min_by_key(error);
            column.order = nearest.unwrap_or(0);
        }
        found
    }

    /// Learns how a tag's numbers grow with time.
    pub(super) fn learn_rate(&mut self, at: usize, value: &[u8]) {
        let elapsed = self.known.elapsed().filter(|&elapsed| elapsed != 0);
        let column = &mut self.known.columns[at];
        let last = Form::of(&column.last).filter(|last| last.shape() == Shape::Number);
        let step = last.and_then(|last| last.step_to(value));
        if let (Some(step), Some(elapsed)) = (step, elapsed)
            && step.abs() < 1 << 40
            && (step < 0) == (elapsed < 0)
        {
            let rate = ((step << 16) / elapsed).min(1 << 40);
            column.rate = if column.rate == 0 {
                rate
            } else {
                (column.rate * 7 + rate) / 8
            };
        }
    }
}
