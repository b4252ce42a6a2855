//! A stored position: the figures of the games that reach it, by move and cell.
//!
//! Not part of the format.

use crate::Error;
use crate::bytes::{Bytes, pack, put, unpack};
use crate::cell::Cell;
use crate::first::Row;
use query::Branch;
use std::collections::BTreeMap;

/// Bytes of a stored position at most, unpacked.
const MOST_BYTES: usize = 1 << 24;

/// The figures by the rank of the move and by cell. The rank [`END`](crate::first::END) stands for games that end in the position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node(pub BTreeMap<(u8, Cell), Branch>);

impl Node {
    /// Counts a game that reaches the position, with the rank of the move played there.
    pub fn add(&mut self, rank: u8, white_to_move: bool, row: &Row) {
        let cell = Cell::of(row.facts.ratings, row.speed);
        let branch = self.0.entry((rank, cell)).or_default();
        branch.add((0, row.number.into()), white_to_move, &row.facts);
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, self.0.len() as u64);
        for ((rank, cell), branch) in &self.0 {
            out.extend([*rank, cell.ratings[0], cell.ratings[1], cell.speed]);
            for number in [branch.games, branch.white, branch.draws, branch.black] {
                put(&mut out, number);
            }
            let (first, last) = branch.years.unwrap_or_default();
            put(&mut out, first.into());
            put(&mut out, last.saturating_sub(first).into());
            put(&mut out, branch.example.map_or(0, |(_, game)| game));
            put(&mut out, branch.strength.into());
            for number in [
                branch.own.0,
                branch.own.1,
                branch.opponents.0,
                branch.opponents.1,
                branch.points,
            ] {
                put(&mut out, number);
            }
        }
        pack(&out)
    }

    pub fn read(packed: &[u8]) -> Result<Self, Error> {
        let bytes = unpack(packed, MOST_BYTES)?;
        let mut bytes = Bytes::new(&bytes);
        let count = bytes.number()?;
        let mut found = BTreeMap::new();
        for _ in 0..count {
            let key = bytes.take(4)?;
            let cell = Cell {
                ratings: [key[1], key[2]],
                speed: key[3],
            };
            if !cell.is_valid() {
                return Err(Error::Damaged("a rating or a pace is of an unknown class"));
            }
            let mut branch = Branch {
                games: bytes.number()?,
                white: bytes.number()?,
                draws: bytes.number()?,
                black: bytes.number()?,
                ..Branch::default()
            };
            let (first, span) = (bytes.fit::<u16>()?, bytes.fit::<u16>()?);
            branch.years = (first > 0).then_some((first, first.saturating_add(span)));
            branch.example = Some((0, bytes.fit::<u32>()?.into()));
            branch.strength = bytes.fit()?;
            branch.own = (bytes.number()?, bytes.number()?);
            branch.opponents = (bytes.number()?, bytes.number()?);
            branch.points = bytes.number()?;
            if branch.games > u64::from(u32::MAX) || branch.own.1 > branch.games {
                return Err(Error::Damaged("a position has too many games"));
            }
            found.insert((key[0], cell), branch);
        }
        bytes.end()?;
        Ok(Self(found))
    }
}
