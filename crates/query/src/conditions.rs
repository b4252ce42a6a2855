//! The usual conditions, one by one, like the options of a program.
//!
//! Not part of the format.

use crate::Error;
use crate::board;
use crate::date::Days;
use crate::expr::{Comparison, Expr, Literal, Op};
use crate::fields::{Field, Known};
use crate::listed::{eco, ending, list, result, time_control};
use crate::name::Name;
use crate::pattern::{containing, is_glob};

/// The usual conditions. All given conditions must hold; docs/filters.md describes each under its name.
///
/// ```
/// use query::{Conditions, Filter};
///
/// let conditions = Conditions {
///     player: vec!["Carlsen".to_owned()],
///     date: Some("2023-01..2023-06".to_owned()),
///     ..Conditions::default()
/// };
/// assert_eq!(conditions.expr()?.to_string(), "player = 'Carlsen' and date >= '2023-01' and date <= '2023-06'");
/// let wrong = Conditions { eco: Some("Z1".to_owned()), ..Conditions::default() };
/// assert!(Filter::of(&wrong).unwrap_err().to_string().starts_with("eco: "));
/// # Ok::<(), query::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Each of these names must be one of the two players.
    pub player: Vec<String>,
    /// Whether near spellings of these names and of those of White and Black are found, too.
    pub fuzzy: bool,
    /// Name of White.
    pub white: Option<String>,
    /// Name of Black.
    pub black: Option<String>,
    /// `A..B`: both ratings are in this range.
    pub rating: Option<String>,
    /// `A..B`: years, months or days.
    pub date: Option<String>,
    /// Results with commas between.
    pub result: Option<String>,
    /// ECO codes, ranges of codes and prefixes of codes, with commas between.
    pub eco: Option<String>,
    /// Part of the opening's name, or a glob pattern for the whole name.
    pub opening: Option<String>,
    /// Classes of time controls, or time controls, with commas between.
    pub time_control: Option<String>,
    /// Part of the event, or a glob pattern for all of it.
    pub event: Option<String>,
    /// Part of the site, or a glob pattern for all of it.
    pub site: Option<String>,
    /// `A..B`: the number of plies.
    pub plies: Option<String>,
    /// `NAME=GLOB` each: the tag matches this glob pattern.
    pub tag: Vec<String>,
    /// Ways in which the game ended, with commas between.
    pub ending: Option<String>,
    /// A FEN: the game reaches this position.
    pub position: Option<String>,
    /// Moves such as `1. e4 c5`: the game begins with them.
    pub moves: Option<String>,
    /// Material such as `KRPvKR`: at some point exactly this is on the board.
    pub material: Option<String>,
    /// The text of a PGN file: the game reaches the end of one of its lines.
    pub matches: Option<String>,
    /// An expression.
    pub expression: Option<String>,
    /// Whether the games are wanted for which not all other conditions hold.
    pub not: bool,
}

/// Reads one item of a list.
type Read = fn(&str) -> Result<Expr, String>;

impl Conditions {
    /// All conditions in one expression.
    ///
    /// # Errors
    ///
    /// A condition cannot be read; the error names it, `where` for the expression.
    pub fn expr(&self) -> Result<Expr, Error> {
        let mut all = Vec::new();
        for player in &self.player {
            all.push(self.name("player", Known::Player, player)?);
        }
        let names = [
            ("white", Known::White, &self.white),
            ("black", Known::Black, &self.black),
        ];
        for (condition, field, given) in names {
            all.extend(
                given
                    .as_ref()
                    .map(|given| self.name(condition, field, given))
                    .transpose()?,
            );
        }
        if let Some(given) = &self.rating {
            let (low, high) = range("rating", given, |text| whole(text).map(Literal::Number))?;
            all.extend(low.map(|low| Expr::compare(Known::MinRating, Comparison::AtLeast, low)));
            all.extend(high.map(|high| Expr::compare(Known::MaxRating, Comparison::AtMost, high)));
        }
        if let Some(given) = &self.date {
            let (low, high) = range("date", given, |text| Days::parse(text).map(Literal::Date))?;
            all.extend(low.map(|low| Expr::compare(Known::Date, Comparison::AtLeast, low)));
            all.extend(high.map(|high| Expr::compare(Known::Date, Comparison::AtMost, high)));
        }
        if let Some(given) = &self.plies {
            let (low, high) = range("plies", given, |text| whole(text).map(Literal::Number))?;
            all.extend(low.map(|low| Expr::compare(Known::Plies, Comparison::AtLeast, low)));
            all.extend(high.map(|high| Expr::compare(Known::Plies, Comparison::AtMost, high)));
        }
        let lists: [(_, _, Read); 4] = [
            ("result", &self.result, result),
            ("eco", &self.eco, eco),
            ("time-control", &self.time_control, time_control),
            ("ending", &self.ending, ending),
        ];
        for (condition, given, read) in lists {
            all.extend(
                given
                    .as_ref()
                    .map(|given| list(condition, given, read))
                    .transpose()?,
            );
        }
        let texts = [
            (Known::Opening, &self.opening),
            (Known::Event, &self.event),
            (Known::Site, &self.site),
        ];
        for (field, given) in texts {
            all.extend(
                given
                    .as_ref()
                    .map(|given| Expr::test(Field::Known(field), Op::Glob(part(given)))),
            );
        }
        for given in &self.tag {
            let (name, glob) = given
                .split_once('=')
                .ok_or_else(|| Error::of("tag", "expected NAME=GLOB"))?;
            if name.is_empty() {
                return Err(Error::of("tag", "expected the name of a tag before ="));
            }
            all.push(Expr::test(
                Field::Tag(name.to_owned()),
                Op::Glob(glob.to_owned()),
            ));
        }
        let boards = [
            ("position", Known::Position, &self.position),
            ("moves", Known::Moves, &self.moves),
            ("material", Known::Material, &self.material),
        ];
        for (condition, field, given) in boards {
            if let Some(given) = given {
                let wrong = |(at, what)| Error::in_condition(condition, given, at, what);
                board::check(field, given).map_err(wrong)?;
                all.push(Expr::is(field, given));
            }
        }
        if let Some(given) = &self.matches {
            let ends = board::repertoire::ends(given);
            let ends = ends.map_err(|what| Error::of("matches", what))?;
            let ends = ends.into_iter().map(Literal::Text).collect();
            all.push(Expr::test(Field::Known(Known::Position), Op::In(ends)));
        }
        if let Some(given) = &self.expression {
            all.push(Expr::parse(given)?);
        }
        if self.not && all.is_empty() {
            return Err(Error::of(
                "not",
                "there is no condition that a game could fail",
            ));
        }
        let all = match all.len() {
            1 => all.remove(0),
            _ => Expr::And(all),
        };
        Ok(match self.not {
            true => Expr::NotTrue(Box::new(all)),
            false => all,
        })
    }

    fn name(&self, condition: &'static str, field: Known, text: &str) -> Result<Expr, Error> {
        if is_glob(text) {
            return Ok(Expr::test(Field::Known(field), Op::Glob(text.to_owned())));
        }
        match Name::new(text).is_enough() {
            true if self.fuzzy => Ok(Expr::test(Field::Known(field), Op::Near(text.to_owned()))),
            true => Ok(Expr::is(field, text)),
            false => Err(Error::of(
                condition,
                format!(
                    "'{text}' is not a name: expected a word of at least two letters, or a glob such as 'C*'"
                ),
            )),
        }
    }
}

/// A text as a glob pattern: the text itself if it has wildcards, otherwise a pattern for all texts that contain it.
fn part(text: &str) -> String {
    match is_glob(text) {
        true => text.to_owned(),
        false => containing(text),
    }
}

fn whole(text: &str) -> Option<f64> {
    text.parse::<u32>().ok().map(f64::from)
}

/// Reads `A..B`, `A..`, `..B` or a single value, which is both ends.
fn range(
    condition: &'static str,
    text: &str,
    read: impl Fn(&str) -> Option<Literal>,
) -> Result<(Option<Literal>, Option<Literal>), Error> {
    let value = |text: &str| match text.trim() {
        "" => Ok(None),
        text => {
            let wrong = || {
                Error::of(
                    condition,
                    format!("'{text}' cannot be read: expected A..B, A.., ..B or one value"),
                )
            };
            read(text).map(Some).ok_or_else(wrong)
        }
    };
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    match (value(low)?, value(high)?) {
        (None, None) => Err(Error::of(condition, "expected A..B, A.., ..B or one value")),
        ends => Ok(ends),
    }
}
