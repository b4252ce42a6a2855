//! Archives in a folder, written one after the other.

use crate::error;
use crate::run::Stop;
use crate::target::unfinished;
use pgnz::{Archive, Error, Outputs, Parts, Spliced};
use std::fs;
use std::io::{self, BufWriter, Seek, Write};
use std::path::PathBuf;

/// Archives in a folder.
pub struct Folder<'a> {
    folder: PathBuf,
    names: &'a [String],
    overwrite: bool,
    stop: Stop,
    /// The archives that are complete, with the number of their games.
    pub done: Vec<(PathBuf, u64)>,
}

impl<'a> Folder<'a> {
    pub fn new(folder: PathBuf, parts: &'a Parts, overwrite: bool, stop: Stop) -> Self {
        Self {
            folder,
            names: &parts.names,
            overwrite,
            stop,
            done: Vec::new(),
        }
    }

    fn path(&self, output: usize) -> PathBuf {
        let name = self.names.get(output).map_or("", |name| &name[..]);
        self.folder.join(format!("{name}.pgnz"))
    }

    /// Refuses what can be refused before anything is written, and makes the folder.
    pub fn refuse(&self, most: usize) -> Result<(), Error> {
        let count = self.names.len();
        if count > most {
            let what = format!("this would make {count} files; max_files={count} allows it");
            return Err(Error::argument(what));
        }
        for output in 0..count {
            let path = self.path(output);
            if !self.overwrite && path.symlink_metadata().is_ok() {
                let what = format!("{}: exists; overwrite=True replaces it", path.display());
                let exists = io::Error::new(io::ErrorKind::AlreadyExists, what);
                return Err(Error::system("nothing was written", exists));
            }
        }
        let made = fs::create_dir_all(&self.folder);
        made.map_err(|error| {
            let named = error::system(&error, Some(&self.folder));
            let named = io::Error::new(error.kind(), named);
            Error::system("the folder cannot be made", named)
        })
    }
}

impl Outputs for Folder<'_> {
    type File = BufWriter<tempfile::NamedTempFile>;

    fn begin(&mut self, output: usize) -> io::Result<Self::File> {
        self.stop.check()?;
        let file = unfinished(&self.path(output))?;
        Ok(BufWriter::with_capacity(1 << 18, file))
    }

    fn end(&mut self, output: usize, file: Self::File, written: Spliced) -> io::Result<()> {
        self.stop.check()?;
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.flush()?;
        file.rewind()?;
        let found = Archive::open(file.as_file())?.len();
        if found != written.games {
            let what = "an archive on the disk is not what was written, so it is not kept";
            return Err(io::Error::other(what));
        }
        file.as_file().sync_all()?;
        let path = self.path(output);
        let named = match self.overwrite {
            true => file.persist(&path),
            false => file.persist_noclobber(&path),
        };
        named.map_err(|error| error.error)?;
        self.done.push((path, found));
        Ok(())
    }
}
