//! The texts of games in any order, each block decoded as seldom as memory allows.
//!
//! A window of games is decoded in the order of the archive. Texts that come before their turn are kept, at most [`KEPT_BYTES`] of
//! them and those of one block; what does not fit is decoded once more when its turn has come nearer.

use super::Readers;
use crate::games::FAR;
use anyhow::Result;
use archive::{Damage, Reader};
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Read, Seek};
use std::ops::Range;

/// So much text is kept until its turn comes.
const KEPT_BYTES: u64 = 32 << 20;

/// Texts of games by number.
type Texts = BTreeMap<u64, Vec<u8>>;

/// Writes games of an archive in the order in which they are asked for.
pub struct Fetch<'a, R> {
    pub reader: Reader<R>,
    /// Takes the number, from 0, and the text of each game.
    write: &'a mut dyn FnMut(u64, &[u8]) -> io::Result<()>,
    lost: Vec<Damage>,
    /// What is among the lost: the place, the first game and the number of games.
    known: HashSet<(Option<u64>, Option<u64>, Option<u64>)>,
    /// Bytes of text that are kept.
    room: u64,
    /// Threads for games of several blocks.
    readers: Option<Readers<'a>>,
    /// Whether no block comes twice.
    alone: bool,
}

/// Places in a window whose games have been decoded before their turn.
struct Kept {
    /// Each with the game's number; `None` for the text of a game that is lost.
    texts: BTreeMap<usize, (u64, Option<Vec<u8>>)>,
    bytes: u64,
    /// The place whose turn it is.
    next: usize,
}

impl<'a, R: Read + Seek> Fetch<'a, R> {
    /// Will give the texts to `write`.
    pub fn new(reader: Reader<R>, write: &'a mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> Self {
        Self {
            reader,
            write,
            lost: Vec::new(),
            known: HashSet::new(),
            room: KEPT_BYTES,
            readers: None,
            alone: false,
        }
    }

    /// Says whether no block comes twice, so that what its other games need is not kept.
    pub fn alone(self, alone: bool) -> Self {
        Self { alone, ..self }
    }

    /// With threads for games of several blocks.
    pub fn with_readers(self, readers: Readers<'a>) -> Self {
        let readers = Some(readers).filter(Readers::are_several);
        Self { readers, ..self }
    }

    /// Damage that cost games which were asked for.
    pub fn finish(self) -> Vec<Damage> {
        self.into_parts().1
    }

    /// The reader, for more games, and the damage.
    pub fn into_parts(self) -> (Reader<R>, Vec<Damage>) {
        (self.reader, self.lost)
    }

    /// Writes the games of these numbers, from 0.
    pub fn window(&mut self, games: &[u64]) -> Result<()> {
        if let (Some(&first), Some(&last)) = (games.first(), games.last())
            && is_run(games)
        {
            self.reader.leave_blocks(self.alone);
            let lost = self.reader.salvage_games(first..last + 1, self.write)?;
            self.lose(lost);
            return Ok(());
        }
        if let Some(readers) = self.readers.filter(|_| games.is_sorted()) {
            let pieces = self.by_block(games);
            if pieces.len() > 1 {
                return readers.each(&pieces, &mut |(texts, lost)| {
                    self.lose(lost);
                    texts
                        .iter()
                        .try_for_each(|(game, text)| (self.write)(*game, text))
                        .map_err(written)
                });
            }
        }
        let mut rest = games;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(self.fitting(rest));
            self.jumble(now)?;
            rest = later;
        }
        Ok(())
    }

    /// Games in their order, in pieces of one block each.
    fn by_block<'g>(&self, games: &'g [u64]) -> Vec<&'g [u64]> {
        let blocks = self.reader.blocks();
        let mut pieces = Vec::new();
        let mut rest = games;
        while let Some(&first) = rest.first() {
            let at = blocks.partition_point(|block| end(block) <= first);
            let end = blocks.get(at).map_or(u64::MAX, end);
            let (here, later) = rest.split_at(rest.partition_point(|&game| game < end));
            pieces.push(here);
            rest = later;
        }
        pieces
    }

    /// How many of these games can be kept together, as far as one can say before they are decoded; at least one.
    fn fitting(&self, games: &[u64]) -> usize {
        if games.is_sorted() {
            return games.len();
        }
        let blocks = self.reader.blocks();
        let mut bytes = 0;
        let fits = |&&game: &&u64| {
            let at = blocks.partition_point(|block| block.first_game() <= game);
            let facts = at.checked_sub(1).map(|at| blocks[at].facts());
            bytes += facts.map_or(0, |facts| facts.text_bytes / facts.games.max(1));
            bytes <= self.room
        };
        games.iter().take_while(fits).count().max(1)
    }

    /// Writes games that follow each other in any order.
    fn jumble(&mut self, games: &[u64]) -> Result<()> {
        let mut kept = Kept {
            texts: BTreeMap::new(),
            bytes: 0,
            next: 0,
        };
        // Each round gets at least the game whose turn it is.
        while kept.next < games.len() {
            let mut todo: Vec<(u64, usize)> = (kept.next..games.len())
                .filter(|place| !kept.texts.contains_key(place))
                .map(|place| (games[place], place))
                .collect();
            todo.sort_unstable();
            let mut todo = &todo[..];
            while let Some(&(first, _)) = todo.first() {
                let blocks = self.reader.blocks();
                let at = blocks.partition_point(|block| end(block) <= first);
                let end = blocks.get(at).map_or(u64::MAX, end);
                let (here, later) = todo.split_at(todo.partition_point(|&(game, _)| game < end));
                self.block(here, &mut kept)?;
                kept.write(self.write)?;
                kept.drop_surplus(self.room);
                todo = later;
            }
        }
        Ok(())
    }

    /// Decodes games of one block, with their places, in order.
    fn block(&mut self, todo: &[(u64, usize)], kept: &mut Kept) -> Result<()> {
        for near in todo.chunk_by(|(before, _), (game, _)| game - before < FAR) {
            // Mostly no game of the block is asked for after these.
            self.reader.leave_blocks(near.last() == todo.last());
            self.near(near, kept)?;
        }
        Ok(())
    }

    /// Decodes games that are near each other; there is at least one.
    fn near(&mut self, todo: &[(u64, usize)], kept: &mut Kept) -> Result<()> {
        let games: Vec<u64> = todo.iter().map(|&(game, _)| game).collect();
        let (first, last) = (games[0], games[games.len() - 1]);
        let (texts, lost) = self.texts(first..last + 1, &games)?;
        self.lose(lost);
        for &(game, place) in todo {
            kept.keep(place, game, texts.get(&game).cloned());
        }
        Ok(())
    }

    /// The texts of some games of a range, in order, and what is lost of the range.
    fn texts(&mut self, range: Range<u64>, games: &[u64]) -> Result<(Texts, Vec<Damage>)> {
        let mut texts = Texts::new();
        let lost = self.reader.salvage_games(range, &mut |game, text| {
            if games.binary_search(&game).is_ok() {
                texts.insert(game, text.to_vec());
            }
            Ok(())
        })?;
        Ok((texts, lost))
    }

    /// Takes in what is lost, each of it once.
    fn lose(&mut self, lost: Vec<Damage>) {
        for damage in lost {
            let missing = damage.missing().copied().unwrap_or_default();
            let what = (damage.offset(), missing.first_game, missing.games);
            if self.known.insert(what) {
                self.lost.push(damage);
            }
        }
    }
}

impl Kept {
    fn keep(&mut self, place: usize, game: u64, text: Option<Vec<u8>>) {
        self.bytes += text.as_ref().map_or(0, |text| text.len() as u64);
        self.texts.insert(place, (game, text));
    }

    /// Writes all whose turn has come.
    fn write(&mut self, write: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> Result<()> {
        while let Some((game, text)) = self.texts.remove(&self.next) {
            self.next += 1;
            if let Some(text) = text {
                self.bytes -= text.len() as u64;
                write(game, &text).map_err(written)?;
            }
        }
        Ok(())
    }

    /// Forgets those whose turn is farthest.
    fn drop_surplus(&mut self, room: u64) {
        while self.bytes > room
            && let Some((_, (_, text))) = self.texts.pop_last()
        {
            self.bytes -= text.map_or(0, |text| text.len() as u64);
        }
    }
}

fn written(error: io::Error) -> anyhow::Error {
    anyhow::Error::from(error).context("cannot write to standard output")
}

fn end(block: &archive::BlockInfo) -> u64 {
    block.first_game().saturating_add(block.facts().games)
}

/// Whether each number is the one after the number before it.
fn is_run(games: &[u64]) -> bool {
    games
        .windows(2)
        .all(|pair| pair[0].checked_add(1) == Some(pair[1]))
}

#[cfg(test)]
mod tests;
