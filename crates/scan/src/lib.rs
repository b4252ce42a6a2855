//! The games of archives: those that pass a filter, on threads and in order.
//!
//! Every program that reads many games does it here. A [`Search`] says which games are wanted and which parts of them. It looks at the
//! facts of a block first, then at the tags of its games, and at the rest only for games whose tags let them pass; where an index beside
//! the archive ([`Beside`]) knows the answer, it looks at nothing. The games come in windows ([`Windows`]): lists of numbers of which
//! each goes to one thread, with a reader of its own ([`archive::Reader::fork`]). What a window gave comes back in the order of the windows
//! ([`InOrder`]).
//!
//! There are two ways to take the results. [`Search::each`] passes them to a function and returns at the end; [`Search::games`] and
//! [`Search::start`] return an iterator, for programs that want to stop or wait in between.
//!
//! ```
//! use archive::{Columns, CompressOptions, ExpandOptions, Reader, Shared, compress};
//! use query::Filter;
//! use scan::{Search, Windows};
//! use std::ops::ControlFlow;
//!
//! let text = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Emil\"]\n\n1. d4 *\n";
//! let mut packed = Vec::new();
//! compress(&text[..], &mut packed, &CompressOptions::new())?;
//! let reader = Reader::open(Shared::new(std::io::Cursor::new(packed))?, &ExpandOptions::new())?;
//!
//! let search = Search::new().filter(Filter::parse("white = 'Emil'")?).columns(Columns::MOVES).threads(0);
//! let mut windows = Windows::new(std::iter::once(0..reader.len()), &reader, 0);
//! let mut found = Vec::new();
//! let tally = search.each::<_, _, archive::Error>(
//!     &reader,
//!     &mut || Ok(windows.next()),
//!     &|_, game| Some(game?.main_line().plies[0].san.clone()),
//!     &mut |window| {
//!         found.extend(window.found);
//!         Ok(ControlFlow::Continue(()))
//!     },
//! )?;
//! assert_eq!(found, [(1, "d4".to_owned())]);
//! assert_eq!(tally.hits, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]

#[cfg(feature = "index")]
mod beside;
mod in_order;
mod indexed;
mod search;
mod sift;
mod started;
mod texts;
mod windows;

#[cfg(feature = "index")]
pub use beside::{Addition, Beside, NotUsed};
pub use in_order::{InOrder, Next, Outlet, share, threads};
pub use indexed::{IndexedGames, index_path};
pub use search::{Note, Run, Search, Window};
pub use sift::{Seen, Tally};
pub use started::{Found, Started};
pub use texts::{Texts, Write};
pub use windows::{Windows, by_block, near};
