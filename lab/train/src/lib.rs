//! Training of the move model. This half gets the games: [`read`] takes them from files, [`select`] drops what must not be learnt
//! from, [`games`] holds what is left.
//!
//! ```
//! use train::read::{Purpose, read};
//! use train::select;
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("games.pgn");
//! std::fs::write(&file, "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n\n1. d4 d5 1-0\n")?;
//!
//! let (mut games, counts) = read(&[file], Purpose::Training, 0)?;
//! assert_eq!((counts[0].kept, counts[0].plies), (3, 7));
//! select::drop_repeated(&mut games);
//! assert_eq!(games.len(), 2);
//! assert_eq!(games.get(0).plies.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod evals;
pub mod feed;
pub mod games;
pub mod labels;
pub mod measure;
pub mod names;
pub mod net;
pub mod openings;
pub mod positions;
pub mod quantise;
pub mod random;
pub mod read;
pub mod report;
pub mod run;
pub mod select;
pub mod selfplay;
pub mod sources;
pub mod teacher;
