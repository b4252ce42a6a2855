//! The values of fields in a game.
//!
//! Not part of the format.

use crate::date::Days;
use crate::ending::ending;
use crate::field::{Field, Known};
use crate::{fold, time};
use archive::{Comment, Date, Game, Outcome, Ply};
use std::borrow::Cow;

/// The text of a field; `None` if the game has no value: no such tag, or an empty value, `?` or `-`.
pub(crate) fn text<'a>(game: &'a Game, field: &Field) -> Option<Cow<'a, str>> {
    let known = match field {
        Field::Known(known) => *known,
        Field::Tag(name) => return game.tags().get(name).map(fold::text),
    };
    let name = match known {
        Known::White => "White",
        Known::Black => "Black",
        Known::Winner | Known::Loser => {
            return text(game, &Field::Known(side(known, game.tags().result())?));
        }
        Known::WhiteTitle => "WhiteTitle",
        Known::BlackTitle => "BlackTitle",
        Known::WhiteTeam => "WhiteTeam",
        Known::BlackTeam => "BlackTeam",
        Known::Event => "Event",
        Known::Site => "Site",
        Known::Round => "Round",
        Known::Opening => "Opening",
        Known::Variation => "Variation",
        Known::Termination => "Termination",
        Known::Annotator => "Annotator",
        Known::Result => return game.tags().result_text().map(Cow::Borrowed),
        Known::Eco => return eco(game.tags().get("ECO")?).map(Cow::Owned),
        Known::TimeControl => {
            let found = given(game, "TimeControl")?;
            return Some(time::spelled(&found).into());
        }
        Known::Speed => return time::speed(game.tags().get("TimeControl")?).map(Cow::Borrowed),
        Known::Ending => return ending(game).map(Cow::Borrowed),
        Known::Variant => return given(game, "Variant").or(Some(Cow::Borrowed("Standard"))),
        _ => return None,
    };
    given(game, name)
}

/// The field of the player who is the winner or the loser with this result.
pub(crate) fn side(known: Known, result: Outcome) -> Option<Known> {
    match (result, known) {
        (Outcome::White, Known::Winner) | (Outcome::Black, Known::Loser) => Some(Known::White),
        (Outcome::Black, Known::Winner) | (Outcome::White, Known::Loser) => Some(Known::Black),
        _ => None,
    }
}

/// A tag with a known value.
pub(crate) fn given<'a>(game: &'a Game, name: &str) -> Option<Cow<'a, str>> {
    let found = fold::text(game.tags().get(name)?);
    (!["", "?", "-"].contains(&&*found)).then_some(found)
}

/// A letter from A to E and two digits; anything after them is ignored.
fn eco(value: &[u8]) -> Option<String> {
    let [letter, tens, ones, ..] = value else {
        return None;
    };
    let letter = letter.to_ascii_uppercase();
    let is_code = (b'A'..=b'E').contains(&letter) && tens.is_ascii_digit() && ones.is_ascii_digit();
    is_code.then(|| [letter, *tens, *ones].map(char::from).iter().collect())
}

/// The number of a field; `None` if the game has no value.
pub(crate) fn number(game: &Game, field: Known) -> Option<f64> {
    let [white, black] = game.tags().ratings().map(|rating| rating.map(f64::from));
    let seconds = |millis: u64| millis as f64 / 1000.0;
    let control = || time::known(game.tags().get("TimeControl")?).filter(|control| !control.each);
    match field {
        Known::WhiteRating => white,
        Known::BlackRating => black,
        Known::MinRating => Some(white?.min(black?)),
        Known::MaxRating => Some(white?.max(black?)),
        Known::MeanRating => Some((white? + black?) / 2.0),
        Known::RatingGap => Some(white? - black?),
        Known::Year => game.tags().date()?.year.map(f64::from),
        Known::Month => {
            let date = game.tags().date()?;
            date.year.and(date.month).map(f64::from)
        }
        Known::Base => Some(seconds(control()?.start)),
        Known::Increment => Some(seconds(control()?.increment)),
        Known::Plies => Some(game.main_line().plies.len() as f64),
        _ => None,
    }
}

/// The days of a field; `None` if the year is unknown.
pub(crate) fn days(game: &Game, field: Known) -> Option<Days> {
    match field {
        Known::Date => Days::of(game.tags().date()?),
        Known::EventDate => Days::of(Date::parse(game.tags().get("EventDate")?)?),
        _ => None,
    }
}

/// Whether a field is true.
pub(crate) fn truth(game: &Game, field: Known) -> bool {
    let titles = || {
        ["WhiteTitle", "BlackTitle"]
            .into_iter()
            .filter_map(|name| given(game, name))
    };
    let plies = &game.main_line().plies;
    let comments = || comments(game);
    match field {
        Known::Bot => titles().any(|title| title.eq_ignore_ascii_case("BOT")),
        Known::Titled => titles().any(|title| !title.eq_ignore_ascii_case("BOT")),
        Known::Setup => game.tags().get("FEN").is_some(),
        Known::HasClocks => comments().any(|comment| comment.clock.is_some()),
        Known::HasEvals => comments().any(|comment| comment.eval.is_some()),
        Known::HasComments => comments().any(|comment| has_words(&comment.text)),
        Known::HasNags => plies.iter().any(|ply| !ply.nags.is_empty()),
        Known::HasVariations => {
            let line = game.main_line();
            let after = |ply: &Ply| !ply.variations.is_empty();
            !line.variations.is_empty() || plies.iter().any(after)
        }
        _ => false,
    }
}

/// The comments of the main line.
fn comments(game: &Game) -> impl Iterator<Item = &Comment> {
    let line = game.main_line();
    let after = line.plies.iter().flat_map(|ply| &ply.comments);
    line.comments.iter().chain(after)
}

/// Whether a comment contains more than spaces and commands such as `[%clk 0:03:00]`.
fn has_words(mut text: &[u8]) -> bool {
    loop {
        text = text.trim_ascii_start();
        let Some(command) = text.strip_prefix(b"[%") else {
            return !text.is_empty();
        };
        let Some(end) = command.iter().position(|&byte| byte == b']') else {
            return true;
        };
        text = &command[end + 1..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_no_words() {
        assert!(!has_words(b" [%clk 0:03:00] [%eval 0.2] "));
        assert!(has_words(b"[%clk 0:03:00] good"));
        assert!(!has_words(b"  "));
    }

    #[test]
    fn codes_of_openings_are_three_letters() {
        assert_eq!(eco(b"b90"), Some("B90".to_owned()));
        assert_eq!(eco(b"B90/05"), Some("B90".to_owned()));
        for odd in [&b"?"[..], b"", b"F00", b"B9"] {
            assert_eq!(eco(odd), None);
        }
    }
}
