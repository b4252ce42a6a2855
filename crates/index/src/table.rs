//! Converts the columns of an index to those of a table.
//!
//! Not part of the format.

use crate::pages::Column;
use crate::schema::{DAY, HOME_PAWNS, Kept, MATERIAL, NEXT_MOVES, model};
use crate::{Error, coded};
use archive::{Date, Model};
use legal::Position;
use query::{Day, Known, Lines, Table, Texts, Type};

/// The wanted columns.
pub(crate) struct Columns<'a> {
    known: &'a [Known],
    /// Whether main lines are wanted, and whether coded moves of them are.
    lines: bool,
    coded: bool,
    kept: Kept,
}

impl<'a> Columns<'a> {
    /// These columns, and main lines if `lines` is given; its value says whether their coded moves can be read.
    pub fn new(known: &'a [Known], lines: Option<bool>, kept: Kept) -> Self {
        Self {
            known,
            lines: lines.is_some(),
            coded: lines == Some(true),
            kept,
        }
    }

    /// Makes the table of this number of games; `read` reads the column of a name.
    pub fn table(
        &self,
        games: usize,
        read: &mut dyn FnMut(&'static str) -> Result<Column, Error>,
    ) -> Result<Table, Error> {
        let mut table = Table {
            games,
            ..Table::default()
        };
        for &known in self.known {
            let column = read(known.name())?;
            match known.column() {
                Some(Type::Date) => table.dates = Some(dates(&column, read)?),
                Some(Type::Text) => _ = table.texts.insert(known, texts(column)?),
                _ => _ = table.numbers.insert(known, numbers(&column)),
            }
        }
        if self.lines {
            let mut lines = self.lines(read)?;
            if self.coded {
                let mut coded = Coded {
                    plies: lines.plies.clone(),
                    most: self.kept.coded_plies(),
                    ..Coded::default()
                };
                fill(&mut coded.bytes, &mut coded.ends, &read(NEXT_MOVES)?)?;
                lines.more = Some(Box::new(coded.reader()));
            }
            table.lines = Some(lines);
        }
        Ok(table)
    }

    fn lines(
        &self,
        read: &mut dyn FnMut(&'static str) -> Result<Column, Error>,
    ) -> Result<Lines, Error> {
        let mut lines = Lines::default();
        let moves = read(self.kept.column())?;
        fill(&mut lines.ranks, &mut lines.ends, &moves)?;
        let plies = numbers(&read("plies")?).into_iter().zip(&moves.keys);
        let plies = plies.map(|(plies, &key)| {
            // A game whose moves are not there is not one without moves.
            moves.values.bytes(key as usize)?;
            u32::try_from(plies?).ok()
        });
        lines.plies = plies.collect();
        lines.starts = texts(read("fen")?)?;
        lines.variants = texts(read("variant")?)?;
        lines.material = texts(read(MATERIAL)?)?;
        let home = numbers(&read(HOME_PAWNS)?).into_iter();
        lines.home_pawns = home.map(|home| u16::try_from(home?).ok()).collect();
        Ok(lines)
    }
}

/// The bytes of all games one after the other, and where those of each end.
fn fill(bytes: &mut Vec<u8>, ends: &mut Vec<usize>, column: &Column) -> Result<(), Error> {
    let mut next = 0;
    for &key in &column.keys {
        if let Some(found) = column.values.bytes(key as usize) {
            // Each value is written for its game. One that many games share would take more memory than the file can bound.
            if key != next {
                return Err(Error::Damaged("moves are not those of one game".to_owned()));
            }
            next += 1;
            bytes.extend_from_slice(found);
        }
        ends.push(bytes.len());
    }
    Ok(())
}

/// Coded moves of games.
#[derive(Default)]
struct Coded {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    plies: Vec<Option<u32>>,
    /// The maximum number of coded plies of a game.
    most: usize,
}

impl Coded {
    /// The ranks after the first ones of a game.
    fn ranks(&self, game: usize, start: &Position, first: &[u8], model: &Model) -> Option<Vec<u8>> {
        let begin = match game {
            0 => 0,
            _ => *self.ends.get(game - 1)?,
        };
        let bytes = self.bytes.get(begin..*self.ends.get(game)?)?;
        let plies = (*self.plies.get(game)?)? as usize;
        let count = plies.saturating_sub(first.len()).min(self.most);
        Some(coded::decode(model, start, first, count, bytes))
    }

    fn reader(self) -> impl Fn(usize, &Position, &[u8]) -> Vec<u8> {
        let model = model();
        move |game, start, first| {
            let ranks = self.ranks(game, start, first, &model);
            ranks.unwrap_or_default()
        }
    }
}

fn texts(column: Column) -> Result<Texts, Error> {
    Ok(Texts {
        values: column.values.texts()?,
        keys: column.keys,
    })
}

/// Numbers, none of which is below 0.
fn numbers(column: &Column) -> Vec<Option<i32>> {
    let ints = &column.values.ints;
    let number = |key: &u32| {
        ints.get(*key as usize)
            .copied()
            .filter(|number| *number >= 0)
    };
    column.keys.iter().map(number).collect()
}

/// Dates that are known completely or in part.
fn dates(
    days: &Column,
    read: &mut dyn FnMut(&'static str) -> Result<Column, Error>,
) -> Result<Vec<Option<Date>>, Error> {
    let mut next = |name| Ok::<_, Error>(numbers(&read(name)?));
    let (years, months, odd_days) = (next("year")?, next("month")?, next(DAY)?);
    let parts = years.into_iter().zip(months).zip(odd_days);
    let date = |(key, ((year, month), odd_day)): (&u32, ((Option<i32>, _), _))| {
        // Days before 1970 are below 0.
        let day = match days.values.ints.get(*key as usize) {
            Some(&days) => i32::try_from(Day(days.into()).parts().2).ok(),
            None => odd_day,
        };
        let small = |part: Option<i32>| part.and_then(|part| u8::try_from(part).ok());
        let date = Date {
            year: year.and_then(|year| u16::try_from(year).ok()),
            month: small(month),
            day: small(day),
        };
        (date != Date::default()).then_some(date)
    };
    Ok(days.keys.iter().zip(parts).map(date).collect())
}
