//! Moves.

use crate::error;
use pgnz::{Castling, Role, Square};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A move by one side. ``str(move)`` is its UCI notation.
///
/// It has a meaning only in its position: :class:`Position` gives moves, plays them, and writes them in standard algebraic notation. Moves are equal
/// if piece, squares, capture and promotion are; they can be members of sets, and can be pickled.
///
/// >>> position = pgnz.Position.from_fen("1r6/P7/8/8/8/8/8/4K2k w - - 0 1")
/// >>> move = position.read_move("axb8=Q")
/// >>> move.from_, move.to, move.role, move.capture, move.promotion, str(move)
/// ('a7', 'b8', 'P', 'R', 'Q', 'a7b8q')
#[pyclass(frozen, eq, hash, module = "pgnz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Move {
    played: pgnz::Move,
}

impl Move {
    pub fn of(played: pgnz::Move) -> Self {
        Self { played }
    }

    pub fn inner(&self) -> pgnz::Move {
        self.played
    }
}

/// A move as a caller may give it.
pub enum GivenMove {
    Move(pgnz::Move),
    /// In UCI or standard algebraic notation.
    Text(String),
}

impl FromPyObject<'_, '_> for GivenMove {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(given) = object.cast::<Move>() {
            return Ok(Self::Move(given.get().played));
        }
        if object.is_instance_of::<PyString>() {
            return object.extract().map(Self::Text);
        }
        // As a `chess.Move` has it.
        if object.hasattr("uci")? {
            return object.call_method0("uci")?.extract().map(Self::Text);
        }
        let kind = object.get_type().name()?;
        let what = format!("a move is a pgnz.Move, a text, or a chess.Move, not {kind}");
        Err(PyTypeError::new_err(what))
    }
}

impl GivenMove {
    /// The move in a position. A text is that of a legal move; a `Move` is taken as it is.
    pub fn of(self, position: &pgnz::Position) -> PyResult<pgnz::Move> {
        match self {
            Self::Move(played) => Ok(played),
            Self::Text(text) => position.read_move(&text).map_err(error::of),
        }
    }

    /// The move as a text that its position reads.
    pub fn text(self) -> String {
        match self {
            Self::Move(played) => played.to_uci(true),
            Self::Text(text) => text,
        }
    }
}

/// What a move consists of: the kind of the piece, the square that it leaves and the one that it goes to, what it captures, what a pawn becomes, and
/// whether it is en passant. In castling the king goes to the square of its rook.
type Parts = (
    char,
    Option<String>,
    String,
    Option<char>,
    Option<char>,
    bool,
);

fn role(letter: char) -> PyResult<shakmaty::Role> {
    let found = shakmaty::Role::from_char(letter);
    found.ok_or_else(|| error::argument(format!("no piece '{letter}'")))
}

fn square(text: &str) -> PyResult<shakmaty::Square> {
    let square: Square = text.parse().map_err(error::of)?;
    Ok(square.into())
}

#[pymethods]
impl Move {
    /// The square that the piece leaves; that of the king, when it castles; ``None`` for a drop. The name ends with ``_`` because ``from`` is a word
    /// of Python.
    #[getter]
    fn from_(&self) -> Option<String> {
        self.played.from().map(|square| square.to_string())
    }

    /// The square that the piece goes to; that of the king after it has castled.
    #[getter]
    fn to(&self) -> String {
        self.played.to().to_string()
    }

    /// The kind of the piece that moves: ``"P"`` for the pawn of a promotion, ``"K"`` for castling.
    #[getter]
    fn role(&self) -> char {
        self.played.role().letter()
    }

    /// What a pawn is promoted to, or ``None``.
    #[getter]
    fn promotion(&self) -> Option<char> {
        self.played.promotion().map(Role::letter)
    }

    /// The kind of the piece that is captured, also en passant, or ``None``.
    #[getter]
    fn capture(&self) -> Option<char> {
        self.played.capture().map(Role::letter)
    }

    /// ``"short"`` if the king castles to the file g, ``"long"`` if to the file c, otherwise ``None``.
    #[getter]
    fn castling(&self) -> Option<&'static str> {
        self.played.castling().map(|castling| match castling {
            Castling::Short => "short",
            Castling::Long => "long",
        })
    }

    /// Whether it is a capture en passant.
    #[getter]
    fn is_en_passant(&self) -> bool {
        self.played.is_en_passant()
    }

    /// The move in UCI notation: ``g1f3``, ``e7e8q``, ``Q@e4`` for a drop. Castling is ``e1g1``, and with ``chess960``, or where king or rook start on
    /// other squares than in standard chess, the king takes its own rook: ``e1h1``.
    #[pyo3(signature = (chess960=false))]
    fn to_uci(&self, chess960: bool) -> String {
        self.played.to_uci(chess960)
    }

    /// The move as a ``chess.Move`` of the package ``chess`` (python-chess), with castling as in ``to_uci``.
    ///
    /// >>> pgnz.Position.standard().read_move("Nf3").to_chess()
    /// Move.from_uci('g1f3')
    #[pyo3(signature = (chess960=false))]
    fn to_chess<'py>(&self, py: Python<'py>, chess960: bool) -> PyResult<Bound<'py, PyAny>> {
        let class = py.import("chess")?.getattr("Move")?;
        class.call_method1("from_uci", (self.to_uci(chess960),))
    }

    /// How to make it again in another process.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let make = py.get_type::<Self>().getattr("_of")?;
        let to = match self.played.castling() {
            Some(_) => self.played.to_uci(true).split_off(2),
            None => self.to(),
        };
        let parts = (
            self.role(),
            self.from_(),
            to,
            self.capture(),
            self.promotion().or(self.castling().map(|_| 'K')),
            self.is_en_passant(),
        );
        Ok((make, parts))
    }

    /// The move with these parts. A king that becomes a king castles with the rook on `to`.
    #[staticmethod]
    fn _of(
        piece: char,
        from: Option<&str>,
        to: &str,
        capture: Option<char>,
        promotion: Option<char>,
        is_en_passant: bool,
    ) -> PyResult<Self> {
        let (piece, to) = (role(piece)?, square(to)?);
        let promotion = promotion.map(role).transpose()?;
        let played = match from.map(square).transpose()? {
            None => shakmaty::Move::Put { role: piece, to },
            Some(from) if is_en_passant => shakmaty::Move::EnPassant { from, to },
            Some(king) if piece == shakmaty::Role::King && promotion.is_some() => {
                shakmaty::Move::Castle { king, rook: to }
            }
            Some(from) => shakmaty::Move::Normal {
                role: piece,
                from,
                capture: capture.map(role).transpose()?,
                to,
                promotion,
            },
        };
        Ok(Self::of(played.into()))
    }

    fn __str__(&self) -> String {
        self.played.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<pgnz.Move: {}>", self.played)
    }
}
