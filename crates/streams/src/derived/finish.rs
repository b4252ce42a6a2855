//! Predicts the tag `EndTime`, the time of day at which a game ended, from its start and the clocks.
//!
//! Format: "Stream derived".

use model::number::hash;

use super::endings::last_clocks;
use crate::values::Expected;
use crate::values::form::{Form, Shape};
use game::parts::GameParts;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// The form of a time of day.
fn time(value: &[u8]) -> Option<Form<'_>> {
    Form::of(value).filter(|form| form.shape() == Shape::Time && form.number() < DAY)
}

/// When a game should have ended; `last` is the tag's last value.
pub(super) fn expected(game: &GameParts, last: &[u8]) -> Option<Expected> {
    let form = time(last)?;
    let start = [&b"StartTime"[..], b"UTCTime"]
        .into_iter()
        .find_map(|name| time(game.tag(name)?));
    let known = if start.is_some() { 2 } else { 0 };
    let start = start.map_or(form.number(), |start| start.number());
    let (left, control) = (last_clocks(game), game.time_control());
    let is_told = control.start > 0 && !control.each;
    let spent = [0, 1].map(|side| {
        let moves = (game.main_line.plies() as u64 + 1 - side as u64) / 2;
        let given = control.start + control.increment * moves;
        Some(given.saturating_sub(left[side].filter(|_| is_told)?))
    });
    let (spent, told) = match spent {
        [Some(white), Some(black)] => (((white + black) / 1000).min(DAY as u64) as i64, 1),
        _ => (0, 0),
    };
    let result = game.tag(b"Result").map_or(0, |result| result.len() as u32);
    Some(Expected {
        value: form.at((start + spent).rem_euclid(DAY)),
        note: known + told,
        hint: hash(&[u32::from(game.main_line.over), result]),
    })
}
