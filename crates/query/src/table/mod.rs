//! Games with some known fields in columns, as in an index.
//!
//! Not part of the format.

mod judge;
mod lines;
mod shown;

use crate::field::{Field, Known};
use crate::{Facts, Filter};
use archive::{Date, Outcome};
pub use lines::{Lines, More};
use std::collections::HashMap;

/// Columns of games. A field without a column is not known.
#[derive(Debug, Default)]
pub struct Table {
    /// The number of games.
    pub games: usize,
    /// Texts and names, as returned by [`Field::shown`].
    pub texts: HashMap<Known, Texts>,
    /// Numbers. A game without [`Known::Plies`] has none.
    pub numbers: HashMap<Known, Vec<Option<i32>>>,
    /// Dates, as far as they are known ([`archive::Tags::date`]).
    pub dates: Option<Vec<Option<Date>>>,
    /// Main lines.
    pub lines: Option<Lines>,
}

/// Texts of games; each different text is stored once.
#[derive(Debug, Default)]
pub struct Texts {
    /// The different texts.
    pub values: Vec<String>,
    /// For each game the index of its text among them; an index beyond their end means that the game has no text.
    pub keys: Vec<u32>,
}

/// The verdict of a table on a game and a filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// The game does not pass.
    No,
    /// The game itself must be read.
    #[default]
    Ask,
    /// The game passes.
    Yes,
}

impl Texts {
    /// The text of a game.
    #[must_use]
    pub fn get(&self, game: usize) -> Option<&str> {
        let key = usize::try_from(*self.keys.get(game)?).ok()?;
        self.values.get(key).map(String::as_str)
    }
}

impl Table {
    /// The columns that a filter can use, and whether it uses main lines.
    #[must_use]
    pub fn columns_for(filter: &Filter) -> (Vec<Known>, bool) {
        let (mut found, mut has_lines) = (Vec::new(), false);
        filter.expr().each_test(&mut |test| {
            if let Field::Known(known) = test.field {
                add(&mut found, sources(known));
                has_lines |= matches!(known, Known::Position | Known::Moves | Known::Material);
            }
        });
        (found, has_lines)
    }

    /// The columns that [`Table::shown`] needs for these fields; a field that depends on no column is left out.
    #[must_use]
    pub fn columns_of(fields: impl IntoIterator<Item = Known>) -> Vec<Known> {
        let mut found = Vec::new();
        for field in fields {
            add(&mut found, sources(field));
        }
        found
    }

    /// The columns that [`Table::facts`] needs.
    pub const FOR_FACTS: [Known; 4] = [
        Known::Result,
        Known::WhiteRating,
        Known::BlackRating,
        Known::Year,
    ];

    /// The data of a game that a tree counts.
    #[must_use]
    pub fn facts(&self, game: usize) -> Facts {
        let rating = |known| u16::try_from(self.number(known, game)?).ok();
        Facts {
            result: self.result(game),
            ratings: [rating(Known::WhiteRating), rating(Known::BlackRating)],
            year: rating(Known::Year),
        }
    }

    /// The result; unknown also without its column.
    fn result(&self, game: usize) -> Outcome {
        let texts = self.texts.get(&Known::Result);
        let text = texts.and_then(|texts| texts.get(game));
        text.map_or(Outcome::Unknown, |text| Outcome::from_tag(text.as_bytes()))
    }

    fn number(&self, known: Known, game: usize) -> Option<i32> {
        *self.numbers.get(&known)?.get(game)?
    }
}

fn add(found: &mut Vec<Known>, columns: &[Known]) {
    for &column in columns {
        if !found.contains(&column) {
            found.push(column);
        }
    }
}

/// The columns on which a field depends.
fn sources(known: Known) -> &'static [Known] {
    use Known as K;
    match known {
        K::Player => &[K::White, K::Black],
        K::Winner | K::Loser => &[K::White, K::Black, K::Result],
        K::MinRating | K::MaxRating | K::MeanRating | K::RatingGap => {
            &[K::WhiteRating, K::BlackRating]
        }
        K::Title | K::Bot | K::Titled => &[K::WhiteTitle, K::BlackTitle],
        K::Date => &[K::Date],
        K::White => &[K::White],
        K::Black => &[K::Black],
        K::WhiteRating => &[K::WhiteRating],
        K::BlackRating => &[K::BlackRating],
        K::WhiteTitle => &[K::WhiteTitle],
        K::BlackTitle => &[K::BlackTitle],
        K::Result => &[K::Result],
        K::Year => &[K::Year],
        K::Month => &[K::Month, K::Year],
        K::Event => &[K::Event],
        K::Site => &[K::Site],
        K::Round => &[K::Round],
        K::Eco => &[K::Eco],
        K::Opening => &[K::Opening],
        K::TimeControl => &[K::TimeControl],
        K::Speed => &[K::Speed],
        K::Termination => &[K::Termination],
        K::Ending => &[K::Ending],
        K::Variant => &[K::Variant],
        K::Plies => &[K::Plies],
        _ => &[],
    }
}
