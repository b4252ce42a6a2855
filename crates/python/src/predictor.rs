//! Predicts how likely moves are.

use crate::blob::{GivenMoves, GivenTags, info, position};
use crate::coding;
use crate::error;
use crate::parts;
use crate::value;
use pgnz::{GamePredictor, Model};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Computes how likely moves are, in games of players like those that its model was trained on.
///
/// ``level`` is ``"fast"``, ``"default"`` (small neural networks) or ``"best"`` (large ones); ``model`` are the bytes of a network of your own, instead of a level.
#[pyclass(frozen, module = "pgnz")]
pub struct Predictor {
    predictor: pgnz::Predictor,
}

impl Predictor {
    /// Plays moves. Returns the cost of each of them, in bits.
    fn play(
        &self,
        moves: Option<&GivenMoves>,
        fen: Option<&str>,
        tags: Option<GivenTags>,
        variant: &str,
    ) -> PyResult<(GamePredictor, Vec<f64>)> {
        let mut game = self.predictor.game(&position(fen, variant)?, &info(tags));
        let moves = moves.map(GivenMoves::each).unwrap_or_default();
        let mut bits = Vec::with_capacity(moves.len());
        for text in moves {
            bits.push(game.play(text).map_err(error::of)?);
        }
        Ok((game, bits))
    }
}

#[pymethods]
impl Predictor {
    #[new]
    #[pyo3(signature = (level=None, *, model=None))]
    fn new(py: Python<'_>, level: Option<&str>, model: Option<Vec<u8>>) -> PyResult<Self> {
        let model = match (level, model) {
            (Some(_), Some(_)) => return Err(error::argument(coding::LEVEL_OR_MODEL)),
            (None, Some(bytes)) => py.detach(|| Model::from_bytes(&bytes)).map_err(error::of)?,
            (level, None) => {
                let level = parts::level(level.unwrap_or("default"))?;
                py.detach(|| Model::of(level))
            }
        };
        let predictor = pgnz::Predictor::of(model);
        Ok(Self { predictor })
    }

    /// The legal moves of a position, in UCI notation, each with its probability, the most likely first.
    ///
    /// The position is that of ``fen`` (default: the usual start of ``variant``) after ``moves``. ``tags`` are what is known about the game:
    /// ``WhiteElo``, ``BlackElo``, ``TimeControl``, ``Result``, ``Date``, ``Site``. Probabilities are above 0 and add up to 1; if the game is over,
    /// the result is empty.
    #[pyo3(signature = (fen=None, *, moves=None, tags=None, variant="Standard"))]
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        fen: Option<&str>,
        moves: Option<GivenMoves>,
        tags: Option<GivenTags>,
        variant: &str,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (mut game, _) = self.play(moves.as_ref(), fen, tags, variant)?;
        let dict = PyDict::new(py);
        for chance in game.chances() {
            dict.set_item(chance.candidate.to_string(), chance.probability())?;
        }
        Ok(dict)
    }

    /// The cost of each of the moves: -log2 of its probability, in bits from 0 to 16, as an array of ``float64``.
    #[pyo3(signature = (moves, fen=None, *, tags=None, variant="Standard"))]
    fn surprisal<'py>(
        &self,
        py: Python<'py>,
        moves: GivenMoves,
        fen: Option<&str>,
        tags: Option<GivenTags>,
        variant: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (_, bits) = py.detach(|| self.play(Some(&moves), fen, tags, variant))?;
        value::floats(py, bits.into_iter())
    }
}
