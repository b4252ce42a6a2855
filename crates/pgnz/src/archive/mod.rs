//! Random access to the games of an archive.

#[cfg(feature = "query")]
mod each;
#[cfg(feature = "explorer")]
pub(crate) mod explorer;
#[cfg(feature = "export")]
mod export;
#[cfg(feature = "index")]
mod index;
#[cfg(feature = "query")]
mod search;
#[cfg(feature = "query")]
mod summary;
#[cfg(feature = "query")]
mod visit;

use crate::{
    BlockInfo, Columns, Damage, Error, ExpandOptions, Games, HeldData, MissingData, Provenance,
    Report, TagCost, TextReader,
};
use archive::Reader;
use std::io::{Read, Seek, Write};
use std::ops::{Bound, Range, RangeBounds};

/// An archive, or several concatenated archives, in a seekable source: a file, or bytes in a [`std::io::Cursor`].
///
/// Games are numbered from 0, over all archives of the source. A game is found through the index at the end of its archive. To read it, the
/// tags of its block up to the game are decoded, the block's first group of games, and the game's own group up to the game. This takes 0.1 to
/// 0.3 seconds at level default. If games are read in order, in one range, each block is decoded once.
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
    /// Opens an archive. This reads headers, indexes and footers, and decodes nothing.
    ///
    /// # Errors
    ///
    /// Any [`ErrorKind`](crate::ErrorKind). A truncated archive, which has no index, and an archive with a damaged index are errors, too:
    /// [`Archive::open_with`] can read them, as [`expand`](crate::expand) can.
    pub fn open(src: R) -> Result<Self, Error> {
        Self::open_with(src, &ExpandOptions::new())
    }

    /// Like [`Archive::open`], for archives that may have been coded with the caller's own models. With
    /// [`ExpandOptions::keep_going`], an archive whose headers, index or footer are damaged is read from beginning to end to find
    /// its blocks, games that are damaged are passed over where games are given as values, and [`Report::damage`] lists the damage that
    /// was met so far.
    ///
    /// # Errors
    ///
    /// As for [`Archive::open`].
    pub fn open_with(src: R, options: &ExpandOptions) -> Result<Self, Error> {
        let reader = Reader::open(src, options)?;
        Ok(Self { reader })
    }

    /// The same archive for another thread: a clone of its source is read, and nothing is opened again.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let mut other = archive.fork();
    /// let text = std::thread::spawn(move || other.text(..)).join().unwrap()?;
    /// assert_eq!(text, b"1. e4 *\n");
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn fork(&self) -> Self
    where
        R: Clone,
    {
        Self {
            reader: self.reader.fork(),
        }
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.reader.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.reader.is_empty()
    }

    /// The games in a range, one after the other; nothing after the last of them is decoded. `columns` chooses the fields that
    /// are filled: [`Columns`] explains what that saves.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range goes beyond the last game. If a block is damaged, the
    /// iterator returns the error and ends.
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
        self.reader.games(range, columns)
    }

    /// The exact text of the games in a range; for all games it is the text that was compressed.
    ///
    /// # Errors
    ///
    /// As for [`Archive::write_text`].
    pub fn text(&mut self, range: impl RangeBounds<u64>) -> Result<Vec<u8>, Error> {
        let mut text = Vec::new();
        self.write_text(range, &mut text)?;
        Ok(text)
    }

    /// Writes the text of the games in a range, block by block.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range goes beyond the last game,
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) if `dst` fails, or any error of a block.
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

    /// The text of the games in a range as a seekable source, for programs that read PGN files. It reads from a clone of the source; for files
    /// use [`Shared`](crate::Shared).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range goes beyond the last game; or any error of a block of
    /// which only a part is in the range, because that part is decoded to find its length.
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

    /// The games in a range as a table, in Arrow batches. Only the streams that the columns and the filter need are decoded.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range goes beyond the last game. If a block is damaged, the
    /// iterator returns the error and ends.
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

    #[cfg(feature = "shape")]
    pub(crate) fn into_reader(self) -> Reader<R> {
        self.reader
    }

    pub(crate) fn reader(&self) -> &Reader<R> {
        &self.reader
    }

    /// The range with explicit ends; an error if it is not within the archive.
    fn checked(&self, range: &impl RangeBounds<u64>) -> Result<Range<u64>, Error> {
        let range = self.range(range);
        self.reader.check(&range)?;
        Ok(range)
    }

    /// The files of data that must be handed over ([`Model::supply`](crate::Model::supply)) before games can be decoded. With the feature
    /// `embedded-weights` there are none.
    #[must_use]
    pub fn missing_data(&self) -> Vec<MissingData> {
        self.reader.missing_data()
    }

    /// Whether the archive carries files of data, as one does that was compressed with
    /// [`CompressOptions::embed_data`](crate::CompressOptions::embed_data).
    #[must_use]
    pub fn has_data(&self) -> bool {
        self.reader.has_data()
    }

    /// Hands over the files of data that the archive carries, until none is [missing](Archive::missing_data). A file that is damaged, or that
    /// this release does not use, is passed over.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) when the source fails.
    pub fn supply_data(&mut self) -> Result<(), Error> {
        self.reader.supply_data()
    }

    /// Writes the archive once more, with a copy of its index behind its header, by which it is opened over a network with one request; see
    /// [`ExpandOptions::remote`](crate::ExpandOptions::remote). Blocks and other chunks stay as they are. Returns the length of the new archive.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the input is not one complete archive of two blocks or more, any error
    /// of the archive, and [`ErrorKind::Io`](crate::ErrorKind::Io) if it cannot be written.
    pub fn optimize<W: std::io::Write>(&mut self, dst: W) -> Result<u64, Error> {
        self.reader.optimize(dst)
    }

    /// The files of data that this program has and that one without embedded weights must be handed ([`Model::supply`](crate::Model::supply))
    /// before games can be decoded: those to put beside the archive for the module for WebAssembly.
    ///
    /// ```
    /// use pgnz::{Archive, CompressOptions, compress};
    /// use std::io::Cursor;
    ///
    /// let mut packed = Vec::new();
    /// compress(&b"1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(Cursor::new(packed))?;
    /// assert!(archive.held_data().iter().any(|file| file.name == "default.net"));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn held_data(&self) -> Vec<HeldData> {
        self.reader.held_data()
    }

    /// What the archive contains, and how many bytes each stream takes, from the index alone.
    #[must_use]
    pub fn report(&self) -> Report {
        self.reader.report()
    }

    /// The damage that was passed over so far, by this archive and by its [forks](Archive::fork), with [`ExpandOptions::keep_going`]: each
    /// place once, in the order of the games.
    #[must_use]
    pub fn skipped_damage(&self) -> Vec<Damage> {
        self.reader.skipped_damage()
    }

    /// The blocks in order: for each its place, its games, and the ranges of their dates and ratings. With this, readers can share the work, or
    /// skip blocks that cannot contain what they search for.
    #[must_use]
    pub fn blocks(&self) -> &[BlockInfo] {
        self.reader.blocks()
    }

    /// Where the text of each archive in the file comes from; `None` for one that does not record it ([`CompressOptions::provenance`](crate::CompressOptions::provenance)).
    ///
    /// # Errors
    ///
    /// Damage of the records.
    pub fn provenance(&mut self) -> Result<Vec<Option<Provenance>>, Error> {
        self.reader.provenance()
    }

    /// Reads all blocks without decoding them, and compares all checksums of encoded bytes: for a file that was just written. This needs no
    /// model; [`test`](crate::test()) decodes, too.
    ///
    /// # Errors
    ///
    /// Any error of a block.
    pub fn check_streams(&mut self) -> Result<(), Error> {
        self.reader.check_streams()
    }

    /// How many bytes each tag takes. For this, the tags of all games are decoded.
    ///
    /// # Errors
    ///
    /// Any error of a block.
    pub fn tag_costs(&mut self) -> Result<Vec<TagCost>, Error> {
        self.reader.tag_costs()
    }

    /// The range with explicit ends; whether it is within the archive is checked later.
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
