//! Makes the index of an archive.

use super::Archive;
use crate::{Error, Search};
use archive::Stream;
use index::{About, Kept, Maker, Writer};
use std::io::{self, Read, Seek, Write};

impl<R: Read + Seek + Clone + Send + 'static> Archive<R> {
    /// Writes the index of the archive, a row for each game as Parquet (docs/index.md), and returns the number of games. Beside the archive,
    /// under its name with `.parquet` after it, [`Archive::ask_index`] finds it. Games are decoded on this number of threads, 0 means one for each
    /// core.
    ///
    /// # Errors
    ///
    /// An error of the archive or of `dst`; the first damage, if the archive is known to be damaged, because such an archive has no index.
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, IndexMoves};
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 e5 1-0\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let mut parquet = Vec::new();
    /// assert_eq!(archive.write_index(IndexMoves::FirstMoves, 1, &mut parquet)?, 1);
    /// assert!(parquet.starts_with(b"PAR1"));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn write_index(
        &mut self,
        moves: Kept,
        threads: usize,
        mut dst: impl Write,
    ) -> Result<u64, Error> {
        if let Some(damage) = self.report().damage.into_iter().next() {
            return Err(damage.into());
        }
        let maker = Maker::new(moves).map_err(Error::argument)?;
        let about = About::of(&mut self.reader).map_err(cannot_write)?;
        // How the texts of such blocks were spelled is not known game by game.
        let recoded = self.blocks().iter().find(|block| {
            let mut streams = block.streams();
            streams.any(|(stream, _)| stream == Stream::Encoding)
        });
        let recoded = recoded.map(crate::BlockInfo::first_game);
        let mut writer = Writer::new(&maker, about.digest, &mut dst).map_err(cannot_write)?;
        let search = Search::new().columns(maker.needs()).threads(threads);
        let mut games = 0;
        for found in self.search(.., search)? {
            let (number, game) = found?;
            if recoded == Some(number) {
                writer.lose_offsets();
            }
            writer
                .add(maker.entry(number, &game))
                .map_err(cannot_write)?;
            games += 1;
        }
        if games != self.len() {
            let what = "some games of the archive cannot be read, so it cannot have an index";
            return Err(Error::argument(what));
        }
        writer.finish().map_err(cannot_write)?;
        Ok(games)
    }
}

fn cannot_write(error: index::Error) -> Error {
    let error = match error {
        index::Error::Io(error) => error,
        error => io::Error::other(error),
    };
    Error::system("the index cannot be written", error)
}
