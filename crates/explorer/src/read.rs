//! Answers questions from the file.
//!
//! Not part of the format.

use crate::directory::{Directory, Section};
use crate::first::END;
use crate::header::{About, HEADER_BYTES, Header};
use crate::node::Node;
use crate::page::{self, Line};
use crate::{Error, error};
use query::{Branch, Filter, Root, Tree, Verdict};
use std::io::{Read, Seek, SeekFrom};

/// An opening tree in a file.
#[derive(Debug)]
pub struct Explorer<R> {
    src: R,
    directory: Directory,
    /// Where the first page begins.
    start: u64,
}

impl<R: Read + Seek> Explorer<R> {
    /// Opens the file that was made of this archive. Its directory is read: some bytes for a thousand games.
    ///
    /// # Errors
    ///
    /// [`Error::Foreign`] if the file is something else, [`Error::OfAnother`] if it was made of another archive, [`Error::Damaged`], and
    /// [`Error::Io`].
    pub fn open(mut src: R, about: About) -> Result<Self, Error> {
        let mut header = [0; HEADER_BYTES];
        src.seek(SeekFrom::Start(0))?;
        src.read_exact(&mut header).map_err(error::of_end)?;
        let header = Header::read(&header)?;
        if header.about != about {
            return Err(Error::OfAnother);
        }
        let length = u64::from(header.directory_bytes);
        let packed = section(
            &mut src,
            HEADER_BYTES as u64,
            length,
            header.directory_check,
        )?;
        Ok(Self {
            directory: Directory::read(&packed, header.about.games)?,
            start: HEADER_BYTES as u64 + length,
            src,
        })
    }

    /// Adds the games that pass a filter and begin with the moves of a root to its tree, as games of the archive of this number. It
    /// returns the numbers of the games that must be read, because fewer of their moves are stored, and may belong to the tree; or `None`, if
    /// the root is not given by moves, or the filter asks for more than results, ratings, years and paces. Then nothing was added.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] and [`Error::Io`].
    pub fn add_to(
        &mut self,
        tree: &mut Tree,
        root: &Root,
        filter: &Filter,
        archive: usize,
    ) -> Result<Option<Vec<u64>>, Error> {
        let Some(ranks) = root.ranks() else {
            return Ok(None);
        };
        if let Some(branches) = self.stored(ranks, filter)? {
            for (rank, branch) in branches {
                tree.merge(root, (rank != END).then_some(rank), archive, &branch);
            }
            return Ok(Some(Vec::new()));
        }
        let (mut found, mut asked) = (Vec::new(), Vec::new());
        for page in self.directory.pages_with(ranks) {
            for line in self.page(page)? {
                let next = match line.ranks.strip_prefix(ranks) {
                    Some(rest) => rest.first().copied(),
                    // Its other moves are not stored.
                    None if ranks.starts_with(&line.ranks) => None,
                    None => continue,
                };
                let passes = match filter.is_empty() {
                    true => Verdict::Yes,
                    false => filter.verdict(&line.row.outline()),
                };
                match (passes, next) {
                    (Verdict::No, _) => {}
                    (Verdict::Ask, _) => return Ok(None),
                    (Verdict::Yes, None) => asked.push(line.row.number.into()),
                    (Verdict::Yes, Some(next)) => found.push((next, line.row)),
                }
            }
        }
        for (next, row) in found {
            let rank = (next != END).then_some(next);
            tree.add_rank(root, (archive, row.number.into()), rank, &row.facts);
        }
        asked.sort_unstable();
        Ok(Some(asked))
    }

    /// The figures of a stored position by the rank of the move; `None` if it is not stored, or the filter divides one of its cells.
    fn stored(
        &mut self,
        ranks: &[u8],
        filter: &Filter,
    ) -> Result<Option<Vec<(u8, Branch)>>, Error> {
        let Some(position) = self.directory.position(ranks) else {
            return Ok(None);
        };
        let at = self.start + self.directory.position_offset(position);
        let packed = read(&mut self.src, at, &self.directory.positions[position])?;
        let mut found: Vec<(u8, Branch)> = Vec::new();
        for ((rank, cell), branch) in Node::read(&packed)?.0 {
            match filter.is_empty() {
                true => {}
                false => match filter.verdict(&cell.outline()) {
                    Verdict::Yes => {}
                    Verdict::No => continue,
                    Verdict::Ask => return Ok(None),
                },
            }
            match found.last_mut() {
                Some((last, sum)) if *last == rank => sum.merge(&branch),
                _ => found.push((rank, branch)),
            }
        }
        Ok(Some(found))
    }

    fn page(&mut self, page: usize) -> Result<Vec<Line>, Error> {
        let at = self.start + self.directory.page_offset(page);
        let section = &self.directory.pages[page];
        page::read(&read(&mut self.src, at, section)?, section.games)
    }
}

fn read<R: Read + Seek>(src: &mut R, at: u64, found: &Section) -> Result<Vec<u8>, Error> {
    section(src, at, found.bytes.into(), found.check)
}

/// Reads a section, as far as the file goes, and compares its checksum.
fn section<R: Read + Seek>(
    src: &mut R,
    at: u64,
    length: u64,
    check: u32,
) -> Result<Vec<u8>, Error> {
    src.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    src.take(length).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == length && crc32fast::hash(&bytes) == check {
        true => Ok(bytes),
        false => Err(Error::Damaged("a section does not match its checksum")),
    }
}
