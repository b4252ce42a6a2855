//! The value of a field for display.
//!
//! Not part of the format.

use crate::field::{Field, Kind, Known};
use crate::value;
use archive::{Date, Game};

/// A value for display.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// A number.
    Number(f64),
    /// Text, a name, or a date in PGN form.
    Text(String),
    /// True or false.
    Truth(bool),
}

impl Field {
    /// The field with a name, written as in an expression.
    ///
    /// # Errors
    ///
    /// There is no field with this name; the message lists the fields.
    pub fn named(name: &str) -> Result<Self, String> {
        Known::named(name)
            .map(Self::Known)
            .ok_or_else(|| crate::field::unknown(name))
    }

    /// The value of the field in a game; `None` if the game has none, and for a field that means either player. [`Field::needs`] must
    /// have been decoded.
    ///
    /// ```
    /// use archive::Game;
    /// use query::{Field, Shown};
    ///
    /// let game = Game::parse(b"[Date \"2023.06.??\"]\n\n1. e4 *\n");
    /// assert_eq!(Field::named("date")?.shown(&game), Some(Shown::Text("2023.06.??".to_owned())));
    /// assert_eq!(Field::named("plies")?.shown(&game), Some(Shown::Number(1.0)));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn shown(&self, game: &Game) -> Option<Shown> {
        let Self::Known(known) = *self else {
            return value::text(game, self).map(|text| Shown::Text(text.into_owned()));
        };
        match known.kind() {
            Kind::Number => value::number(game, known).map(Shown::Number),
            Kind::Truth => Some(Shown::Truth(value::truth(game, known))),
            Kind::Board => None,
            Kind::Text | Kind::Name => {
                value::text(game, self).map(|text| Shown::Text(text.into_owned()))
            }
            Kind::Date if known == Known::Date => game.tags().date().and_then(date),
            Kind::Date => {
                value::given(game, "EventDate").map(|text| Shown::Text(text.into_owned()))
            }
        }
    }

    /// Whether it has one value for each game, rather than one for each player or position.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.kind() != Kind::Board
            && !matches!(self, Self::Known(known) if known.either().is_some())
    }
}

/// A date in PGN form; `None` if no part of it is known.
pub(crate) fn date(date: Date) -> Option<Shown> {
    if date == Date::default() {
        return None;
    }
    let two = |part: Option<u8>| part.map_or_else(|| "??".to_owned(), |part| format!("{part:02}"));
    let year = date
        .year
        .map_or_else(|| "????".to_owned(), |year| format!("{year:04}"));
    let (month, day) = (two(date.month), two(date.day));
    Some(Shown::Text(format!("{year}.{month}.{day}")))
}
