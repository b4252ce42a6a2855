//! The columns of a table.
//!
//! Not part of the format.

use crate::Type;
use archive::{Columns, Error};
use query::{Field, Known, OneGame, Value};

/// The columns of a table by default.
const USUAL: &str = "number,event,site,date,year,round,white,black,result,white_rating,black_rating,eco,opening,time_control,termination,ply_count,moves_san";

/// The columns of Aix's tables, in their order, with moves in UCI notation instead of `movedata`.
const AIX: &str = "lichess_id,tournament,moves_uci,clocks_white,clocks_black,evals,ply_count,white,black,white_rating,black_rating,time_initial,time_increment,result,termination,white_rating_diff,black_rating_diff,eco,opening,white_title,black_title,utc_timestamp";

/// A column of a table: a field that is a column, under the name that was asked for.
///
/// ```
/// use export::{Column, Item, Type};
///
/// let columns = Column::parse("white_rating,clocks,tag:Round")?;
/// assert_eq!(columns[0].kind(), Type::I16);
/// assert_eq!(columns[1].kind(), Type::List(Item::U32));
/// assert_eq!(columns[2].name(), "tag:Round");
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    field: Field,
    kind: Type,
    name: String,
}

impl Column {
    /// Reads names of columns, with commas between: those of the table in docs/export.md, `tag:NAME` for any tag, and `usual` or `aix` for
    /// a group of columns. `usual` is the default. If a column is named twice, the first counts.
    ///
    /// # Errors
    ///
    /// There is no such column; the message lists the columns. The kind is [`archive::ErrorKind::InvalidArgument`].
    pub fn parse(names: &str) -> Result<Vec<Self>, Error> {
        let mut columns: Vec<Self> = Vec::new();
        let names = names.split(',').map(str::trim);
        let names = names.flat_map(|name| match name {
            "usual" => USUAL.split(','),
            "aix" => AIX.split(','),
            name => name.split(','),
        });
        for name in names {
            let column = Self::named(name)?;
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        Ok(columns)
    }

    fn named(name: &str) -> Result<Self, Error> {
        let field = Field::column_named(name)?;
        Ok(Self {
            kind: field.column().unwrap_or(Type::Text),
            field,
            name: name.to_owned(),
        })
    }

    /// The names of all columns but those for single tags, each once, with what they mean; further spellings of them, as `WhiteElo`, are
    /// read, too.
    ///
    /// ```
    /// let mut columns = export::Column::described();
    /// assert!(columns.any(|column| column == ("black_title", "the tag `BlackTitle`".to_owned())));
    /// ```
    pub fn described() -> impl Iterator<Item = (&'static str, String)> {
        let columns = Known::ALL.iter().filter(|field| field.column().is_some());
        columns.map(|field| (field.name(), field.plain_help()))
    }

    /// The columns that [`crate::Format::Uci`] writes: the start position and the moves.
    #[must_use]
    pub fn for_uci() -> Vec<Self> {
        [Known::Fen, Known::MovesUci].map(Self::of).into()
    }

    /// The column with the name of each game's archive.
    #[must_use]
    pub fn path() -> Self {
        Self::of(Known::Path)
    }

    fn of(known: Known) -> Self {
        Self {
            field: Field::Known(known),
            kind: known.column().unwrap_or(Type::Text),
            name: known.name().to_owned(),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of its values.
    #[must_use]
    pub fn kind(&self) -> Type {
        self.kind
    }

    /// The parts of a game that it needs.
    #[must_use]
    pub fn needs(&self) -> Columns {
        self.field.needs()
    }

    /// The value of a game.
    pub(crate) fn value(&self, game: &OneGame<'_>) -> Value<'static> {
        self.field.cell(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAGS: Columns = Columns::TAGS;

    #[test]
    fn every_group_is_described_for_people() {
        let table = include_str!("../../../docs/export.md");
        for group in [USUAL, AIX] {
            assert!(Column::parse(group).is_ok());
            let shown = group.replace(',', ", ");
            assert!(
                table.contains(&shown),
                "docs/export.md has no group {shown}"
            );
        }
    }

    #[test]
    fn columns_are_own_ones_fields_and_tags() {
        for wrong in ["", "number,,white", "whit", "tag:", "tag"] {
            assert!(
                Column::parse(wrong)
                    .unwrap_err()
                    .to_string()
                    .contains("tag:NAME"),
                "{wrong}"
            );
        }
        let wrong = Column::parse("title").unwrap_err();
        assert!(wrong.to_string().contains("white_title"));
        let columns = Column::parse("number,white, number,tag:Round,base,aix").unwrap();
        assert_eq!(
            columns
                .iter()
                .filter(|column| column.name() == "white")
                .count(),
            1
        );
        assert_eq!(columns[3].kind(), Type::F64);
        for (name, _) in Column::described() {
            let kind = Column::parse(name).unwrap()[0].kind();
            let spelled = name.replace('_', "").to_ascii_uppercase();
            if let Ok(column) = Column::parse(&spelled) {
                assert_eq!(column[0].kind(), kind, "{spelled}");
            }
        }
        let kinds = Column::parse("WhiteElo,black_elo,Date,PlyCount").unwrap();
        let kinds: Vec<Type> = kinds.iter().map(Column::kind).collect();
        assert_eq!(kinds, [Type::I16, Type::I16, Type::Date, Type::U16]);
    }

    #[test]
    fn only_what_is_asked_for_is_needed() {
        let needs = |names: &str| {
            let columns = Column::parse(names).unwrap();
            columns
                .iter()
                .fold(TAGS, |all, column| all | column.needs())
        };
        assert!(TAGS.contains(needs(
            "number,path,white,date,utc_timestamp,white_rating,lichess_id,time_initial,tag:Round"
        )));
        assert_eq!(needs("moves_uci"), TAGS | Columns::MOVES);
        assert!(!needs("moves_uci,surprisal").contains(Columns::CLOCKS));
    }
}
