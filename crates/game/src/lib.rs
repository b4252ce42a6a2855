//! A game of chess as a value, and what its text is split into.
//!
//! Not part of the format.
//!
//! Two floors. Above, [`Game`]: what users read, with tags, positions, moves and comments whose meaning is known. Below, [`parts`]: the
//! same game as the streams code it, in spans of its text; splitting loses no byte. This crate reads and writes memory only.
//!
//! ```
//! use game::Game;
//!
//! let game = Game::parse(b"[White \"Anna\"]\n\n1. e4 { [%clk 0:03:00] } e5 *\n");
//! assert_eq!(game.tags().get("White"), Some(&b"Anna"[..]));
//! assert_eq!(game.main_line().plies[0].clock(), Some(180_000));
//! ```
#![deny(missing_docs)]

mod depth;
mod error;
mod outcome;
pub mod parts;
mod result;
mod stream;
mod time_control;
mod value;

pub use depth::Depth;
pub use error::{Error, ErrorKind, Place, cut_short};
pub use outcome::Outcome;
pub use result::Stated;
pub use stream::Stream;
pub use time_control::TimeControl;
pub use value::{
    Castling, Color, Comment, Date, EngineInfo, Eval, Game, Line, Mark, Move, Moves, Piece, Ply,
    Position, Role, Square, Tag, Tags, date_of_tags, game_of, rating,
};
