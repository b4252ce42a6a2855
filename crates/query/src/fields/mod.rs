//! The fields of a game: what each is called, what it means, its types, what must be decoded for it, and how it is read.
//!
//! Not part of the format.
//!
//! `table` has a row for each field. Filters, listings, tables, indexes, statistics, Python, its stub file and the tables of docs/filters.md
//! and docs/export.md are made from these rows. A value is read from a [`Row`](row::Row): a decoded game, the row of an index, or what is
//! known about all games of a block.

mod day;
mod lookup;
mod one_game;
mod plies;
mod replay;
pub(crate) mod row;
mod table;
mod tags;
mod types;
mod value;

pub use day::{Day, Moment};
pub use one_game::OneGame;
pub use plies::NULL_MOVE;
pub use table::Known;
pub use types::{Item, Type};
pub use value::{Value, spelled_date};

pub(crate) use lookup::unknown;

use archive::{Columns, Game, Outcome};
use row::{Row, Told};
use std::fmt;

/// A property of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// One of the fields of the table.
    Known(Known),
    /// A field of a position, as it is after so many plies: `fen_at(20)`.
    At(Known, u32),
    /// The tag of this name, as text.
    Tag(String),
}

/// The kind of a field in filters: which tests there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// Text, compared without regard to case and accents.
    Text,
    /// The name of a player.
    Name,
    /// A date, parts of which may be unknown.
    Date,
    /// True or false, never unknown.
    Truth,
    /// A condition on the board: a position, moves or material, as text.
    Board,
}

/// A row of the table.
pub(crate) struct Entry {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub help: &'static str,
    /// Its kind in filters; `None` if they do not have it.
    pub kind: Option<Kind>,
    /// Its type as a column; `None` if there is no such column.
    pub column: Option<Type>,
    /// The parts of a game that it depends on.
    pub needs: &'static [Columns],
    /// Letters that it has in a listing.
    pub width: usize,
    pub read: Read,
}

/// How a field is read.
pub(crate) enum Read {
    /// From the game, and what comes with it.
    Game(for<'a> fn(&OneGame<'a>) -> Value<'a>),
    /// From other fields.
    Fields(&'static [Known], for<'a> fn(&dyn Row<'a>) -> Told<'a>),
    /// It has the value of one of these fields, or no value; `None` if it is not known which.
    OneOf(
        &'static [Known],
        for<'a> fn(&dyn Row<'a>) -> Option<Option<Known>>,
    ),
    /// A test is one of either field: of White and of Black.
    Either([Known; 2]),
    /// A test is one of the line that is played.
    Board,
    /// A test is one of the line that is played, and a column has something of its last position.
    BoardAndEnd(for<'a> fn(&OneGame<'a>) -> Value<'a>),
    /// From the position after so many plies of the game, or after the last one.
    Position(fn(&OneGame<'_>, Option<usize>) -> Value<'static>),
}

/// The results as tags have them; the last is that of a game that goes on.
const RESULTS: [&str; 4] = [
    Outcome::White.tag(),
    Outcome::Black.tag(),
    Outcome::Draw.tag(),
    Outcome::Unknown.tag(),
];

impl Known {
    /// Its name in filters and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// What it means, in Markdown for the documents.
    ///
    /// ```
    /// assert_eq!(query::Known::Winner.help(), "the player who won, by the tag `Result`");
    /// ```
    #[must_use]
    pub fn help(self) -> &'static str {
        self.entry().help.trim()
    }

    /// The same without links, for Python.
    ///
    /// ```
    /// let help = query::Known::MovesIndex.plain_help();
    /// assert!(help.contains("in the order that archives use"));
    /// ```
    #[must_use]
    pub fn plain_help(self) -> String {
        let mut plain = String::new();
        let mut rest = self.help();
        // A link is `[text](address)`; other brackets have no address.
        while let Some((before, after)) = rest.split_once("](") {
            let (text, link) = before.rsplit_once('[').unwrap_or((before, ""));
            plain += text;
            plain += link;
            rest = after.split_once(')').map_or("", |(_, rest)| rest);
        }
        plain + rest
    }

    /// Other names of it: those of tags, written as names of fields are.
    ///
    /// ```
    /// assert_eq!(query::Known::WhiteRating.aliases(), ["white_elo"]);
    /// ```
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.entry().aliases
    }

    /// Its kind in filters; `None` if it is only a column.
    #[must_use]
    pub fn kind(self) -> Option<Kind> {
        self.entry().kind
    }

    /// Its type as a column; `None` if it is only for filters.
    ///
    /// ```
    /// use query::{Known, Type};
    ///
    /// assert_eq!(Known::Year.column(), Some(Type::U16));
    /// assert_eq!(Known::Player.column(), None);
    /// ```
    #[must_use]
    pub fn column(self) -> Option<Type> {
        self.entry().column
    }

    /// The parts of a game that it depends on.
    #[must_use]
    pub fn needs(self) -> Columns {
        let needs = self.entry().needs.iter();
        needs.fold(Columns::TAGS, |all, &one| all | one)
    }

    /// Letters that its column has in a listing.
    #[must_use]
    pub fn width(self) -> usize {
        self.entry().width
    }

    /// All values that it can have, if there are few.
    pub(crate) fn values(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Result => Some(&RESULTS),
            Self::Speed => Some(&crate::time::SPEEDS),
            Self::Ending => Some(&crate::ending::ENDINGS),
            _ => None,
        }
    }

    /// The columns of an index from which its value follows; none if it does not follow from those.
    pub(crate) fn sources(self) -> Vec<Self> {
        let own = [self];
        let fields: &[Self] = match &self.entry().read {
            // A filter asks for the month of a date whose year is known.
            _ if self == Self::Month => &[Self::Month, Self::Year],
            Read::Game(_) | Read::Board | Read::BoardAndEnd(_) | Read::Position(_) => &own,
            Read::Fields(fields, _) | Read::OneOf(fields, _) => fields,
            Read::Either(sides) => sides,
        };
        match fields.iter().all(|field| Self::INDEXED.contains(field)) {
            true => fields.to_vec(),
            false => Vec::new(),
        }
    }

    /// The value as a table has it.
    pub(crate) fn told<'a>(self, row: &dyn Row<'a>) -> Told<'a> {
        if let Some(told) = row.derived(self) {
            return told;
        }
        match &self.entry().read {
            Read::Game(_) | Read::BoardAndEnd(_) | Read::Position(_) => row.stored(self),
            Read::Fields(_, read) => read(row),
            Read::OneOf(_, which) => match which(row) {
                None => Told::Nothing,
                Some(None) => Told::Value(Value::Null),
                Some(Some(field)) => field.told(row),
            },
            Read::Either(_) | Read::Board => Told::Nothing,
        }
    }

    /// The value as filters, listings and statistics have it.
    pub(crate) fn asked<'a>(self, row: &dyn Row<'a>) -> Told<'a> {
        let told = self.told(row);
        match (self, &told) {
            // Without a start nothing is played.
            (Self::Plies, Told::Value(Value::Null)) => Told::Value(Value::Whole(0)),
            (Self::Month, Told::Value(Value::Whole(_))) => match Self::Year.told(row) {
                Told::Value(Value::Whole(_)) => told,
                year => year,
            },
            _ => told,
        }
    }
}

impl Field {
    /// Whether an index of an archive knows its value.
    ///
    /// ```
    /// # use query::Field;
    /// assert!(Field::named("white")?.is_indexed());
    /// assert!(!Field::column_named("clocks")?.is_indexed());
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn is_indexed(&self) -> bool {
        matches!(self, Self::Known(known) if !known.sources().is_empty())
    }

    /// Its kind in filters. What they do not have counts as text.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Known(known) => known.kind().unwrap_or(Kind::Text),
            Self::At(..) | Self::Tag(_) => Kind::Text,
        }
    }

    /// Its type as a column; `None` if it is only for filters.
    #[must_use]
    pub fn column(&self) -> Option<Type> {
        match self {
            Self::Known(known) | Self::At(known, _) => known.column(),
            Self::Tag(_) => Some(Type::Text),
        }
    }

    /// The parts of a game that it depends on.
    #[must_use]
    pub fn needs(&self) -> Columns {
        match self {
            Self::Known(known) | Self::At(known, _) => known.needs(),
            Self::Tag(name) => Columns::of_tag(name),
        }
    }

    /// Whether it has one value for each game, rather than one for each player or position.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.column().is_some()
    }

    /// The value in a game as filters and listings have it; null if the game has none, and for a field that means either player.
    /// [`Field::needs`] must have been decoded.
    ///
    /// ```
    /// use archive::{Date, Game};
    /// use query::{Field, Value};
    ///
    /// let game = Game::parse(b"[Date \"2023.06.??\"]\n\n1. e4 *\n");
    /// let date = Date { year: Some(2023), month: Some(6), day: None };
    /// assert_eq!(Field::named("date")?.value(&game), Value::Date(date));
    /// assert_eq!(Field::named("plies")?.value(&game), Value::Whole(1));
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn value<'a>(&self, game: &'a Game) -> Value<'a> {
        let game = OneGame::new(game);
        let told = match self {
            Self::At(known, ply) => game.after(*known, *ply),
            _ => self.asked(&game),
        };
        told.value().unwrap_or(Value::Null)
    }

    /// The value in a game as tables have it: of the type [`Field::column`]; null if the game has none, or one beyond the type.
    ///
    /// ```
    /// use archive::Game;
    /// use query::{Field, OneGame, Value};
    ///
    /// let game = Game::parse(b"[Date \"2023.06.??\"]\n\n1. e4 *\n");
    /// assert_eq!(Field::named("date")?.cell(&OneGame::new(&game)), Value::Null);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn cell(&self, game: &OneGame<'_>) -> Value<'static> {
        let told = match self {
            Self::Known(known) => known.told(game),
            Self::At(known, ply) => game.after(*known, *ply),
            Self::Tag(name) => game.tag_as_written(name),
        };
        match (self.column(), told) {
            (Some(column), Told::Value(value)) => column.fit(value),
            _ => Value::Null,
        }
    }

    /// The value as filters, listings and statistics have it.
    pub(crate) fn asked<'a>(&self, row: &dyn Row<'a>) -> Told<'a> {
        match self {
            Self::Known(known) => known.asked(row),
            // Neither an index nor a block tells it.
            Self::At(..) => Told::Nothing,
            Self::Tag(name) => row.tag_as_written(name),
        }
    }
}

/// As in an expression.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(known) => f.write_str(known.name()),
            Self::At(known, ply) => write!(f, "{}({ply})", known.name()),
            Self::Tag(name) => write!(f, "tag({})", crate::quoted::Quoted(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tags_that_follow_from_moves_need_them() {
        for name in [
            "EventType",
            "Board",
            "Source",
            "WhiteTeam",
            "Link",
            "Annotator",
            "",
            "Ecological",
        ] {
            assert_eq!(Field::Tag(name.to_owned()).needs(), Columns::TAGS, "{name}");
        }
        for (name, field) in [
            ("ECO", Known::Eco),
            ("Eco", Known::Eco),
            ("Opening", Known::Opening),
            ("Variation", Known::Variation),
            ("Termination", Known::Termination),
        ] {
            let needs = Field::Tag(name.to_owned()).needs();
            assert!(needs.contains(Columns::DERIVED_TAGS), "{name}");
            assert!(field.needs().contains(Columns::DERIVED_TAGS), "{name}");
        }
    }

    #[test]
    fn what_follows_from_other_fields_needs_them() {
        for &field in Known::ALL {
            let of: &[Known] = match &field.entry().read {
                Read::Fields(fields, _) | Read::OneOf(fields, _) => fields,
                Read::Either(sides) => sides,
                Read::Game(_) | Read::Board | Read::BoardAndEnd(_) | Read::Position(_) => &[],
            };
            for source in of {
                assert!(field.needs().contains(source.needs()), "{field:?}");
            }
        }
    }
}
