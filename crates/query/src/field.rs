//! What a filter can use: the table of fields.
//!
//! Not part of the format. docs/filters.md has the same table for people; a test compares them.

use archive::{Columns, Outcome};
use std::fmt;

/// A property of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// One of the fields of the table.
    Known(Known),
    /// The tag of this name, as text.
    Tag(String),
}

/// The type of a field's values.
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

macro_rules! fields {
    ($($field:ident $name:literal $kind:ident $needs:expr;)*) => {
        /// A field of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "docs/filters.md describes each")]
        pub enum Known { $($field),* }

        impl Known {
            /// All fields.
            pub const ALL: &'static [Self] = &[$(Self::$field),*];

            /// Its name in expressions.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$field => $name),* }
            }

            /// The type of its values.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self { $(Self::$field => Kind::$kind),* }
            }

            fn needs(self) -> Columns {
                match self { $(Self::$field => $needs),* }
            }
        }
    };
}

/// The results as tags have them; the last is that of a game that goes on.
const RESULTS: [&str; 4] = [
    Outcome::White.tag(),
    Outcome::Black.tag(),
    Outcome::Draw.tag(),
    Outcome::Unknown.tag(),
];

const TAGS: Columns = Columns::TAGS;
const DERIVED: Columns = Columns::DERIVED_TAGS;
const MOVES: Columns = Columns::MOVES;

fields! {
    White "white" Name TAGS;
    Black "black" Name TAGS;
    Player "player" Name TAGS;
    Winner "winner" Name TAGS;
    Loser "loser" Name TAGS;
    WhiteRating "white_rating" Number TAGS;
    BlackRating "black_rating" Number TAGS;
    MinRating "min_rating" Number TAGS;
    MaxRating "max_rating" Number TAGS;
    MeanRating "mean_rating" Number TAGS;
    RatingGap "rating_gap" Number TAGS;
    WhiteTitle "white_title" Text TAGS;
    BlackTitle "black_title" Text TAGS;
    Title "title" Text TAGS;
    WhiteTeam "white_team" Text TAGS;
    BlackTeam "black_team" Text TAGS;
    Team "team" Text TAGS;
    Bot "bot" Truth TAGS;
    Titled "titled" Truth TAGS;
    Result "result" Text TAGS;
    Date "date" Date TAGS;
    Year "year" Number TAGS;
    Month "month" Number TAGS;
    EventDate "event_date" Date TAGS;
    Event "event" Text TAGS;
    Site "site" Text TAGS;
    Round "round" Text TAGS;
    Eco "eco" Text DERIVED;
    Opening "opening" Text DERIVED;
    Variation "variation" Text DERIVED;
    TimeControl "time_control" Text TAGS;
    Speed "speed" Text TAGS;
    Base "base" Number TAGS;
    Increment "increment" Number TAGS;
    Termination "termination" Text DERIVED;
    Ending "ending" Text DERIVED | MOVES;
    Variant "variant" Text TAGS;
    Setup "setup" Truth TAGS;
    Annotator "annotator" Text TAGS;
    Plies "plies" Number MOVES;
    HasClocks "has_clocks" Truth MOVES | Columns::CLOCKS;
    HasEvals "has_evals" Truth MOVES | Columns::EVALS;
    HasComments "has_comments" Truth MOVES | Columns::COMMENTS;
    HasNags "has_nags" Truth MOVES | Columns::NAGS;
    HasVariations "has_variations" Truth MOVES;
    Position "position" Board MOVES;
    Moves "moves" Board MOVES;
    Material "material" Board MOVES;
}

impl Known {
    /// The field with a name, in any case and with or without `_`, so that names of tags such as `WhiteElo` also work.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let bare = |name: &str| name.replace('_', "").to_ascii_lowercase();
        let name = match &bare(name)[..] {
            "whiteelo" => "whiterating".to_owned(),
            "blackelo" => "blackrating".to_owned(),
            "plycount" => "plies".to_owned(),
            other => other.to_owned(),
        };
        Self::ALL
            .iter()
            .copied()
            .find(|field| bare(field.name()) == name)
    }

    /// The fields of White and of Black, for a field that means either player.
    pub(crate) fn either(self) -> Option<[Self; 2]> {
        match self {
            Self::Player => Some([Self::White, Self::Black]),
            Self::Title => Some([Self::WhiteTitle, Self::BlackTitle]),
            Self::Team => Some([Self::WhiteTeam, Self::BlackTeam]),
            _ => None,
        }
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
}

impl Field {
    /// The type of its values.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Known(known) => known.kind(),
            Self::Tag(_) => Kind::Text,
        }
    }

    /// The parts of a game that it depends on.
    #[must_use]
    pub fn needs(&self) -> Columns {
        match self {
            Self::Known(known) => known.needs(),
            Self::Tag(name) => Columns::of_tag(name),
        }
    }
}

/// As in an expression.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(known) => f.write_str(known.name()),
            Self::Tag(name) => write!(f, "tag({})", crate::quoted::Quoted(name)),
        }
    }
}

/// The message for an unknown field.
pub(crate) fn unknown(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let by_distance = Known::ALL
        .iter()
        .map(|field| (distance(&name, field.name()), field.name()));
    match by_distance.min() {
        Some((0..=2, near)) => format!("there is no field '{name}'; did you mean {near}?"),
        _ if name == "rating" || name == "elo" => {
            "there is no field 'rating': use white_rating, black_rating, min_rating, max_rating or mean_rating".to_owned()
        }
        _ => {
            let names: Vec<_> = Known::ALL.iter().map(|field| field.name()).collect();
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
            assert_eq!(Known::named(field.name()), Some(field));
        }
        assert_eq!(Known::named("WhiteElo"), Some(Known::WhiteRating));
        assert_eq!(Known::named("ECO"), Some(Known::Eco));
        assert_eq!(Known::named("rating"), None);
    }

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
            "eco",
        ] {
            assert_eq!(Field::Tag(name.to_owned()).needs(), TAGS, "{name}");
        }
        for (name, field) in [
            ("ECO", Known::Eco),
            ("Opening", Known::Opening),
            ("Variation", Known::Variation),
            ("Termination", Known::Termination),
        ] {
            let needs = Field::Tag(name.to_owned()).needs();
            assert!(needs.contains(DERIVED), "{name}");
            assert!(field.needs().contains(DERIVED), "{name}");
        }
    }

    #[test]
    fn a_name_that_is_nearly_one_is_told() {
        assert!(unknown("whte").contains("did you mean white?"));
        assert!(unknown("rating").contains("min_rating"));
        assert!(unknown("nonsense").contains("tag('Name')"));
    }

    #[test]
    fn every_field_is_described_for_people() {
        let table = include_str!("../../../docs/filters.md");
        for &field in Known::ALL {
            let kind = format!("{:?}", field.kind()).to_lowercase();
            let row = format!("| `{}` | {kind} |", field.name());
            assert!(table.contains(&row), "docs/filters.md has no row {row}");
        }
    }
}
