//! Finds the games that pass a filter, and decodes as little as the filter allows.

use crate::ordered::{Ordered, Outlet};
use crate::{BlockInfo, Columns, Error, Game};
use archive::Reader;
use query::{Filter, Summary, Verdict};
use std::io::{Read, Seek};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

/// Games at this distance are usually in different groups of their block, so the games between them need not be decoded.
const FAR: u64 = 64;

/// Games are sent in bundles of this size, because the receiver must be woken for each bundle. Bundles are larger if only tags are
/// read, which is faster. Each thread may keep this many bundles ready.
const BUNDLE: usize = 64;
const BUNDLE_OF_TAGS: usize = 256;
const WAITING: usize = 8;

/// Several threads share the games of a block, in pieces of this size.
const PIECE: u64 = 512;

/// Which games are wanted, and which parts of them; see [`Archive::search`](crate::Archive::search).
#[derive(Clone, Debug)]
#[must_use]
pub struct Search {
    filter: Option<Filter>,
    columns: Columns,
    pub(crate) threads: usize,
    /// What an index says of each game of the archive.
    verdicts: Option<Arc<[Verdict]>>,
    stop: Option<Arc<AtomicBool>>,
}

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

impl Search {
    /// All games with all their parts, and a thread for each core.
    pub fn new() -> Self {
        Self {
            filter: None,
            columns: Columns::ALL,
            threads: 0,
            verdicts: None,
            stop: None,
        }
    }

    /// Only games that pass this filter.
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = (!filter.is_empty()).then_some(filter);
        self
    }

    /// What an index says of the filter, for each game of the archive
    /// ([`Archive::ask_index`](crate::Archive::ask_index)). Games of which it is sure are not asked; the games that are found are the same.
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
    pub(crate) fn wanted(&self) -> Columns {
        self.columns
    }

    /// Whether every game is wanted.
    #[cfg(feature = "shape")]
    pub(crate) fn takes_all(&self) -> bool {
        self.filter.is_none()
    }

    /// A flag that ends the search with the error [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled) as soon as it is true: for work that
    /// another thread may cancel.
    pub fn stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// The number of threads that decode, 1 to 1024; 0 means one for each core. The result is the same for any number.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
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

    /// What an index says of a game.
    fn verdict(&self, game: u64) -> Verdict {
        let place = usize::try_from(game).ok();
        let verdicts = self.verdicts.as_ref().zip(place);
        let found = verdicts.and_then(|(verdicts, place)| verdicts.get(place));
        found.copied().unwrap_or_default()
    }

    /// Whether a game of the block may pass, according to the index of the archive.
    pub(crate) fn may_hold(&self, block: &BlockInfo) -> bool {
        let filter = self.filter.as_ref();
        filter.is_none_or(|filter| filter.may_match(&Summary::of_block(block)))
    }

    /// The blocks that may contain a game that passes, each cut to a range of games.
    pub(crate) fn blocks<R: Read + Seek>(
        &self,
        reader: &Reader<R>,
        range: &Range<u64>,
    ) -> Vec<Range<u64>> {
        let wanted = reader.blocks().iter().filter_map(|block| {
            let end = block.first_game().saturating_add(block.facts().games);
            let games = range.start.max(block.first_game())..range.end.min(end);
            let is_wanted = !games.is_empty() && self.may_hold(block) && self.may_pass(&games);
            is_wanted.then_some(games)
        });
        wanted.collect()
    }

    /// Whether one of these games may pass, by the verdicts.
    fn may_pass(&self, games: &Range<u64>) -> bool {
        let is_asked = self.filter.is_some() && self.verdicts.is_some();
        !is_asked || games.clone().any(|game| self.verdict(game) != Verdict::No)
    }

    /// Passes the games of one block that match to `visit`, in order, until it returns false.
    pub(crate) fn piece<R: Read + Seek>(
        &self,
        reader: &mut Reader<R>,
        games: Range<u64>,
        columns: Columns,
        visit: &mut dyn FnMut(u64, Game) -> bool,
    ) -> Result<(), Error> {
        let Some(filter) = &self.filter else {
            return visit_games(reader, &[games], columns, visit);
        };
        let of = |wanted: Verdict| {
            let games = games.clone();
            games.filter(move |&game| self.verdict(game) == wanted)
        };
        let mut candidates: Vec<u64> = of(Verdict::Yes).collect();
        let asked = near(of(Verdict::Ask));
        if asked.is_empty() {
            // The filter needs nothing.
            return visit_games(reader, &near(candidates), columns, &mut |number, game| {
                self.verdict(number) != Verdict::Yes || visit(number, game)
            });
        }
        let all = filter.columns() | columns;
        if Columns::TAGS.contains(all) {
            candidates.extend(of(Verdict::Ask));
        } else {
            // Tags first, then more of those games whose tags let them pass.
            visit_games(reader, &asked, Columns::TAGS, &mut |number, game| {
                let is_asked = self.verdict(number) == Verdict::Ask;
                if is_asked && filter.may_match_with(&game, Columns::TAGS) {
                    candidates.push(number);
                }
                true
            })?;
        }
        candidates.sort_unstable();
        visit_games(reader, &near(candidates), all, &mut |number, game| {
            let passes = match self.verdict(number) {
                Verdict::Yes => true,
                Verdict::Ask => filter.matches(&game),
                Verdict::No => false,
            };
            !passes || visit(number, game)
        })
    }
}

/// Numbers in order, as ranges: numbers that are near each other, with those between them.
fn near(numbers: impl IntoIterator<Item = u64>) -> Vec<Range<u64>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some(near) if number - near.end < FAR => near.end = number + 1,
            _ => ranges.push(number..number + 1),
        }
    }
    ranges
}

fn visit_games<R: Read + Seek>(
    reader: &mut Reader<R>,
    ranges: &[Range<u64>],
    columns: Columns,
    visit: &mut dyn FnMut(u64, Game) -> bool,
) -> Result<(), Error> {
    let mut goes_on = true;
    for range in ranges {
        let mut visit = |number, game| {
            goes_on = visit(number, game);
            match goes_on {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        reader.each(range.clone(), columns, &mut visit)?;
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// Divides ranges into pieces of at most this many games.
pub(crate) fn cut(blocks: Vec<Range<u64>>, most: u64) -> Vec<Range<u64>> {
    let cut = |block: Range<u64>| {
        let (starts, end) = (block.clone().step_by(most as usize), block.end);
        starts.map(move |start| start..start.saturating_add(most).min(end))
    };
    blocks.into_iter().flat_map(cut).collect()
}

/// The games that were found, with their numbers from 0, in the order of the archive. It ends after an error.
///
/// Threads decode some hundred games in advance, and end when this value is dropped.
pub struct Found {
    ordered: Ordered<Vec<(u64, Game)>>,
    bundle: std::vec::IntoIter<(u64, Game)>,
    stop: Option<Arc<AtomicBool>>,
    is_over: bool,
}

impl Found {
    pub(crate) fn new<R: Read + Seek + Clone + Send + 'static>(
        reader: &Reader<R>,
        range: &Range<u64>,
        search: Search,
    ) -> Result<Self, Error> {
        let mut pieces = search.blocks(reader, range);
        if search.threads != 1 {
            pieces = cut(pieces, PIECE);
        }
        let (threads, columns) = (search.threads, search.columns);
        let stop = search.stop.clone();
        let size = if Columns::TAGS.contains(columns) {
            BUNDLE_OF_TAGS
        } else {
            BUNDLE
        };
        let work = move |reader: &mut Reader<R>, games, outlet: &Outlet<'_, _>| {
            let mut bundle = Vec::with_capacity(size);
            search.piece(reader, games, columns, &mut |number, game| {
                bundle.push((number, game));
                let is_full = bundle.len() == size;
                !outlet.is_closed() && (!is_full || outlet.give(std::mem::take(&mut bundle)))
            })?;
            outlet.give(bundle);
            Ok(())
        };
        Ok(Self {
            ordered: Ordered::start(reader, pieces, threads, WAITING, &work)?,
            bundle: Vec::new().into_iter(),
            stop,
            is_over: false,
        })
    }

    /// The next game if it is ready within this time, for callers that must check something else from time to time.
    pub fn next_within(&mut self, wait: Duration) -> Poll<Option<Result<(u64, Game), Error>>> {
        let is_stopped = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        loop {
            if self.is_over {
                return Poll::Ready(None);
            }
            if self.stop.as_ref().is_some_and(is_stopped) {
                self.is_over = true;
                return Poll::Ready(Some(Err(Error::cancelled())));
            }
            if let Some(found) = self.bundle.next() {
                return Poll::Ready(Some(Ok(found)));
            }
            match self.ordered.next_within(wait) {
                Poll::Ready(Some(Ok(bundle))) => self.bundle = bundle.into_iter(),
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

impl Iterator for Found {
    type Item = Result<(u64, Game), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Poll::Ready(next) = self.next_within(Duration::from_millis(200)) {
                return next;
            }
        }
    }
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Found").finish_non_exhaustive()
    }
}
