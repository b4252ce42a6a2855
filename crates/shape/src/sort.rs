//! Sorts games.
//!
//! Not part of the format.

use crate::{Archives, Error};
use archive::{Columns, Game};
use query::{Field, Filter, Natural, Value};
use std::cmp::Ordering;
use std::io::{Read, Seek};

/// The fields by which games are sorted.
#[derive(Debug, Clone)]
pub struct Order {
    fields: Vec<(Field, bool)>,
}

impl Order {
    /// Reads names of fields with commas between, the most important first; `-` before a field reverses its order, and `tag:Name` is a
    /// tag.
    ///
    /// # Errors
    ///
    /// A name is not that of a field, or the field cannot be used for sorting.
    ///
    /// ```
    /// assert!(shape::Order::parse("date,-white_rating").is_ok());
    /// assert!(shape::Order::parse("player").is_err());
    /// ```
    pub fn parse(names: &str) -> Result<Self, Error> {
        let mut fields = Vec::new();
        for name in names.split(',').map(str::trim) {
            let (name, is_reversed) = match name.strip_prefix('-') {
                Some(name) => (name, true),
                None => (name, false),
            };
            let field = match name.strip_prefix("tag:") {
                Some(tag) => Field::Tag(tag.to_owned()),
                None => Field::named(name)?,
            };
            if !field.is_single() {
                let what = format!("games cannot be sorted by {name}: it has no single value");
                return Err(Error::Asked(what));
            }
            fields.push((field, is_reversed));
        }
        Ok(Self { fields })
    }

    fn needs(&self) -> Columns {
        let needs = self.fields.iter().map(|(field, _)| field.needs());
        needs.fold(Columns::TAGS, |all, one| all | one)
    }

    fn key(&self, game: &Game) -> Vec<Option<Key>> {
        let fields = self.fields.iter();
        fields
            .map(|(field, _)| Key::of(field.value(game)))
            .collect()
    }

    fn compare(&self, a: &[Option<Key>], b: &[Option<Key>]) -> Ordering {
        let pairs = a.iter().zip(b).zip(&self.fields);
        let unequal = pairs.map(|((a, b), (_, is_reversed))| match (a, b) {
            // What is not known comes last, either way.
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (a, b) if *is_reversed => b.cmp(a),
            (a, b) => a.cmp(b),
        });
        let mut unequal = unequal.filter(|order| order.is_ne());
        unequal.next().unwrap_or(Ordering::Equal)
    }
}

/// A value that can be compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// A number.
    Number(i64),
    Text(Natural),
}

impl Key {
    /// The key of a value; `None` if there is none.
    fn of(value: Value<'_>) -> Option<Self> {
        let text = |text: &str| Self::Text(Natural(query::fold(text.trim())));
        Some(match value {
            Value::Truth(truth) => Self::Number(truth.into()),
            Value::Text(found) => text(&found),
            Value::Date(date) => text(&query::spelled_date(date)),
            // Fields are whole numbers, halves or thousandths.
            value => Self::Number((value.number()? * 1000.0) as i64),
        })
    }
}

/// Sorts the games that pass a filter; games that compare equal keep their order.
///
/// # Errors
///
/// Any error of an archive.
pub fn sort<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
    order: &Order,
) -> Result<Vec<u32>, Error> {
    let mut found = archives.sift(filter, order.needs(), |game| Some(order.key(game?)))?;
    found.sort_by(|(_, a), (_, b)| order.compare(a, b));
    Ok(found.into_iter().map(|(game, _)| game).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_other_numbers_in_text_are_sorted_as_numbers() {
        for (by, name, values) in [
            (
                "round",
                "Round",
                &[
                    "1", "1.2", "1.10", "2", "2.1", "3", "9", "10", "11.1", "Final", "?", "-",
                ][..],
            ),
            (
                "-round",
                "Round",
                &["Final", "10", "9", "2", "1.10", "1.2", "1", "?"],
            ),
            ("tag:WhiteElo", "WhiteElo", &["900", "2000", "11000"]),
            ("tag:Board", "Board", &["1", "2", "10"]),
            (
                "tag:WhiteRatingDiff",
                "WhiteRatingDiff",
                &["-12", "-3", "0", "+5", "+11"],
            ),
            ("event", "Event", &["Open 2", "open 9", "Open 10", "Open A"]),
            (
                "time_control",
                "TimeControl",
                &["60+1", "180", "180+2", "1800+0"],
            ),
        ] {
            let order = Order::parse(by).unwrap();
            let game = |value: &&str| Game::parse(format!("[{name} \"{value}\"]\n\n*").as_bytes());
            let mut keys: Vec<_> = values
                .iter()
                .map(|value| (order.key(&game(value)), *value))
                .collect();
            let unknown = values
                .iter()
                .filter(|value| ["?", "-"].contains(*value))
                .count();
            // Games that compare equal keep their order.
            keys[..values.len() - unknown].reverse();
            keys.sort_by(|(a, _), (b, _)| order.compare(a, b));
            let sorted: Vec<&str> = keys.into_iter().map(|(_, value)| value).collect();
            assert_eq!(sorted, values, "{by}");
        }
    }
}
