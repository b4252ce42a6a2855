//! A file that gets its name when it is complete.

use super::attributes::{self, MadeFrom};
use super::nameless;
use super::passing::Passing;
use super::{Finished, cannot_write, exists};
use crate::file_identity::FileId;
use crate::names::shown;
use anyhow::{Context, Result, bail};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. It has no name where the file system allows that, so that nothing is left of it however
/// the program ends; elsewhere it has a temporary name next to its target. It is gone when this is dropped uncommitted.
pub struct PendingFile {
    file: File,
    passing: Option<Passing>,
    target: PathBuf,
    force: bool,
    /// Whether the file has its name before it is complete.
    shown: Option<Shown>,
}

/// A file that has its name. It is removed when this is dropped, unless it is worth keeping.
struct Shown {
    target: PathBuf,
    is_kept: bool,
}

impl Drop for Shown {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_file(&self.target);
        }
    }
}

impl PendingFile {
    /// Makes the file; a private one can be opened by nobody else.
    pub fn create(target: PathBuf, force: bool, private: bool) -> Result<Self> {
        let folder = folder(&target);
        let (file, passing) = match nameless::create(folder, mode(private)) {
            Some(file) => (file, None),
            None => {
                let (file, passing) = Passing::create(folder, mode(private))
                    .map_err(|error| or_no_folder(error, folder))
                    .with_context(|| cannot_write(&target))?;
                (file, Some(passing))
            }
        };
        Ok(Self {
            file,
            passing,
            target,
            force,
            shown: None,
        })
    }

    /// Opens a file that a run has left unfinished, and that nobody works on.
    pub fn reopen(target: PathBuf) -> Result<Self> {
        let failed = || format!("cannot go on with {}", shown(&target));
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).open(&target);
        let file = file.with_context(failed)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("another run of pgnz is writing {}", shown(&target));
        }
        let found = FileId::at(&target, &file.metadata().with_context(failed)?);
        if FileId::of(&target) != found {
            bail!("{} has just been replaced; try again", shown(&target));
        }
        let shown = Shown {
            target: target.clone(),
            is_kept: true,
        };
        Ok(Self {
            file,
            passing: None,
            target,
            force: false,
            shown: Some(shown),
        })
    }

    /// Gives the file its name before it is complete. It keeps that, whatever happens, once `is_kept` was true; before, it is removed if it is not
    /// completed.
    pub fn show(&mut self, made_from: MadeFrom, is_kept: bool) -> Result<()> {
        if let Some(shown) = &mut self.shown {
            shown.is_kept |= is_kept;
            return Ok(());
        }
        // What is there already gives way to games only.
        if !is_kept && self.target.exists() {
            return Ok(());
        }
        attributes::inherit(&self.file, made_from);
        self.give_name(made_from)?;
        self.shown = Some(Shown {
            target: self.target.clone(),
            is_kept,
        });
        if cfg!(not(unix)) {
            // Elsewhere nobody can read what is locked.
            let _ = self.file.unlock();
        }
        Ok(())
    }

    fn give_name(&mut self, made_from: MadeFrom) -> Result<()> {
        let (target, force) = (&self.target, self.force);
        let named = match self.passing.take() {
            Some(passing) => passing.rename(target, force),
            None => name(&mut self.file, target, force, made_from),
        };
        match named {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !force => {
                bail!(exists(target))
            }
            done => done.with_context(|| cannot_write(target))?,
        }
        sync_folder(folder(target)).with_context(|| cannot_write(target))
    }

    /// What has been written so far, to be read again or written on.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Writes some of the bytes. Errors name the target: the archive's own messages cannot know it.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| {
            let what = format!("{}: {error}", shown(&self.target));
            io::Error::new(error.kind(), what)
        })
    }

    /// The folder that the file is in.
    pub fn folder(&self) -> &Path {
        folder(&self.target)
    }

    /// Completes the file: what it inherits, then the disk, then the name.
    pub fn commit(mut self, made_from: MadeFrom) -> Result<Finished> {
        let target = self.target.clone();
        let failed = || cannot_write(&target);
        attributes::inherit(&self.file, made_from);
        self.file.sync_all().with_context(failed)?;
        match &mut self.shown {
            Some(shown) => shown.is_kept = true,
            None => self.give_name(made_from)?,
        }
        let metadata = self.file.metadata().with_context(failed)?;
        let id = FileId::at(&target, &metadata).with_context(failed)?;
        Ok(Finished {
            target,
            id,
            length: metadata.len(),
        })
    }
}

/// Gives a file without a name its own.
fn name(file: &mut File, target: &Path, force: bool, made_from: MadeFrom) -> io::Result<()> {
    let taken = match nameless::name(file, target) {
        Ok(()) => return Ok(()),
        Err(error) => error.kind() == io::ErrorKind::AlreadyExists,
    };
    if taken && !force {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    // To take the place of another it needs a name first.
    let linked = if taken {
        Passing::link(file, folder(target)).ok()
    } else {
        None
    };
    // Some systems make files without a name and cannot name them, or do not permit it.
    let passing = match linked {
        Some(passing) => passing,
        None => copy(file, target, made_from)?,
    };
    passing.rename(target, force)
}

/// Copies the file to one with a temporary name, which takes its place.
fn copy(file: &mut File, target: &Path, made_from: MadeFrom) -> io::Result<Passing> {
    let private = !matches!(made_from, MadeFrom::Several([]));
    let (mut copy, passing) = Passing::create(folder(target), mode(private))?;
    file.rewind()?;
    let length = file.metadata()?.len();
    let copied = io::copy(file, &mut copy)?;
    if copied != length || copy.metadata()?.len() != length {
        return Err(io::Error::other(
            "the file could not be copied to its final name",
        ));
    }
    attributes::inherit(&copy, made_from);
    copy.sync_all()?;
    *file = copy;
    Ok(passing)
}

/// What the system says of a file that cannot be made, unless it is the folder that is missing.
fn or_no_folder(error: io::Error, folder: &Path) -> io::Error {
    if error.kind() == io::ErrorKind::NotFound && !folder.exists() {
        let what = format!("there is no folder {}; create it first", shown(folder));
        return io::Error::new(error.kind(), what);
    }
    error
}

/// The permissions to make a file with. As for any new file, the system takes away what the user's mask says.
fn mode(private: bool) -> u32 {
    if private { 0o600 } else { 0o666 }
}

/// The folder that a target is in.
pub fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A name is safe when its folder is on the disk.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems do not let folders be synced.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
