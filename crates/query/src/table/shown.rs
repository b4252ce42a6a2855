//! Values of fields and data for statistics, from a table instead of the games.
//!
//! Not part of the format.

use super::Table;
use crate::ending::ENDINGS;
use crate::field::{Field, Kind, Known};
use crate::time::SPEEDS;
use crate::{Record, Shown, shown, value};
use archive::Date;

impl Table {
    /// Like [`Field::shown`], for a game of the table; `None` if no column has the value. The table must have [`Table::columns_of`] the
    /// field.
    ///
    /// ```
    /// use query::{Field, Known, Shown, Table};
    ///
    /// let ratings = [(Known::WhiteRating, vec![Some(2700)]), (Known::BlackRating, vec![None])];
    /// let table = Table { games: 1, numbers: ratings.into(), ..Table::default() };
    /// assert_eq!(table.shown(&Field::named("white_rating")?, 0), Some(Some(Shown::Number(2700.0))));
    /// assert_eq!(table.shown(&Field::named("rating_gap")?, 0), Some(None));
    /// assert_eq!(table.shown(&Field::named("event")?, 0), None);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn shown(&self, field: &Field, game: usize) -> Option<Option<Shown>> {
        let Field::Known(known) = *field else {
            return None;
        };
        let text = |known| {
            let found = self.texts.get(&known)?.get(game);
            Some(found.map(|text| Shown::Text(text.to_owned())))
        };
        match known.kind() {
            Kind::Text | Kind::Name => match known {
                Known::Winner | Known::Loser => {
                    self.texts.get(&Known::Result)?;
                    let (white, black) = (text(Known::White)?, text(Known::Black)?);
                    Some(match value::side(known, self.result(game)) {
                        Some(Known::White) => white,
                        Some(_) => black,
                        None => None,
                    })
                }
                _ => text(known),
            },
            Kind::Number => {
                let number = self.numbers_of(known)?(game);
                // Without a start nothing is played.
                let number = number.or((known == Known::Plies).then_some(0.0));
                Some(number.map(Shown::Number))
            }
            Kind::Date if known == Known::Date => Some(self.date(game)?.and_then(shown::date)),
            Kind::Truth => Some(Some(Shown::Truth(self.truth(known, game)?))),
            Kind::Date | Kind::Board => None,
        }
    }

    /// Like [`Record::of`], for a game of the table. The table must have [`Table::FOR_RECORDS`]; what is missing is unknown.
    #[must_use]
    pub fn record(&self, game: usize) -> Record {
        let text = |known| Some(self.texts.get(&known)?.get(game)?.to_owned());
        let one_of = |known, all: &[&'static str]| {
            let found = self.texts.get(&known)?.get(game)?;
            all.iter().copied().find(|&name| name == found)
        };
        let plies = self.number(Known::Plies, game).unwrap_or(0);
        let facts = self.facts(game);
        Record {
            players: [text(Known::White), text(Known::Black)],
            ratings: facts.ratings,
            result: facts.result,
            date: self.date(game).flatten(),
            event: text(Known::Event),
            time_control: text(Known::TimeControl),
            speed: one_of(Known::Speed, &SPEEDS),
            eco: text(Known::Eco),
            opening: text(Known::Opening),
            ending: one_of(Known::Ending, &ENDINGS),
            plies: u32::try_from(plies).ok(),
        }
    }

    /// The columns that [`Table::record`] needs.
    pub const FOR_RECORDS: [Known; 13] = [
        Known::White,
        Known::Black,
        Known::WhiteRating,
        Known::BlackRating,
        Known::Result,
        Known::Date,
        Known::Event,
        Known::TimeControl,
        Known::Speed,
        Known::Eco,
        Known::Opening,
        Known::Ending,
        Known::Plies,
    ];

    /// The value of a field that depends on titles.
    pub(super) fn truth(&self, known: Known, game: usize) -> Option<bool> {
        let asks_for_bots = match known {
            Known::Bot => true,
            Known::Titled => false,
            _ => return None,
        };
        let titles = [Known::WhiteTitle, Known::BlackTitle].map(|title| self.texts.get(&title));
        let [white, black] = titles;
        let mut titles = [white?, black?]
            .into_iter()
            .filter_map(|side| side.get(game));
        Some(titles.any(|title| title.eq_ignore_ascii_case("BOT") == asks_for_bots))
    }

    fn date(&self, game: usize) -> Option<Option<Date>> {
        self.dates.as_ref()?.get(game).copied()
    }
}
