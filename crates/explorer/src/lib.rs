//! The opening tree of all games of an archive, in a file beside it: what was played after any first moves, by rating class and pace.
//!
//! Not part of the format. docs/explorer.md describes the file.
//!
//! [`Maker`] takes the games and writes the file. [`Explorer`] answers questions from a few kilobytes of it: the figures of positions that
//! many games reach are stored, and those of other positions are counted from the rows of their games, which lie together because the rows are sorted by
//! their moves.
//!
//! ```
//! use archive::Game;
//! use explorer::{About, Explorer, Maker};
//! use query::{Filter, Root, Tree};
//!
//! let mut maker = Maker::new();
//! for (number, text) in ["1. e4 e5 1-0", "1. e4 c5 2. Nf3 0-1", "1. d4 *"].iter().enumerate() {
//!     maker.add(number as u64, &Game::parse(text.as_bytes()))?;
//! }
//! let (about, mut file) = (About { digest: 17, games: 3 }, Vec::new());
//! maker.finish(about, &mut file)?;
//!
//! let mut explorer = Explorer::open(std::io::Cursor::new(file), about)?;
//! let root = Root::of_moves("1. e4")?;
//! let mut tree = Tree::new(&root);
//! // No game has to be read to know the answer.
//! assert_eq!(explorer.add_to(&mut tree, &root, &Filter::default(), 0)?, Some(vec![]));
//! assert_eq!(tree.total().games, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]

mod bytes;
mod cell;
mod directory;
mod error;
mod first;
mod header;
mod maker;
mod node;
mod page;
mod read;

pub use cell::RATING_CLASSES;
pub use error::Error;
pub use first::first_moves;
pub use header::About;
pub use maker::Maker;
pub use read::Explorer;
