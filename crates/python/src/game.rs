//! One game.

use crate::decoded::Decoded;
use crate::error;
use crate::line::Line;
use crate::parts::{self, Index};
use crate::planes::{MOVES, View};
use crate::tags::{self, Tags};
use crate::utf16;
use crate::value;
use pgnz::{Column, Columns, GameInfo, Level, Position, Predictor};
use pyo3::exceptions::{PyAttributeError, PyIndexError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// One game. Every column of docs/export.md is an attribute: ``white``, ``black_rating``, ``result``, ``date``, ``eco``, ``clocks``, …
///
/// A value that the game does not have is ``None``. Lists of numbers are NumPy arrays of ``float64`` with one item for each ply (a move by one
/// player), and NaN for a ply without a value. An attribute that was not decoded, because ``columns`` did not name it, raises
/// :class:`pgnz.NotDecodedError`, which is an ``AttributeError``, too.
#[pyclass(frozen, module = "pgnz")]
pub struct Game {
    decoded: Arc<Decoded>,
    /// The number of the game, from 1.
    number: u64,
}

impl Game {
    /// A game of the archive with this name, of which these parts are decoded; `number` counts from 0.
    pub fn new(number: u64, game: pgnz::Game, parts: Columns, archive: Arc<str>) -> Self {
        let decoded = Decoded {
            game,
            parts,
            archive,
        };
        Self {
            decoded: Arc::new(decoded),
            number: number.saturating_add(1),
        }
    }

    /// The value of a column; every other name is an `AttributeError`.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let columns =
            Column::parse(name).map_err(|wrong| PyAttributeError::new_err(wrong.to_string()))?;
        let [column] = &columns[..] else {
            let what = format!("a game has no attribute '{name}'");
            return Err(PyAttributeError::new_err(what));
        };
        self.decoded.check(name)?;
        value::of(py, column, self.number, &self.decoded)
    }

    fn at(&self, ply: i64) -> PyResult<Position> {
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

/// The columns of a game and what they mean, from which its attributes are made.
#[pyfunction]
pub fn columns() -> Vec<(&'static str, String)> {
    Column::described().collect()
}

#[pymethods]
impl Game {
    /// Reads a game from its PGN text (``str`` or ``bytes``; bytes in UTF-16 are converted to UTF-8). Its ``path`` is ``""``.
    #[classmethod]
    fn parse(_class: &Bound<'_, PyType>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes: Vec<u8> = match text.extract::<String>() {
            Ok(text) => text.into_bytes(),
            Err(_) => text.extract()?,
        };
        let game = text.py().detach(|| {
            let bytes = utf16::readable(bytes)?;
            Ok(pgnz::Game::parse(&bytes))
        });
        Ok(Self::new(
            0,
            game.map_err(error::of)?,
            Columns::ALL,
            "".into(),
        ))
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if name.starts_with('_') || name.contains(',') {
            return Err(PyAttributeError::new_err(name.to_owned()));
        }
        // What has a getter comes here where that has raised an `AttributeError`.
        if parts::is_part(name) {
            self.decoded.check(name)?;
        }
        self.column(py, name)
    }

    /// The value of any column by its name, including ``tag:NAME``.
    fn field<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, name)
    }

    /// The number of the game in its archive, from 1, as for ``pgnz cat --game``.
    #[getter]
    fn number(&self) -> u64 {
        self.number
    }

    /// The tag pairs, as a mapping from names to values.
    #[getter]
    fn tags(&self) -> Tags {
        Tags::of(self.decoded.clone())
    }

    /// The moves of the main line in standard algebraic notation: a list of ``str``.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "moves_san")
    }

    /// The moves of the main line in UCI notation, ``0000`` for a null move: a list of ``str``.
    #[getter]
    fn uci<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "moves_uci")
    }

    /// The index of each move among the legal moves, from 0, in the order that archives use; -1 for a null move: an array of ``int32``.
    #[getter]
    fn indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, "moves_index")
    }

    /// The numeric annotation glyphs after each ply of the main line: a list of lists of ``int``; ``!``, ``?``, ``!!``, ``??``, ``!?`` and
    /// ``?!`` are 1 to 6.
    #[getter]
    fn nags(&self) -> PyResult<Vec<Vec<u16>>> {
        self.decoded.check("nags")?;
        let plies = self.decoded.game.main_line().plies.iter();
        Ok(plies.map(|ply| ply.nags.clone()).collect())
    }

    /// The comments after each ply of the main line, with commands such as ``[%clk 0:03:00]``, several with a space between: a list of
    /// ``str``, or ``None`` for a ply without a comment.
    #[getter]
    fn comments(&self) -> PyResult<Vec<Option<String>>> {
        self.decoded.check("comments")?;
        let plies = self.decoded.game.main_line().plies.iter();
        Ok(plies.map(|ply| comment(&ply.comments)).collect())
    }

    /// The comments before the first move, several with a space between: ``str`` or ``None``.
    #[getter]
    fn comment(&self) -> PyResult<Option<String>> {
        self.decoded.check("comments")?;
        Ok(comment(&self.decoded.game.main_line().comments))
    }

    /// The main line: its moves with their comments, annotations and variations as values.
    #[getter]
    fn line(&self) -> PyResult<Line> {
        self.decoded.check("line")?;
        let game = &self.decoded.game;
        Ok(Line::of(game.main_line(), game.is_chess960()))
    }

    /// The number of variations, with those inside of others.
    #[getter]
    fn variation_count(&self) -> PyResult<usize> {
        self.decoded.check("variations")?;
        Ok(variations(self.decoded.game.main_line()))
    }

    /// The exact PGN of the game as ``str``; bytes that are not UTF-8 are read as Latin-1.
    #[getter]
    fn text(&self) -> PyResult<Cow<'_, str>> {
        self.decoded.check("text")?;
        Ok(tags::text(self.decoded.game.text()))
    }

    /// The exact PGN of the game as ``bytes``; UTF-8 if the file was UTF-16.
    #[getter]
    fn raw(&self) -> PyResult<&[u8]> {
        self.decoded.check("text")?;
        Ok(self.decoded.game.text())
    }

    /// The position after this number of plies as a FEN: 0 is the start, -1 the last position.
    ///
    /// Raises ``IndexError`` if the game has no such position.
    #[pyo3(signature = (ply=Index(-1)), text_signature = "($self, ply=-1)")]
    fn board(&self, ply: Index) -> PyResult<String> {
        let Index(ply) = ply;
        Ok(self.at(ply)?.to_fen())
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
    /// this position. ``level`` is ``"default"`` or ``"fast"``.
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

    /// The game as a ``chess.pgn.Game`` of the package ``chess`` (python-chess).
    fn to_chess<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pgnz._chess")?
            .call_method1("game", (self.text()?,))
    }

    /// Games are equal if their texts are; games that were decoded in part, if they are the same game with the same parts.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let (a, b) = (self, other.get());
        let (of_a, of_b) = (&*a.decoded, &*b.decoded);
        if of_a.has_text() && of_b.has_text() {
            return of_a.game.text() == of_b.game.text();
        }
        of_a.parts == of_b.parts
            && a.number == b.number
            && of_a.archive == of_b.archive
            && of_a.game.tags() == of_b.game.tags()
            && of_a.game.main_line() == of_b.game.main_line()
    }

    fn __hash__(&self) -> u64 {
        let mut hash = DefaultHasher::new();
        // What was decoded in part is never equal to what was decoded in whole.
        match self.decoded.has_text() {
            true => self.decoded.game.text().hash(&mut hash),
            false => (self.number, &*self.decoded.archive).hash(&mut hash),
        }
        hash.finish()
    }

    /// How to make it again in another process, of its text.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Again<'py>)> {
        self.decoded.check("text")?;
        let make = py.get_type::<Self>().getattr("_of")?;
        let text = PyBytes::new(py, self.decoded.game.text());
        Ok((make, (text, self.number, self.decoded.archive.to_string())))
    }

    /// The game with this text, which has this number in an archive with this name.
    #[staticmethod]
    fn _of(py: Python<'_>, text: &[u8], number: u64, archive: &str) -> Self {
        let game = py.detach(|| pgnz::Game::parse(text));
        Self::new(number.saturating_sub(1), game, Columns::ALL, archive.into())
    }

    fn __repr__(&self) -> String {
        let tag = |name| text_of(self.decoded.game.tags().get(name));
        let (white, black) = (tag("White"), tag("Black"));
        let result = self.decoded.game.tags().result_text().unwrap_or("?");
        format!("<pgnz.Game {}: {white} - {black}, {result}>", self.number)
    }

    fn __str__(&self) -> PyResult<Cow<'_, str>> {
        self.text()
    }
}

/// The arguments of `_of`.
type Again<'py> = (Bound<'py, PyBytes>, u64, String);

/// The texts of comments.
fn comment(comments: &[pgnz::Comment]) -> Option<String> {
    let texts: Vec<_> = comments.iter().map(|one| tags::text(&one.text)).collect();
    (!texts.is_empty()).then(|| {
        texts
            .iter()
            .map(|text| text.trim())
            .collect::<Vec<_>>()
            .join(" ")
    })
}

/// The number of variations of a line.
fn variations(line: &pgnz::Line) -> usize {
    let mut count = 0;
    let mut lines = vec![line];
    while let Some(line) = lines.pop() {
        let of_plies = line.plies.iter().flat_map(|ply| &ply.variations);
        let before = lines.len();
        lines.extend(line.variations.iter().chain(of_plies));
        count += lines.len() - before;
    }
    count
}

fn text_of(value: Option<&[u8]>) -> Cow<'_, str> {
    value.map_or(Cow::Borrowed("?"), tags::text)
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
