//! The games of an archive as values, one after the other.
//!
//! Not part of the format.

use super::Reader;
use crate::error::Place;
use crate::seal::WantedGames;
use crate::{Columns, Error, Game};
use std::io::{Read, Seek};
use std::ops::Range;

/// Games of an archive as values, made by [`Reader::read_games`] and [`Reader::read_columns`]. Ends after an error.
pub struct Games<'a, R> {
    pub(super) reader: &'a mut Reader<R>,
    /// Numbers of the games that are still to come, from 0.
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

/// A block that is open, so that more of its games can be read without beginning anew.
pub(super) struct OpenBlock {
    number: usize,
    columns: Columns,
    games: WantedGames,
}

impl<R: Read + Seek> Reader<R> {
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
