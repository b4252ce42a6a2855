//! The available columns.
//!
//! Not part of the format. docs/export.md has the same table for readers; a test compares them. Names and types are those of Aix's tables,
//! if those have such a column.

mod one_game;
mod own;
mod plies;
mod replay;
mod tags;

use crate::Kind;
use archive::Columns;
pub(crate) use one_game::OneGame;
use own::Own;
use query::{Field, Known};
pub(crate) use replay::Replay;

/// The columns of a table by default.
const USUAL: &str = "number,event,site,date,year,round,white,black,result,white_rating,black_rating,eco,opening,time_control,termination,ply_count,moves_san";

/// The columns of Aix's tables, in their order, with moves in UCI notation instead of `movedata`.
const AIX: &str = "lichess_id,tournament,moves_uci,clocks_white,clocks_black,evals,ply_count,white,black,white_rating,black_rating,time_initial,time_increment,result,termination,white_rating_diff,black_rating_diff,eco,opening,white_title,black_title,utc_timestamp";

/// A column of a table.
///
/// ```
/// use export::{Column, Item, Kind};
///
/// let columns = Column::parse("white_rating,clocks,tag:Round")?;
/// assert_eq!(columns[0].kind(), Kind::I16);
/// assert_eq!(columns[1].kind(), Kind::List(Item::U32));
/// assert_eq!(columns[2].name(), "tag:Round");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    source: Source,
    name: String,
}

/// Where the values come from.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    /// The table in `own`.
    Own(Own),
    /// A field of filters.
    Field(Field),
}

impl Column {
    /// Reads names of columns, with commas between: those of the table in docs/export.md, `tag:NAME` for any tag, and `usual` or `aix` for
    /// a group of columns. `usual` is the default. If a column is named twice, the first counts.
    ///
    /// # Errors
    ///
    /// There is no such column; the message lists the columns.
    pub fn parse(names: &str) -> Result<Vec<Self>, String> {
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

    fn named(name: &str) -> Result<Self, String> {
        let spelled = |name: &str| name.replace('_', "").to_ascii_lowercase();
        let asked = spelled(name);
        let own = Own::ALL
            .iter()
            .find(|column| spelled(column.name()) == asked);
        let source = match (own, name.split_once(':')) {
            (Some(&own), _) => Source::Own(own),
            (None, Some(("tag", tag))) if !tag.is_empty() => {
                Source::Field(Field::Tag(tag.to_owned()))
            }
            (None, _) => {
                let unknown = || {
                    let own: Vec<_> = Own::ALL.iter().map(|column| column.name()).collect();
                    format!(
                        "there is no column '{name}'; columns are {}, fields of filters such as white and event, and tag:NAME for any tag",
                        own.join(", ")
                    )
                };
                let field = Field::named(name).map_err(|_| unknown())?;
                // Another spelling of a field, as `WhiteElo`: the type does not depend on the spelling.
                let own = Own::ALL.iter().find(|own| match &field {
                    Field::Known(known) => known.name() == own.name(),
                    Field::Tag(_) => false,
                });
                if let Some(&own) = own {
                    return Ok(Self {
                        source: Source::Own(own),
                        name: name.to_owned(),
                    });
                }
                match (field.is_single(), field.kind()) {
                    (true, _) => Source::Field(field),
                    (false, query::Kind::Board) => return Err(unknown()),
                    (false, _) => {
                        let one = match name {
                            "player" => "white".to_owned(),
                            name => format!("white_{name}"),
                        };
                        return Err(format!(
                            "'{name}' exists for both players: choose one, as in {one}"
                        ));
                    }
                }
            }
        };
        Ok(Self {
            source,
            name: name.to_owned(),
        })
    }

    /// The names of all columns but those for single tags, each once; further spellings of them, as `WhiteElo`, are read, too.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let own = Own::ALL.iter().map(|column| column.name());
        let is_own = |name: &str| Own::ALL.iter().any(|column| column.name() == name);
        let fields = Known::ALL.iter();
        let fields = fields.filter(|known| Field::Known(**known).is_single());
        let fields = fields.map(|known| known.name());
        own.chain(fields.filter(move |name| !is_own(name)))
    }

    /// The columns that [`crate::Format::Uci`] writes: the start position and the moves.
    #[must_use]
    pub fn for_uci() -> Vec<Self> {
        [Own::Fen, Own::MovesUci].map(Self::of).into()
    }

    /// The column with the name of each game's archive.
    #[must_use]
    pub fn path() -> Self {
        Self::of(Own::Path)
    }

    fn of(own: Own) -> Self {
        Self {
            source: Source::Own(own),
            name: own.name().to_owned(),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of its values.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match &self.source {
            Source::Own(own) => own.kind(),
            Source::Field(field) => match field.kind() {
                query::Kind::Number => Kind::F64,
                query::Kind::Truth => Kind::Truth,
                query::Kind::Text | query::Kind::Name | query::Kind::Date | query::Kind::Board => {
                    Kind::Text
                }
            },
        }
    }

    /// The parts of a game that it needs.
    #[must_use]
    pub fn needs(&self) -> Columns {
        match &self.source {
            Source::Own(own) => own.needs(),
            Source::Field(field) => field.needs(),
        }
    }

    /// Whether the game must be replayed, and whether its moves must be predicted.
    pub(crate) fn replays(&self) -> [bool; 2] {
        match self.source {
            Source::Own(Own::Surprisal | Own::BestProbability) => [true, true],
            Source::Own(Own::MovesIndex) => [true, false],
            _ => [false, false],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::own::{MOVES, TAGS};
    use super::*;

    #[test]
    fn every_column_is_described_for_people() {
        let table = include_str!("../../../../docs/export.md");
        for &column in Own::ALL {
            let row = format!("| `{}` | {} |", column.name(), column.kind());
            assert!(table.contains(&row), "docs/export.md has no row {row}");
        }
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
                Column::parse(wrong).unwrap_err().contains("tag:NAME"),
                "{wrong}"
            );
        }
        assert!(Column::parse("title").unwrap_err().contains("white_title"));
        let columns = Column::parse("number,white, number,tag:Round,base,aix").unwrap();
        assert_eq!(
            columns
                .iter()
                .filter(|column| column.name() == "white")
                .count(),
            1
        );
        assert_eq!(columns[3].kind(), Kind::F64);
        for name in Column::names() {
            let kind = Column::parse(name).unwrap()[0].kind();
            let spelled = name.replace('_', "").to_ascii_uppercase();
            if let Ok(column) = Column::parse(&spelled) {
                assert_eq!(column[0].kind(), kind, "{spelled}");
            }
        }
        let kinds = Column::parse("WhiteElo,black_elo,Date,PlyCount").unwrap();
        let kinds: Vec<Kind> = kinds.iter().map(Column::kind).collect();
        assert_eq!(kinds, [Kind::I16, Kind::I16, Kind::Date, Kind::U16]);
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
        assert_eq!(needs("moves_uci"), TAGS | MOVES);
        assert!(!needs("moves_uci,surprisal").contains(Columns::CLOCKS));
    }
}
