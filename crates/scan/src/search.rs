//! Which games are wanted, and which parts of them.

use crate::in_order::{self, InOrder, Outlet};
use crate::sift::{Seen, Tally};
use archive::{BlockInfo, Columns, Error, Game, Reader};
use query::{Filter, Summary, Verdict};
use std::io::{Read, Seek};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Which games are wanted, and which parts of them: all games with all their parts, on a thread for each core, unless its methods say
/// otherwise.
#[derive(Clone, Debug)]
#[must_use]
pub struct Search {
    pub(crate) filter: Option<Arc<Filter>>,
    pub(crate) columns: Columns,
    pub(crate) threads: usize,
    /// What an index says of each game of the archive.
    verdicts: Option<Arc<[Verdict]>>,
    /// Becomes true when the caller wants no more.
    stop: Option<Arc<AtomicBool>>,
    progress: Option<Told>,
}

/// Whom a search tells how far it has come.
#[derive(Clone)]
struct Told(Arc<dyn Fn(u64) + Send + Sync>);

impl std::fmt::Debug for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Told")
    }
}

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

/// The games of a window that pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Window<T> {
    /// The number of games that were to be examined.
    pub games: usize,
    /// Numbers from 0, and what was noted of these games, in the order of the window.
    pub found: Vec<(u64, T)>,
}

/// Windows that are worked on.
pub type Run<'a, T> = InOrder<'a, Vec<u64>, Window<T>>;

/// What is noted of a game that passes, whose number comes before it. Where an index is sure of a game, it is asked first without the
/// game; if it has nothing to say then, the game is read. Of a game about which nothing is noted, nothing is told.
pub type Note<'a, T> = dyn Fn(u64, Option<&Game>) -> Option<T> + Sync + 'a;

impl Search {
    /// All games with all their parts, on a thread for each core.
    pub fn new() -> Self {
        Self {
            filter: None,
            columns: Columns::ALL,
            threads: 0,
            verdicts: None,
            stop: None,
            progress: None,
        }
    }

    /// Only games that pass this filter.
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = (!filter.is_empty()).then(|| filter.into());
        self
    }

    /// What an index says of the filter, for each game of the archive. Games of which it is sure are not examined; the games that are found
    /// are the same.
    pub fn verdicts(mut self, verdicts: Vec<Verdict>) -> Self {
        self.verdicts = Some(verdicts.into());
        self
    }

    /// The parts of the games that are wanted; the filter may use other parts.
    pub fn columns(mut self, columns: Columns) -> Self {
        self.columns = columns;
        self
    }

    /// The parts of the games that are wanted.
    #[must_use]
    pub fn wanted(&self) -> Columns {
        self.columns
    }

    /// A flag that ends the search with the error [`ErrorKind::Cancelled`](archive::ErrorKind::Cancelled) as soon as it is true: for work that
    /// another thread may cancel.
    pub fn stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Calls back with the number of games that were looked at since the last call, from the threads that read them. All games of the
    /// range count, whether or not they pass.
    pub fn progress(mut self, progress: impl Fn(u64) + Send + Sync + 'static) -> Self {
        self.progress = Some(Told(Arc::new(progress)));
        self
    }

    /// So many more games were looked at.
    pub(crate) fn tell(&self, games: usize) {
        if let Some(Told(progress)) = &self.progress {
            progress(games as u64);
        }
    }

    /// Whether the caller has ended the search.
    pub(crate) fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The number of threads that decode, 1 to 1024; 0, as without this, means one for each core. The result is the same for any number.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// How many threads will decode.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        in_order::threads(self.threads)
    }

    /// Whether there is a filter that is not empty.
    #[must_use]
    pub fn has_filter(&self) -> bool {
        self.filter.is_some()
    }

    /// Whether some games may not pass, by the filter or by what an index says.
    #[must_use]
    pub fn is_selective(&self) -> bool {
        self.filter.is_some() || self.verdicts.is_some()
    }

    /// The same parts of any games that are named, without a filter.
    pub fn without_filter(&self) -> Self {
        Self {
            filter: None,
            verdicts: None,
            ..self.clone()
        }
    }

    /// The number of games in a range that pass by the verdicts alone; the search leaves them out from now on. With the number of games that
    /// it then finds, this counts all that pass, and decodes as little as possible.
    pub fn take_sure(&mut self, range: Range<u64>) -> u64 {
        let Some(verdicts) = self.verdicts.as_mut().filter(|_| self.filter.is_some()) else {
            return 0;
        };
        let place = |game: u64| usize::try_from(game).unwrap_or(usize::MAX);
        let mut left = verdicts.to_vec();
        let (start, end) = (place(range.start), place(range.end).min(left.len()));
        let mut sure = 0;
        for verdict in left.get_mut(start..end).unwrap_or_default() {
            if *verdict == Verdict::Yes {
                *verdict = Verdict::No;
                sure += 1;
            }
        }
        *verdicts = left.into();
        sure
    }

    /// What is known of a game before it is read.
    pub(crate) fn verdict(&self, game: u64) -> Verdict {
        match &self.verdicts {
            None if self.filter.is_none() => Verdict::Yes,
            None => Verdict::Ask,
            Some(verdicts) => {
                let place = usize::try_from(game).ok();
                let found = place.and_then(|place| verdicts.get(place));
                found.copied().unwrap_or_default()
            }
        }
    }

    /// Whether a game of the block may pass, according to the index of the archive.
    #[must_use]
    pub fn may_hold(&self, block: &BlockInfo) -> bool {
        let filter = self.filter.as_ref();
        filter.is_none_or(|filter| filter.may_match(&Summary::of_block(block)))
    }

    /// The parts of a range in which games may pass: one for each block.
    pub fn ranges<R: Read + Seek>(
        &self,
        reader: &Reader<R>,
        range: &Range<u64>,
    ) -> Vec<Range<u64>> {
        let wanted = reader.blocks().iter().filter_map(|block| {
            let end = block.first_game().saturating_add(block.facts().games);
            let games = range.start.max(block.first_game())..range.end.min(end);
            let may_pass = |game| self.verdict(game) != Verdict::No;
            let is_wanted = !games.is_empty()
                && self.may_hold(block)
                && (self.verdicts.is_none() || games.clone().any(may_pass));
            is_wanted.then_some(games)
        });
        wanted.collect()
    }

    /// Passes what `note` says of the games of each window to `take`, in the order of the windows, until there are no more or `take` has had
    /// enough. Each thread reads with a fork of `reader`.
    ///
    /// # Errors
    ///
    /// That of `windows` or `take`, or any error of the archive; damage only if the reader does not pass over it.
    pub fn each<R, T, E>(
        &self,
        reader: &Reader<R>,
        windows: &mut dyn FnMut() -> Result<Option<Vec<u64>>, E>,
        note: &Note<'_, T>,
        take: &mut dyn FnMut(Window<T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<Tally, E>
    where
        R: Read + Seek + Clone + Send,
        T: Clone + Send,
        E: From<Error>,
    {
        let done = self.share(reader, note, |run| run.drive(windows, take));
        done.map(|((), tally)| tally)
    }

    /// Runs `main`, which gives out windows and takes what `note` says of their games, beside threads that read the games.
    ///
    /// # Errors
    ///
    /// That of `main`.
    pub fn share<R, T, O, E>(
        &self,
        reader: &Reader<R>,
        note: &Note<'_, T>,
        main: impl FnOnce(&mut Run<'_, T>) -> Result<O, E>,
    ) -> Result<(O, Tally), E>
    where
        R: Read + Seek + Clone + Send,
        T: Clone + Send,
    {
        let all = Mutex::new(Tally::default());
        let work = |reader: &mut Reader<R>, window, outlet: &Outlet<'_, Window<T>>| {
            let (window, tally) = self.window(reader, window, note, &|| outlet.is_closed())?;
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.absorb(tally);
            drop(all);
            outlet.give(window);
            Ok(())
        };
        let first = reader.fork();
        let threads = self.thread_count();
        let made = in_order::share(threads, 1, move || first.fork(), &work, main)?;
        Ok((
            made,
            all.into_inner().unwrap_or_else(PoisonError::into_inner),
        ))
    }

    /// The games of a window that pass, in its order.
    fn window<R: Read + Seek, T: Clone>(
        &self,
        reader: &mut Reader<R>,
        window: Vec<u64>,
        note: &Note<'_, T>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(Window<T>, Tally), Error> {
        let is_ascending = window.is_sorted_by(|before, game| before < game);
        let mut sorted = window.clone();
        if !is_ascending {
            sorted.sort_unstable();
            sorted.dedup();
        }
        let mut found = Vec::new();
        let mut visit = |number, game: Option<Game>| {
            let is_read = game.is_some();
            match note(number, game.as_ref()) {
                Some(noted) => found.push((number, noted)),
                None if !is_read => return Seen::Read,
                None => {}
            }
            Seen::Next
        };
        let tally = self.visit(reader, &sorted, &mut visit, is_over)?;
        // What an index knows came before the games that were read.
        found.sort_by_key(|(number, _)| *number);
        let games = window.len();
        if !is_ascending {
            let of = |number: &u64| found.binary_search_by_key(number, |(found, _)| *found);
            let at = window.iter().filter_map(|number| of(number).ok());
            found = at.filter_map(|at| found.get(at).cloned()).collect();
        }
        Ok((Window { games, found }, tally))
    }
}
