//! Archives in a folder, written one after the other.

use super::Summary;
use super::one::check;
use crate::console::Console;
use crate::input::Origin;
use crate::kept_files::KeptFiles;
use crate::names::shown;
use crate::output::{Leftovers, MadeFrom, Manner, Output, ensure_place};
use anyhow::{Context, Result, ensure};
use pgnz::{Outputs, Parts, Spliced};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The archives of a plan.
pub struct Many<'a> {
    paths: Vec<PathBuf>,
    manner: Manner,
    origins: &'a [Origin],
    leftovers: Leftovers,
    console: &'a Console,
    pub summary: Summary,
}

impl<'a> Many<'a> {
    /// Refuses what can be refused before anything is written, and makes the folder.
    pub fn new(
        folder: &Path,
        parts: &Parts,
        (most, force): (usize, bool),
        origins: &'a [Origin],
        kept_files: &KeptFiles,
        console: &'a Console,
    ) -> Result<Self> {
        let count = parts.names.len();
        ensure!(
            count <= most,
            "this would make {count} files; --max-files {count} allows it"
        );
        let path = |name: &String| folder.join(format!("{name}.pgnz"));
        let paths: Vec<PathBuf> = parts.names.iter().map(path).collect();
        let manner = Manner {
            binary: true,
            force,
        };
        for path in &paths {
            kept_files.check(path)?;
            ensure_place(path, manner)?;
        }
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", shown(folder)))?;
        Ok(Self {
            paths,
            manner,
            origins,
            leftovers: Leftovers::default(),
            console,
            summary: Summary::new("split"),
        })
    }

    fn create(&mut self, output: usize) -> Result<Output> {
        let created = Output::create_unfollowed(&self.paths[output], self.manner)?;
        self.leftovers.clear_away(&created, self.console);
        Ok(created)
    }

    fn complete(&mut self, number: usize, output: Output, spliced: &Spliced) -> Result<()> {
        let found = check(&output, spliced)?;
        output.commit(MadeFrom::Several(self.origins))?;
        self.summary
            .add(&self.paths[number], spliced, found.as_ref());
        Ok(())
    }
}

impl Outputs for Many<'_> {
    type File = BufWriter<Output>;

    fn begin(&mut self, output: usize) -> io::Result<Self::File> {
        let created = self.create(output).map_err(as_io_error)?;
        Ok(BufWriter::with_capacity(1 << 18, created))
    }

    fn end(&mut self, number: usize, mut file: Self::File, spliced: Spliced) -> io::Result<()> {
        file.flush()?;
        let output = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.complete(number, output, &spliced).map_err(as_io_error)
    }
}

/// The error with all that it says, for those who know only these.
fn as_io_error(error: anyhow::Error) -> io::Error {
    io::Error::other(format!("{error:#}"))
}

/// Says which archives were complete before an error.
pub fn tell_kept(summary: &Summary, folder: &Path, console: &mut Console) {
    let count = summary.outputs.len();
    if count > 0 {
        let what = format!("{count} archives were complete before the error, and are kept");
        console.warn(shown(folder), what);
    }
}
