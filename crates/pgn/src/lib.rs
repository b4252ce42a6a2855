//! Lossless PGN lexer and writer.
//!
//! Not part of the format.
//!
//! Every byte string is a sequence of tokens: [`lex`] never fails, and writing its tokens one after the other gives back the
//! input byte for byte. The crate knows the shape of PGN (tag pairs, movetext, comments, variations) but no chess rules: a
//! [`San`](TokenKind::San) token is a word that could be a move, not a legal one.
//!
//! [`games`] cuts a text into games, and [`Splitter`] does the same to a stream whose end is not known yet. The rule both follow is
//! described at [`games`].
//!
//! ```
//! let pgn = b"[White \"Byrne\"]\n\n1. e4 {best} e5 *\n";
//! let mut out = Vec::new();
//! pgn::write(pgn::lex(pgn), &mut out);
//! assert_eq!(out, pgn);
//! ```

mod byte_class;
mod game;
mod lex;
mod splitter;
mod tag;
mod termination;
mod token;
mod word;
mod write;

pub use byte_class::trim_blanks;
pub use game::{Games, games};
pub use lex::{Lexer, lex};
pub use splitter::Splitter;
pub use termination::Termination;
pub use token::{TagPair, Token, TokenKind};
pub use write::write;
