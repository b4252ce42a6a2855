//! Moves with their comments, annotations and variations as values.

use crate::tags::text;
use pgnz::Eval;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::Arc;

/// A sequence of moves: the main line of a game, or a variation.
#[pyclass(frozen, module = "pgnz")]
#[derive(Clone)]
pub struct Line {
    line: Arc<pgnz::Line>,
    is_chess960: bool,
}

/// A move by one player, or a null move, with what is written about it.
#[pyclass(frozen, module = "pgnz")]
#[derive(Clone)]
pub struct Ply {
    line: Arc<pgnz::Line>,
    at: usize,
    is_chess960: bool,
}

/// A comment. Times are milliseconds, as in the columns ``clocks`` and ``spent``.
#[pyclass(frozen, get_all, eq, module = "pgnz")]
#[derive(Clone, PartialEq)]
pub struct Comment {
    /// The text between the braces, with commands such as ``[%clk 0:03:00]``.
    text: String,
    /// Time left on the clock.
    clock: Option<u64>,
    /// Time spent on the move.
    spent: Option<u64>,
    /// The evaluation for White in hundredths of a pawn.
    centipawns: Option<i32>,
    /// The number of moves to mate; negative if Black mates.
    mate: Option<i32>,
    /// The depth of the search behind the evaluation, in plies.
    depth: Option<u32>,
}

impl Line {
    pub fn of(line: &pgnz::Line, is_chess960: bool) -> Self {
        Self {
            line: Arc::new(line.clone()),
            is_chess960,
        }
    }

    fn lines(&self, lines: &[pgnz::Line]) -> Vec<Self> {
        let lines = lines.iter();
        lines.map(|line| Self::of(line, self.is_chess960)).collect()
    }
}

impl Ply {
    /// There is one at this place: plies are only made of those of a line.
    fn with<T: Default>(&self, of: impl FnOnce(&pgnz::Ply) -> T) -> T {
        self.line.plies.get(self.at).map(of).unwrap_or_default()
    }
}

fn comments(comments: &[pgnz::Comment]) -> Vec<Comment> {
    comments.iter().map(Comment::of).collect()
}

impl Comment {
    fn of(comment: &pgnz::Comment) -> Self {
        let (centipawns, mate) = match comment.eval {
            Some(Eval::Centipawns(value)) => (Some(value), None),
            Some(Eval::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        Self {
            text: text(&comment.text).into_owned(),
            clock: comment.clock,
            spent: comment.spent,
            centipawns,
            mate,
            depth: comment.depth,
        }
    }
}

#[pymethods]
impl Line {
    /// Its moves.
    #[getter]
    fn plies(&self) -> Vec<Ply> {
        let ply = |at| Ply {
            line: self.line.clone(),
            at,
            is_chess960: self.is_chess960,
        };
        (0..self.line.plies.len()).map(ply).collect()
    }

    /// The comments before the first move.
    #[getter]
    fn comments(&self) -> Vec<Comment> {
        comments(&self.line.comments)
    }

    /// The variations before the first move.
    #[getter]
    fn variations(&self) -> Vec<Self> {
        self.lines(&self.line.variations)
    }

    /// The text from the first part that cannot be read, such as an illegal move, to the end of the line; empty if all can be read.
    #[getter]
    fn unread(&self) -> Cow<'_, str> {
        text(&self.line.unread)
    }

    fn __len__(&self) -> usize {
        self.line.plies.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().line == self.line)
    }

    fn __repr__(&self) -> String {
        let moves = self.line.plies.iter().take(6).map(|ply| &ply.san[..]);
        let more = if self.line.plies.len() > 6 {
            " …"
        } else {
            ""
        };
        format!("<pgnz.Line: {}{more}>", moves.collect::<Vec<_>>().join(" "))
    }
}

#[pymethods]
impl Ply {
    /// The move in standard algebraic notation; ``--`` for a null move.
    #[getter]
    fn san(&self) -> String {
        self.with(|ply| ply.san.clone())
    }

    /// The move in UCI notation; ``0000`` for a null move.
    #[getter]
    fn uci(&self) -> String {
        self.with(|ply| match ply.played {
            Some(played) => played.to_uci(self.is_chess960),
            None => "0000".to_owned(),
        })
    }

    /// The numeric annotation glyphs after the move; ``!``, ``?``, ``!!``, ``??``, ``!?`` and ``?!`` are 1 to 6.
    #[getter]
    fn nags(&self) -> Vec<u16> {
        self.with(|ply| ply.nags.clone())
    }

    /// The comments after the move.
    #[getter]
    fn comments(&self) -> Vec<Comment> {
        self.with(|ply| comments(&ply.comments))
    }

    /// The variations after the move: alternatives to it.
    #[getter]
    fn variations(&self) -> Vec<Line> {
        self.with(|ply| {
            let lines = ply.variations.iter();
            lines.map(|line| Line::of(line, self.is_chess960)).collect()
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| {
            let other = other.get();
            self.line.plies.get(self.at) == other.line.plies.get(other.at)
        })
    }

    fn __repr__(&self) -> String {
        format!("<pgnz.Ply: {}>", self.san())
    }
}

#[pymethods]
impl Comment {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<pgnz.Comment: {}>", self.text)
    }
}
