//! Writes the export format of the PGN standard.

use crate::{Color, Comment, Error, Line, Ply, Position};

/// The longest line, in bytes, unless a word is longer.
const LINE_BYTES: usize = 79;

/// How deep variations may be nested.
pub(crate) const MOST_DEPTH: usize = 200;

/// The text of one game.
#[derive(Default)]
pub(crate) struct Writer {
    text: Vec<u8>,
    /// Bytes in the line that is open.
    column: usize,
    /// Whether the next word follows without a blank.
    is_joined: bool,
}

impl Writer {
    /// A tag pair; the value is escaped already.
    pub fn tag(&mut self, name: &str, value: &[u8]) {
        self.text.push(b'[');
        self.text.extend_from_slice(name.as_bytes());
        self.text.extend_from_slice(b" \"");
        self.text.extend_from_slice(value);
        self.text.extend_from_slice(b"\"]\n");
    }

    pub fn end_tags(&mut self) {
        self.text.push(b'\n');
    }

    /// A word, after a blank or a line end.
    pub fn word(&mut self, word: &[u8]) {
        let is_joined = std::mem::take(&mut self.is_joined);
        let blank = usize::from(!is_joined && self.column > 0);
        if self.column > 0 && self.column + blank + word.len() > LINE_BYTES {
            self.end_line();
        } else if blank > 0 {
            self.text.push(b' ');
            self.column += 1;
        }
        self.text.extend_from_slice(word);
        self.column += word.len();
    }

    fn end_line(&mut self) {
        self.text.push(b'\n');
        self.column = 0;
    }

    /// The moves of a line from a position.
    pub fn line(&mut self, line: &Line, start: &Position, depth: usize) -> Result<(), Error> {
        if depth > MOST_DEPTH {
            return Err(Error::argument("variations are nested too deeply"));
        }
        if !line.unread.is_empty() {
            return Err(Error::argument(
                "moves that cannot be read cannot be written",
            ));
        }
        self.comments(&line.comments)?;
        self.variations(&line.variations, start, depth)?;
        let mut position = start.clone();
        let mut is_interrupted = true;
        for ply in &line.plies {
            if let Some(number) = number(&position, is_interrupted) {
                self.word(number.as_bytes());
            }
            let before = position.clone();
            let san = follow(&mut position, ply)?;
            self.word(san.as_bytes());
            for nag in &ply.nags {
                self.word(format!("${nag}").as_bytes());
            }
            self.comments(&ply.comments)?;
            self.variations(&ply.variations, &before, depth)?;
            is_interrupted = !ply.comments.is_empty() || !ply.variations.is_empty();
        }
        Ok(())
    }

    fn variations(&mut self, lines: &[Line], start: &Position, depth: usize) -> Result<(), Error> {
        for line in lines {
            self.word(b"(");
            self.is_joined = true;
            self.line(line, start, depth + 1)?;
            // It belongs to the word before it, and may be one byte beyond the end of the line.
            self.text.push(b')');
            self.column += 1;
            self.is_joined = false;
        }
        Ok(())
    }

    fn comments(&mut self, comments: &[Comment]) -> Result<(), Error> {
        for comment in comments {
            let text = &comment.text;
            if !text.contains(&b'}') {
                self.braced(text);
            } else if text.iter().any(|byte| b"\r\n".contains(byte)) {
                return Err(Error::argument("a comment has a brace and a line end"));
            } else {
                self.word(&[b";", &text[..]].concat());
                self.end_line();
            }
        }
        Ok(())
    }

    /// A comment in braces. Lines end at single blanks, which readers put back, but not before what is something else at the start of a line.
    fn braced(&mut self, text: &[u8]) {
        let mut words = text.split(|&byte| byte == b' ').peekable();
        let first = words.next().unwrap_or_default();
        let whole = [b"{", first].concat();
        match words.peek() {
            None => return self.word(&[&whole[..], b"}"].concat()),
            Some(_) => self.word(&whole),
        }
        while let Some(word) = words.next() {
            let close: &[u8] = if words.peek().is_none() { b"}" } else { b"" };
            let fits = self.column + 1 + word.len() + close.len() <= LINE_BYTES;
            let is_plain = word.first().is_some_and(u8::is_ascii_alphanumeric);
            if fits || !is_plain {
                self.text.push(b' ');
                self.column += 1;
            } else {
                self.end_line();
            }
            self.text.extend_from_slice(word);
            self.text.extend_from_slice(close);
            self.column += word.len() + close.len();
        }
    }

    /// The text, with a blank line after the moves.
    pub fn finish(mut self) -> Vec<u8> {
        self.text.extend_from_slice(b"\n\n");
        self.text
    }
}

/// Plays a ply. Returns its standard algebraic notation.
pub(crate) fn follow(position: &mut Position, ply: &Ply) -> Result<String, Error> {
    match ply.played {
        Some(played) => {
            let san = position.san(played)?;
            position.play(played)?;
            Ok(san)
        }
        None => {
            let passed = position.pass();
            let in_check = || Error::argument("a side that is in check cannot pass");
            *position = passed.ok_or_else(in_check)?;
            Ok("--".to_owned())
        }
    }
}

/// The number before a move: of White's moves always, of Black's where the sequence was interrupted.
fn number(position: &Position, is_interrupted: bool) -> Option<String> {
    let number = position.move_number();
    match position.turn() {
        Color::White => Some(format!("{number}.")),
        Color::Black => is_interrupted.then(|| format!("{number}...")),
    }
}
