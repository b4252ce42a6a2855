//! The index of an archive: how it is made, and what is asked of it.

use super::Archive;
use crate::{Error, Game, Search};
use archive::Stream;
use index::{About, Kept, Maker, Writer};
use query::{Filter, Verdict};
use scan::{Beside, NotUsed};
use std::io::{Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::Path;

impl<R: Read + Seek> Archive<R> {
    /// The index that lies beside an archive (docs/index.md). `path` is that of the archive; `None` if there is no index. It is asked on this
    /// number of threads, 0 means one for each core.
    ///
    /// # Errors
    ///
    /// There is an index, but it is not that of this archive, or cannot be read. Searches without it find the same games.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Filter, Root};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// if let Some(index) = archive.index("no such file.pgnz", 0)? {
    ///     // Games that it adds to a tree need not be read; those that it has to ask for are left to a search with these verdicts.
    ///     let (verdicts, additions) = index.tree(&Filter::default(), &Root::of_moves("1. e4")?)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn index(
        &mut self,
        path: impl AsRef<Path>,
        threads: usize,
    ) -> Result<Option<Beside>, NotUsed> {
        Beside::open(path.as_ref(), &mut self.reader, threads)
    }

    /// What the index beside an archive says of a filter, for each game: for [`Search::verdicts`]. `None` if there is no index; see
    /// [`Archive::index`].
    ///
    /// # Errors
    ///
    /// As for [`Archive::index`].
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Filter, Search};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let filter = Filter::parse("white = 'Anna'")?;
    /// let verdicts = archive.ask_index("no such file.pgnz", &filter, 0)?;
    /// let mut search = Search::new().filter(filter);
    /// if let Some(verdicts) = verdicts {
    ///     search = search.verdicts(verdicts);
    /// }
    /// let sure = search.take_sure(0..archive.len());
    /// assert_eq!(sure + archive.search(.., search)?.count() as u64, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask_index(
        &mut self,
        path: impl AsRef<Path>,
        filter: &Filter,
        threads: usize,
    ) -> Result<Option<Vec<Verdict>>, NotUsed> {
        let index = self.index(path, threads)?;
        Ok(index.map(|index| index.judge(filter)).transpose()?)
    }

    /// Writes the index of the archive, a row for each game as Parquet (docs/index.md), and returns the number of games. Beside the archive,
    /// under the name that [`index_path`](crate::index_path) gives, [`Archive::index`] finds it. Of the search, its threads count, its
    /// progress and its end; an index has all games.
    ///
    /// # Errors
    ///
    /// An error of the archive or of `dst`; the first damage, if the archive is known to be damaged, because such an archive has no index.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, IndexMoves, Search};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 e5 1-0\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let mut parquet = Vec::new();
    /// assert_eq!(archive.write_index(IndexMoves::FirstMoves, &Search::new(), &mut parquet)?, 1);
    /// assert!(parquet.starts_with(b"PAR1"));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn write_index(
        &mut self,
        moves: Kept,
        search: &Search,
        mut dst: impl Write,
    ) -> Result<u64, Error>
    where
        R: Clone + Send,
    {
        if let Some(damage) = self.report().damage.into_iter().next() {
            return Err(damage.into());
        }
        let maker = Maker::new(moves)?;
        let about = About::of(&self.reader);
        // How the texts of such blocks were spelled is not known game by game.
        let recoded = self.blocks().iter().find(|block| {
            let mut streams = block.streams();
            streams.any(|(stream, _)| stream == Stream::Encoding)
        });
        let recoded = recoded.map(crate::BlockInfo::first_game);
        let mut writer = Writer::new(&maker, about.digest, &mut dst).map_err(cannot_write)?;
        let search = search.without_filter().columns(maker.needs());
        let mut games = 0;
        let note = |number, game: Option<&Game>| Some(maker.entry(number, game?));
        self.each(.., &search, &note, &mut |number, entry| {
            if recoded == Some(number) {
                writer.lose_offsets();
            }
            games += 1;
            writer.add(entry).map_err(cannot_write)?;
            Ok::<_, Error>(ControlFlow::Continue(()))
        })?;
        if games != self.len() {
            let what = "some games of the archive cannot be read, so it cannot have an index";
            return Err(Error::argument(what));
        }
        writer.finish().map_err(cannot_write)?;
        Ok(games)
    }
}

fn cannot_write(error: index::Error) -> Error {
    match error {
        index::Error::Io(error) => Error::system("the index cannot be written", error),
        error => error.into(),
    }
}
