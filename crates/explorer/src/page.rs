//! A page: the rows of some thousand games that follow one another in the order of their moves.
//!
//! Not part of the format.

use crate::Error;
use crate::bytes::{Bytes, pack, put, unpack};
use crate::cell::speed;
use crate::first::{MOST_PLIES, Row};
use archive::Outcome;
use query::{Facts, SPEEDS};

/// Rows of a page at most.
pub const PAGE_ROWS: usize = 4096;

/// The results in the order of their numbers.
const RESULTS: [Outcome; 4] = [
    Outcome::White,
    Outcome::Draw,
    Outcome::Black,
    Outcome::Unknown,
];

/// A row with as many of its moves as tell it from other rows, and one more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub ranks: Vec<u8>,
    pub row: Row,
}

/// A page, column by column: like values together are packed best.
pub fn write(lines: &[(&[u8], Row)]) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, lines.len() as u64);
    let mut before: &[u8] = &[];
    let mut tails = Vec::new();
    for (ranks, _) in lines {
        let kept = same(before, ranks);
        out.push(kept as u8);
        tails.push(&ranks[kept..]);
        before = ranks;
    }
    tails.iter().for_each(|tail| out.push(tail.len() as u8));
    tails.iter().for_each(|tail| out.extend(*tail));
    for (_, row) in lines {
        let result = RESULTS
            .iter()
            .position(|result| *result == row.facts.result);
        out.push(result.unwrap_or(3) as u8 | row.speed << 2);
    }
    for side in 0..2 {
        let rating = |row: &Row| row.facts.ratings[side].unwrap_or_default().to_le_bytes();
        (0..2).for_each(|place| out.extend(lines.iter().map(|(_, row)| rating(row)[place])));
    }
    for (_, row) in lines {
        put(&mut out, row.facts.year.unwrap_or_default().into());
    }
    for place in 0..4 {
        out.extend(lines.iter().map(|(_, row)| row.number.to_le_bytes()[place]));
    }
    pack(&out)
}

/// Reads a page of this number of rows.
pub fn read(packed: &[u8], rows: u64) -> Result<Vec<Line>, Error> {
    let count = usize::try_from(rows).unwrap_or(usize::MAX);
    if count > PAGE_ROWS {
        return Err(Error::Damaged("a page has too many games"));
    }
    let bytes = unpack(packed, count * (MOST_PLIES + 16) + 16)?;
    let mut bytes = Bytes::new(&bytes);
    if bytes.number()? != rows {
        return Err(Error::Damaged("a page has another number of games"));
    }
    let kept = bytes.take(count)?;
    let lengths = bytes.take(count)?;
    let mut lines: Vec<Vec<u8>> = Vec::with_capacity(count);
    for (&kept, &length) in kept.iter().zip(lengths) {
        let before = lines.last().map_or(&[][..], |line| &line[..]);
        let before = before.get(..usize::from(kept));
        let mut ranks = before
            .ok_or(Error::Damaged("moves are missing before others"))?
            .to_vec();
        ranks.extend(bytes.take(length.into())?);
        if ranks.len() > MOST_PLIES {
            return Err(Error::Damaged("a game has too many moves"));
        }
        lines.push(ranks);
    }
    let kinds = bytes.take(count)?;
    let [white_low, white_high] = [bytes.take(count)?, bytes.take(count)?];
    let [black_low, black_high] = [bytes.take(count)?, bytes.take(count)?];
    let mut years = Vec::with_capacity(count);
    for _ in 0..count {
        years.push(bytes.fit::<u16>()?);
    }
    let numbers = [
        bytes.take(count)?,
        bytes.take(count)?,
        bytes.take(count)?,
        bytes.take(count)?,
    ];
    bytes.end()?;
    let rating = |low: &[u8], high: &[u8], at: usize| {
        let rating = u16::from_le_bytes([low[at], high[at]]);
        (rating > 0).then_some(rating)
    };
    let line = |(at, ranks)| {
        let kind: u8 = kinds[at];
        if usize::from(kind >> 2) > SPEEDS.len() {
            return Err(Error::Damaged("a game has an unknown pace"));
        }
        let facts = Facts::new(
            RESULTS[usize::from(kind & 3)],
            [
                rating(white_low, white_high, at),
                rating(black_low, black_high, at),
            ],
            (years[at] > 0).then_some(years[at]),
        );
        let number = u32::from_le_bytes(numbers.map(|place| place[at]));
        let speed = kind >> 2;
        Ok(Line {
            ranks,
            row: Row {
                number,
                facts,
                speed,
            },
        })
    };
    lines.into_iter().enumerate().map(line).collect()
}

/// The number of moves that two lines have in common.
pub fn same(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

impl Row {
    /// What is known of the game.
    pub fn outline(&self) -> query::Outline {
        query::Outline {
            result: Some(self.facts.result),
            ratings: self
                .facts
                .ratings
                .map(|rating| rating.map(|rating| (rating, rating))),
            year: Some(self.facts.year),
            speed: speed(self.speed),
        }
    }
}
