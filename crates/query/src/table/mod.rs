//! Games with some known fields in columns, as in an index.
//!
//! Not part of the format.

mod judge;
mod lines;
mod row;

use crate::Filter;
use crate::fields::{Field, Known};
use archive::Date;
pub use lines::{Lines, More};
use std::collections::HashMap;

/// Columns of games. A field without a column is not known.
#[derive(Debug, Default)]
pub struct Table {
    /// The number of games.
    pub games: usize,
    /// Texts and names, as returned by [`Field::value`].
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
        let mut found = Vec::new();
        filter.expr().each_test(&mut |test| {
            if let Field::Known(known) = test.field {
                add(&mut found, &known.sources());
            }
        });
        (found, filter.asks_for_moves())
    }

    /// The columns that [`Table::value`] needs for these fields; a field that depends on no column is left out.
    #[must_use]
    pub fn columns_of(fields: impl IntoIterator<Item = Known>) -> Vec<Known> {
        let mut found = Vec::new();
        for field in fields {
            add(&mut found, &field.sources());
        }
        found
    }
}

fn add(found: &mut Vec<Known>, columns: &[Known]) {
    for &column in columns {
        if !found.contains(&column) {
            found.push(column);
        }
    }
}
