//! Archives made of archives: merged, split, sorted, without doubles, or samples of them.
//!
//! Not part of the format.
//!
//! Each command makes a [`Plan`]: which games go to which output, and in which order. That takes tags, at times moves, and never the
//! text. [`write()`] then copies the blocks of which all games stay together, and codes the games of all others again. Memory grows by
//! some ten bytes a game, and not with the text.
//!
//! ```
//! use archive::{Config, Reader, Splice, compress};
//! use shape::{Archives, merge};
//! use std::io::Cursor;
//!
//! let pack = |text: &str| {
//!     let mut packed = Vec::new();
//!     compress(text.as_bytes(), &mut packed, &Config::default(), &mut |_| {})?;
//!     Reader::open(Cursor::new(packed))
//! };
//! let readers = vec![pack("[White \"Anna\"]\n\n*\n")?, pack("[White \"Emil\"]\n\n*\n")?];
//! let mut both = Splice::new(Vec::new(), Config::default());
//! merge(&mut Archives::new(readers)?, &mut both)?;
//! let (packed, _) = both.finish()?;
//! assert_eq!(Reader::open(Cursor::new(packed))?.games(), 2);
//! # Ok::<(), shape::Error>(())
//! ```
#![deny(missing_docs)]

mod archives;
mod dedupe;
mod error;
mod merge;
mod plan;
mod sort;
mod split;
mod write;

pub use archives::Archives;
pub use dedupe::{By, Double, Doubles, Keep, dedupe};
pub use error::Error;
pub use merge::merge;
pub use plan::{Plan, sample, select};
pub use sort::{Order, sort};
pub use split::{Part, Parts, split};
pub use write::{Outputs, Writing, write};
