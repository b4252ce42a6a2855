//! Tags that hold the time of day at which a game ended.
//!
//! Format: "Stream derived".

use entropy::Code;
use model::number::{Decisions, hash};

use super::endings::last_clocks;
use super::plain::Plain;
use crate::block::game::Game;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Model of these values.
pub(super) struct Finish {
    forms: Decisions<2>,
    differences: Decisions<3>,
    last: i64,
    /// The last time, in seconds since midnight.
    before: i64,
    form: Form,
}

/// How a time is written.
#[derive(Clone, Default)]
struct Form {
    /// Whether hours below ten have one digit.
    short: bool,
    /// What stands behind the time.
    suffix: Vec<u8>,
}

impl Finish {
    pub fn new() -> Self {
        Self {
            forms: Decisions::new(8),
            differences: Decisions::new(12),
            last: 0,
            before: 0,
            form: Form::default(),
        }
    }

    /// Codes a value. `None` if it is longer than `limit`.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        game: &Game,
        plain: &mut Plain,
        column: u32,
        value: &[u8],
        limit: u64,
    ) -> Option<Vec<u8>> {
        let time = read(value).map(|(time, _)| time);
        let time = time.filter(|&time| self.form.write(time) == value);
        if !self.forms.bit(coder, [column, 0], 1, time.is_some()) {
            let found = plain.code_alone(coder, column, value, limit)?;
            if let Some((time, form)) = read(&found) {
                // Hours of two digits do not say how shorter ones are written.
                let short = form.short || time >= 36_000 && self.form.short;
                (self.before, self.form) = (time, Form { short, ..form });
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
        let over = u32::from(game.course.over);
        let last = self.last.clamp(-3, 12) as u32;
        let contexts = [
            hash(&[1, kind]),
            hash(&[2, kind, over, ending]),
            hash(&[3, kind, last]),
        ];
        self.last = self.differences.signed(coder, contexts, wrapped);
        self.before = expected.saturating_add(self.last).rem_euclid(DAY);
        Some(self.form.write(self.before))
    }
}

impl Form {
    fn write(&self, time: i64) -> Vec<u8> {
        let [hours, minutes, seconds] = [time / 3600, time / 60 % 60, time % 60];
        let width = if self.short { 1 } else { 2 };
        let mut value = format!("{hours:0width$}:{minutes:02}:{seconds:02}").into_bytes();
        value.extend_from_slice(&self.suffix);
        value
    }
}

/// The seconds since midnight of a time `hh:mm:ss` or `h:mm:ss`, whatever is behind it, and how it is written.
fn read(value: &[u8]) -> Option<(i64, Form)> {
    let part = |digits: &[u8], below: i64| {
        let all = digits.iter().all(u8::is_ascii_digit);
        let number: i64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        (all && number < below).then_some(number)
    };
    let colon = memchr::memchr(b':', value).filter(|&colon| colon <= 2)?;
    let (hours, rest) = value.split_at(colon);
    let (rest, suffix) = rest.split_at_checked(6)?;
    let &[_, m1, m2, b':', s1, s2] = rest else {
        return None;
    };
    let time = (part(hours, 24)? * 60 + part(&[m1, m2], 60)?) * 60 + part(&[s1, s2], 60)?;
    let form = Form {
        short: colon == 1,
        suffix: suffix.to_vec(),
    };
    Some((time, form))
}

/// When a game should have ended, in seconds since midnight, and what that is known from; `before` is when the last one did.
fn expected(game: &Game, before: i64) -> (i64, u32) {
    let start = [&b"StartTime"[..], b"UTCTime"]
        .into_iter()
        .find_map(|name| read(game.tag(name)?));
    let known = if start.is_some() { 2 } else { 0 };
    let start = start.map_or(before, |(time, _)| time);
    let left = last_clocks(game);
    let spent = [0, 1].map(|side| {
        let (base, increment) = control(game)?;
        let moves = (game.course.plies() as u64 + 1 - side as u64) / 2;
        Some((base + increment * moves).saturating_sub(left[side]?))
    });
    match spent {
        [Some(white), Some(black)] => {
            let spent = ((white + black) / 1000).min(DAY as u64) as i64;
            (start + spent, known + 1)
        }
        _ => (start, known),
    }
}

/// The time at the start and for each move, in milliseconds, of `600` or `180+2`.
fn control(game: &Game) -> Option<(u64, u64)> {
    let text = std::str::from_utf8(game.tag(b"TimeControl")?).ok()?;
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let milliseconds = |part: &str| Some(part.parse::<u32>().ok()?.min(1 << 20) as u64 * 1000);
    Some((milliseconds(base)?, milliseconds(increment)?))
}
