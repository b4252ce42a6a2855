//! The blocks of a text that is being compressed, one after the other.
//!
//! Not part of the format.

use crate::cut::Cutter;
use crate::encoding::BlockText;
use crate::moment::Moment;
use crate::pipeline::Next;
use crate::{CutOff, Digest, Error};
use std::io::Read;
use std::time::Duration;

/// The blocks that are still to be coded.
pub(crate) struct Blocks<R> {
    /// The text that they are cut from.
    cutter: Cutter<R>,
    /// A block that has been cut already.
    next: Option<BlockText>,
    /// Why there are no more blocks, where the complete games before come first.
    failed: Option<Error>,
    /// How long the source was waited for since it had the first text of the next block.
    waited: Duration,
}

impl<R: Read> Blocks<R> {
    /// The blocks of a text, of which one may have been cut already.
    pub fn of(cutter: Cutter<R>, next: Option<BlockText>) -> Self {
        Self {
            cutter,
            next,
            failed: None,
            waited: Duration::ZERO,
        }
    }

    /// The next block. In a pause, complete games that were waited with for `flush` are one.
    pub fn next(&mut self, flush: Option<Duration>) -> Result<Next<BlockText>, Error> {
        if let Some(next) = self.next.take() {
            return Ok(Next::Job(next));
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let start = Moment::now();
        let next = match self.cutter.next_block() {
            // What came is not to be had a second time.
            Err(error) if flush.is_some() => {
                let Some(text) = self.cutter.flush() else {
                    return Err(error);
                };
                self.failed = Some(error);
                Next::Job(text)
            }
            next => next?,
        };
        // Only the time in which the source was waited for counts: whoever codes slowly makes no pause.
        self.waited += start.elapsed();
        if !matches!(next, Next::Pause) || !self.cutter.holds_text() {
            self.waited = Duration::ZERO;
            return Ok(next);
        }
        let is_due = flush.is_some_and(|flush| self.waited >= flush);
        let due = if is_due { self.cutter.flush() } else { None };
        Ok(due.map_or(Next::Pause, |text| {
            self.waited = Duration::ZERO;
            Next::Job(text)
        }))
    }
    /// When there are no more: the digest of the text, if it is taken, and why the text ends early, if it does.
    pub fn end(self) -> (Option<Digest>, Option<CutOff>) {
        (self.cutter.digest(), self.cutter.into_cut_off())
    }
}
