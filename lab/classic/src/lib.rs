//! The encodings of the literature: ways to write positions and games of chess that have been proposed over the years, each with its
//! figure, so that others can be measured against them.
//!
//! [`POSITIONS`] and [`GAMES`] list them all. Each lies in a file of its own, whose comment tells idea, layout and bound. [`number`] turns
//! a game into one integer and back, [`chess960`] a number into a start position and back.
//!
//! ```
//! use classic::{Keeps, position_codec};
//! use legal::Setup;
//!
//! let codec = position_codec("rle").unwrap();
//! let bits = codec.encode(&Setup::initial())?;
//! assert_eq!(bits.len(), 96);
//! assert_eq!(codec.decode(&bits)?, Keeps::Board.of(&Setup::initial()));
//! # Ok::<(), classic::Error>(())
//! ```
#![deny(missing_docs)]

mod bits;
pub mod chess960;
mod combination;
mod error;
mod games;
mod huffman;
mod man;
pub mod number;
mod positions;

pub use bits::{Bits, Reader};
pub use error::Error;
pub use games::{GAMES, GameCodec, game_codec};
pub use legal::Game;
pub use positions::{Keeps, POSITIONS, PositionCodec, position_codec};
