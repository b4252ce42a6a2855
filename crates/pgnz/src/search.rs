//! Finds the games that pass a filter, and decodes as little as the filter allows.

use crate::ordered::{Ordered, Outlet};
use crate::{BlockInfo, Columns, Error, Game};
use archive::Reader;
use query::{Filter, Summary};
use std::io::{Read, Seek};
use std::ops::{ControlFlow, Range};
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
}

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

impl Search {
    /// All games with all their parts, on one thread.
    pub fn new() -> Self {
        Self {
            filter: None,
            columns: Columns::ALL,
            threads: 1,
        }
    }

    /// Only games that pass this filter.
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = (!filter.is_empty()).then_some(filter);
        self
    }

    /// The parts of the games that are wanted; the filter may use other parts.
    pub fn columns(mut self, columns: Columns) -> Self {
        self.columns = columns;
        self
    }

    /// The number of threads that decode, 1 to 1024; 0 means one for each core. The result is the same for any number.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Whether a game of the block may pass, according to the index.
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
            (!games.is_empty() && self.may_hold(block)).then_some(games)
        });
        wanted.collect()
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
        let all = filter.columns() | columns;
        if Columns::TAGS.contains(all) {
            return visit_games(reader, &[games], all, &mut |number, game| {
                !filter.matches(&game) || visit(number, game)
            });
        }
        // Tags first, then more of those games whose tags let them pass.
        let mut candidates: Vec<Range<u64>> = Vec::new();
        visit_games(reader, &[games], Columns::TAGS, &mut |number, game| {
            if filter.may_match_with(&game, Columns::TAGS) {
                match candidates.last_mut() {
                    Some(near) if number - near.end < FAR => near.end = number + 1,
                    _ => candidates.push(number..number + 1),
                }
            }
            true
        })?;
        visit_games(reader, &candidates, all, &mut |number, game| {
            !filter.matches(&game) || visit(number, game)
        })
    }
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
        })
    }

    /// The next game if it is ready within this time, for callers that must check something else from time to time.
    pub fn next_within(&mut self, wait: Duration) -> Poll<Option<Result<(u64, Game), Error>>> {
        loop {
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
            if let Poll::Ready(next) = self.next_within(Duration::from_secs(3600)) {
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
