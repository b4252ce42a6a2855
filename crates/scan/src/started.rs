//! Searches whose results are taken one after the other, as it suits the caller.

use crate::in_order::{self, InOrder, Next, Outlet};
use crate::search::Search;
use crate::sift::Seen;
use crate::windows::Windows;
use archive::{Columns, CompressOptions, Error, Game, Reader};
use std::io::{Read, Seek};
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// Games are given in bundles of this size, because the receiver must be woken for each bundle. Bundles are larger if only tags are
/// read, which is faster.
const BUNDLE: usize = 64;
const BUNDLE_OF_TAGS: usize = 256;
/// Results of a window that may wait beyond those of a whole block.
const WAITING: usize = 4;

/// How long an iterator waits at a time.
const LONG: Duration = Duration::from_secs(3600);

/// The results of a search, in order. Threads start when the first result is asked for, work some windows in advance, and end when this is
/// dropped. It ends after an error.
pub struct Started<T> {
    order: InOrder<'static, Vec<u64>, T>,
    windows: Windows,
    /// That of the threads, which is asked here, too, so that nothing comes after it was stopped.
    search: Arc<Search>,
    has_failed: bool,
}

impl Search {
    /// Prepares work on the games in a range, which are given to `work` window by window. `size` is the number of games behind a result, at
    /// least 1. As many results of a window may wait to be taken as a block of usual size has: with fewer, a thread would soon wait for the one
    /// that works on an earlier window.
    pub fn start<R, T>(
        self,
        reader: &Reader<R>,
        range: &Range<u64>,
        size: usize,
        work: impl Fn(&Self, &mut Reader<R>, Vec<u64>, &Outlet<'_, T>) -> Result<(), Error>
        + Send
        + Sync
        + 'static,
    ) -> Started<T>
    where
        R: Read + Seek + Clone + Send + 'static,
        T: Send + 'static,
    {
        let first = reader.fork();
        let windows = Windows::new(self.ranges(reader, range), reader, self.threads).by_block();
        let threads = in_order::threads(self.threads);
        let held = CompressOptions::BLOCK_GAMES as usize / size + WAITING;
        let search = Arc::new(self);
        let asked = search.clone();
        let work = move |reader: &mut Reader<R>, window, outlet: &Outlet<'_, T>| {
            work(&asked, reader, window, outlet)
        };
        Started {
            order: InOrder::detached(threads, held, move || first.fork(), work),
            windows,
            search,
            has_failed: false,
        }
    }

    /// The games in a range that pass, with their numbers from 0.
    ///
    /// ```
    /// # use archive::{CompressOptions, ExpandOptions, Reader, compress};
    /// # let mut packed = Vec::new();
    /// # compress(&b"1. e4 *\n\n1. d4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let reader = Reader::open(std::io::Cursor::new(packed), &ExpandOptions::new())?;
    /// let search = scan::Search::new().filter(query::Filter::parse("moves = '1. d4'")?);
    /// let found: Vec<_> = search.games(&reader, &(0..2)).collect::<Result<_, _>>()?;
    /// assert_eq!(found[0].0, 1);
    /// assert_eq!(found.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn games<R>(self, reader: &Reader<R>, range: &Range<u64>) -> Found
    where
        R: Read + Seek + Clone + Send + 'static,
    {
        let size = match Columns::TAGS.contains(self.columns) {
            true => BUNDLE_OF_TAGS,
            false => BUNDLE,
        };
        let started = self.start(
            reader,
            range,
            size,
            move |search, reader, window, outlet| {
                let mut bundle = Vec::with_capacity(size);
                let mut visit = |number, game| {
                    let Some(game) = game else {
                        return Seen::Read;
                    };
                    bundle.push((number, game));
                    let is_full = bundle.len() == size;
                    let goes_on =
                        !outlet.is_closed() && (!is_full || outlet.give(mem::take(&mut bundle)));
                    if goes_on { Seen::Next } else { Seen::Enough }
                };
                let done = search.visit(reader, &window, &mut visit, &|| outlet.is_closed());
                // What was read before an error is there.
                outlet.give(bundle);
                done.map(drop)
            },
        );
        Found {
            started,
            bundle: Vec::new().into_iter(),
        }
    }
}

impl<T: Send + 'static> Started<T> {
    /// The next result if it is ready within this time, for callers that must check something else from time to time.
    pub fn next_within(&mut self, wait: Duration) -> Poll<Option<Result<T, Error>>> {
        if self.has_failed {
            return Poll::Ready(None);
        }
        if self.search.is_stopped() {
            self.has_failed = true;
            return Poll::Ready(Some(Err(Error::cancelled())));
        }
        loop {
            while !self.order.is_full()
                && let Some(window) = self.windows.next()
            {
                self.order.give(window);
            }
            return Poll::Ready(match self.order.next_within(wait) {
                Ok(Next::Result(result)) => Some(Ok(result)),
                Ok(Next::EndOfPiece) => continue,
                Ok(Next::NotYet) => return Poll::Pending,
                Ok(Next::Nothing) => None,
                Err(error) => {
                    self.has_failed = true;
                    Some(Err(error))
                }
            });
        }
    }
}

impl<T> std::fmt::Debug for Started<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Started").finish_non_exhaustive()
    }
}

/// The games that were found, with their numbers from 0, in the order of the archive. It ends after an error.
///
/// Each thread decodes at most one or two blocks in advance; they end when this value is dropped.
#[derive(Debug)]
pub struct Found {
    started: Started<Vec<(u64, Game)>>,
    bundle: std::vec::IntoIter<(u64, Game)>,
}

impl Found {
    /// The next game if it is ready within this time, for callers that must check something else from time to time.
    pub fn next_within(&mut self, wait: Duration) -> Poll<Option<Result<(u64, Game), Error>>> {
        loop {
            if !self.started.search.is_stopped()
                && let Some(found) = self.bundle.next()
            {
                return Poll::Ready(Some(Ok(found)));
            }
            match self.started.next_within(wait) {
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
            if let Poll::Ready(next) = self.next_within(LONG) {
                return next;
            }
        }
    }
}
