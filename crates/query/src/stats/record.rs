//! The data of one game for statistics.
//!
//! Not part of the format.

use crate::ending::ending;
use crate::field::{Field, Known};
use crate::{Facts, time, value};
use archive::{Columns, Date, Game, Outcome};

/// The data of one game that are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The names of White and Black.
    pub players: [Option<String>; 2],
    /// Their ratings.
    pub ratings: [Option<u16>; 2],
    /// The result.
    pub result: Outcome,
    /// The date, as far as it is known.
    pub date: Option<Date>,
    /// The event.
    pub event: Option<String>,
    /// The time control in a standard spelling.
    pub time_control: Option<String>,
    /// The class of the time control.
    pub speed: Option<&'static str>,
    /// The ECO code of the opening.
    pub eco: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// How the game ended, as in the field `ending`.
    pub ending: Option<&'static str>,
    /// Plies of the main line; `None` if the moves were not decoded.
    pub plies: Option<u32>,
}

impl Record {
    /// The parts of a game that are needed for all fields.
    #[must_use]
    pub fn needs() -> Columns {
        Columns::TAGS
            | Columns::MOVES
            | Field::Known(Known::Ending).needs()
            | Field::Known(Known::Eco).needs()
    }

    /// The record of a game with its moves.
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

    /// The same record, as if only tags had been decoded.
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

    /// The record of a game of which only tags were decoded.
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
