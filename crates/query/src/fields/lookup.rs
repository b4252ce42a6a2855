//! Finds a field by its name.
//!
//! Not part of the format.

use super::{Field, Known, Read};
use archive::Error;

impl Field {
    /// The field of filters with a name, in any case and with or without `_`, or with the name of a tag such as `WhiteElo`.
    ///
    /// ```
    /// use query::{Field, Known};
    ///
    /// assert_eq!(Field::named("WhiteElo")?, Field::Known(Known::WhiteRating));
    /// assert!(Field::named("whte").unwrap_err().to_string().contains("did you mean white?"));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no field with this name; the message lists the fields. The kind is [`archive::ErrorKind::InvalidArgument`].
    pub fn named(name: &str) -> Result<Self, Error> {
        Known::of_filters(name)
            .map(Self::Known)
            .ok_or_else(|| Error::argument(unknown(name)))
    }

    /// The column of tables with a name, likewise, or with `tag:` and the name of a tag.
    ///
    /// ```
    /// use query::{Field, Type};
    ///
    /// assert_eq!(Field::column_named("PlyCount")?.column(), Some(Type::U16));
    /// assert!(Field::column_named("title").unwrap_err().to_string().contains("white_title"));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no column with this name; the message lists the columns. The kind is [`archive::ErrorKind::InvalidArgument`].
    pub fn column_named(name: &str) -> Result<Self, Error> {
        if let Some(tag) = name.strip_prefix("tag:").filter(|tag| !tag.is_empty()) {
            return Ok(Self::Tag(tag.to_owned()));
        }
        if let Some(field) = at_ply(name) {
            return field;
        }
        let found = find(name, |_| true);
        match found.map(|field| (field, &field.entry().read)) {
            Some((_, Read::Either([white, _]))) => Err(Error::argument(format!(
                "'{name}' exists for both players: choose one, as in {}",
                white.name()
            ))),
            Some((field, _)) if field.column().is_some() => Ok(Self::Known(field)),
            _ => {
                let columns = Known::ALL.iter().filter(|field| field.column().is_some());
                let names: Vec<_> = columns.map(|field| field.name()).collect();
                let names = names.join(", ");
                Err(Error::argument(format!(
                    "there is no column '{name}'; columns are {names}, and tag:NAME for any tag"
                )))
            }
        }
    }
}

/// The column of a position after so many plies, as in `fen_at(20)`, if the name has that form.
fn at_ply(name: &str) -> Option<Result<Field, Error>> {
    let (name, ply) = name.strip_suffix(')')?.split_once('(')?;
    let known = find(name, |field| {
        matches!(field.entry().read, Read::Position(_))
    })?;
    let ply = ply.trim().parse().map(|ply| Field::At(known, ply));
    let what = || format!("{0} takes a number of plies, as in {0}(20)", known.name());
    Some(ply.map_err(|_| Error::argument(what())))
}

impl Known {
    /// The field of filters with a name.
    pub(crate) fn of_filters(name: &str) -> Option<Self> {
        find(name, |field| field.kind().is_some())
    }
}

/// The wanted field with a name; if there is none, with another name.
fn find(name: &str, is_wanted: fn(Known) -> bool) -> Option<Known> {
    let bare = |name: &str| name.replace('_', "").to_ascii_lowercase();
    let name = bare(name);
    let wanted = || Known::ALL.iter().copied().filter(|&field| is_wanted(field));
    let by_alias = |field: &Known| {
        let mut aliases = field.entry().aliases.iter();
        aliases.any(|alias| bare(alias) == name)
    };
    wanted()
        .find(|field| bare(field.name()) == name)
        .or_else(|| wanted().find(by_alias))
}

/// The message for an unknown field of filters.
pub(crate) fn unknown(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let fields = || Known::ALL.iter().filter(|field| field.kind().is_some());
    let by_distance = fields().map(|field| (distance(&name, field.name()), field.name()));
    match by_distance.min() {
        Some((0..=2, near)) => format!("there is no field '{name}'; did you mean {near}?"),
        _ if name == "rating" || name == "elo" => {
            "there is no field 'rating': use white_rating, black_rating, min_rating, max_rating or mean_rating".to_owned()
        }
        _ => {
            let names: Vec<_> = fields().map(|field| field.name()).collect();
            format!("there is no field '{name}'; fields are {}, and tag('Name') for any tag", names.join(", "))
        }
    }
}

/// The number of letters to insert, delete or change (Levenshtein distance). The first text is cut to the length of a field's name.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().take(32).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_names_and_by_those_of_tags() {
        for &field in Known::ALL {
            let in_filters = field.kind().map(|_| field);
            assert_eq!(
                Known::of_filters(field.name()).filter(|found| *found == field),
                in_filters
            );
            if field.column().is_some() {
                assert_eq!(
                    Field::column_named(field.name()).unwrap(),
                    Field::Known(field)
                );
            }
        }
        assert_eq!(Known::of_filters("WhiteElo"), Some(Known::WhiteRating));
        assert_eq!(Known::of_filters("PlyCount"), Some(Known::Plies));
        assert_eq!(Known::of_filters("ECO"), Some(Known::Eco));
        for none in ["rating", "clocks", "moves_san", ""] {
            assert_eq!(Known::of_filters(none), None);
        }
        for none in ["", "moves", "position", "tag:", "tag", "whit"] {
            let message = Field::column_named(none).unwrap_err().to_string();
            assert!(message.contains("tag:NAME"), "{message}");
        }
    }

    #[test]
    fn a_name_that_is_nearly_one_is_told() {
        assert!(unknown("whte").contains("did you mean white?"));
        assert!(unknown("rating").contains("min_rating"));
        assert!(unknown("nonsense").contains("tag('Name')"));
    }
}
