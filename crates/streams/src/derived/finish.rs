//! Codes the tag `EndTime`, the time of day at which a game ended, from its start and the clocks.
//!
//! Format: "Stream derived".

use entropy::Code;
use model::number::{Decisions, hash};

use super::endings::last_clocks;
use super::plain::Plain;
use crate::tags::form::{Form, Shape};
use game::parts::GameParts;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Model of these values.
#[derive(Clone)]
pub(super) struct Finish {
    forms: Decisions<2>,
    differences: Decisions<3>,
    last: i64,
    /// The last time, in seconds since midnight.
    before: i64,
    /// A value that shows how times are written.
    shown: Vec<u8>,
}

impl Finish {
    pub fn new() -> Self {
        Self {
            forms: Decisions::new(8),
            differences: Decisions::new(12),
            last: 0,
            before: 0,
            shown: b"00:00:00".to_vec(),
        }
    }

    /// Codes a value. `None` if it is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        game: &GameParts,
        plain: &mut Plain,
        column: u32,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        let form = Form::of(&self.shown)?;
        let time = form.step_to(value).map(|step| form.number() + step);
        let time = time.filter(|&time| time < DAY);
        if !self.forms.bit(coder, [column, 0], 1, time.is_some()) {
            let found = plain.code_alone(coder, column, value, limit)?;
            if let Some(time) = read(&found) {
                self.before = time;
                self.shown.clone_from(&found);
            }
            return Some(found);
        }
        let (expected, kind) = expected(game, self.before);
        let difference = time.map_or(0, |time| (time - expected).rem_euclid(DAY));
        let wrapped = if difference > DAY / 2 {
            difference - DAY
        } else {
            difference
        };
        let ending = game.tag(b"Result").map_or(0, |result| result.len() as u32);
        let over = u32::from(game.main_line.over);
        let last = self.last.clamp(-3, 12) as u32;
        let contexts = [
            hash(&[1, kind]),
            hash(&[2, kind, over, ending]),
            hash(&[3, kind, last]),
        ];
        self.last = self.differences.signed(coder, contexts, wrapped);
        self.before = expected.saturating_add(self.last).rem_euclid(DAY);
        Some(form.at(self.before))
    }
}

/// The seconds since midnight that a value with the time of day says.
fn read(value: &[u8]) -> Option<i64> {
    let form = Form::of(value)?;
    (form.shape() == Shape::Time && form.number() < DAY).then(|| form.number())
}

/// When a game should have ended, in seconds since midnight, and a number for where that comes from; `before` is when the last one ended.
fn expected(game: &GameParts, before: i64) -> (i64, u32) {
    let start = [&b"StartTime"[..], b"UTCTime"]
        .into_iter()
        .find_map(|name| read(game.tag(name)?));
    let known = if start.is_some() { 2 } else { 0 };
    let start = start.unwrap_or(before);
    let (left, control) = (last_clocks(game), game.time_control());
    let is_told = control.start > 0 && !control.each;
    let spent = [0, 1].map(|side| {
        let moves = (game.main_line.plies() as u64 + 1 - side as u64) / 2;
        Some(
            (control.start + control.increment * moves)
                .saturating_sub(left[side].filter(|_| is_told)?),
        )
    });
    match spent {
        [Some(white), Some(black)] => {
            let spent = ((white + black) / 1000).min(DAY as u64) as i64;
            (start + spent, known + 1)
        }
        _ => (start, known),
    }
}
