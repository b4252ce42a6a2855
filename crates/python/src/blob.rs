//! Single games as a few bytes.

use crate::error;
use crate::parts::{self, Texts};
use pgnz::{GameInfo, Model, Moves, Position, Variant};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::collections::HashMap;

/// Moves in a list, or in one text with spaces between.
pub struct GivenMoves(Texts);

impl FromPyObject<'_, '_> for GivenMoves {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let expected = "moves are a list of str, or one str with spaces between the moves";
        Texts::of(object, expected).map(Self)
    }
}

impl GivenMoves {
    /// The moves, in UCI or standard algebraic notation.
    pub fn each(&self) -> Vec<&str> {
        match &self.0 {
            Texts::One(text) => text.split_whitespace().collect(),
            Texts::Several(moves) => moves.iter().map(String::as_str).collect(),
        }
    }
}

/// Tags in any mapping, as a dictionary or the tags of a game.
pub struct GivenTags(HashMap<String, String>);

impl<'py> FromPyObject<'_, 'py> for GivenTags {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let expected = "tags are a mapping of str to str";
        let py = object.py();
        if !object.hasattr("keys")? {
            let what = format!("{expected}, not {}", object.get_type().name()?);
            return Err(PyTypeError::new_err(what));
        }
        let dict = py.get_type::<PyDict>().call1((object,))?;
        let tags: PyResult<_> = dict.extract();
        tags.map(Self)
            .map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
                true => PyTypeError::new_err(expected),
                false => error,
            })
    }
}

/// The information in those tags of a game that models use.
pub fn info(tags: Option<GivenTags>) -> GameInfo {
    GameInfo::from_pairs(tags.map(|GivenTags(tags)| tags).unwrap_or_default())
}

/// The position of a FEN, or the usual start of a variant.
pub fn position(fen: Option<&str>, variant: &str) -> PyResult<Position> {
    let found = Variant::from_tag(variant.as_bytes());
    let variant = found.ok_or_else(|| error::argument(format!("no variant '{variant}'")))?;
    match fen {
        Some(fen) => Position::from_fen(fen, variant).map_err(error::of),
        None => Ok(Position::initial(variant)),
    }
}

/// The moves of one game as about 25 bytes, for a row of a database.
///
/// ``moves`` are in UCI or standard algebraic notation, in a list or in one text with spaces between, from the usual start or from ``fen``.
/// ``tags`` are what you know about the game from elsewhere (``WhiteElo``, ``BlackElo``, ``TimeControl``, ``Result``, ``Date``, ``Site``). They make
/// the blob smaller, and decoding needs the same tags. Raises :class:`Error` for a move that is not legal.
#[pyfunction]
#[pyo3(signature = (moves, *, tags=None, level="default", fen=None, variant="Standard"))]
pub fn encode_blob<'py>(
    py: Python<'py>,
    moves: GivenMoves,
    tags: Option<GivenTags>,
    level: &str,
    fen: Option<&str>,
    variant: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let model = Model::of(parts::level(level)?);
    let mut game = Moves::from_start(position(fen, variant)?);
    for text in moves.each() {
        game.push(text).map_err(error::of)?;
    }
    let info = info(tags);
    let blob = py.detach(|| pgnz::encode_game(&game, &info, &model));
    Ok(PyBytes::new(py, &blob.map_err(error::of)?))
}

/// The start as a FEN, the variant, and the moves in both notations.
type Decoded = (String, &'static str, Vec<String>, Vec<String>);

/// The game of a blob.
#[pyfunction]
#[pyo3(signature = (blob, *, tags=None))]
pub fn decode_blob(py: Python<'_>, blob: &[u8], tags: Option<GivenTags>) -> PyResult<Decoded> {
    let info = info(tags);
    let moves = py.detach(|| pgnz::decode_game(blob, &info, None));
    let moves = moves.map_err(error::of)?;
    let start = moves.start();
    let variant = start.variant().name();
    Ok((start.to_fen(), variant, moves.to_san(), moves.to_uci()))
}
