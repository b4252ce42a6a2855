//! Several archives whose games are numbered consecutively.
//!
//! Not part of the format.

use crate::Error;
use archive::{Columns, Game, Reader, Resources};
use query::{Filter, Summary};
use std::io::{Read, Seek};

/// A block, with the place of its games among those of all archives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    /// The archive that contains it, and its number there.
    pub reader: usize,
    pub number: usize,
    pub first: u32,
    pub games: u32,
    pub text_bytes: u64,
}

/// Which games are read.
pub(crate) enum Wanted<'a> {
    /// All games of these blocks, by their numbers in [`Archives::blocks`].
    Blocks(&'a [usize]),
    /// These, in ascending order.
    Games(&'a [u32]),
}

/// Archives whose games are numbered from 0, continuing from one to the next. None of them may be damaged.
#[derive(Debug)]
pub struct Archives<R> {
    pub(crate) readers: Vec<Reader<R>>,
    pub(crate) blocks: Vec<Block>,
    games: u32,
    /// What errors call each archive; empty if they need not say which it is.
    pub names: Vec<String>,
    /// The threads and memory to use.
    pub resources: Resources,
}

impl<R: Read + Seek> Archives<R> {
    /// Archives, one after the other.
    ///
    /// # Errors
    ///
    /// There are 2³² games or more, or there is text that belongs to no game.
    pub fn new(readers: Vec<Reader<R>>) -> Result<Self, Error> {
        let (mut blocks, mut games) = (Vec::new(), 0u32);
        for (reader, of) in readers.iter().enumerate() {
            if let Some(kind) = of.unknown_chunk() {
                return Err(Error::Asked(format!(
                    "it holds a chunk {kind}, which this release does not know and would leave out; a later release may copy it"
                )));
            }
            for (number, block) in of.blocks().iter().enumerate() {
                let facts = block.facts();
                let count = u32::try_from(facts.games).ok();
                let end = count.and_then(|count| games.checked_add(count));
                let (Some(count), Some(end)) = (count, end) else {
                    return Err(Error::Asked(
                        "too many games: at most 4,294,967,295 are possible".to_owned(),
                    ));
                };
                if count == 0 {
                    let what = format!("block {} holds text that contains no game", number + 1);
                    return Err(Error::Asked(what));
                }
                blocks.push(Block {
                    reader,
                    number,
                    first: games,
                    games: count,
                    text_bytes: facts.text_bytes,
                });
                games = end;
            }
        }
        Ok(Self {
            readers,
            blocks,
            games,
            names: Vec::new(),
            resources: Resources::default(),
        })
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The archive that contains a game, and the game's number there, from 0.
    #[must_use]
    pub fn place(&self, game: u32) -> Option<(usize, u64)> {
        let at = self
            .blocks
            .partition_point(|block| block.first <= game)
            .checked_sub(1)?;
        let block = self
            .blocks
            .get(at)
            .filter(|block| game - block.first < block.games)?;
        let first = self.readers[block.reader].blocks()[block.number].first_game();
        Some((block.reader, first + u64::from(game - block.first)))
    }

    /// Passes the results of `map` on games, which are given in ascending order, to `take`.
    ///
    /// # Errors
    ///
    /// Any error of an archive.
    pub fn each<T: Send>(
        &mut self,
        games: &[u32],
        columns: Columns,
        map: impl Fn(&Game) -> T + Sync,
        take: &mut dyn FnMut(u32, T),
    ) -> Result<(), Error> {
        self.map_games(&Wanted::Games(games), columns, map, take)
    }

    /// The archive that contains a game: the number of its file, and of the archive in that file.
    pub(crate) fn archive_of(&self, game: u32) -> (usize, u64) {
        let at = self.blocks.partition_point(|block| block.first <= game);
        let block = at.checked_sub(1).and_then(|at| self.blocks.get(at));
        block.map_or((0, 0), |block| {
            (
                block.reader,
                self.readers[block.reader].archive_of(block.number),
            )
        })
    }

    /// Passes the results of `map` on games to `take`, in the order of the archives.
    pub(crate) fn map_games<T: Send>(
        &mut self,
        wanted: &Wanted<'_>,
        columns: Columns,
        map: impl Fn(&Game) -> T + Sync,
        take: &mut dyn FnMut(u32, T),
    ) -> Result<(), Error> {
        let mut jobs: Vec<(Block, Option<Vec<u64>>)> = Vec::new();
        match *wanted {
            Wanted::Blocks(blocks) => {
                jobs.extend(blocks.iter().map(|&number| (self.blocks[number], None)));
            }
            Wanted::Games(mut games) => {
                while let Some(&game) = games.first() {
                    let at = self.blocks.partition_point(|block| block.first <= game) - 1;
                    let block = self.blocks[at];
                    let here = games.partition_point(|&game| game - block.first < block.games);
                    let (here, later) = games.split_at(here.max(1));
                    let inside = here.iter().map(|game| u64::from(game - block.first));
                    jobs.push((block, Some(inside.collect())));
                    games = later;
                }
            }
        }
        for (number, reader) in self.readers.iter_mut().enumerate() {
            let ours = jobs.iter().filter(|(block, _)| block.reader == number);
            let mut order = ours.clone();
            let wants = ours.map(|(block, games)| (block.number, games.clone()));
            let mut give = |_: usize, made: Vec<T>| {
                let Some((block, games)) = order.next() else {
                    return Ok(());
                };
                for (at, made) in made.into_iter().enumerate() {
                    let inside = games.as_ref().map_or(at as u64, |games| games[at]);
                    take(block.first + inside as u32, made);
                }
                Ok::<(), Error>(())
            };
            let done = reader.map_games(wants, columns, self.resources, &map, &mut give);
            done.map_err(|error: Error| error.in_archive(number, &self.names))?;
        }
        Ok(())
    }

    /// The results of `map` on the games that pass a filter, with their numbers.
    pub(crate) fn sift<T: Send>(
        &mut self,
        filter: &Filter,
        columns: Columns,
        map: impl Fn(&Game) -> T + Sync,
    ) -> Result<Vec<(u32, T)>, Error> {
        let may_match = |block: &&usize| {
            let Block { reader, number, .. } = self.blocks[**block];
            filter.may_match(&Summary::of_block(&self.readers[reader].blocks()[number]))
        };
        let all: Vec<usize> = (0..self.blocks.len()).collect();
        let blocks: Vec<usize> = all.iter().filter(may_match).copied().collect();
        let needs = columns | filter.columns();
        let mut candidates = Vec::new();
        let wanted = if filter.is_empty() || Columns::TAGS.contains(needs) {
            Wanted::Blocks(&blocks)
        } else {
            let may_pass = |game: &Game| filter.may_match_with(game, Columns::TAGS);
            let mut note = |game, may_pass| {
                if may_pass {
                    candidates.push(game);
                }
            };
            self.map_games(&Wanted::Blocks(&blocks), Columns::TAGS, may_pass, &mut note)?;
            Wanted::Games(&candidates)
        };
        let mut found = Vec::new();
        let passed = |game: &Game| filter.matches(game).then(|| map(game));
        self.map_games(&wanted, needs, passed, &mut |game, made| {
            found.extend(made.map(|made| (game, made)));
        })?;
        Ok(found)
    }
}
