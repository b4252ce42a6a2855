//! The games of an archive as values, one after the other.
//!
//! Not part of the format.

use super::Reader;
use crate::seal::WantedGames;
use crate::{Columns, Error, Game};
use std::io::{Read, Seek};
use std::ops::Range;

/// Games of an archive as values, made by [`Reader::read_games`] and [`Reader::read_columns`]. Ends after an error.
pub struct Games<'a, R> {
    pub(super) reader: &'a mut Reader<R>,
    /// Numbers of the games that are still to come, from 0.
    pub(super) range: Range<u64>,
    /// The block that comes next.
    pub(super) number: usize,
    pub(super) block: Option<WantedGames>,
    pub(super) columns: Columns,
}

impl<R: Read + Seek> Games<'_, R> {
    /// Opens the next block and goes to the first game that is wanted in it.
    fn open_block(&mut self) -> Result<(), Error> {
        let found = self.reader.block(self.number)?;
        let first_game = self.reader.blocks[self.number].first_game;
        let before = self.range.start.checked_sub(first_game).ok_or_else(|| {
            let what = "the block before holds fewer games than its header says";
            Error::corruption(found.place, what)
        })?;
        let block = self.block.insert(WantedGames::new(&found, self.columns)?);
        self.number += 1;
        for _ in 0..before {
            block.next().transpose()?;
        }
        Ok(())
    }

    fn next_game(&mut self) -> Result<Game, Error> {
        loop {
            if let Some(game) = self.block.as_mut().and_then(Iterator::next) {
                return game;
            }
            self.open_block()?;
        }
    }
}

impl<R: Read + Seek> Iterator for Games<'_, R> {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.range.is_empty() {
            return None;
        }
        let game = self.next_game();
        self.range.start += 1;
        if game.is_err() {
            self.range = 0..0;
        }
        Some(game)
    }
}
