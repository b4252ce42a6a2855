//! Positions in the public interface, independent of the library for the rules of chess.
//!
//! Not part of the format.

use super::{Color, Move, Piece, Role, Square};
use crate::{Error, Outcome};
use legal::Variant;
use legal::san::{self, Mark, Spelling};
use shakmaty::{CastlingMode, File};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A position of standard chess, Chess960 or a variant.
///
/// ```
/// # extern crate game as pgnz;
/// use pgnz::Position;
///
/// let mut position = Position::standard();
/// let m = position.read_move("Nf3")?;
/// assert_eq!(position.san(m)?, "Nf3");
/// position.play(m)?;
/// assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
/// assert_eq!(position.legal_moves().len(), 20);
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rules: legal::Position,
}

impl Position {
    /// The initial position of standard chess.
    #[must_use]
    pub fn standard() -> Self {
        Self::initial(Variant::Standard)
    }

    /// The initial position of a variant.
    #[must_use]
    pub fn initial(variant: Variant) -> Self {
        Self::of(legal::Position::initial(variant))
    }

    /// The position of a FEN, with castling rights as `KQkq`, X-FEN or Shredder-FEN. Impossible castling rights and en passant squares
    /// are dropped.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the text is not a FEN, or the position is not playable.
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Self, Error> {
        let found = legal::Position::from_fen(fen, variant);
        found
            .map(Self::of)
            .map_err(|error| Error::argument(error.to_string()))
    }

    /// The position as a FEN, with an en passant square only if a capture there is legal.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.rules.to_fen()
    }

    /// The variant; [`Variant::Standard`] also for Chess960.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.rules.variant()
    }

    /// Whether White is to move.
    #[must_use]
    pub fn white_to_move(&self) -> bool {
        self.rules.turn().is_white()
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.rules.is_check()
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        Color::of(self.rules.turn())
    }

    /// The piece on a square.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// use pgnz::{Color, Piece, Position, Role};
    ///
    /// let king = Piece { color: Color::White, role: Role::King };
    /// assert_eq!(Position::standard().piece_at("e1".parse()?), Some(king));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let piece = self.rules.board().piece_at(square.inner())?;
        Some(Piece {
            color: Color::of(piece.color),
            role: Role::of(piece.role),
        })
    }

    /// The number of the move to be played, at least 1, as in a FEN.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.rules.fullmoves()
    }

    /// How the rules have ended the game: by checkmate, stalemate, too few pieces to win, or a rule of the variant. `None` if it goes on.
    /// Repetition and the fifty-move rule are of no account, because they need the game.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// # use legal::Variant;
    /// use pgnz::{Outcome, Position};
    ///
    /// let mate = Position::from_fen("k1R5/8/K7/8/8/8/8/8 b - - 0 1", Variant::Standard)?;
    /// assert_eq!(mate.outcome(), Some(Outcome::White));
    /// assert_eq!(Position::standard().outcome(), None);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self.rules.outcome()? {
            Some(legal::Color::White) => Outcome::White,
            Some(legal::Color::Black) => Outcome::Black,
            None => Outcome::Draw,
        })
    }

    /// A hash of all that decides the legal moves: pieces, side to move, castling rights, en passant, and what a variant adds. Move counters are
    /// of no account. The same on every machine and in every release of one major version.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// let after = |moves: &str| moves.parse::<pgnz::Moves>().map(|moves| moves.last().zobrist());
    /// assert_eq!(after("d4 Nf6 c4")?, after("c4 Nf6 d4")?);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn zobrist(&self) -> u64 {
        self.rules.hash()
    }

    /// The key of the position by the table of Zobrist numbers that Polyglot's opening books use, as in the column `position_hash`. An en
    /// passant square counts only if a capture there is legal; Polyglot also counts captures that would leave the king in check. Variants add
    /// numbers of their own for pockets and checks, so their keys are for use within pgnz.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// assert_eq!(pgnz::Position::standard().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        self.rules.polyglot_key()
    }

    /// The legal moves, at most a few hundred, always in the same order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.rules.legal_moves().iter().map(Move::of).collect()
    }

    /// Reads a legal move, written in UCI (`g1f3`, `e7e8q`, castling as `e1g1` or `e1h1`) or in standard algebraic notation
    /// (`Nf3`, also as `Ng1-f3!`).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the text is not a legal move.
    pub fn read_move(&self, text: &str) -> Result<Move, Error> {
        let legal = self.rules.legal_moves();
        let takes_rook = |m: &legal::Move| m.to_uci(CastlingMode::Chess960).to_string() == text;
        let by_uci = || legal.iter().find(|m| Move::of(*m).to_string() == text);
        let by_san = || legal.unrank(san::read(text.as_bytes(), &self.rules, &legal)?);
        let found = by_uci().or_else(|| legal.iter().find(takes_rook));
        found.or_else(by_san).map(Move::of).ok_or_else(|| {
            Error::argument(format!("{text:?} is not a legal move in {}", self.to_fen()))
        })
    }

    /// A legal move in standard algebraic notation, with a sign for check or mate.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the move is not legal.
    pub fn san(&self, m: Move) -> Result<String, Error> {
        let legal = self.rules.legal_moves();
        let index = legal.rank(m.0).ok_or_else(|| self.illegal(m))?;
        let mut after = self.rules.clone();
        after.play(m.0);
        let mark = Mark::of(&after, || after.legal_moves().is_empty());
        let mut text = Vec::new();
        let spelling = Spelling::default();
        san::write(&mut text, &self.rules, &legal, index, mark, spelling);
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the move is not legal; the position does not change then.
    pub fn play(&mut self, m: Move) -> Result<(), Error> {
        if self.rules.legal_moves().rank(m.0).is_none() {
            return Err(self.illegal(m));
        }
        self.rules.play(m.0);
        Ok(())
    }

    /// The position after a null move; `None` if the side to move is in check.
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        self.rules.pass().map(Self::of)
    }

    /// Whether a king or rook that may castle has its place on another square than in standard chess.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        let rights = self.rules.castling_rights();
        let board = self.rules.board();
        let usual = |square: legal::Square, files: &[File]| files.contains(&square.file());
        // The king of the other side may stand on this rank, too.
        let has_rights = |king: &legal::Square| {
            board
                .color_at(*king)
                .is_some_and(|side| (rights & board.by_color(side)).any())
        };
        let mut kings = board.kings().into_iter().filter(has_rights);
        !kings.all(|king| usual(king, &[File::E]))
            || !rights
                .into_iter()
                .all(|rook| usual(rook, &[File::A, File::H]))
    }

    fn illegal(&self, m: Move) -> Error {
        Error::argument(format!("{m} is not a legal move in {}", self.to_fen()))
    }

    #[doc(hidden)]
    #[must_use]
    pub fn of(rules: legal::Position) -> Self {
        Self { rules }
    }

    #[doc(hidden)]
    #[must_use]
    pub fn rules(&self) -> &legal::Position {
        &self.rules
    }
}

/// Whether the FENs are the same, with the move counters, and the variant is.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.zobrist() == other.zobrist()
            && self.variant() == other.variant()
            && self.to_fen() == other.to_fen()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.zobrist().hash(state);
    }
}

/// The FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::standard()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_is_read_from_uci_and_from_san() {
        for (fen, variant) in [
            (
                "r3k2r/pPpp1ppp/8/3Pp3/8/8/P1PPPPPP/R3K2R w KQkq e6 0 1",
                Variant::Standard,
            ),
            ("4k3/8/8/8/8/8/8/1R3KR1 w BG - 0 1", Variant::Standard),
            ("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1", Variant::Crazyhouse),
        ] {
            let position = Position::from_fen(fen, variant).unwrap();
            let legal = position.legal_moves();
            assert!(!legal.is_empty());
            for m in legal {
                assert_eq!(position.read_move(&m.to_string()).unwrap(), m);
                assert_eq!(position.read_move(&position.san(m).unwrap()).unwrap(), m);
            }
        }
    }

    #[test]
    fn castling_is_read_by_either_spelling() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen, Variant::Standard).unwrap();
        let short = position.read_move("O-O").unwrap();
        assert_eq!(short.to_string(), "e1g1");
        assert_eq!(position.read_move("e1h1").unwrap(), short);
    }

    #[test]
    fn castling_against_a_king_on_the_same_rank_is_that_of_standard_chess() {
        for (fen, is_chess960) in [
            ("8/8/8/8/8/8/6PP/2k1K2R w K - 0 1", false),
            ("8/8/8/8/8/8/8/R3K1k1 w Q - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 0 1", false),
            ("r3k2r/8/8/8/8/8/1K6/8 b kq - 0 1", false),
            ("4k1K1/8/8/8/8/8/8/8 b - - 0 1", false),
            ("8/8/8/8/8/8/6PP/2k2K1R w K - 0 1", true),
            ("8/8/8/8/8/8/8/1R2K1k1 w Q - 0 1", true),
        ] {
            let position = Position::from_fen(fen, Variant::Standard).unwrap();
            assert_eq!(position.is_chess960(), is_chess960, "{fen}");
        }
        let game = super::super::Game::parse(
            b"[FEN \"8/8/8/8/8/5N2/1pr3PP/r1k1K2R w K - 0 1\"]\n\n1. O-O# *",
        );
        let castling = game.moves().next().unwrap();
        assert_eq!(castling.to_uci(game.is_chess960()), "e1g1");
    }

    #[test]
    fn what_is_not_legal_is_refused_and_changes_nothing() {
        let mut position = Position::standard();
        let m = position.read_move("e4").unwrap();
        position.play(m).unwrap();
        let fen = position.to_fen();
        for text in ["", "e4", "e2e4", "Ke3", "0000", "\u{e9}"] {
            assert!(position.read_move(text).is_err(), "{text}");
        }
        assert!(position.play(m).is_err() && position.san(m).is_err());
        assert_eq!(position.to_fen(), fen);
    }
}
