//! A row of a table: what it tells of the game, without the game.
//!
//! Not part of the format.

use super::Table;
use crate::fields::row::{Row, Told};
use crate::fields::{Field, Known, Value};
use crate::question::Question;
use crate::truth::Truths;
use crate::{Facts, Record};

/// A row of a table.
pub(super) struct TableRow<'a> {
    table: &'a Table,
    game: usize,
}

impl<'a> Row<'a> for TableRow<'a> {
    fn stored(&self, field: Known) -> Told<'a> {
        let Self { table, game } = *self;
        if let Some(texts) = table.texts.get(&field) {
            return Told::Value(texts.get(game).into());
        }
        if let Some(numbers) = table.numbers.get(&field) {
            let number = numbers.get(game).copied().flatten();
            return Told::Value(number.map(i64::from).into());
        }
        match &table.dates {
            Some(dates) if field == Known::Date => {
                let date = dates.get(game).copied().flatten();
                Told::Value(date.map_or(Value::Null, Value::Date))
            }
            _ => Told::Nothing,
        }
    }

    fn shared(&self, field: Known) -> Option<u32> {
        let texts = self.table.texts.get(&field)?;
        let &key = texts.keys.get(self.game)?;
        ((key as usize) < texts.values.len()).then_some(key)
    }

    fn board(&self, question: &Question) -> Truths {
        match &self.table.lines {
            Some(lines) => lines.truths(question, self.game),
            None => Truths::ANY,
        }
    }
}

impl Table {
    pub(super) fn row(&self, game: usize) -> TableRow<'_> {
        TableRow { table: self, game }
    }

    /// Like [`Field::value`], for a game of the table; `None` if no column has the value. The table must have [`Table::columns_of`] the
    /// field.
    ///
    /// ```
    /// use query::{Field, Known, Table, Value};
    ///
    /// let ratings = [(Known::WhiteRating, vec![Some(2700)]), (Known::BlackRating, vec![None])];
    /// let table = Table { games: 1, numbers: ratings.into(), ..Table::default() };
    /// assert_eq!(table.value(&Field::named("white_rating")?, 0), Some(Value::Whole(2700)));
    /// assert_eq!(table.value(&Field::named("rating_gap")?, 0), Some(Value::Null));
    /// assert_eq!(table.value(&Field::named("event")?, 0), None);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn value(&self, field: &Field, game: usize) -> Option<Value<'_>> {
        field.asked(&self.row(game)).value()
    }

    /// Like [`Record::of`], for a game of the table. The table must have [`Table::FOR_RECORDS`]; what is missing is unknown.
    #[must_use]
    pub fn record(&self, game: usize) -> Record {
        Record::of_row(&self.row(game))
    }

    /// The columns that [`Table::record`] needs.
    pub const FOR_RECORDS: [Known; 13] = Record::FIELDS;

    /// The data of a game that a tree counts. The table must have [`Table::FOR_FACTS`]; what is missing is unknown.
    #[must_use]
    pub fn facts(&self, game: usize) -> Facts {
        Facts::of_row(&self.row(game))
    }

    /// The columns that [`Table::facts`] needs.
    pub const FOR_FACTS: [Known; 4] = Facts::FIELDS;
}
