//! What is counted of a game.
//!
//! Not part of the format.

use crate::ending::ending;
use crate::field::{Field, Known};
use crate::{Facts, time, value};
use archive::{Columns, Date, Game, Outcome};

/// What is counted of a game, apart from the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// White and Black.
    pub players: [Option<String>; 2],
    /// Their ratings.
    pub ratings: [Option<u16>; 2],
    /// How it ended.
    pub result: Outcome,
    /// When it was played, as far as it is known.
    pub date: Option<Date>,
    /// The event.
    pub event: Option<String>,
    /// The time control in one spelling, and its class.
    pub time_control: Option<String>,
    /// See [`Record::time_control`].
    pub speed: Option<&'static str>,
    /// The code of the opening.
    pub eco: Option<String>,
    /// Its name.
    pub opening: Option<String>,
    /// In what way it ended, as the field `ending` has it.
    pub ending: Option<&'static str>,
    /// Plies of the main line; `None` where moves were not decoded.
    pub plies: Option<u32>,
}

impl Record {
    /// What has to be decoded for all of it.
    #[must_use]
    pub fn needs() -> Columns {
        Columns::TAGS
            | Columns::MOVES
            | Field::Known(Known::Ending).needs()
            | Field::Known(Known::Eco).needs()
    }

    /// Of a game whose moves are there.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let of = |known| value::text(game, &Field::Known(known)).map(std::borrow::Cow::into_owned);
        Self {
            eco: of(Known::Eco),
            opening: of(Known::Opening),
            ending: ending(game),
            plies: Some(game.main_line().plies.len() as u32),
            ..Self::of_tags(game)
        }
    }

    /// The same, as if only tags had been decoded.
    #[must_use]
    pub fn without_moves(self) -> Self {
        Self {
            eco: None,
            opening: None,
            ending: None,
            plies: None,
            ..self
        }
    }

    /// Of a game of which only tags were decoded.
    #[must_use]
    pub fn of_tags(game: &Game) -> Self {
        let of = |known| value::text(game, &Field::Known(known)).map(std::borrow::Cow::into_owned);
        let tags = game.tags();
        Self {
            players: [of(Known::White), of(Known::Black)],
            ratings: tags.ratings(),
            result: Facts::of(game).result,
            date: tags.date().filter(|date| *date != Date::default()),
            event: of(Known::Event),
            time_control: of(Known::TimeControl),
            speed: tags.get("TimeControl").and_then(time::speed),
            eco: None,
            opening: None,
            ending: None,
            plies: None,
        }
    }
}
