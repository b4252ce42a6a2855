//! Positions of a game, also as arrays for networks, and how likely moves are there.

use super::Game;
use crate::error;
use crate::parts::{self, Index};
use crate::planes::{MOVES, View};
use crate::position::Position;
use crate::value;
use pgnz::{GameInfo, Level, Predictor};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

impl Game {
    fn at(&self, ply: i64) -> PyResult<pgnz::Position> {
        self.decoded.check("moves")?;
        let plies = self.decoded.game.main_line().plies.len();
        let found = match ply {
            0.. => usize::try_from(ply).ok(),
            _ => isize::try_from(ply)
                .ok()
                .and_then(|ply| (plies + 1).checked_add_signed(ply)),
        };
        let position = found.and_then(|ply| self.decoded.game.position(ply));
        position.ok_or_else(|| {
            let what = format!("there is no position after ply {ply}: the game has {plies} plies");
            PyIndexError::new_err(what)
        })
    }
}

#[pymethods]
impl Game {
    /// The position after this number of plies as a FEN: 0 is the start, -1 the last position.
    ///
    /// Raises ``IndexError`` if the game has no such position.
    #[pyo3(signature = (ply=Index(-1)), text_signature = "($self, ply=-1)")]
    fn board(&self, ply: Index) -> PyResult<String> {
        let Index(ply) = ply;
        Ok(self.at(ply)?.to_fen())
    }

    /// The position after this number of plies as a :class:`Position`: 0 is the start, -1 the last position.
    ///
    /// Raises ``IndexError`` if the game has no such position.
    ///
    /// >>> pgnz.Game.parse("1. f3 e5 2. g4 Qh4# *").position().outcome
    /// '0-1'
    #[pyo3(signature = (ply=Index(-1)), text_signature = "($self, ply=-1)")]
    fn position(&self, ply: Index) -> PyResult<Position> {
        let Index(ply) = ply;
        self.at(ply).map(Position::of)
    }

    /// The pieces after this number of plies, for a network: an array of ``uint8`` with the shape (12, 8, 8), 1 where such a piece stands. The planes
    /// are pawns, knights, bishops, rooks, queens and kings of White, then those of Black; the rows are the ranks 1 to 8, the columns the files
    /// a to h.
    ///
    /// With ``view="mover"`` the first six planes are those of the player to move, and if that is Black, the first row is rank 8. Who is to move,
    /// castling rights, en passant and pockets are not in the planes: ``board`` has them.
    #[pyo3(signature = (ply=Index(-1), view="white"), text_signature = "($self, ply=-1, view='white')")]
    fn planes<'py>(&self, py: Python<'py>, ply: Index, view: &str) -> PyResult<Bound<'py, PyAny>> {
        let Index(ply) = ply;
        let mut planes = Vec::new();
        View::of(view)?.planes(&self.at(ply)?, &mut planes);
        value::array(py, "uint8", &planes)?.call_method1("reshape", (12, 8, 8))
    }

    /// The moves of the main line as classes from 0 to 4671: an array of ``int64``, -1 for a null move.
    ///
    /// With squares counted a1 = 0, b1 = 1, …, h8 = 63, a move is 64 × from + to, also if a pawn becomes a queen. Another promotion is 4096 + 64 ×
    /// piece + 8 × file from + file to, with knight 0, bishop 1, rook 2 (and king 3 in Antichess). A dropped piece is 4352 + 64 × piece + to, with
    /// pawn 0 to queen 4. So games without variants have classes below 4288. Castling is the move of the king, in Chess960 onto the
    /// square of its rook, as in ``uci``. With ``view="mover"``, ranks are counted from the side of the player to move.
    #[pyo3(signature = (view="white"))]
    fn targets<'py>(&self, py: Python<'py>, view: &str) -> PyResult<Bound<'py, PyAny>> {
        self.decoded.check("moves")?;
        let (view, game) = (View::of(view)?, &self.decoded.game);
        let is_chess960 = game.is_chess960();
        let plies = game.positions().zip(&game.main_line().plies);
        let classes = plies.map(|(position, ply)| {
            ply.played
                .map_or(-1, |m| view.class(&position, m, is_chess960) as i64)
        });
        let bytes: Vec<u8> = classes.flat_map(i64::to_ne_bytes).collect();
        value::array(py, "int64", &bytes)
    }

    /// The legal moves after this number of plies: an array of ``bool`` with 4,672 items, true for the classes (see ``targets``) of legal moves.
    #[pyo3(signature = (ply=Index(-1), view="white"), text_signature = "($self, ply=-1, view='white')")]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        ply: Index,
        view: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Index(ply) = ply;
        let mut mask = Vec::with_capacity(MOVES);
        let is_chess960 = self.decoded.game.is_chess960();
        View::of(view)?.mask(&self.at(ply)?, is_chess960, &mut mask);
        value::array(py, "bool", &mask)
    }

    /// The legal moves after this number of plies, in UCI notation, each with its probability, the most likely first.
    ///
    /// Probabilities are above 0 and add up to 1. The model knows ratings, time control, year and result of the game, and its moves up to
    /// this position. ``level`` is ``"fast"``, ``"default"`` or ``"best"``.
    #[pyo3(signature = (ply=Index(0), level="default"), text_signature = "($self, ply=0, level='default')")]
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        ply: Index,
        level: &str,
    ) -> PyResult<Bound<'py, PyDict>> {
        let Index(ply) = ply;
        let level = parts::level(level)?;
        self.at(ply)?;
        let plies = self.decoded.game.main_line().plies.len();
        // There is such a position, so neither bound is met.
        let from_end = |ply: i64| (plies as i64 + 1).saturating_add(ply);
        let ply = usize::try_from(if ply < 0 { from_end(ply) } else { ply }).unwrap_or_default();
        let chances = py
            .detach(|| chances(&self.decoded.game, ply, level))
            .map_err(error::of)?;
        let dict = PyDict::new(py);
        for (played, probability) in chances {
            dict.set_item(played, probability)?;
        }
        Ok(dict)
    }
}

/// The legal moves after this number of plies, with their probabilities.
fn chances(
    game: &pgnz::Game,
    plies: usize,
    level: Level,
) -> Result<Vec<(String, f64)>, pgnz::Error> {
    let Some(start) = game.start() else {
        return Ok(Vec::new());
    };
    let info = GameInfo::from_tags(game.tags());
    let predictor = Predictor::new(level);
    let mut going = predictor.game(start, &info);
    for (at, ply) in game.main_line().plies.iter().take(plies).enumerate() {
        match ply.played {
            Some(played) => going.play_move(played)?,
            // The model knows no null moves: it begins anew after one.
            None => {
                let Some(position) = game.position(at + 1) else {
                    return Ok(Vec::new());
                };
                going = predictor.game(&position, &info);
                0.0
            }
        };
    }
    let chances = going.chances().into_iter();
    Ok(chances
        .map(|chance| (chance.candidate.to_string(), chance.probability()))
        .collect())
}
