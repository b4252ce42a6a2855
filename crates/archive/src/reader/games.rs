//! Random access to the games of an archive: as values, one after the other, or as text.
//!
//! Not part of the format.

use super::Reader;
use crate::error::Place;
use crate::seal::WantedGames;
use crate::{Columns, Error, Game};
use std::io::{self, Read, Seek};
use std::ops::Range;

/// Games of an archive as values, made by [`Reader::read_games`] and [`Reader::read_columns`]. The iterator ends after an error.
pub struct Games<'a, R> {
    pub(super) reader: &'a mut Reader<R>,
    /// Numbers of the remaining games, from 0.
    pub(super) range: Range<u64>,
    pub(super) columns: Columns,
}

impl std::fmt::Debug for OpenBlock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            number, columns, ..
        } = self;
        let mut shown = f.debug_struct("OpenBlock");
        shown.field("number", number).field("columns", columns);
        shown.finish_non_exhaustive()
    }
}

/// A block whose decoding can continue, so that more of its games can be read without starting again.
pub(super) struct OpenBlock {
    number: usize,
    columns: Columns,
    games: WantedGames,
}

impl<R: Read + Seek> Reader<R> {
    /// Another reader of the same archive, which does not have to search for the blocks again.
    ///
    /// Both read from clones of the source; the clones must not share a read position.
    #[must_use]
    pub fn fork(&self) -> Self
    where
        R: Clone,
    {
        Self {
            src: self.src.clone(),
            models: self.models.clone(),
            blocks: self.blocks.clone(),
            games: self.games,
            tally: self.tally.clone(),
            damage: self.damage.clone(),
            archives: self.archives.clone(),
            embedded: self.embedded.clone(),
            guesses: self.guesses.clone(),
            open: None,
            open_texts: None,
            leaving: false,
        }
    }

    /// The games in `range` (from 0) as values, one after the other; a block is decoded only up to the last of them.
    ///
    /// The checksums of streams are verified before a block is decoded; the checksum of a block's text is verified after its
    /// last game.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range goes beyond the last game. If a block is damaged, the
    /// iterator returns the error and ends.
    ///
    /// ```
    /// use archive::{Config, Reader, compress};
    ///
    /// let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
    /// let mut packed = Vec::new();
    /// compress(&text[..], &mut packed, &Config::default(), &mut |_| {})?;
    /// let mut reader = Reader::open(std::io::Cursor::new(packed))?;
    /// for game in reader.read_games(1..2)? {
    ///     assert_eq!(game?.main_line().plies[0].san, "d4");
    /// }
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn read_games(&mut self, range: Range<u64>) -> Result<Games<'_, R>, Error> {
        self.read_columns(range, Columns::ALL)
    }

    /// Like [`Reader::read_games`], but fills only the given parts of the games; see [`Columns`].
    ///
    /// # Errors
    ///
    /// As for [`Reader::read_games`].
    pub fn read_columns(
        &mut self,
        range: Range<u64>,
        columns: Columns,
    ) -> Result<Games<'_, R>, Error> {
        self.check(&range)?;
        Ok(Games {
            reader: self,
            range,
            columns,
        })
    }

    /// Returns an error if a range is not within the archive.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument).
    pub fn check(&self, range: &Range<u64>) -> Result<(), Error> {
        if range.start > range.end || range.end > self.games {
            let Range { start, end } = range;
            let what = format!(
                "games {start} to {end} (from 0) are not in an archive of {} games",
                self.games
            );
            return Err(Error::argument(what));
        }
        Ok(())
    }

    /// The number of the block that contains a game, or would contain it.
    pub(super) fn block_of(&self, game: u64) -> usize {
        self.blocks
            .partition_point(|block| block.games().end <= game)
    }

    /// Passes the text of each game in `range` (from 0) to `out`, and decodes only the blocks that contain one of them.
    ///
    /// The games of an archive follow one another without a gap: `0..games()` is its whole text. A game that was too long for one
    /// block counts once for each block that contains a part of it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range goes beyond the last game,
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) with the error that `out` returned, or any error of a block.
    ///
    /// ```
    /// use archive::{Config, Reader, compress};
    ///
    /// let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
    /// let mut packed = Vec::new();
    /// compress(&text[..], &mut packed, &Config::default(), &mut |_| {})?;
    /// let mut reader = Reader::open(std::io::Cursor::new(packed))?;
    /// let mut second = Vec::new();
    /// reader.games_text(1..2, &mut |game| std::io::Write::write_all(&mut second, game))?;
    /// assert!(second.starts_with(b"[White \"Emil\"]"));
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn games_text(
        &mut self,
        range: Range<u64>,
        out: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<(), Error> {
        self.games_or_damage(range, out, &mut |damage| Err(damage.into()))
    }

    /// Decodes a game of the archive.
    fn game(&mut self, game: u64, columns: Columns) -> Result<Game, Error> {
        let number = self.block_of(game);
        let is_it = |open: &OpenBlock| open.number == number && open.columns == columns;
        let mut open = match self.open.take().filter(is_it) {
            Some(open) => open,
            None => OpenBlock {
                number,
                columns,
                games: WantedGames::new(&self.block(number, columns)?, columns)?,
            },
        };
        let block = self.blocks[number];
        open.games.go_to(game.saturating_sub(block.first_game))?;
        let found = open.games.decode_next()?;
        self.open = Some(open);
        found.ok_or_else(|| {
            let what = "the block holds fewer games than its header says";
            Error::corruption(Place::block(number as u64, block.offset), what)
        })
    }
}

impl<R: Read + Seek> Iterator for Games<'_, R> {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.range.next()?;
        let game = self.reader.game(game, self.columns);
        if game.is_err() {
            self.range = 0..0;
        }
        Some(game)
    }
}
