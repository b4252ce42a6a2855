//! Random access to the games of an archive: as values, one after the other, or as text.
//!
//! Not part of the format.

use super::begun::Begun;
use super::damaged::{is_damage, missing};
use super::skipped::Skipped;
use super::{BlockInfo, Reader};
use crate::error::Place;
use crate::seal::WantedGames;
use crate::{Columns, Damage, Error, Game};
use std::io::{self, Read, Seek};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// Games of an archive as values, made by [`Reader::games`]. The iterator ends after an error.
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
    /// What other readers of the block begin with.
    _begun: Arc<Begun>,
}

/// The place of an open block in a reader: one for tags alone, and one for more, so that who looks at tags first and then at some of the
/// games does not open the block anew each time.
fn open_for(columns: Columns) -> usize {
    usize::from(!Columns::TAGS.contains(columns))
}

impl<R: Read + Seek> Reader<R> {
    /// Another reader of the same archive, which does not have to search for the blocks again.
    ///
    /// Both read from clones of the source; the clones must not share a read position. On several threads, they may read games of the same block
    /// at the same time: what all games of the block need is then decoded once for all readers but the first.
    #[must_use]
    pub fn fork(&self) -> Self
    where
        R: Clone,
    {
        Self {
            blocks: self.blocks.clone(),
            games: self.games,
            tally: self.tally.clone(),
            damage: self.damage.clone(),
            archives: self.archives.clone(),
            unfinished: self.unfinished,
            embedded: self.embedded.clone(),
            skipped: self.skipped.clone(),
            begun: self.begun.clone(),
            ..Self::new(self.src.clone(), self.models.clone())
        }
    }

    /// The games in `range` (from 0) as values, one after the other, of which these columns are filled; a block is decoded only up to
    /// the last of them.
    ///
    /// The checksums of streams are verified before a block is decoded; the checksum of a block's text is verified after its
    /// last game.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range goes beyond the last game. If a game is damaged, the
    /// iterator returns the error and ends, or passes it over if the reader was opened so.
    ///
    /// ```
    /// use archive::{Columns, CompressOptions, ExpandOptions, Reader, compress};
    ///
    /// let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
    /// let mut packed = Vec::new();
    /// compress(&text[..], &mut packed, &CompressOptions::new())?;
    /// let mut reader = Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())?;
    /// for game in reader.games(1..2, Columns::MOVES)? {
    ///     assert_eq!(game?.main_line().plies[0].san, "d4");
    /// }
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn games(&mut self, range: Range<u64>, columns: Columns) -> Result<Games<'_, R>, Error> {
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

    /// Passes the texts of the games in `range` (from 0), with the games' numbers, to `out`, and decodes only the blocks that contain one of
    /// them. Damage is an error, or is passed over if the reader was opened so.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range goes beyond the last game,
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) with the error that `out` returned, or any error of a block.
    pub fn texts(
        &mut self,
        range: Range<u64>,
        out: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>,
    ) -> Result<(), Error> {
        let skipped = self.skipped.clone();
        self.texts_or_damage(range, out, &mut |damage| pass_over(&skipped, damage))
    }

    /// Passes the exact text of each game in `range` (from 0) to `out`. Damage is an error, however the reader was opened.
    ///
    /// The games of an archive follow one another without a gap: `0..len()` is its whole text. A game that was too long for one
    /// block counts once for each block that contains a part of it.
    ///
    /// # Errors
    ///
    /// As for [`Reader::texts`].
    ///
    /// ```
    /// use archive::{CompressOptions, ExpandOptions, Reader, compress};
    ///
    /// let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
    /// let mut packed = Vec::new();
    /// compress(&text[..], &mut packed, &CompressOptions::new())?;
    /// let mut reader = Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())?;
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
        let mut give = |_: u64, text: &[u8]| out(text);
        self.texts_or_damage(range, &mut give, &mut |damage| Err(damage.into()))
    }

    /// Passes the games in `range` (from 0), with their numbers, to `visit`, until that breaks off. Damage is an error, or is passed over if
    /// the reader was opened so: each damaged place with all games that are missing because of it, usually those of a group.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range goes beyond the last game, and any error of a block.
    ///
    /// ```
    /// use archive::{Columns, CompressOptions, ExpandOptions, Reader, compress};
    /// use std::ops::ControlFlow;
    ///
    /// let mut packed = Vec::new();
    /// compress(&b"1. e4 *\n\n1. d4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let mut reader = Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())?;
    /// let mut moves = Vec::new();
    /// reader.each(0..2, Columns::MOVES, &mut |number, game| {
    ///     moves.push((number, game.main_line().plies[0].san.clone()));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(moves, [(0, "e4".to_owned()), (1, "d4".to_owned())]);
    /// # Ok::<(), archive::Error>(())
    /// ```
    pub fn each(
        &mut self,
        range: Range<u64>,
        columns: Columns,
        visit: &mut dyn FnMut(u64, Game) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let skipped = self.skipped.clone();
        let lose = |damage| pass_over(&skipped, damage);
        self.check(&range)?;
        let mut lost: Option<(Range<u64>, Error)> = None;
        // The game after the last that was given: what a reader has seen is not missing.
        let (mut number, mut given) = (range.start, 0);
        while number < range.end {
            match self.game(number..range.end, columns) {
                Ok(game) => {
                    if let Some((games, error)) = lost.take() {
                        lose(Damage::of(error, Some(missing(games))))?;
                    }
                    if visit(number, game).is_break() {
                        return Ok(());
                    }
                    number += 1;
                    given = number;
                }
                Err(error) if !is_damage(&error) => return Err(error),
                Err(error) => {
                    let more = self.lost_with(number, columns);
                    let more = more.start.max(given)..more.end;
                    number = more.end.max(number + 1);
                    match &mut lost {
                        // The next group of the same block is lost for the same reason, or for one that is as good.
                        Some((games, _))
                            if self.block_of(games.start) == self.block_of(more.start) =>
                        {
                            games.end = more.end;
                        }
                        _ => {
                            if let Some((games, error)) = lost.replace((more, error)) {
                                lose(Damage::of(error, Some(missing(games))))?;
                            }
                        }
                    }
                }
            }
        }
        if let Some((games, error)) = lost {
            lose(Damage::of(error, Some(missing(games))))?;
        }
        Ok(())
    }

    /// Decodes the first of some games of the archive, of which the others are wanted next. The block stays open, whatever is wrong with the
    /// game.
    fn game(&mut self, wanted: Range<u64>, columns: Columns) -> Result<Game, Error> {
        let game = wanted.start;
        let number = self.block_of(game);
        let is_here = |block: &&BlockInfo| block.games().contains(&game);
        let Some(block) = self.blocks.get(number).filter(is_here).copied() else {
            return Err(self.lost(game..game + 1).into());
        };
        let in_block =
            game - block.first_game..wanted.end.min(block.games().end) - block.first_game;
        let is_it = |open: &OpenBlock| open.number == number && open.columns == columns;
        let before = self.open[open_for(columns)].take();
        let goes_on = before
            .as_ref()
            .is_some_and(|open| open.number + 1 == number);
        let mut open = match before.filter(is_it) {
            Some(open) => open,
            None => {
                let begun = self.begun.clone();
                let open = || {
                    let extent = block.extent(&in_block, columns, goes_on);
                    let found = self.block(number, columns, extent)?;
                    let mut games = WantedGames::new(&found, columns)?;
                    let mut read = |parts: &[Range<u64>]| self.read_parts(&block, number, parts);
                    games.load(in_block.clone(), &mut read)?;
                    Ok(games)
                };
                let (games, begun) = begun.open(number, columns, open)?;
                OpenBlock {
                    number,
                    columns,
                    games,
                    _begun: begun,
                }
            }
        };
        if !open.games.has(in_block.start) {
            let mut read = |parts: &[Range<u64>]| self.read_parts(&block, number, parts);
            open.games.load(in_block, &mut read)?;
        }
        let games = &mut self.open[open_for(columns)].insert(open).games;
        games.go_to(game - block.first_game);
        games.decode_next()?.ok_or_else(|| {
            let what = "the block holds fewer games than its header says";
            Error::corruption(Place::block(number as u64, block.offset), what)
        })
    }

    /// The games that are lost with one that could not be decoded: its group, or all of a block that could not be opened, or what is
    /// missing up to the next block.
    fn lost_with(&self, game: u64, columns: Columns) -> Range<u64> {
        let number = self.block_of(game);
        let Some(block) = self.blocks.get(number) else {
            return game..self.games;
        };
        if game < block.first_game {
            return game..block.first_game;
        }
        match &self.open[open_for(columns)] {
            Some(open) if open.number == number => {
                let lost = open.games.lost_with(game - block.first_game);
                block.first_game + lost.start..block.first_game + lost.end
            }
            _ => block.games(),
        }
    }
}

impl<R: Read + Seek> Iterator for Games<'_, R> {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let number = self.range.next()?;
            let wanted = number..self.range.end.max(number + 1);
            let error = match self.reader.game(wanted, self.columns) {
                Ok(game) => return Some(Ok(game)),
                Err(error) => error,
            };
            let Some(skipped) = self.reader.skipped.clone().filter(|_| is_damage(&error)) else {
                self.range = 0..0;
                return Some(Err(error));
            };
            let lost = self.reader.lost_with(number, self.columns);
            self.range.start = lost.end.clamp(self.range.start, self.range.end);
            skipped.add(Damage::of(error, Some(missing(lost))));
        }
    }

    /// An error ends them early, and damage that is passed over leaves some out.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.range.end.saturating_sub(self.range.start));
        (0, left.ok())
    }
}

/// Takes down damage that is passed over; where nothing is, it is an error.
fn pass_over(skipped: &Option<Skipped>, damage: Damage) -> Result<(), Error> {
    match skipped {
        Some(skipped) => {
            skipped.add(damage);
            Ok(())
        }
        None => Err(damage.into()),
    }
}
