//! Values that are read from tags.
//!
//! Not part of the format.

use super::{Day, OneGame, Value};
use crate::time;
use archive::{Date, TimeControl};

/// The date, as far as it is known.
pub(super) fn date<'a>(it: &OneGame<'a>) -> Value<'a> {
    let date = it.game.tags().date();
    let date = date.filter(|date| *date != Date::default());
    date.map_or(Value::Null, Value::Date)
}

/// A letter from A to E and two digits in the tag `ECO`; anything after them is ignored.
pub(super) fn eco(it: &OneGame<'_>) -> Option<String> {
    let [letter, tens, ones, ..] = it.game.tags().get("ECO")? else {
        return None;
    };
    let letter = letter.to_ascii_uppercase();
    let is_code = (b'A'..=b'E').contains(&letter) && tens.is_ascii_digit() && ones.is_ascii_digit();
    is_code.then(|| [letter, *tens, *ones].map(char::from).iter().collect())
}

/// The time in `UTCDate` and `UTCTime`.
pub(super) fn utc_timestamp<'a>(it: &OneGame<'a>) -> Value<'a> {
    let time = || {
        let value = std::str::from_utf8(it.game.tags().get("UTCTime")?).ok()?;
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
        let day = Day::of(Date::parse(it.game.tags().get("UTCDate")?)?)?;
        let [hour, minute, second] = time()?;
        let is_time = hour < 24 && minute < 60 && second < 60;
        is_time.then_some((((day.0 * 24 + hour) * 60 + minute) * 60 + second) * 1_000_000)
    };
    found().map_or(Value::Null, Value::Timestamp)
}

/// The whole number in a tag such as `WhiteRatingDiff`.
pub(super) fn whole(it: &OneGame<'_>, tag: &str) -> Option<i64> {
    let value = std::str::from_utf8(it.game.tags().get(tag)?).ok()?;
    value.parse().ok()
}

/// A number of seconds in the time control. Days per move have none.
pub(super) fn seconds(it: &OneGame<'_>, part: fn(&TimeControl) -> u64) -> Option<f64> {
    Some(millis(it, part)? as f64 / 1000.0)
}

/// The same, if it is whole.
pub(super) fn whole_seconds(it: &OneGame<'_>, part: fn(&TimeControl) -> u64) -> Option<i64> {
    let millis = millis(it, part)?;
    let seconds = millis.is_multiple_of(1000).then_some(millis / 1000)?;
    i64::try_from(seconds).ok()
}

fn millis(it: &OneGame<'_>, part: fn(&TimeControl) -> u64) -> Option<u64> {
    let control = time::known(it.game.tags().get("TimeControl")?)?;
    (!control.each).then(|| part(&control))
}

/// The text of the game: UTF-8, otherwise Latin-1.
pub(super) fn pgn<'a>(it: &OneGame<'a>) -> Value<'a> {
    let bytes = it.game.text();
    Value::Text(match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use archive::Game;

    #[test]
    fn codes_of_openings_are_three_letters() {
        let code = |text: &str| {
            let game = Game::parse(format!("[ECO \"{text}\"]\n\n*\n").as_bytes());
            eco(&OneGame::new(&game))
        };
        assert_eq!(code("b90"), Some("B90".to_owned()));
        assert_eq!(code("B90/05"), Some("B90".to_owned()));
        for odd in ["?", "", "F00", "B9"] {
            assert_eq!(code(odd), None);
        }
    }
}
