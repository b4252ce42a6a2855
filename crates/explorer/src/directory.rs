//! The directory: where the pages of rows and the stored positions are.
//!
//! Not part of the format.

use crate::Error;
use crate::bytes::{Bytes, pack, put, unpack};
use crate::first::MOST_PLIES;

/// A section of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Of a page, the moves of its first row; of a position, the moves that lead to it.
    pub ranks: Vec<u8>,
    /// Rows of a page; games that reach a position.
    pub games: u64,
    pub bytes: u32,
    /// CRC-32.
    pub check: u32,
}

/// All sections, each kind in the order of their moves. In the file the pages come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directory {
    pub pages: Vec<Section>,
    pub positions: Vec<Section>,
}

impl Directory {
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for sections in [&self.pages, &self.positions] {
            put(&mut out, sections.len() as u64);
            for section in sections {
                put(&mut out, section.ranks.len() as u64);
                out.extend(&section.ranks);
                put(&mut out, section.games);
                put(&mut out, section.bytes.into());
                out.extend(section.check.to_le_bytes());
            }
        }
        pack(&out)
    }

    /// Reads the directory of the file for so many games.
    pub fn read(packed: &[u8], games: u64) -> Result<Self, Error> {
        // A page has a game at least, and a stored position more than those of a page.
        let most = usize::try_from(games).unwrap_or(usize::MAX);
        let most = most.saturating_mul(MOST_PLIES).saturating_add(1 << 10);
        let bytes = unpack(packed, most)?;
        let mut bytes = Bytes::new(&bytes);
        let mut sections = || {
            let count = bytes.number()?;
            let mut found = Vec::new();
            for _ in 0..count {
                let length = bytes.fit()?;
                let ranks = bytes.take(length)?.to_vec();
                let (games, length) = (bytes.number()?, bytes.fit()?);
                let mut check = [0; 4];
                check.copy_from_slice(bytes.take(4)?);
                found.push(Section {
                    ranks,
                    games,
                    bytes: length,
                    check: u32::from_le_bytes(check),
                });
            }
            match found.is_sorted_by(|a, b| a.ranks <= b.ranks) {
                true => Ok(found),
                false => Err(Error::Damaged("its sections are not in order")),
            }
        };
        let found = Self {
            pages: sections()?,
            positions: sections()?,
        };
        bytes.end()?;
        Ok(found)
    }

    /// Where a page begins, after the directory.
    pub fn page_offset(&self, page: usize) -> u64 {
        length(&self.pages[..page])
    }

    /// Where a stored position begins.
    pub fn position_offset(&self, position: usize) -> u64 {
        length(&self.pages) + length(&self.positions[..position])
    }

    /// The stored position after some moves.
    pub fn position(&self, ranks: &[u8]) -> Option<usize> {
        let found = self
            .positions
            .binary_search_by(|section| section.ranks[..].cmp(ranks));
        found.ok()
    }

    /// The pages that may have games that begin with some moves.
    pub fn pages_with(&self, ranks: &[u8]) -> std::ops::Range<usize> {
        // A row with fewer moves than were asked for stands right before those that have more.
        let first = self
            .pages
            .partition_point(|page| &page.ranks[..] < ranks)
            .saturating_sub(1);
        let end = self
            .pages
            .partition_point(|page| &page.ranks[..] <= ranks || page.ranks.starts_with(ranks));
        first..end
    }
}

fn length(sections: &[Section]) -> u64 {
    sections
        .iter()
        .map(|section| u64::from(section.bytes))
        .sum()
}
