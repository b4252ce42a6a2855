//! Games from the middle of an archive.

#[cfg(feature = "query")]
mod search;

use crate::{BlockInfo, Columns, Error, ExpandOptions, Games, Report, TagCost, TextReader};
use archive::Reader;
use std::io::{Read, Seek, Write};
use std::ops::{Bound, Range, RangeBounds};

/// An archive, or several that follow one another, in a source with seek: a file, or bytes in a [`std::io::Cursor`].
///
/// Games have numbers from 0, over all archives of the source. A game is found by the index at the end of an archive. What is decoded is
/// the tags of its block up to the game, the block's first group and the game's own group up to the game: one to three tenths of a second
/// at level default. Asking for games in their order, in one range, decodes each block once.
///
/// ```
/// use pgnz::{Archive, Columns, CompressOptions};
///
/// let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
/// let mut packed = Vec::new();
/// pgnz::compress(&text[..], &mut packed, &CompressOptions::new())?;
///
/// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
/// assert_eq!(archive.len(), 2);
/// let white: Vec<_> = archive
///     .games(.., Columns::TAGS)?
///     .map(|game| Ok(game?.tags().get("White").unwrap_or_default().to_vec()))
///     .collect::<Result<_, pgnz::Error>>()?;
/// assert_eq!(white, [b"Anna", b"Emil"]);
/// assert_eq!(archive.text(1..)?, b"[White \"Emil\"]\n\n1. d4 *\n");
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Debug)]
pub struct Archive<R> {
    reader: Reader<R>,
}

impl<R: Read + Seek> Archive<R> {
    /// Opens an archive: reads headers, indexes and footers, and decodes nothing.
    ///
    /// # Errors
    ///
    /// Any [`ErrorKind`](crate::ErrorKind). An archive that is cut short has no index, and one with a damaged index is an error, too:
    /// [`Archive::open_with`] can do without, as [`expand`](crate::expand) does.
    pub fn open(src: R) -> Result<Self, Error> {
        Self::open_with(src, &ExpandOptions::new())
    }

    /// Like [`Archive::open`], for archives that may have been coded by models of the caller's own. With
    /// [`ExpandOptions::keep_going`], an archive whose headers, index or footer are damaged is read from its beginning to its end to find
    /// its blocks, and [`Report::damage`] says what is wrong.
    ///
    /// # Errors
    ///
    /// As [`Archive::open`].
    pub fn open_with(src: R, options: &ExpandOptions) -> Result<Self, Error> {
        let reader = match options.keep_going {
            true => Reader::open_damaged(src, &options.models),
            false => Reader::open_with(src, &options.models),
        };
        Ok(Self { reader: reader? })
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.reader.games()
    }

    /// Whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The games in a range, one after the other; nothing after the last of them is decoded. `columns` says which of their fields
    /// have to be filled: see [`Columns`] for what that saves.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a range that goes past the last game. The iterator gives
    /// whatever is wrong with a block, and ends.
    ///
    /// ```
    /// # use pgnz::{Archive, Columns, CompressOptions};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 { [%clk 0:03:00] } *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// for game in archive.games(0..1, Columns::MOVES | Columns::CLOCKS)? {
    ///     assert_eq!(game?.main_line().plies[0].clock(), Some(180_000));
    /// }
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn games(
        &mut self,
        range: impl RangeBounds<u64>,
        columns: Columns,
    ) -> Result<Games<'_, R>, Error> {
        let range = self.range(&range);
        self.reader.read_columns(range, columns)
    }

    /// The text of the games in a range, to the byte; that of all of them is the text that was compressed.
    ///
    /// # Errors
    ///
    /// As [`Archive::write_text`].
    pub fn text(&mut self, range: impl RangeBounds<u64>) -> Result<Vec<u8>, Error> {
        let mut text = Vec::new();
        self.write_text(range, &mut text)?;
        Ok(text)
    }

    /// Writes the text of the games in a range, block by block.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a range that goes past the last game,
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) when `dst` fails, or whatever is wrong with a block.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// archive.write_text(.., std::io::stdout())?;
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn write_text(
        &mut self,
        range: impl RangeBounds<u64>,
        mut dst: impl Write,
    ) -> Result<(), Error> {
        let range = self.range(&range);
        self.reader
            .games_text(range, &mut |game| dst.write_all(game))
    }

    /// The text of the games in a range as a source with seek, for programs that read PGN files. It reads from a clone of the source: see
    /// [`Shared`](crate::Shared) for files.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a range that goes past the last game; whatever is wrong with a
    /// block of which the range has a part only, for that part is decoded to know its length.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions};
    /// # use std::io::{BufRead, BufReader, Seek, SeekFrom};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let mut text = BufReader::new(archive.text_reader(..)?);
    /// text.seek(SeekFrom::End(-8))?;
    /// assert_eq!(text.lines().next().unwrap()?, "1. e4 *");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn text_reader(&self, range: impl RangeBounds<u64>) -> Result<TextReader<R>, Error>
    where
        R: Clone,
    {
        let range = self.checked(&range)?;
        TextReader::new(self, range)
    }

    /// The games in a range as a table, in batches of Arrow. Only the streams that the columns and the filter need are decoded.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a range that goes past the last game. The iterator gives
    /// whatever is wrong with a block, and ends.
    ///
    /// ```
    /// # use pgnz::{Archive, Column, CompressOptions, Table};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let table = Table::new(Column::parse("number,white,moves_uci")?);
    /// for batch in archive.scan(.., table)? {
    ///     assert_eq!(batch?.num_rows(), 1);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "arrow")]
    pub fn scan(
        &self,
        range: impl RangeBounds<u64>,
        table: crate::Table,
    ) -> Result<crate::Scan, Error>
    where
        R: Clone + Send + 'static,
    {
        let range = self.checked(&range)?;
        Ok(crate::Scan::new(&self.reader, &range, table))
    }

    pub(crate) fn reader(&self) -> &Reader<R> {
        &self.reader
    }

    /// The range with both its ends, which lies in the archive.
    fn checked(&self, range: &impl RangeBounds<u64>) -> Result<Range<u64>, Error> {
        let range = self.range(range);
        self.reader.check(&range)?;
        Ok(range)
    }

    /// What the archive holds and what each stream of it takes, from the index alone.
    #[must_use]
    pub fn report(&self) -> Report {
        self.reader.report()
    }

    /// The blocks, front to back: where each stands, its games, and their ranges of dates and ratings. For readers who share the work out, or
    /// pass over blocks that cannot hold what they look for.
    #[must_use]
    pub fn blocks(&self) -> &[BlockInfo] {
        self.reader.blocks()
    }

    /// What each tag costs in bytes. The tags of all games are decoded for it.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with a block.
    pub fn tag_costs(&mut self) -> Result<Vec<TagCost>, Error> {
        self.reader.tag_costs()
    }

    /// The range with both its ends; whether it lies in the archive is looked at later.
    fn range(&self, range: &impl RangeBounds<u64>) -> Range<u64> {
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&last) => last.saturating_add(1),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => self.len().max(start),
        };
        start..end
    }
}
