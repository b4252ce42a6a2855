//! The texts of games in any order, each block decoded as seldom as memory allows.
//!
//! A window of games is decoded in the order of the archive. Texts that come before their turn are kept, at most [`KEPT_BYTES`] of
//! them and those of one block; what does not fit is decoded once more when its turn has come nearer.

use crate::in_order::{self, Outlet, share};
use crate::windows::{by_block, near};
use archive::{Error, Reader};
use std::collections::BTreeMap;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;

/// So much text is kept until its turn comes.
const KEPT_BYTES: u64 = 32 << 20;

/// Texts of games by number.
type Found = BTreeMap<u64, Vec<u8>>;

/// Takes the number of a game, from 0, and its text.
pub type Write<'a> = dyn FnMut(u64, &[u8]) -> io::Result<()> + 'a;

/// Writes the texts of games in the order in which they are asked for. Damage is passed over if the reader was opened so.
///
/// ```
/// # use archive::{CompressOptions, ExpandOptions, Reader, compress};
/// # let mut packed = Vec::new();
/// # compress(&b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n\n"[..], &mut packed, &CompressOptions::new())?;
/// let reader = Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())?;
/// let mut text = Vec::new();
/// let mut write = |_, game: &[u8]| {
///     text.extend_from_slice(game);
///     Ok(())
/// };
/// scan::Texts::new(reader, &mut write).window(&[2, 0, 2])?;
/// assert_eq!(text, b"1. c4 *\n\n1. e4 *\n\n1. c4 *\n\n");
/// # Ok::<(), archive::Error>(())
/// ```
pub struct Texts<'a, R> {
    reader: Reader<R>,
    write: &'a mut Write<'a>,
    /// Bytes of text that are kept.
    room: u64,
    /// Threads for games of several blocks.
    threads: usize,
    /// Whether no block comes twice.
    each_once: bool,
}

/// Places in a window whose games have been decoded before their turn.
struct Kept {
    /// Each with the game's number; `None` for the text of a game that is lost.
    texts: BTreeMap<usize, (u64, Option<Vec<u8>>)>,
    bytes: u64,
    /// The place whose turn it is.
    next: usize,
}

impl<'a, R: Read + Seek + Clone + Send> Texts<'a, R> {
    /// Will give the texts to `write`, on one thread.
    pub fn new(reader: Reader<R>, write: &'a mut Write<'a>) -> Self {
        Self {
            reader,
            write,
            room: KEPT_BYTES,
            threads: 1,
            each_once: false,
        }
    }

    /// Says whether no block comes twice, so that nothing is kept for its other games.
    #[must_use]
    pub fn each_once(self, each_once: bool) -> Self {
        Self { each_once, ..self }
    }

    /// With so many threads for games of several blocks; 0 for one on each core.
    #[must_use]
    pub fn threads(self, asked: usize) -> Self {
        let threads = in_order::threads(asked);
        Self { threads, ..self }
    }

    /// Writes the games of these numbers, from 0.
    ///
    /// # Errors
    ///
    /// That of `write`, or any error of the archive.
    pub fn window(&mut self, games: &[u64]) -> Result<(), Error> {
        if let (Some(&first), Some(&last)) = (games.first(), games.last())
            && is_run(games)
        {
            self.reader.free_models(self.each_once);
            return self.reader.texts(first..last + 1, self.write);
        }
        if self.threads > 1 && games.is_sorted() {
            let pieces = by_block(&self.reader, games);
            if pieces.len() > 1 {
                return self.side_by_side(&pieces);
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

    /// Writes the games of several blocks, each block decoded by whichever thread is free.
    fn side_by_side(&mut self, pieces: &[(usize, &[u64])]) -> Result<(), Error> {
        let first = self.reader.fork();
        let mut pieces = pieces.iter().map(|&(_, games)| games);
        let threads = self.threads.min(pieces.len());
        share(
            threads,
            1,
            move || first.fork(),
            &texts_of_piece,
            |order| {
                order.drive(&mut || Ok(pieces.next()), &mut |(games, texts): (
                    &[u64],
                    Found,
                )| {
                    for game in games {
                        if let Some(text) = texts.get(game) {
                            (self.write)(*game, text).map_err(written)?;
                        }
                    }
                    Ok(ControlFlow::Continue(()))
                })
            },
        )
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
    fn jumble(&mut self, games: &[u64]) -> Result<(), Error> {
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
            let numbers: Vec<u64> = todo.iter().map(|&(game, _)| game).collect();
            let mut todo = &todo[..];
            for (_, games) in by_block(&self.reader, &numbers) {
                let (here, later) = todo.split_at(games.len());
                let texts = texts(&mut self.reader, games)?;
                for &(game, place) in here {
                    kept.keep(place, game, texts.get(&game).cloned());
                }
                kept.write(self.write)?;
                kept.drop_surplus(self.room);
                todo = later;
            }
        }
        Ok(())
    }
}

/// Games of a block with their texts, as a piece of work.
fn texts_of_piece<'g, R: Read + Seek>(
    reader: &mut Reader<R>,
    games: &'g [u64],
    outlet: &Outlet<'_, (&'g [u64], Found)>,
) -> Result<(), Error> {
    outlet.give((games, texts(reader, games)?));
    Ok(())
}

/// The texts of games of one block, given in order, without those that are damaged.
fn texts<R: Read + Seek>(reader: &mut Reader<R>, games: &[u64]) -> Result<Found, Error> {
    let mut texts = Found::new();
    for near in near(games) {
        let (Some(&first), Some(&last)) = (near.first(), near.last()) else {
            continue;
        };
        // Mostly no game of the block is asked for after these.
        reader.free_models(near.last() == games.last());
        reader.texts(first..last + 1, &mut |game, text| {
            if near.binary_search(&game).is_ok() {
                texts.insert(game, text.to_vec());
            }
            Ok(())
        })?;
    }
    Ok(texts)
}

impl Kept {
    fn keep(&mut self, place: usize, game: u64, text: Option<Vec<u8>>) {
        self.bytes += text.as_ref().map_or(0, |text| text.len() as u64);
        self.texts.insert(place, (game, text));
    }

    /// Writes all whose turn has come.
    fn write(&mut self, write: &mut Write<'_>) -> Result<(), Error> {
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

fn written(error: io::Error) -> Error {
    Error::system("the games cannot be written", error)
}

/// Whether each number is the one after the number before it.
fn is_run(games: &[u64]) -> bool {
    games
        .windows(2)
        .all(|pair| pair[0].checked_add(1) == Some(pair[1]))
}

#[cfg(test)]
mod tests;
