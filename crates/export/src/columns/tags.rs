//! Values that depend on tags.
//!
//! Not part of the format.

use crate::Value;
use crate::value::Day;
use archive::{Date, Game, TimeControl};

/// The date, if year, month and day are known and it exists in the calendar.
pub(super) fn day(game: &Game) -> Value {
    let found = || {
        let date = game.tags().date()?;
        let day = Day::of(date.year?.into(), date.month?.into(), date.day?.into())?;
        i32::try_from(day.0).ok()
    };
    found().map_or(Value::Null, Value::Date)
}

/// The time in `UTCDate` and `UTCTime`.
pub(super) fn utc_timestamp(game: &Game) -> Value {
    let time = || {
        let value = std::str::from_utf8(game.tags().get("UTCTime")?).ok()?;
        let mut parts = value.split(':');
        let mut number = || {
            let part = parts.next()?;
            let is_number = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<i64>().ok().filter(|_| is_number)
        };
        let three = [number()?, number()?, number()?];
        parts.next().is_none().then_some(three)
    };
    let found = || {
        let date = Date::parse(game.tags().get("UTCDate")?)?;
        let day = Day::of(date.year?.into(), date.month?.into(), date.day?.into())?;
        let [hour, minute, second] = time()?;
        let is_time = hour < 24 && minute < 60 && second < 60;
        is_time.then_some((((day.0 * 24 + hour) * 60 + minute) * 60 + second) * 1_000_000)
    };
    found().map_or(Value::Null, Value::Timestamp)
}

/// The value of a tag such as `WhiteRatingDiff`.
pub(super) fn rating_diff(game: &Game, tag: &str) -> Value {
    let found = || {
        std::str::from_utf8(game.tags().get(tag)?)
            .ok()?
            .parse::<i16>()
            .ok()
    };
    Value::from(found())
}

/// A number of seconds in the time control, if it is whole and at most `most`. Days per move have none.
pub(super) fn seconds(game: &Game, most: u64, part: impl Fn(&TimeControl) -> u64) -> Value {
    let found = || {
        let control = game.tags().time_control().filter(|control| !control.each)?;
        let millis = part(&control);
        let seconds = millis.is_multiple_of(1000).then_some(millis / 1000)?;
        i64::try_from(seconds).ok().filter(|_| seconds <= most)
    };
    Value::from(found())
}

/// UTF-8, otherwise Latin-1.
pub(super) fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
