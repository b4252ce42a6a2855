//! Makes archives from archives: merges, splits, sorts, removes duplicates, edits, and samples.
//!
//! Not part of the format.
//!
//! Each command makes a [`Plan`]: which games go to which output, and in which order. This needs the tags, sometimes the moves, and never
//! the text. [`write()`] then copies the blocks whose games all stay together, and compresses the games of all other blocks again. The memory
//! grows by about ten bytes per game, not with the text.
//!
//! ```
//! use archive::{CompressOptions, ExpandOptions, Reader, Splice, compress};
//! use shape::{Archives, merge};
//! use std::io::Cursor;
//!
//! let pack = |text: &str| {
//!     let mut packed = Vec::new();
//!     compress(text.as_bytes(), &mut packed, &CompressOptions::new())?;
//!     Reader::open(Cursor::new(packed), &ExpandOptions::new())
//! };
//! let readers = vec![pack("[White \"Anna\"]\n\n*\n")?, pack("[White \"Emil\"]\n\n*\n")?];
//! let mut both = Splice::new(Vec::new(), &CompressOptions::new());
//! merge(&mut Archives::new(readers)?, &mut both)?;
//! let (packed, _) = both.finish()?;
//! assert_eq!(Reader::open(Cursor::new(packed), &ExpandOptions::new())?.len(), 2);
//! # Ok::<(), shape::Error>(())
//! ```
#![deny(missing_docs)]

mod archives;
mod dedupe;
mod edit;
mod error;
mod merge;
mod plan;
mod sort;
mod split;
mod write;

pub use archives::{Archives, Step};
pub use dedupe::{By, Duplicate, Duplicates, Keep, Rule, dedupe, new_only};
pub use edit::{Edited, Edits, Respelled, Spellings, edit};
pub use error::Error;
pub use merge::{merge, repack};
pub use plan::{Plan, sample, select};
pub use sort::{Order, sort};
pub use split::{Part, Parts, Shares, is_device, split};
pub use write::{Changes, Outputs, Writing, write};
