//! Games in the form in which engines receive them: one `position` command per line.
//!
//! Not part of the format.

use crate::Value;
use crate::sink::Sink;
use query::NULL_MOVE;
use std::io::{self, Write};

pub(crate) struct Uci<'a> {
    out: Box<dyn Write + 'a>,
}

impl<'a> Uci<'a> {
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self { out }
    }
}

impl Sink for Uci<'_> {
    fn add(&mut self, row: &[Value]) -> io::Result<()> {
        // Columns are those of `Column::for_uci`. A game without a start that can be played from is an empty line.
        let [fen, Value::Texts(moves)] = row else {
            return self.out.write_all(b"\n");
        };
        match fen {
            Value::Text(fen) => write!(self.out, "position fen {fen}")?,
            _ => write!(self.out, "position startpos")?,
        }
        let moves = moves.iter().take_while(|m| *m != NULL_MOVE);
        for (at, m) in moves.enumerate() {
            let before = if at == 0 { " moves " } else { " " };
            write!(self.out, "{before}{m}")?;
        }
        self.out.write_all(b"\n")
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}
