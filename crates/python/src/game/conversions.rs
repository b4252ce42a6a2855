//! Games from texts and from python-chess, and to them; which games are equal.

use super::Game;
use crate::error;
use crate::tags;
use crate::utf16;
use pgnz::Columns;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

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
        Ok(Self::alone(game.map_err(error::of)?))
    }

    /// A game of a ``chess.pgn.Game`` of the package ``chess`` (python-chess), with its comments, annotations and variations.
    ///
    /// >>> import chess.pgn, io
    /// >>> pgnz.Game.from_chess(chess.pgn.read_game(io.StringIO("1. e4 e5 *"))).moves
    /// ['e4', 'e5']
    #[classmethod]
    fn from_chess(class: &Bound<'_, PyType>, game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let module = class.py().import("pgnz._chess")?;
        let text: String = module.call_method1("text", (game,))?.extract()?;
        Ok(Self::alone(pgnz::Game::parse(text.as_bytes())))
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

fn text_of(value: Option<&[u8]>) -> Cow<'_, str> {
    value.map_or(Cow::Borrowed("?"), tags::text)
}
