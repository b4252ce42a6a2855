//! A position: what decides which moves are legal.
//!
//! Format: "Positions and moves".

mod hash;

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, Castles, CastlingMode, Chess, Color, EnPassantMode, Move,
    Position as _, PositionError, RemainingChecks, Setup, Square,
    fen::{Fen, ParseFenError},
    variant::VariantPosition,
    zobrist::Zobrist64,
};

use crate::{LegalMoves, Variant};

/// A position of standard chess, Chess960 or a variant.
///
/// ```
/// use legal::{Position, Variant};
/// let fen = "8/8/8/8/8/5k2/7q/5K2 w - - 0 1";
/// let position = Position::from_fen(fen, Variant::Standard).unwrap();
/// assert_eq!(position.legal_moves().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rules: VariantPosition,
    /// Of [`rules`](Self::rules).
    hash: u64,
}

/// Why a FEN gives no position.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The text is not a FEN.
    #[error("not a FEN: {0}")]
    Syntax(#[from] ParseFenError),
    /// No game can go on from here: a king is missing or could be taken,
    /// pawns stand on a back rank, a rule of the variant is broken.
    #[error("not a playable position: {0}")]
    Unplayable(String),
}

impl Default for Position {
    fn default() -> Position {
        Position::standard()
    }
}

/// Runs one expression on the position inside, without dynamic dispatch for
/// standard chess.
macro_rules! inside {
    ($self:ident, $position:ident => $value:expr) => {
        match &$self.rules {
            VariantPosition::Chess($position) => $value,
            $position => $value,
        }
    };
}

impl Position {
    /// The initial position of standard chess.
    pub fn standard() -> Position {
        Position::initial(Variant::Standard)
    }

    fn of(rules: VariantPosition) -> Position {
        let mut position = Position { rules, hash: 0 };
        position.hash = position.hashed();
        position
    }

    /// The initial position of a variant.
    pub fn initial(variant: Variant) -> Position {
        Position::of(VariantPosition::new(variant.rules()))
    }

    /// The position of a FEN, with castling rights as `KQkq`, X-FEN or
    /// Shredder-FEN and any placement of king and rooks.
    ///
    /// Castling rights and en passant squares that cannot be are dropped.
    /// Too much material and impossible checks are tolerated.
    ///
    /// # Errors
    ///
    /// [`SetupError::Syntax`] if the text is no FEN,
    /// [`SetupError::Unplayable`] if the rules do not apply to the position.
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Position, SetupError> {
        let setup = Fen::from_ascii(fen.as_bytes())?.into_setup();
        Position::from_setup(setup, variant)
            .map_err(|error| SetupError::Unplayable(error.to_string()))
    }

    #[allow(clippy::result_large_err)] // the position of the error is as large
    fn from_setup(
        setup: Setup,
        variant: Variant,
    ) -> Result<Position, PositionError<VariantPosition>> {
        VariantPosition::from_setup(variant.rules(), setup, CastlingMode::Chess960)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map(Position::of)
    }

    /// The position as a FEN, with X-FEN castling rights and an en passant
    /// square only where a capture is legal.
    pub fn to_fen(&self) -> String {
        self.to_fen_with(EnPassantMode::Legal)
    }

    /// The position as a FEN, with X-FEN castling rights; `en_passant` says when a square is named behind a pawn that moved two steps.
    pub fn to_fen_with(&self, en_passant: EnPassantMode) -> String {
        Fen::from_position(&self.rules, en_passant).to_string()
    }

    /// The position's key by Polyglot's table of Zobrist numbers, with an en passant file only where a capture is legal; variants add numbers
    /// of shakmaty's.
    pub fn polyglot_key(&self) -> u64 {
        self.rules.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }

    /// The position as a set-up, with an en passant square only where a capture is legal.
    pub fn to_setup(&self) -> Setup {
        self.rules.to_setup(EnPassantMode::Legal)
    }

    /// The legal moves in canonical order.
    #[inline]
    pub fn legal_moves(&self) -> LegalMoves {
        let mut legal = LegalMoves::new();
        self.legal_moves_into(&mut legal);
        legal
    }

    /// Replaces the contents of `legal` by the legal moves in canonical order.
    ///
    /// The list is large; walking through a game, it is worth using it again.
    #[inline]
    pub fn legal_moves_into(&self, legal: &mut LegalMoves) {
        match &self.rules {
            VariantPosition::Chess(chess) => legal.fill_from_chess(chess),
            other => legal.fill_from_variant(other),
        }
    }

    /// Plays a move, which must be one of [`legal_moves`](Self::legal_moves).
    ///
    /// Any other move gives an unspecified position or a panic.
    #[inline]
    pub fn play(&mut self, m: Move) {
        match &mut self.rules {
            VariantPosition::Chess(chess) => chess.play_unchecked(m),
            other => other.play_unchecked(m),
        }
        self.hash = self.hashed();
    }

    /// The position after a null move: the other side is to move and no
    /// pawn can be taken en passant. `None` for a side in check.
    pub fn pass(&self) -> Option<Position> {
        if self.is_check() {
            return None;
        }
        let mut setup = self.rules.to_setup(EnPassantMode::Legal);
        setup.ep_square = None;
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        if setup.turn.is_black() {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.turn = !setup.turn;
        Position::from_setup(setup, self.variant()).ok()
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        inside!(self, position => position.turn())
    }

    /// The pieces on the board.
    #[inline]
    pub fn board(&self) -> &Board {
        inside!(self, position => position.board())
    }

    /// The pieces in hand, in crazyhouse.
    pub fn pockets(&self) -> Option<&ByColor<ByRole<u8>>> {
        inside!(self, position => position.pockets())
    }

    /// The checks each side may still receive, in three-check.
    pub fn remaining_checks(&self) -> Option<&ByColor<RemainingChecks>> {
        inside!(self, position => position.remaining_checks())
    }

    /// The pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        inside!(self, position => position.checkers())
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether a rule of the variant has decided the game for one side.
    #[inline]
    pub(crate) fn is_won_by_variant(&self) -> bool {
        match &self.rules {
            VariantPosition::Chess(_) => false,
            other => other.variant_outcome().winner().is_some(),
        }
    }

    /// Whether a rule of the variant has ended the game: the third check, a
    /// king in the centre, on the eighth rank or exploded, a side without
    /// pieces or, in antichess, without moves. The result may be a draw, as
    /// with both kings on the eighth rank in racing kings.
    ///
    /// ```
    /// use legal::{Position, Variant};
    /// let fen = "k6K/8/8/8/8/8/8/8 w - - 0 1";
    /// assert!(Position::from_fen(fen, Variant::RacingKings).unwrap().is_ended_by_variant());
    /// assert!(!Position::standard().is_ended_by_variant());
    /// ```
    pub fn is_ended_by_variant(&self) -> bool {
        match &self.rules {
            VariantPosition::Chess(_) => false,
            other => !misses_a_king(other) && other.variant_outcome().is_known(),
        }
    }

    /// How the rules have ended the game: `Some(None)` is a draw by stalemate, by too few pieces or by a rule of the variant; `None` if it goes on.
    ///
    /// ```
    /// use legal::{Color, Position, Variant};
    /// let mate = Position::from_fen("k1R5/8/K7/8/8/8/8/8 b - - 0 1", Variant::Standard).unwrap();
    /// assert_eq!(mate.outcome(), Some(Some(Color::White)));
    /// assert_eq!(Position::standard().outcome(), None);
    /// ```
    pub fn outcome(&self) -> Option<Option<Color>> {
        if misses_a_king(&self.rules) {
            return None;
        }
        let outcome = inside!(self, position => position.outcome());
        outcome.is_known().then(|| outcome.winner())
    }

    /// The square of a legal en passant capture.
    #[inline]
    pub fn ep_square(&self) -> Option<Square> {
        inside!(self, position => position
            .maybe_ep_square()
            .and_then(|_| position.legal_ep_square()))
    }

    /// The castling rights and the squares they concern.
    #[inline]
    pub fn castles(&self) -> &Castles {
        inside!(self, position => position.castles())
    }

    /// The rooks that may still castle.
    #[inline]
    pub fn castling_rights(&self) -> Bitboard {
        self.castles().castling_rights()
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        inside!(self, position => position.halfmoves())
    }

    /// The number of the move to be played, at least 1.
    pub fn fullmoves(&self) -> u32 {
        inside!(self, position => position.fullmoves()).get()
    }

    /// The rules of the game.
    pub fn variant(&self) -> Variant {
        Variant::from_rules(self.rules.variant())
    }

    /// The position as shakmaty knows it, if it is one of standard chess.
    #[inline]
    pub fn chess(&self) -> Option<&Chess> {
        match &self.rules {
            VariantPosition::Chess(chess) => Some(chess),
            _ => None,
        }
    }

    /// A hash of everything that decides the legal moves: board, side to
    /// move, castling rights, en passant, pockets, promoted pieces in crazyhouse and
    /// remaining checks. The same on every machine.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

/// Whether a king has been taken in racing kings. No game comes to a check there, so shakmaty does not look for a way out of one, but a set-up may
/// begin with it. Where the king is gone, shakmaty must not be asked for legal moves: there are none.
pub(crate) fn misses_a_king(rules: &VariantPosition) -> bool {
    matches!(rules, VariantPosition::RacingKings(_)) && rules.board().kings().count() < 2
}
