//! The data of one game for statistics.
//!
//! Not part of the format.

use crate::Facts;
use crate::fields::row::Row;
use crate::fields::{Known, OneGame};
use archive::{Columns, Date, Game, Outcome};
use std::borrow::Cow;

/// The data of one game that are counted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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
    /// The fields from which it is made.
    pub(crate) const FIELDS: [Known; 13] = [
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

    /// The parts of a game that are needed for all fields.
    #[must_use]
    pub fn needs() -> Columns {
        let fields = Self::FIELDS.iter();
        fields.fold(Columns::TAGS, |all, field| all | field.needs())
    }

    /// The record of a game with its moves.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self::of_row(&OneGame::new(game))
    }

    /// The record of a game of which only tags were decoded.
    #[must_use]
    pub fn of_tags(game: &Game) -> Self {
        Self::of_tags_of_row(&OneGame::new(game))
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

    pub(crate) fn of_row<'a>(row: &dyn Row<'a>) -> Self {
        Self {
            eco: row.text(Known::Eco).map(Cow::into_owned),
            opening: row.text(Known::Opening).map(Cow::into_owned),
            ending: row.one_of(Known::Ending),
            plies: row.whole(Known::Plies),
            ..Self::of_tags_of_row(row)
        }
    }

    fn of_tags_of_row<'a>(row: &dyn Row<'a>) -> Self {
        let text = |field| row.text(field).map(Cow::into_owned);
        let facts = Facts::of_row(row);
        Self {
            players: [text(Known::White), text(Known::Black)],
            ratings: facts.ratings,
            result: facts.result,
            date: row.date(),
            event: text(Known::Event),
            time_control: text(Known::TimeControl),
            speed: row.one_of(Known::Speed),
            eco: None,
            opening: None,
            ending: None,
            plies: None,
        }
    }
}
