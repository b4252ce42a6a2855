//! Writes what was planned, and accounts for it.

use super::{Reshape, Reshaped};
use crate::{CompressOptions, Error};
use archive::{Splice, Spliced};
use shape::{Changes, Outputs, Plan, Writing};
use std::fs::File;
use std::io::{self, Read, Seek, Write};

impl<R: Read + Seek + Clone + Send> Reshape<R> {
    /// Writes the games of a plan to one archive.
    pub(super) fn write(
        &mut self,
        plan: &Plan,
        keeps_names: bool,
        changes: Option<Changes<'_>>,
        dst: impl Write,
    ) -> Result<Reshaped, Error> {
        let mut one = One {
            dst: Some(dst),
            written: Spliced::default(),
        };
        self.carry_out(plan, keeps_names, changes, &mut one)?;
        self.made(one.written, plan.order.len() as u64)
    }

    pub(super) fn carry_out(
        &mut self,
        plan: &Plan,
        keeps_names: bool,
        changes: Option<Changes<'_>>,
        outputs: &mut impl Outputs,
    ) -> Result<(), Error> {
        let folder = self.folder.clone();
        let writing = Writing {
            options: &self.writing(),
            keeps_names,
            manifest: &self.manifest.clone(),
            temporary: &|| temporary(&folder),
            changes,
        };
        Ok(shape::write(&mut self.archives, plan, &writing, outputs)?)
    }

    /// The options of what is written.
    pub(super) fn writing(&self) -> CompressOptions {
        let options = self.options.clone().source(self.source);
        options.usual_model(self.model.clone())
    }

    /// Records in a merged archive how it was made, unless its files have records of their own.
    pub(super) fn record_in(&self, splice: &mut Splice<impl Write>) -> Result<(), Error> {
        match self.archives.keep_records() || self.manifest.is_empty() {
            true => Ok(()),
            false => splice.manifest(self.manifest.clone()),
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.archives.games().into()
    }

    /// The account of what was written, which must have so many games.
    pub(super) fn made(&self, written: Spliced, expected: u64) -> Result<Reshaped, Error> {
        if written.games != expected {
            let what = format!("{} games were written instead of {expected}", written.games);
            return Err(cannot_write(io::Error::other(what)));
        }
        Ok(Reshaped {
            games_in: self.games(),
            games_out: written.games,
            left_out: self.games().saturating_sub(written.games),
            bytes_before: self.bytes,
            written,
            ..Reshaped::default()
        })
    }
}

fn temporary(folder: &std::path::Path) -> io::Result<File> {
    tempfile::tempfile_in(folder)
}

pub(super) fn cannot_write(error: io::Error) -> Error {
    Error::system("cannot write the archive", error)
}

/// The only output of a plan.
struct One<W> {
    dst: Option<W>,
    written: Spliced,
}

impl<W: Write> Outputs for One<W> {
    type File = W;

    fn begin(&mut self, _: usize) -> io::Result<W> {
        let taken = || io::Error::other("the output was begun before");
        self.dst.take().ok_or_else(taken)
    }

    fn end(&mut self, _: usize, mut file: W, written: Spliced) -> io::Result<()> {
        self.written = written;
        file.flush()
    }
}

/// Outputs, and what was written to all of them.
pub(super) struct Counted<'a, O> {
    pub outputs: &'a mut O,
    pub written: Spliced,
}

impl<O: Outputs> Outputs for Counted<'_, O> {
    type File = O::File;

    fn begin(&mut self, output: usize) -> io::Result<O::File> {
        self.outputs.begin(output)
    }

    fn end(&mut self, output: usize, file: O::File, written: Spliced) -> io::Result<()> {
        self.written += written;
        self.outputs.end(output, file, written)
    }
}
