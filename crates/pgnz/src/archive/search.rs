//! The games of an archive that pass a filter, and the blocks that may contain such games.

use super::Archive;
use crate::{Error, Found, Search};
use std::io::{Read, Seek};
use std::ops::{Range, RangeBounds};

impl<R: Read + Seek> Archive<R> {
    /// The games in a range that pass a filter, with their numbers. Threads decode them in advance. Blocks that cannot contain such games are
    /// skipped, and moves are decoded only for games whose tags do not rule them out.
    ///
    /// # Errors
    ///
    /// As for [`Archive::games`].
    ///
    /// ```
    /// # use pgnz::{Archive, Columns, CompressOptions, Filter, Search};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let search = Search::new().filter(Filter::parse("white = 'Anna'")?).columns(Columns::TAGS);
    /// let numbers: Vec<u64> = archive
    ///     .search(.., search)?
    ///     .map(|found| Ok(found?.0))
    ///     .collect::<Result<_, pgnz::Error>>()?;
    /// assert_eq!(numbers, [0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(&self, range: impl RangeBounds<u64>, search: Search) -> Result<Found, Error>
    where
        R: Clone + Send + 'static,
    {
        let range = self.checked(&range)?;
        Ok(search.games(&self.reader, &range))
    }

    /// Divides the archive into ranges of games for several workers: runs of whole blocks with at least `bytes` bytes of text each. A run
    /// may be shorter if the next block cannot contain a game that passes the filter; such blocks are in no run.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Search};
    /// # let mut packed = Vec::new();
    /// let options = CompressOptions::new().block_games(1);
    /// pgnz::compress(&b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n"[..], &mut packed, &options)?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// assert_eq!(archive.runs(&Search::new(), 10), [0..2, 2..3]);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn runs(&self, search: &Search, bytes: u64) -> Vec<Range<u64>> {
        let mut runs: Vec<Range<u64>> = Vec::new();
        let mut held = 0_u64;
        for block in self.blocks() {
            let (first, facts) = (block.first_game(), block.facts());
            let games = first..first.saturating_add(facts.games);
            if !search.may_hold(block) {
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.end == first && held < bytes => run.end = games.end,
                _ => {
                    held = 0;
                    runs.push(games);
                }
            }
            held = held.saturating_add(facts.text_bytes);
        }
        runs
    }
}
