//! The threads and the memory that a run may use.
//!
//! Not part of the format.

use crate::Error;
use crate::error::{ErrorKind, Place};

/// The length of a block's text, in bytes, unless another is asked for.
pub(crate) const USUAL_TEXT_BYTES: u64 = 16 << 20;

/// Extra jobs in memory beyond one for each thread, so that threads need not wait for reading and writing.
pub(crate) const SLACK: usize = 2;

/// Memory that the program takes before the first block: models, buffers, the block that is being read.
const PROGRAM_BYTES: u64 = 64 << 20;
/// Memory for coding a block, at most: a constant part, and bytes for each byte of text.
const BLOCK_BYTES: u64 = 96 << 20;
const BYTES_PER_BYTE: u64 = 10;

/// The threads and the memory of a run. The output is the same whatever is set here.
///
/// ```
/// use archive::{CompressOptions, ErrorKind, ExpandOptions, compress, expand};
/// let mut packed = Vec::new();
/// compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
///
/// let options = ExpandOptions::new().threads(4).memory(500 << 20);
/// expand(&packed[..], Vec::new(), &options)?;
/// // Too little for any block.
/// let error = expand(&packed[..], Vec::new(), &options.memory(1 << 20)).unwrap_err();
/// assert_eq!((error.kind(), error.block_number()), (ErrorKind::InvalidArgument, Some(1)));
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Resources {
    /// Threads that code blocks; 0 means one for each core. At most 1024 are used.
    pub threads: usize,
    /// Approximate limit of memory for the whole run, in bytes. As many threads work at a time as their blocks leave room for, and a
    /// block that alone would take more is an error. Without a limit, blocks of the default length keep all threads busy, and fewer
    /// threads work while blocks are longer.
    pub memory: Option<u64>,
}

impl Resources {
    /// How many threads may work at a time, each on a block with this length of text in bytes: at least one, and no more than are asked for.
    ///
    /// ```
    /// let resources = archive::Resources { threads: 4, memory: Some(600 << 20) };
    /// assert_eq!(resources.threads_for(1 << 20), 4);
    /// assert_eq!(resources.threads_for(16 << 20), 2);
    /// ```
    #[must_use]
    pub fn threads_for(self, text_bytes: u64) -> usize {
        let budget = Budget::new(self);
        let fitting = budget.bytes / block_bytes(text_bytes);
        usize::try_from(fitting).map_or(budget.threads, |fitting| fitting.clamp(1, budget.threads))
    }
}

/// The resources of a run, with actual numbers in place of the defaults.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    pub threads: usize,
    /// Bytes for all blocks that are in memory at a time. A block that needs more is coded alone.
    pub bytes: u64,
    limit: Option<u64>,
    /// Bytes for the embedded weights of the archive that is being read.
    pub weights: u64,
}

impl Budget {
    pub fn new(resources: Resources) -> Self {
        let threads = threads(resources.threads);
        let usual = block_bytes(USUAL_TEXT_BYTES);
        let bytes = match resources.memory {
            Some(limit) => limit.saturating_sub(PROGRAM_BYTES),
            None => usual.saturating_mul((threads + SLACK) as u64),
        };
        Self {
            threads,
            bytes,
            limit: resources.memory,
            weights: 0,
        }
    }

    /// Checks that a block with this length of text can be coded within the limit, if there is one.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`], with what the block needs.
    pub fn check(&self, text_bytes: u64, place: Place) -> Result<(), Error> {
        let needed = PROGRAM_BYTES + self.weights + block_bytes(text_bytes);
        self.ensure(needed, place, |mib| {
            let text = text_bytes.div_ceil(1 << 20);
            format!("its {text} MiB of text need up to {mib} MiB of memory")
        })
    }

    /// Checks that the embedded weights of an archive leave room for a block, and reserves memory for them from then on.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`], with what they need.
    pub fn take_weights(&mut self, bytes: u64, place: Place) -> Result<(), Error> {
        let weights = weights_bytes(bytes);
        let needed = PROGRAM_BYTES + weights + block_bytes(0);
        self.ensure(needed, place, |mib| {
            format!("the model inside the archive and a block need up to {mib} MiB of memory")
        })?;
        self.weights = weights;
        Ok(())
    }

    fn ensure(&self, needed: u64, place: Place, what: impl Fn(u64) -> String) -> Result<(), Error> {
        let Some(limit) = self.limit.filter(|&limit| limit < needed) else {
            return Ok(());
        };
        let needed = needed.next_multiple_of(1 << 20);
        let (what, limit) = (what(needed >> 20), limit >> 20);
        let what = format!("{what}, but the limit is {limit} MiB");
        Err(Error::new(ErrorKind::InvalidArgument, place, what).needing(needed))
    }
}

/// The memory for embedded weights: for their bytes in the archive and for their form in use.
pub(crate) fn weights_bytes(bytes: u64) -> u64 {
    bytes.saturating_mul(2)
}

/// The memory that coding a block takes at most, whatever its text, with its text and its streams.
pub(crate) fn block_bytes(text_bytes: u64) -> u64 {
    BLOCK_BYTES + BYTES_PER_BYTE.saturating_mul(text_bytes)
}

/// More threads than this would only hold more blocks in memory.
const MAX_THREADS: usize = 1024;

/// The number of threads for a requested number, where 0 means one for each core.
pub(crate) fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        asked => asked.min(MAX_THREADS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_within_the_limit_is_accepted_and_what_it_needs_is_told() {
        let of = |memory| Budget::new(Resources { threads: 3, memory });
        of(None).check(64 << 20, Place::default()).unwrap();
        let needed = PROGRAM_BYTES + block_bytes(1 << 20);
        of(Some(needed)).check(1 << 20, Place::default()).unwrap();
        let place = Place::block(6, 1000);
        let error = of(Some(needed - 1)).check(1 << 20, place).unwrap_err();
        assert_eq!(error.block_number(), Some(7));
        assert_eq!(error.needed_memory(), Some(170 << 20));
        let text = error.to_string();
        assert!(text.contains("need up to 170 MiB"), "{text}");
    }
}
