//! The parts of games by their names.

use crate::failure::Failure;
use pgnz::Columns;

const NAMES: [(&str, Columns); 8] = [
    ("tags", Columns::TAGS),
    ("moves", Columns::MOVES),
    ("clocks", Columns::CLOCKS),
    ("evals", Columns::EVALS),
    ("nags", Columns::NAGS),
    ("derived", Columns::DERIVED_TAGS),
    ("comments", Columns::COMMENTS),
    ("text", Columns::TEXT),
];

/// The parts with these names; everything if there are none.
pub fn parse<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Columns, Failure> {
    let mut columns = Columns::empty();
    for name in names {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        let Some((_, column)) = found else {
            let known = NAMES.map(|(name, _)| name).join(", ");
            return Err(Failure::argument(format!(
                "there is no column {name:?}: the columns are {known}"
            )));
        };
        columns |= *column;
    }
    Ok(match columns.is_empty() {
        true => Columns::ALL,
        false => columns,
    })
}
