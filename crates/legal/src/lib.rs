//! Ranks the legal moves of a chess position in one specified order, and
//! turns the moves of game texts into those ranks and back.
//!
//! Not part of the format.
//!
//! A move generator promises no order, so an archive that stores a move as an
//! index must say what the index counts. [`order`] is that specification;
//! [`LegalMoves`] implements it; [`san`] translates between an index and the
//! spelling of a move in a file.
//!
//! ```
//! use legal::{Position, san};
//!
//! let mut position = Position::standard();
//! let moves = position.legal_moves();
//! let index = san::read(b"Nf3", &position, &moves).unwrap();
//! position.play(moves.unrank(index).unwrap());
//! assert_eq!(position.legal_moves().len(), 20);
//! ```

mod bytes;
pub mod chess960;
mod cursor;
mod game;
mod generate;
mod history;
mod moves;
pub mod order;
mod position;
mod reach;
pub mod san;
pub mod sliders;
mod variant;

pub use bytes::bytes;
pub use cursor::{Cursor, Place};
pub use game::Game;
pub use history::History;
pub use moves::LegalMoves;
pub use position::{Position, SetupError};
pub use reach::Reach;
pub use shakmaty::{
    Bitboard, Board, ByColor, ByRole, Castles, CastlingSide, Chess, Color, EnPassantMode, File,
    Move, Piece, Rank, RemainingChecks, Role, Setup, Square, attacks, fen::Fen,
};
pub use variant::Variant;
