//! Several archives whose games are numbered consecutively.
//!
//! Not part of the format.

use crate::Error;
use archive::{Columns, Game, Reader, Resources};
use query::{Filter, Verdict};
use scan::{Note, Search, Window, Windows, by_block};
use std::io::{Read, Seek};
use std::ops::ControlFlow;

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

/// What is done with games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// They are read, to choose among them or to put them in order.
    Read,
    /// They are written.
    Write,
}

/// Is told of a step how many games are done, and how many there are; breaks off the work if it likes.
type Watch = dyn FnMut(Step, u64, u64) -> ControlFlow<()> + Send;

/// The step that is being done, and who is told.
pub(crate) struct Progress {
    step: Step,
    done: u64,
    all: u64,
    watch: Option<Box<Watch>>,
}

impl Progress {
    /// Begins a step for so many games.
    pub fn begin(&mut self, step: Step, all: u64) -> Result<(), Error> {
        (self.step, self.done, self.all) = (step, 0, all);
        self.pass(0)
    }

    /// So many more games are done.
    pub fn pass(&mut self, games: u64) -> Result<(), Error> {
        self.done += games;
        let watch = self.watch.as_mut();
        let told = watch.map(|watch| watch(self.step, self.done, self.all));
        match told {
            Some(ControlFlow::Break(())) => Err(archive::Error::cancelled().into()),
            _ => Ok(()),
        }
    }
}

/// Archives whose games are numbered from 0, continuing from one to the next. None of them may be damaged.
pub struct Archives<R> {
    pub(crate) readers: Vec<Reader<R>>,
    pub(crate) blocks: Vec<Block>,
    games: u32,
    /// What errors call each archive; empty if they need not say which it is.
    pub names: Vec<String>,
    /// The threads and memory to use.
    pub resources: Resources,
    /// What an index says of the filter for each game of an archive; empty for an archive without an index.
    pub verdicts: Vec<Vec<Verdict>>,
    /// The games that may pass, in ascending order; `None` if all may.
    named: Option<Vec<u32>>,
    pub(crate) progress: Progress,
}

impl<R: Read + Seek> Archives<R> {
    /// Whether the records of where texts come from hold when the archives are put together: for files with names, and for an archive that
    /// stays alone.
    #[must_use]
    pub fn keep_records(&self) -> bool {
        let is_alone = match &self.readers[..] {
            [only] => only.report().archives == 1,
            _ => false,
        };
        is_alone || self.readers.iter().any(|reader| !reader.files().is_empty())
    }
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
            verdicts: Vec::new(),
            named: None,
            progress: Progress {
                step: Step::Read,
                done: 0,
                all: 0,
                watch: None,
            },
        })
    }

    /// Lets only games with these numbers pass, from 0, in any order.
    ///
    /// # Errors
    ///
    /// There is no game with one of the numbers.
    pub fn only(&mut self, numbers: impl IntoIterator<Item = u64>) -> Result<(), Error> {
        let all = self.games;
        let known = |number: u64| {
            let known = u32::try_from(number).ok().filter(|number| *number < all);
            known.ok_or_else(|| {
                let number = number.saturating_add(1);
                Error::Asked(format!("there is no game {number}: there are {all}"))
            })
        };
        let mut named = numbers
            .into_iter()
            .map(known)
            .collect::<Result<Vec<u32>, _>>()?;
        named.sort_unstable();
        named.dedup();
        self.named = Some(named);
        Ok(())
    }

    /// Whether all games pass a filter, because nothing is asked of them.
    pub(crate) fn takes_all(&self, filter: &Filter) -> bool {
        filter.is_empty() && self.named.is_none()
    }

    /// What is known of the games of an archive, whose first has this number, before they are read; `None` if nothing is.
    fn verdicts_of(&self, number: usize, first: u64, filter: &Filter) -> Option<Vec<Verdict>> {
        let verdicts = self.verdicts.get(number).filter(|all| !all.is_empty());
        let Some(named) = &self.named else {
            return verdicts.cloned();
        };
        // Without a filter those that are named pass.
        let unknown = match filter.is_empty() {
            true => Verdict::Yes,
            false => Verdict::Ask,
        };
        let games = self.readers[number].len();
        let mut left = vec![Verdict::No; usize::try_from(games).unwrap_or(0)];
        let from = named.partition_point(|game| u64::from(*game) < first);
        for game in &named[from..] {
            let place = usize::try_from(u64::from(*game) - first).unwrap_or(usize::MAX);
            let Some(verdict) = left.get_mut(place) else {
                break;
            };
            *verdict = verdicts
                .and_then(|all| all.get(place))
                .copied()
                .unwrap_or(unknown);
        }
        Some(left)
    }

    /// Calls `watch` while games are read and written: with what is done, the number of games that are done, and the number of all. The
    /// work ends with the error [`ErrorKind::Cancelled`](archive::ErrorKind::Cancelled) when it breaks off.
    pub fn watch(&mut self, watch: impl FnMut(Step, u64, u64) -> ControlFlow<()> + Send + 'static) {
        self.progress.watch = Some(Box::new(watch));
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The number of the first game of an archive; the number of all games if there are fewer archives.
    #[must_use]
    pub fn first_of(&self, archive: usize) -> u32 {
        let at = self.blocks.partition_point(|block| block.reader < archive);
        self.blocks.get(at).map_or(self.games, |block| block.first)
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
}

impl<R: Read + Seek + Clone + Send> Archives<R> {
    /// Passes the results of `map` on games, which are given in ascending order, to `take`.
    ///
    /// # Errors
    ///
    /// Any error of an archive.
    pub fn each<T: Clone + Send>(
        &mut self,
        games: &[u32],
        columns: Columns,
        map: impl Fn(&Game) -> T + Sync,
        take: &mut dyn FnMut(u32, T),
    ) -> Result<(), Error> {
        self.progress.begin(Step::Read, games.len() as u64)?;
        self.each_of_step(games, columns, map, take)
    }

    /// As [`Archives::each`], as a part of the step that is being done.
    pub(crate) fn each_of_step<T: Clone + Send>(
        &mut self,
        games: &[u32],
        columns: Columns,
        map: impl Fn(&Game) -> T + Sync,
        take: &mut dyn FnMut(u32, T),
    ) -> Result<(), Error> {
        let search = Search::new().columns(columns);
        let mut games = games;
        for (number, first) in self.firsts() {
            let games_here = self.readers[number].len();
            let here = games.partition_point(|game| u64::from(*game) < first + games_here);
            let (here, later) = games.split_at(here);
            games = later;
            let here: Vec<u64> = here.iter().map(|&game| u64::from(game) - first).collect();
            let parts = by_block(&self.readers[number], &here);
            let mut windows = parts.into_iter().map(|(_, games)| games.to_vec());
            let note = |_: u64, game: Option<&Game>| game.map(&map);
            self.read((number, first), &search, &mut windows, &note, take)?;
        }
        Ok(())
    }

    /// What `note` says of the games that pass a filter, with their numbers. Where an index is sure of a game, it is asked first without
    /// the game, as [`Note`] says.
    pub(crate) fn sift<T: Clone + Send>(
        &mut self,
        filter: &Filter,
        columns: Columns,
        note: impl Fn(Option<&Game>) -> Option<T> + Sync,
    ) -> Result<Vec<(u32, T)>, Error> {
        let search = Search::new().filter(filter.clone()).columns(columns);
        let mut jobs = Vec::new();
        for (number, first) in self.firsts() {
            let reader = &self.readers[number];
            let search = match self.verdicts_of(number, first, filter) {
                Some(verdicts) => search.clone().verdicts(verdicts),
                None => search.clone(),
            };
            let ranges = search.ranges(reader, &(0..reader.len()));
            let windows = Windows::new(ranges, reader, self.threads(number)).by_block();
            jobs.push(((number, first), search, windows));
        }
        let games = jobs.iter().map(|(_, _, windows)| windows.games()).sum();
        self.progress.begin(Step::Read, games)?;
        let mut found = Vec::new();
        for (of, search, mut windows) in jobs {
            let note = |_: u64, game: Option<&Game>| note(game);
            let take = &mut |game, noted| found.push((game, noted));
            self.read(of, &search, &mut windows, &note, take)?;
        }
        Ok(found)
    }

    /// Passes what `note` says of games of an archive to `take`.
    fn read<T: Clone + Send>(
        &mut self,
        (number, first): (usize, u64),
        search: &Search,
        windows: &mut dyn Iterator<Item = Vec<u64>>,
        note: &Note<'_, T>,
        take: &mut dyn FnMut(u32, T),
    ) -> Result<(), Error> {
        let search = search.clone().threads(self.threads(number));
        let (reader, progress) = (&self.readers[number], &mut self.progress);
        let mut pass = |window: Window<T>| {
            for (game, noted) in window.found {
                // Their number was checked when the archives were opened.
                take((first + game) as u32, noted);
            }
            progress.pass(window.games as u64)?;
            Ok(ControlFlow::Continue(()))
        };
        let done = search.each(reader, &mut || Ok(windows.next()), note, &mut pass);
        let named = |error: Error| error.in_archive(number, &self.names);
        done.map(drop).map_err(named)
    }

    /// The archives, each with the number of its first game.
    fn firsts(&self) -> Vec<(usize, u64)> {
        let mut first = 0;
        let each = self.readers.iter().enumerate().map(|(number, reader)| {
            let own = first;
            first += reader.len();
            (number, own)
        });
        each.collect()
    }

    /// How many threads may read an archive at a time.
    fn threads(&self, number: usize) -> usize {
        let blocks = self.readers[number].blocks().iter();
        let longest = blocks.map(|block| block.facts().text_bytes).max();
        self.resources.threads_for(longest.unwrap_or(0))
    }
}

impl<R> std::fmt::Debug for Archives<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Archives");
        shown
            .field("games", &self.games)
            .field("names", &self.names);
        shown.finish_non_exhaustive()
    }
}
