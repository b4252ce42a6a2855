//! Carries out a plan: copies the blocks whose games all stay together, and compresses the games of all other blocks again.
//!
//! Not part of the format.
//!
//! If the games keep their order, each block is decoded when its turn comes. Otherwise the games are first sorted into piles by their
//! place in the output, on the disk if there are many; for this, each block is decoded once. Then one pile after the other is sorted in memory.

mod output;
mod piles;

use crate::archives::Block;
use crate::{Archives, Edits, Error, Plan, Step};
use archive::{CompressOptions, Spliced, Taken, Want};
use output::Output;
use piles::Piles;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, Write};

/// The options for writing.
pub struct Writing<'a> {
    /// The options for compressing games.
    pub options: &'a CompressOptions,
    /// Whether recorded file names are kept. Only possible if the games keep their order.
    pub keeps_names: bool,
    /// Creates a temporary file without a name, for games that must wait.
    pub temporary: &'a dyn Fn() -> io::Result<File>,
    /// How each output is made of the archives, in lines of the form `name: value`; not recorded if empty.
    pub manifest: &'a str,
    /// Games whose texts change. Only possible if the games keep their order.
    pub changes: Option<Changes<'a>>,
}

/// Games whose texts change.
#[derive(Debug, Clone, Copy)]
pub struct Changes<'a> {
    games: &'a [u32],
    edits: &'a Edits,
}

impl<'a> Changes<'a> {
    /// Changes these games, in ascending order.
    pub(crate) fn new(games: &'a [u32], edits: &'a Edits) -> Self {
        Self { games, edits }
    }

    /// Whether one of the games of a block changes.
    fn touch(&self, block: &Block) -> bool {
        let at = self.games.partition_point(|game| *game < block.first);
        let next = self.games.get(at);
        next.is_some_and(|game| game - block.first < block.games)
    }

    /// The changed text of a game, if it changes.
    fn of(&self, game: u32, text: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        match self.games.binary_search(&game) {
            Ok(_) => self.edits.text(game, text).map(Some),
            Err(_) => Ok(None),
        }
    }
}

/// The destinations of a plan's outputs, one at a time.
pub trait Outputs {
    /// The destination of one output.
    type File: Write;

    /// Opens the output with this number.
    ///
    /// # Errors
    ///
    /// An error ends the work.
    fn begin(&mut self, output: usize) -> io::Result<Self::File>;

    /// Receives the output with this number, which is complete.
    ///
    /// # Errors
    ///
    /// An error ends the work.
    fn end(&mut self, output: usize, file: Self::File, spliced: Spliced) -> io::Result<()>;
}

/// Writes all outputs of a plan.
///
/// # Errors
///
/// Any error of an archive or an output.
pub fn write<R: Read + Seek, O: Outputs>(
    archives: &mut Archives<R>,
    plan: &Plan,
    writing: &Writing<'_>,
    outputs: &mut O,
) -> Result<(), Error> {
    let mut output = Output::new(plan, writing, outputs);
    if plan.order.is_sorted_by(|before, game| before < game) {
        in_order(archives, plan, writing, &mut output)?;
    } else {
        by_piles(archives, plan, writing, &mut output)?;
    }
    output.finish()
}

/// Writes games that keep their order.
fn in_order<R: Read + Seek, O: Outputs>(
    archives: &mut Archives<R>,
    plan: &Plan,
    writing: &Writing<'_>,
    output: &mut Output<'_, O>,
) -> Result<(), Error> {
    let mut rank = 0;
    archives
        .progress
        .begin(Step::Write, plan.order.len() as u64)?;
    for number in 0..archives.readers.len() {
        let mut jobs: Vec<(Block, Want, usize)> = Vec::new();
        for block in archives
            .blocks
            .iter()
            .filter(|block| block.reader == number)
        {
            let rest = &plan.order[rank..];
            let here = rest.partition_point(|game| *game < block.first.saturating_add(block.games));
            let games = &rest[..here];
            let changes = writing.changes.is_some_and(|changes| changes.touch(block));
            let is_whole =
                !changes && here == block.games as usize && is_together(plan, rank, here);
            let want = match is_whole {
                true => Want::Whole,
                false => Want::Games(
                    games
                        .iter()
                        .map(|game| (game - block.first).into())
                        .collect(),
                ),
            };
            if here > 0 {
                jobs.push((*block, want, rank));
            }
            rank += here;
        }
        let (reader, progress) = (&mut archives.readers[number], &mut archives.progress);
        let files: Vec<_> = jobs
            .iter()
            .map(|(block, ..)| {
                (
                    reader.archive_of(block.number),
                    reader.file_of(block.number),
                )
            })
            .collect();
        let wants: Vec<_> = jobs
            .iter()
            .map(|(block, want, _)| (block.number, want.clone()))
            .collect();
        let (mut at, mut is_written) = (0, true);
        let mut write = |taken: Taken| {
            let ((block, want, rank), (archive, file)) = (&jobs[at], &files[at]);
            at += 1;
            if writing.keeps_names {
                let begins = plan.order[*rank] == block.first;
                output.of_archive((number, *archive), file.as_ref(), begins)?;
            }
            match (taken, want) {
                (Taken::Block(stored), _) => {
                    output.block(*rank, block.first, block.games, (number, *archive), *stored)?;
                    progress.pass(block.games.into())
                }
                (Taken::Texts(texts), _) => {
                    let ranks = *rank..;
                    ranks.zip(texts).try_for_each(|(rank, text)| {
                        let game = plan.order[rank];
                        let changes = writing.changes.as_ref();
                        let new = changes.map(|changes| changes.of(game, &text)).transpose()?;
                        match new.flatten() {
                            Some(new) => output.changed(rank, game, (number, *archive), &new)?,
                            None => output.game(rank, game, (number, *archive), &text)?,
                        }
                        progress.pass(1)
                    })
                }
            }
        };
        let mut give = |_: usize, taken: Taken| {
            let written = write(taken);
            is_written = written.is_ok();
            written
        };
        let done = reader.take(wants, archives.resources, &mut give);
        done.map_err(|error| match is_written {
            true => error.in_archive(number, &archives.names),
            false => error,
        })?;
    }
    Ok(())
}

/// Whether this number of consecutive games of a plan goes to one output.
fn is_together(plan: &Plan, rank: usize, count: usize) -> bool {
    let output = plan.ends.partition_point(|&end| end <= rank);
    plan.ends
        .get(output)
        .is_some_and(|&end| rank + count <= end)
}

/// Writes games in any order.
fn by_piles<R: Read + Seek, O: Outputs>(
    archives: &mut Archives<R>,
    plan: &Plan,
    writing: &Writing<'_>,
    output: &mut Output<'_, O>,
) -> Result<(), Error> {
    // The places of each game, game by game.
    let mut places: Vec<(u32, u32)> = Vec::with_capacity(plan.order.len());
    places.extend(plan.order.iter().zip(0..).map(|(&game, rank)| (game, rank)));
    places.sort_unstable();
    let mut whole: HashMap<usize, Block> = HashMap::new();
    let mut jobs: Vec<(Block, std::ops::Range<usize>)> = Vec::new();
    let mut expected = vec![0u32; plan.order.len()];
    let mut from = 0;
    for block in &archives.blocks {
        let end = block.first.saturating_add(block.games);
        let here = from + places[from..].partition_point(|(game, _)| *game < end);
        let of_block = &places[from..here];
        if let Some((_, first)) = of_block.first() {
            let follow = of_block
                .windows(2)
                .all(|pair| pair[0].0 + 1 == pair[1].0 && pair[0].1 + 1 == pair[1].1);
            let rank = *first as usize;
            if follow
                && of_block.len() == block.games as usize
                && is_together(plan, rank, of_block.len())
            {
                whole.insert(rank, *block);
            } else {
                let each = (block.text_bytes / u64::from(block.games)).clamp(1, u32::MAX.into());
                of_block
                    .iter()
                    .for_each(|(_, rank)| expected[*rank as usize] = each as u32);
                jobs.push((*block, from..here));
            }
        }
        from = here;
    }
    let mut piles = Piles::new(&expected, writing.temporary);
    drop(expected);
    let to_read = jobs.iter().map(|(_, games)| games.len() as u64).sum();
    archives.progress.begin(Step::Read, to_read)?;
    for number in 0..archives.readers.len() {
        let ours: Vec<_> = jobs
            .iter()
            .filter(|(block, _)| block.reader == number)
            .collect();
        let wants: Vec<_> = ours
            .iter()
            .map(|(block, range)| {
                let mut games: Vec<u64> = places[range.clone()]
                    .iter()
                    .map(|(game, _)| (game - block.first).into())
                    .collect();
                games.dedup();
                (block.number, Want::Games(games))
            })
            .collect();
        let mut order = ours.iter();
        let (reader, progress) = (&mut archives.readers[number], &mut archives.progress);
        let mut give = |_: usize, taken: Taken| {
            let (Some((_, range)), Taken::Texts(texts)) = (order.next(), taken) else {
                return Ok(());
            };
            let of_games = places[range.clone()].chunk_by(|a, b| a.0 == b.0);
            for (of_game, text) in of_games.zip(texts) {
                for (_, rank) in of_game {
                    piles.put(*rank, &text)?;
                }
            }
            progress.pass(range.len() as u64)
        };
        let done = reader.take(wants, archives.resources, &mut give);
        done.map_err(|error| error.in_archive(number, &archives.names))?;
    }
    drop((places, jobs));
    archives
        .progress
        .begin(Step::Write, plan.order.len() as u64)?;
    let mut rank = 0;
    for pile in piles.finish()? {
        let (end, texts) = pile.read()?;
        let mut texts = texts.games();
        while rank < end {
            let game = plan.order[rank];
            let of = archives.archive_of(game);
            if let Some(block) = whole.get(&rank).copied() {
                let stored = archives.readers[block.reader].take_block(block.number);
                let named = |error| Error::from(error).in_archive(block.reader, &archives.names);
                let stored = stored.map_err(named)?;
                output.block(rank, block.first, block.games, of, stored)?;
                rank += block.games as usize;
                archives.progress.pass(block.games.into())?;
                continue;
            }
            let Some((found, text)) = texts.next() else {
                return Err(Error::Asked(
                    "a temporarily stored game is missing".to_owned(),
                ));
            };
            if found as usize != rank {
                return Err(Error::Asked(
                    "temporarily stored games have changed".to_owned(),
                ));
            }
            output.game(rank, game, of, text)?;
            archives.progress.pass(1)?;
            rank += 1;
        }
    }
    Ok(())
}
