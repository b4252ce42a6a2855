//! Makes the file from the games of an archive.
//!
//! Not part of the format.

use crate::directory::{Directory, Section};
use crate::first::{END, Row, ranks, speed_of};
use crate::header::{About, Header};
use crate::node::Node;
use crate::page::{self, PAGE_ROWS};
use crate::{Error, page::same};
use archive::{Columns, Game};
use query::Facts;
use std::io::Write;

/// Takes the games of an archive and makes their opening tree. It needs some 70 bytes of memory for each.
#[derive(Debug, Default)]
pub struct Maker {
    /// The moves of all games, one after the other.
    ranks: Vec<u8>,
    /// The games, and where their moves end.
    rows: Vec<(Row, usize)>,
}

/// A game that is kept, with its moves.
type Sorted<'a> = (&'a [u8], Row);

/// Takes the moves that lead to a position, the games that reach it, and their figures.
type TakeNode<'a> = dyn FnMut(Vec<u8>, usize, &Node) -> Result<(), Error> + 'a;

/// What [`Maker::first`] keeps of a game.
#[derive(Clone, Debug)]
pub struct First(Vec<u8>, Facts, u8);

impl Maker {
    /// The parts of games that are needed.
    pub const NEEDS: Columns = Columns::MOVES;

    /// A tree without games.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What a tree keeps of a game; `None` if no tree counts it, because it does not begin from the usual start. Tags and moves
    /// must have been decoded.
    #[must_use]
    pub fn first(game: &Game) -> Option<First> {
        Some(First(ranks(game)?, Facts::of(game), speed_of(game)))
    }

    /// Counts a game of this number, from 0.
    ///
    /// # Errors
    ///
    /// [`Error::TooMany`].
    pub fn add(&mut self, number: u64, game: &Game) -> Result<(), Error> {
        match Self::first(game) {
            Some(first) => self.add_first(number, first),
            None => Ok(()),
        }
    }

    /// Counts a game by what was kept of it.
    ///
    /// # Errors
    ///
    /// [`Error::TooMany`].
    pub fn add_first(&mut self, number: u64, first: First) -> Result<(), Error> {
        let First(ranks, facts, speed) = first;
        let number = u32::try_from(number).map_err(|_| Error::TooMany)?;
        self.ranks.extend(ranks);
        let row = Row {
            number,
            facts,
            speed,
        };
        self.rows.push((row, self.ranks.len()));
        Ok(())
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn finish(self, about: About, mut out: impl Write) -> Result<(), Error> {
        let rows = self.sorted();
        let (mut directory, mut sections) = (Directory::default(), Vec::new());
        let kept = kept(&rows);
        for (lines, kept) in rows.chunks(PAGE_ROWS).zip(kept.chunks(PAGE_ROWS)) {
            let lines: Vec<Sorted<'_>> = lines
                .iter()
                .zip(kept)
                .map(|((ranks, row), kept)| (&ranks[..*kept], *row))
                .collect();
            let ranks = lines[0].0.to_vec();
            let packed = page::write(&lines);
            directory.pages.push(section(ranks, lines.len(), &packed)?);
            sections.push(packed);
        }
        each_node(&rows, 0, &mut |ranks, games, node| {
            let packed = node.bytes();
            directory.positions.push(section(ranks, games, &packed)?);
            sections.push(packed);
            Ok(())
        })?;
        let directory = directory.bytes();
        let header = Header {
            about,
            directory_bytes: u32::try_from(directory.len()).map_err(|_| Error::TooMany)?,
            directory_check: crc32fast::hash(&directory),
        };
        out.write_all(&header.bytes())?;
        out.write_all(&directory)?;
        for section in sections {
            out.write_all(&section)?;
        }
        Ok(out.flush()?)
    }

    /// The games in the order of their moves, those with the same in that of their numbers.
    fn sorted(&self) -> Vec<Sorted<'_>> {
        let mut start = 0;
        let mut rows: Vec<Sorted<'_>> = Vec::with_capacity(self.rows.len());
        for (row, end) in &self.rows {
            rows.push((&self.ranks[start..*end], *row));
            start = *end;
        }
        rows.sort_unstable_by_key(|(ranks, row)| (*ranks, row.number));
        rows
    }
}

/// For each row the number of moves that tell it from the rows beside it, and one more.
fn kept(rows: &[Sorted<'_>]) -> Vec<usize> {
    let shared: Vec<usize> = rows
        .windows(2)
        .map(|pair| same(pair[0].0, pair[1].0))
        .collect();
    let kept = |(at, (ranks, _)): (usize, &Sorted<'_>)| {
        let before = at.checked_sub(1).map_or(0, |at| shared[at]);
        let after = shared.get(at).copied().unwrap_or_default();
        (before.max(after) + 1).min(ranks.len())
    };
    rows.iter().enumerate().map(kept).collect()
}

/// The positions after `depth` moves and more that more games reach than a page has, in the order of their moves.
fn each_node(rows: &[Sorted<'_>], depth: usize, take: &mut TakeNode<'_>) -> Result<(), Error> {
    let [(first, _), ..] = rows else {
        return Ok(());
    };
    if rows.len() <= PAGE_ROWS || rows.iter().any(|(ranks, _)| ranks.len() <= depth) {
        return Ok(());
    }
    let mut node = Node::default();
    for (ranks, row) in rows {
        node.add(ranks[depth], depth.is_multiple_of(2), row);
    }
    take(first[..depth].to_vec(), rows.len(), &node)?;
    for group in rows.chunk_by(|a, b| a.0[depth] == b.0[depth]) {
        if group[0].0[depth] != END {
            each_node(group, depth + 1, take)?;
        }
    }
    Ok(())
}

fn section(ranks: Vec<u8>, games: usize, packed: &[u8]) -> Result<Section, Error> {
    Ok(Section {
        ranks,
        games: games as u64,
        bytes: u32::try_from(packed.len()).map_err(|_| Error::TooMany)?,
        check: crc32fast::hash(packed),
    })
}
