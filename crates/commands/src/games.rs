//! The texts of single games, from PGN files, plain or packed, and from archives.

use crate::input::{Input, is_stdin};
use anyhow::{Result, bail, ensure};
use pgn::Splitter;
use pgnz::{Archive, ExpandOptions};
use pgnz::{Model, Utf8Writer};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A game that does not end is cut here, so that a file that is not PGN does not fill the memory.
const LONGEST_BYTES: usize = 1 << 26;

/// Whether to go on with the next game.
pub type GoOn = bool;

/// Shows the text of every game of a file, UTF-16 as UTF-8, until `visit` has had enough.
pub fn each(path: &Path, models: &[Model], visit: &mut dyn FnMut(&[u8]) -> GoOn) -> Result<()> {
    let input = Input::open(path)?;
    let mut games = Utf8Writer::new(Games {
        visit,
        splitter: Splitter::new(),
        buffer: Vec::new(),
        ends: Vec::new(),
        enough: false,
    });
    let done = if input.is_archive() {
        let options = ExpandOptions::new().threads(1).models(models.to_vec());
        let done = pgnz::expand(input.into_bytes(), &mut games, &options);
        done.map(|_| ()).map_err(anyhow::Error::from)
    } else {
        let source = input.source();
        io::copy(
            &mut input.into_text(source, "get the file again")?,
            &mut games,
        )
        .map(|_| ())
        .map_err(anyhow::Error::from)
    };
    if !games.get_ref().enough {
        done?;
        // An error only says that enough was seen meanwhile.
        if let Ok(mut games) = games.finish() {
            games.finish();
        }
    }
    Ok(())
}

/// The text of the game of a number, from 1, UTF-16 as UTF-8.
pub fn nth(path: &Path, number: u64, models: &[Model]) -> Result<Vec<u8>> {
    ensure!(number > 0, "games are numbered from 1");
    let mut text = Vec::new();
    if !is_stdin(path)
        && Input::open(path)?.is_archive()
        && let Ok(file) = File::open(path)
        && file.metadata().is_ok_and(|metadata| metadata.is_file())
    {
        let options = ExpandOptions::new()
            .models(models.to_vec())
            .keep_going(true);
        let mut archive = Archive::open_with(file, &options)?;
        let games = archive.len();
        ensure!(
            number <= games,
            "there is no game {number}: the archive has {games}"
        );
        let mut game = Utf8Writer::new(Vec::new());
        archive.write_text(number - 1..number, &mut game)?;
        return Ok(game.finish()?);
    }
    let mut seen = 0;
    each(path, models, &mut |game| {
        seen += 1;
        if seen == number {
            text.extend_from_slice(game);
        }
        seen < number
    })?;
    if seen < number {
        bail!("there is no game {number}: the file has {seen}");
    }
    Ok(text)
}

/// The text of the game of a file that has just one.
pub fn only(path: &Path, models: &[Model]) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let mut seen = 0;
    each(path, models, &mut |game| {
        seen += 1;
        if seen == 1 {
            text.extend_from_slice(game);
        }
        seen < 2
    })?;
    match seen {
        0 => bail!("it contains no game"),
        1 => Ok(text),
        _ => bail!("it contains several games: choose one with --game N"),
    }
}

/// Takes a text in pieces of any size.
struct Games<'a> {
    visit: &'a mut dyn FnMut(&[u8]) -> GoOn,
    splitter: Splitter,
    buffer: Vec<u8>,
    ends: Vec<usize>,
    enough: bool,
}

impl Games<'_> {
    fn show(&mut self) -> io::Result<()> {
        let mut start = 0;
        for end in self.ends.drain(..) {
            if !self.enough {
                self.enough = !(self.visit)(&self.buffer[start..end]);
            }
            start = end;
        }
        self.buffer.drain(..start);
        self.splitter.consume(start);
        match self.enough {
            true => Err(io::Error::other("enough games were seen")),
            false => Ok(()),
        }
    }

    fn finish(&mut self) {
        self.splitter.feed(&self.buffer, true, &mut self.ends);
        if !self.buffer.is_empty() && self.ends.last() != Some(&self.buffer.len()) {
            self.ends.push(self.buffer.len());
        }
        // An error only says that enough was seen, and this was the last.
        let _ = self.show();
    }
}

impl Write for Games<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(text);
        self.splitter.feed(&self.buffer, false, &mut self.ends);
        if self.ends.is_empty() && self.buffer.len() >= LONGEST_BYTES {
            self.ends.push(self.buffer.len());
        }
        self.show()?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
