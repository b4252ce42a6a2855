//! Counts the work within blocks while they are coded, so that progress can be shown before the first block is done.
//!
//! Not part of the format.

use std::cell::RefCell;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The current progress of a run: how much text has been read, and how much of it has been coded.
///
/// Clones count the same run, so another thread can read one while the run goes on. Counts grow with every game, not only with every
/// block.
///
/// ```
/// use archive::{CompressOptions, Meter, compress_with_progress};
/// use std::ops::ControlFlow;
///
/// let text = b"[White \"Anna\"]\n\n1. e4 e5 2. Nf3 *\n";
/// let mut meter = Meter::default();
/// compress_with_progress(&text[..], Vec::new(), &CompressOptions::new(), |done| {
///     meter = done.meter.clone();
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(meter.text_found(), text.len() as u64);
/// assert_eq!((meter.text_done(), meter.games_done()), (text.len() as u64, 1));
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Meter {
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    /// Whether every text is coded twice: encoded, then decoded to verify it.
    twice: bool,
    found: AtomicU64,
    /// Each byte and each game counts once for each time that it is coded.
    bytes: AtomicU64,
    games: AtomicU64,
}

impl Counts {
    fn passes(&self) -> u64 {
        1 + u64::from(self.twice)
    }

    fn add(&self, bytes: u64, games: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.games.fetch_add(games, Ordering::Relaxed);
    }
}

impl Meter {
    /// Text that is known, in bytes: read by [`crate::compress`], or announced by the headers of the blocks that [`crate::expand`] has
    /// read.
    #[must_use]
    pub fn text_found(&self) -> u64 {
        self.counts.found.load(Ordering::Relaxed)
    }

    /// Text that has been coded, in bytes, 0 to [`Meter::text_found`]. Where blocks are verified, encoding is one half of the
    /// work and decoding the other.
    #[must_use]
    pub fn text_done(&self) -> u64 {
        self.counts.bytes.load(Ordering::Relaxed) / self.counts.passes()
    }

    /// Games that have been coded, counted like [`Meter::text_done`].
    #[must_use]
    pub fn games_done(&self) -> u64 {
        self.counts.games.load(Ordering::Relaxed) / self.counts.passes()
    }

    /// A meter at 0, for texts that are coded once, or twice.
    pub(crate) fn new(twice: bool) -> Self {
        let counts = Counts {
            twice,
            ..Counts::default()
        };
        Self {
            counts: Arc::new(counts),
        }
    }

    /// Counts text that is to be coded.
    pub(crate) fn found(&self, bytes: u64) {
        self.counts.found.fetch_add(bytes, Ordering::Relaxed);
    }

    /// A source whose bytes are counted as found when they are read.
    pub(crate) fn reading<R>(&self, src: R) -> Reading<R> {
        Reading {
            src,
            meter: self.clone(),
        }
    }

    /// Runs the work on a block with a given length of text. Meanwhile the codec counts games with [`game_done`]. When the work is done,
    /// the whole block counts as done, with the number of games that `games` returns, whatever the codec has counted.
    pub(crate) fn block<T>(
        &self,
        text_bytes: u64,
        work: impl FnOnce() -> T,
        games: impl FnOnce(&T) -> u64,
    ) -> T {
        let bytes = text_bytes * self.counts.passes();
        let job = Arc::new(Job {
            meter: self.clone(),
            bytes_left: bytes.into(),
            games: 0.into(),
        });
        let result = work_on(Some(job.clone()), work);
        let games = games(&result) * self.counts.passes();
        let (bytes, seen) = (
            job.bytes_left.swap(0, Ordering::Relaxed),
            job.games.load(Ordering::Relaxed),
        );
        // The codec may have seen more games than there are, so the difference may be below 0.
        self.counts.add(bytes, games.wrapping_sub(seen));
        result
    }
}

/// The block that a thread works on, perhaps with others.
pub(crate) struct Job {
    meter: Meter,
    bytes_left: AtomicU64,
    games: AtomicU64,
}

thread_local! {
    static JOB: RefCell<Option<Arc<Job>>> = const { RefCell::new(None) };
}

/// The block that this thread works on.
pub(crate) fn job() -> Option<Arc<Job>> {
    JOB.with_borrow(Clone::clone)
}

/// Works on this block. A panic leaves it the block of the thread, until the next.
pub(crate) fn work_on<T>(job: Option<Arc<Job>>, work: impl FnOnce() -> T) -> T {
    let before = JOB.replace(job);
    let result = work();
    JOB.set(before);
    result
}

/// Counts a game that the block codec has encoded or decoded, with the length of its text in bytes.
pub(crate) fn game_done(text_bytes: usize) {
    JOB.with_borrow(|job| {
        if let Some(job) = job {
            let text_bytes = text_bytes as u64;
            let less = |left: u64| Some(left.saturating_sub(text_bytes));
            let left = job
                .bytes_left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
            let bytes = left.map_or(0, |left| left.min(text_bytes));
            job.games.fetch_add(1, Ordering::Relaxed);
            job.meter.counts.add(bytes, 1);
        }
    });
}

/// A source whose bytes are counted.
pub(crate) struct Reading<R> {
    src: R,
    meter: Meter,
}

impl<R: Read> Read for Reading<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.src.read(out)?;
        self.meter.found(count as u64);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{self, BlockPayload};
    use crate::{Level, Model};

    #[test]
    fn games_count_while_a_block_is_worked_on_and_all_of_it_afterwards() {
        for twice in [false, true] {
            let meter = Meter::new(twice);
            meter.found(100);
            let halfway = meter.block(
                100,
                || {
                    game_done(40);
                    game_done(20);
                    meter.text_done()
                },
                |_| 3,
            );
            assert_eq!(halfway, if twice { 30 } else { 60 });
            assert_eq!((meter.text_done(), meter.games_done()), (100, 3));
        }
    }

    #[test]
    fn the_codec_counts_every_game_before_its_block_is_done() {
        let text = b"[White \"Anna\"]\n\n1. e4 *\n\n".repeat(5);
        let (model, meter) = (Model::of(Level::Fast), Meter::new(true));
        let length = text.len() as u64;
        let work = || {
            let encoded = block::encode(&text, &model);
            let half = (meter.text_done(), meter.games_done());
            let streams: Vec<_> = encoded.streams.iter().map(|(s, b)| (*s, &b[..])).collect();
            let payload = BlockPayload {
                facts: &encoded.facts,
                streams: &streams,
            };
            assert_eq!(block::decode(&payload, &model).unwrap(), text);
            (half, (meter.text_done(), meter.games_done()))
        };
        let (half, whole) = meter.block(length, work, |_| 5);
        assert_eq!(half, (length / 2, 2));
        assert_eq!(whole, (length, 5));
    }

    #[test]
    fn a_block_never_counts_for_more_than_its_text() {
        let meter = Meter::new(false);
        meter.block(10, || (0..5).for_each(|_| game_done(8)), |()| 1);
        assert_eq!((meter.text_done(), meter.games_done()), (10, 1));
        game_done(8);
        assert_eq!(meter.text_done(), 10);
    }
}
