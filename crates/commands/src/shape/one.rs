//! An archive that is written from others.

use crate::console::Console;
use crate::output::{Leftovers, MadeFrom, Manner, Output};
use crate::shape::{Sources, Summary};
use ::shape::Outputs;
use anyhow::{Context, Result, ensure};
use archive::{Reader, Report, Spliced};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// An archive that appears under its name when it is complete and has been read again.
pub struct One {
    path: PathBuf,
    output: Option<Output>,
    pub spliced: Spliced,
}

impl One {
    pub fn create(path: &Path, force: bool, sources: &Sources, console: &Console) -> Result<Self> {
        sources.ledger.check(path)?;
        let manner = Manner {
            binary: true,
            force,
        };
        let output = Output::create(path, manner, true)?;
        Leftovers::default().clear_away(&output, console);
        Ok(Self {
            path: path.to_path_buf(),
            output: Some(output),
            spliced: Spliced::default(),
        })
    }

    /// Gives the archive its name, and reports it. It must have so many games.
    pub fn complete(self, games: u64, sources: &Sources, summary: &mut Summary) -> Result<()> {
        let output = self.output.context("the output is missing")?;
        let found = check(&output, games, &self.spliced)?;
        output.commit(MadeFrom::Several(&sources.origins))?;
        summary.add(&self.path, &self.spliced, found.as_ref());
        Ok(())
    }
}

/// What was written is read again, where that is possible: all that was asked for must be there.
pub fn check(output: &Output, games: u64, spliced: &Spliced) -> Result<Option<Report>> {
    const NOT_KEPT: &str = "so it is not kept";
    ensure!(
        spliced.games == games,
        "the archive has {} games instead of {games}, {NOT_KEPT}",
        spliced.games
    );
    let Some(file) = output.file() else {
        return Ok(None);
    };
    let mut reader = Reader::open(file)
        .with_context(|| format!("the archive cannot be read again, {NOT_KEPT}"))?;
    reader.check_streams()?;
    let found = reader.report();
    ensure!(
        (found.games, found.text_bytes, found.archive_bytes)
            == (games, spliced.text_bytes, spliced.archive_bytes),
        "the archive on the disk is not what was written, {NOT_KEPT}"
    );
    Ok(Some(found))
}

impl Outputs for One {
    type File = BufWriter<Output>;

    fn begin(&mut self, _: usize) -> io::Result<Self::File> {
        let output = self.output.take();
        let output = output.ok_or_else(|| io::Error::other("the output is already open"))?;
        Ok(BufWriter::with_capacity(1 << 18, output))
    }

    fn end(&mut self, _: usize, mut file: Self::File, spliced: Spliced) -> io::Result<()> {
        file.flush()?;
        let output = file.into_inner();
        self.output = Some(output.map_err(io::IntoInnerError::into_error)?);
        self.spliced = spliced;
        Ok(())
    }
}
