//! Numbers of games in a file or from a pipe, one a line.

use crate::names::is_dash;
use crate::standard_streams;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// No number is nearly as long; a longer line is not read to its end.
const LONGEST_LINE: u64 = 64;
/// What tables of numbers have in their first line.
const HEAD: &str = "number";

/// Numbers that are read as they are needed.
pub struct Numbers {
    source: Box<dyn BufRead>,
    line: u64,
}

impl Numbers {
    /// The numbers in a file; in standard input for `-`.
    pub fn open(path: &Path) -> Result<Self> {
        if is_dash(path) {
            standard_streams::ensure_input()?;
            return Ok(Self::new(BufReader::new(io::stdin())));
        }
        let file = File::open(path).context("--numbers: cannot open the file")?;
        Ok(Self::new(BufReader::new(file)))
    }

    fn new(source: impl BufRead + 'static) -> Self {
        Self {
            source: Box::new(source),
            line: 0,
        }
    }

    /// The next number, from 1; `None` after the last. Empty lines and a head `number` are skipped.
    pub fn next(&mut self) -> Result<Option<u64>> {
        loop {
            let mut line = Vec::new();
            let read = (&mut self.source)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line);
            if read.context("--numbers: cannot read")? == 0 {
                return Ok(None);
            }
            self.line += 1;
            let is_long = line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
            let text = std::str::from_utf8(&line).unwrap_or("?").trim();
            // Tables for spreadsheets begin with a byte order mark.
            let text = match self.line {
                1 => text.trim_start_matches('\u{feff}'),
                _ => text,
            };
            if text.is_empty() && !is_long || self.line == 1 && text == HEAD {
                continue;
            }
            match text.parse() {
                Ok(number) if number > 0 && !is_long => return Ok(Some(number)),
                Ok(0) => bail!("--numbers: line {}: games are numbered from 1", self.line),
                _ => bail!(
                    "--numbers: line {}: expected the number of a game and nothing else",
                    self.line
                ),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static [u8]) -> Result<Vec<u64>, String> {
        let mut numbers = Numbers::new(text);
        let mut found = Vec::new();
        while let Some(number) = numbers.next().map_err(|error| error.to_string())? {
            found.push(number);
        }
        Ok(found)
    }

    #[test]
    fn numbers_are_read_line_by_line() {
        assert_eq!(read(b"3\n1\r\n\n 2 "), Ok(vec![3, 1, 2]));
        assert_eq!(read(b"number\n7\n"), Ok(vec![7]));
        assert_eq!(read(b""), Ok(vec![]));
    }

    #[test]
    fn what_is_no_number_is_named_by_its_line() {
        for (text, line) in [
            (&b"1\nx\n"[..], "line 2"),
            (b"0\n", "line 1"),
            (b"1\nnumber\n", "line 2"),
            (b"1 2\n", "line 1"),
            (b"\xff\n", "line 1"),
            (&[b'1'; 100], "line 1"),
            (&[b' '; 100], "line 1"),
        ] {
            assert!(read(text).unwrap_err().contains(line), "{text:?}");
        }
    }
}
