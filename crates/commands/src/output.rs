//! What is written: a file or a folder that appears when it is complete, or standard output.

mod attributes;
mod folder;
mod growing;
mod leftovers;
mod nameless;
mod passing;
mod pending;

use crate::file_identity::FileId;
use crate::names::{is_dash, shown};
use crate::standard_streams;
use anyhow::{Context, Result, bail};
pub use attributes::MadeFrom;
pub use folder::{PendingFolder, Place};
pub use growing::GrowingOutput;
pub use leftovers::Leftovers;
use pending::PendingFile;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Somewhere to write to.
pub enum Output {
    /// Standard output.
    Stdout(io::StdoutLock<'static>),
    /// A device or a pipe that has a name: nothing can be put in its place.
    Device(File),
    /// A file that has its name when it is complete.
    Pending(PendingFile),
}

/// How to open an output.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Whether the output is binary data, not text.
    pub binary: bool,
    /// Whether to overwrite files and to write binary data to a terminal.
    pub force: bool,
}

/// A file that is complete, safe on the disk, and has its name.
#[derive(Debug)]
pub struct Finished {
    /// Its name.
    pub target: PathBuf,
    /// What distinguishes it from all other files.
    pub id: FileId,
    length: u64,
}

impl Finished {
    /// Whether nobody has removed, replaced or cut it since.
    pub fn is_still_there(&self) -> bool {
        fs::metadata(&self.target).is_ok_and(|now| {
            now.len() == self.length && FileId::at(&self.target, &now).as_ref() == Some(&self.id)
        })
    }
}

impl Output {
    /// Standard output.
    pub fn stdout(manner: Manner) -> Result<Self> {
        standard_streams::ensure_output()?;
        if manner.binary && !manner.force && io::stdout().is_terminal() {
            bail!(
                "binary data is not written to a terminal: redirect the output, or use -o FILE, or -f"
            );
        }
        Ok(Self::Stdout(io::stdout().lock()))
    }

    /// A file, or standard output for `-`. A file made from others stays private until it has inherited their permissions.
    pub fn create(target: &Path, manner: Manner, private: bool) -> Result<Self> {
        if is_dash(target) {
            return Self::stdout(manner);
        }
        let names_folder = target
            .to_string_lossy()
            .ends_with(std::path::MAIN_SEPARATOR);
        match fs::metadata(target) {
            Err(_) if names_folder => {
                bail!(
                    "{} is the name of a folder; name a file to write to",
                    shown(target)
                )
            }
            Ok(found) if found.is_dir() => {
                bail!("{} is a folder; name a file to write to", shown(target))
            }
            Ok(found) if !found.is_file() => {
                let device = OpenOptions::new().write(true).open(target);
                return Ok(Self::Device(device.with_context(|| cannot_write(target))?));
            }
            Ok(_) if !manner.force => bail!(exists(target)),
            _ => {}
        }
        // A symbolic link stays, and the file it leads to is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
        PendingFile::create(target, manner.force, private).map(Self::Pending)
    }

    /// A file that a run has left unfinished, to go on with; or a new one.
    pub fn resume(target: &Path, manner: Manner, private: bool) -> Result<Self> {
        match fs::metadata(target) {
            Ok(found) if found.is_file() => {
                let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
                PendingFile::reopen(target).map(Self::Pending)
            }
            Ok(found) if !found.is_dir() => {
                bail!(
                    "{} is not a regular file, so no run can go on with it",
                    shown(target)
                )
            }
            _ => Self::create(target, manner, private),
        }
    }

    /// Gives a file its name before it is complete, so that it can be read meanwhile. Once `is_kept` was true, it stays there, whatever happens.
    pub fn show(&mut self, made_from: MadeFrom, is_kept: bool) -> Result<()> {
        match self {
            Self::Pending(pending) => pending.show(made_from, is_kept),
            _ => Ok(()),
        }
    }

    /// A file whose name the user has not chosen: it stands in an archive, or was made from what does. With `-f` it takes the place of a
    /// symbolic link of that name, which is not followed.
    pub fn create_unfollowed(target: &Path, manner: Manner) -> Result<Self> {
        ensure_place(target, manner)?;
        PendingFile::create(target.to_path_buf(), manner.force, true).map(Self::Pending)
    }

    /// The file written so far, where it can be read again.
    pub fn file(&self) -> Option<&File> {
        match self {
            Self::Pending(pending) => Some(pending.file()),
            _ => None,
        }
    }

    /// The folder that a file is written in.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Pending(pending) => Some(pending.folder()),
            _ => None,
        }
    }

    /// Completes the output: a file gets what it inherits, is put on the disk and gets its name. Nothing is returned for
    /// standard output and devices, which keep nothing.
    pub fn commit(self, made_from: MadeFrom) -> Result<Option<Finished>> {
        match self {
            Self::Stdout(mut stdout) => {
                stdout.flush().context("cannot write to standard output")?;
                Ok(None)
            }
            Self::Device(_) => Ok(None),
            Self::Pending(pending) => pending.commit(made_from).map(Some),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::Device(file) => file.write(bytes),
            Self::Pending(pending) => pending.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::Device(file) => file.flush(),
            Self::Pending(pending) => pending.file().flush(),
        }
    }
}

/// Refuses a name that the user has not chosen, if something has it that is not to be replaced.
pub fn ensure_place(target: &Path, manner: Manner) -> Result<()> {
    match fs::symlink_metadata(target) {
        Ok(found) if !found.is_file() && !found.is_symlink() => {
            bail!("{} already exists and is not a regular file", shown(target))
        }
        Ok(_) if !manner.force => bail!(exists(target)),
        _ => Ok(()),
    }
}

fn cannot_write(target: &Path) -> String {
    format!("cannot write {}", shown(target))
}

/// The message that a file is not overwritten.
pub fn exists(target: &Path) -> String {
    format!("{} already exists; overwrite it with -f", shown(target))
}
