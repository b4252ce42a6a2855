//! Positions.

use crate::blob;
use crate::chess_move::{GivenMove, Move};
use crate::error;
use pgnz::{Color, Outcome, Piece, Square, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A position of standard chess, Chess960 or a variant. It does not change: ``play`` returns the next one.
///
/// Positions are equal if their FENs are, with the move counters, and their variants. They can be members of sets, and can be pickled. A
/// square is a text, such as ``"e4"``, or a number from 0 (a1) to 63 (h8); sides are ``"white"`` and ``"black"``; a kind of piece is
/// ``"P"``, ``"N"``, ``"B"``, ``"R"``, ``"Q"`` or ``"K"``.
///
/// >>> position = pgnz.Position.standard().play("e4")
/// >>> position.turn, position.piece_at("e4"), len(position.legal_moves)
/// ('black', 'P', 20)
/// >>> position.play("c5").to_fen()
/// 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
#[pyclass(frozen, eq, hash, module = "pgnz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    position: pgnz::Position,
}

impl Position {
    pub fn of(position: pgnz::Position) -> Self {
        Self { position }
    }

    pub fn inner(&self) -> &pgnz::Position {
        &self.position
    }
}

/// What a side is called.
fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A square as a caller may give it.
#[derive(FromPyObject)]
enum GivenSquare {
    Text(String),
    Number(u8),
}

impl GivenSquare {
    fn square(self) -> PyResult<Square> {
        match self {
            Self::Text(text) => text.parse().map_err(error::of),
            Self::Number(number) => Square::new(number % 8, number / 8)
                .ok_or_else(|| PyValueError::new_err("squares are numbers from 0 to 63")),
        }
    }
}

#[pymethods]
impl Position {
    /// The initial position of standard chess.
    ///
    /// >>> pgnz.Position.standard().to_fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    #[staticmethod]
    fn standard() -> Self {
        Self::of(pgnz::Position::standard())
    }

    /// The initial position of a variant, which has its name as in the ``Variant`` tags of Lichess.
    ///
    /// >>> pgnz.Position.initial("Racing Kings").piece_at("h1")
    /// 'N'
    #[staticmethod]
    fn initial(variant: &str) -> PyResult<Self> {
        blob::position(None, variant).map(Self::of)
    }

    /// The position of a FEN, with castling rights as ``KQkq``, X-FEN or Shredder-FEN. Impossible castling rights and en passant squares are
    /// dropped. Raises :class:`Error` if the text is not a FEN, or the position is not playable.
    ///
    /// >>> pgnz.Position.from_fen("k1R5/8/K7/8/8/8/8/8 b - - 0 1").outcome
    /// '1-0'
    #[staticmethod]
    #[pyo3(signature = (fen, variant="Standard"))]
    fn from_fen(fen: &str, variant: &str) -> PyResult<Self> {
        blob::position(Some(fen), variant).map(Self::of)
    }

    /// The position of a ``chess.Board`` of the package ``chess`` (python-chess). The moves before it are left out.
    ///
    /// >>> import chess
    /// >>> pgnz.Position.from_chess(chess.Board()) == pgnz.Position.standard()
    /// True
    #[classmethod]
    fn from_chess(class: &Bound<'_, PyType>, board: &Bound<'_, PyAny>) -> PyResult<Self> {
        let module = class.py().import("pgnz._chess")?;
        let (fen, variant): (String, String) = module.call_method1("facts", (board,))?.extract()?;
        Self::from_fen(&fen, &variant)
    }

    /// The position as a FEN, with an en passant square only if a capture there is legal.
    fn to_fen(&self) -> String {
        self.position.to_fen()
    }

    /// The position as a ``chess.Board`` of the package ``chess`` (python-chess).
    ///
    /// >>> pgnz.Position.standard().to_chess().legal_moves.count()
    /// 20
    fn to_chess<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let facts = (self.to_fen(), self.variant(), self.is_chess960());
        py.import("pgnz._chess")?.call_method1("board", facts)
    }

    /// The variant, as in the ``Variant`` tags of Lichess; ``"Standard"`` also for Chess960.
    #[getter]
    fn variant(&self) -> &'static str {
        self.position.variant().name()
    }

    /// Whether a king or rook that may castle has its place on another square than in standard chess.
    #[getter]
    fn is_chess960(&self) -> bool {
        self.position.is_chess960()
    }

    /// The side to move: ``"white"`` or ``"black"``.
    #[getter]
    fn turn(&self) -> &'static str {
        side(self.position.turn())
    }

    /// Whether White is to move.
    #[getter]
    fn white_to_move(&self) -> bool {
        self.position.white_to_move()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// The number of the move to be played, at least 1, as in a FEN.
    #[getter]
    fn move_number(&self) -> u32 {
        self.position.move_number()
    }

    /// How the rules have ended the game: ``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``, by checkmate, stalemate, too few pieces to win, or a rule of the
    /// variant; ``None`` if it goes on. Repetition and the fifty-move rule are of no account, because they need the game.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.position.outcome().map(Outcome::tag)
    }

    /// The legal moves: a list of :class:`Move`, always in the same order, which is that of ``game.indices``.
    ///
    /// >>> pgnz.Position.standard().legal_moves[:2]
    /// [<pgnz.Move: b1a3>, <pgnz.Move: b1c3>]
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        let legal = self.position.legal_moves().into_iter();
        legal.map(Move::of).collect()
    }

    /// A hash of all that decides the legal moves: pieces, side to move, castling rights, en passant, and what a variant adds. Move counters are of
    /// no account. The same on every machine and in every release of one major version.
    #[getter]
    fn zobrist(&self) -> u64 {
        self.position.zobrist()
    }

    /// The key of the position in Polyglot's opening books, as in the column ``position_hash``.
    ///
    /// >>> hex(pgnz.Position.standard().polyglot_key)
    /// '0x463b96181691fc9c'
    #[getter]
    fn polyglot_key(&self) -> u64 {
        self.position.polyglot_key()
    }

    /// The piece on a square, as in a FEN: ``"N"`` for a white knight, ``"n"`` for a black one, ``None`` for none.
    ///
    /// >>> [pgnz.Position.standard().piece_at(square) for square in ("g1", 62, "e4")]
    /// ['N', 'n', None]
    fn piece_at(&self, square: GivenSquare) -> PyResult<Option<String>> {
        let piece = self.position.piece_at(square.square()?);
        Ok(piece.map(|piece: Piece| piece.to_string()))
    }

    /// The legal move of a text, in UCI notation (``g1f3``, ``e7e8q``, castling as ``e1g1`` or ``e1h1``) or in standard algebraic notation
    /// (``Nf3``, also as ``Ng1-f3!``), or of a ``chess.Move``. Raises :class:`Error` if there is no such legal move.
    ///
    /// >>> pgnz.Position.standard().read_move("Nf3")
    /// <pgnz.Move: g1f3>
    fn read_move(&self, text: GivenMove) -> PyResult<Move> {
        let found = text.of(&self.position)?;
        // Of a move that is not legal, this is an error.
        self.position.san(found).map_err(error::of)?;
        Ok(Move::of(found))
    }

    /// A legal move in standard algebraic notation, with a sign for check or mate. It is given as a :class:`Move`, or as for ``read_move``.
    ///
    /// >>> pgnz.Position.standard().san("g1f3")
    /// 'Nf3'
    fn san(&self, r#move: GivenMove) -> PyResult<String> {
        let played = r#move.of(&self.position)?;
        self.position.san(played).map_err(error::of)
    }

    /// The position after a legal move, which is given as a :class:`Move`, or as for ``read_move``.
    ///
    /// >>> position = pgnz.Position.standard()
    /// >>> position.play("e4") == position.play(position.read_move("e2e4"))
    /// True
    fn play(&self, r#move: GivenMove) -> PyResult<Self> {
        let mut position = self.position.clone();
        let played = r#move.of(&position)?;
        position.play(played).map_err(error::of)?;
        Ok(Self::of(position))
    }

    /// The position after a null move; ``None`` if the side to move is in check. The name ends with ``_`` because ``pass`` is a word of Python.
    fn pass_(&self) -> Option<Self> {
        self.position.pass().map(Self::of)
    }

    /// How to make it again in another process.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, &str))> {
        let make = py.get_type::<Self>().getattr("from_fen")?;
        Ok((make, (self.to_fen(), self.variant())))
    }

    fn __str__(&self) -> String {
        self.to_fen()
    }

    fn __repr__(&self) -> String {
        let variant = match self.position.variant() {
            Variant::Standard => String::new(),
            other => format!(" of {}", other.name()),
        };
        format!("<pgnz.Position{variant}: {}>", self.to_fen())
    }
}
