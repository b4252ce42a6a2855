//! What is written: a file that appears when it is complete, or standard output.

mod attributes;

use crate::identity::FileId;
use crate::input::is_dash;
use crate::interrupt;
use crate::names::shown;
use anyhow::{Context, Result, bail};
pub use attributes::MadeFrom;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, PersistError};

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
    /// Whether what is written is no text.
    pub binary: bool,
    /// Whether to overwrite files and to write binary data to a terminal.
    pub force: bool,
}

/// A file that is complete, safe on the disk, and has its name.
#[derive(Debug)]
pub struct Finished {
    /// Its name.
    pub target: PathBuf,
    /// What tells it from all others.
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
        if manner.binary && !manner.force && io::stdout().is_terminal() {
            bail!(
                "an archive is not written to a terminal: redirect the output, give -o FILE, or insist with -f"
            );
        }
        Ok(Self::Stdout(io::stdout().lock()))
    }

    /// A file, or standard output for `-`. A file made from others stays private until it has inherited their permissions.
    pub fn create(target: &Path, manner: Manner, private: bool) -> Result<Self> {
        if is_dash(target) {
            return Self::stdout(manner);
        }
        match fs::metadata(target) {
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

    /// The file written so far, where it can be read again.
    pub fn file(&self) -> Option<&File> {
        match self {
            Self::Pending(pending) => Some(pending.file.as_file()),
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
            Self::Pending(pending) => pending.file.as_file().flush(),
        }
    }
}

/// A file under a passing name next to its target; removed unless committed.
pub struct PendingFile {
    file: NamedTempFile,
    /// Where the file is until then.
    passing: PathBuf,
    target: PathBuf,
    force: bool,
}

impl PendingFile {
    fn create(target: PathBuf, force: bool, private: bool) -> Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".pgnz-").suffix(".part");
        #[cfg(unix)]
        let everyone = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        #[cfg(unix)]
        if !private {
            // As for any new file, the system takes away what the user's mask says.
            builder.permissions(everyone);
        }
        let _ = private;
        let file = builder
            .tempfile_in(folder(&target))
            .map_err(|error| no_passing_file(error, folder(&target)))
            .with_context(|| cannot_write(&target))?;
        let passing = file.path().to_path_buf();
        interrupt::watch(&passing);
        Ok(Self {
            file,
            passing,
            target,
            force,
        })
    }

    /// Errors name the target: the archive's own messages cannot know it.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut file = self.file.as_file();
        file.write(bytes).map_err(|error| {
            let what = format!("{}: {error}", shown(&self.target));
            io::Error::new(error.kind(), what)
        })
    }

    fn commit(self, made_from: MadeFrom) -> Result<Finished> {
        let failed = || cannot_write(&self.target);
        let file = self.file.as_file();
        attributes::inherit(file, made_from);
        file.sync_all().with_context(failed)?;
        let named = if self.force {
            self.file.persist(&self.target)
        } else {
            persist_new(self.file, &self.target)
        };
        interrupt::forget(&self.passing);
        let failed = || cannot_write(&self.target);
        let file = match named {
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                bail!(exists(&self.target))
            }
            Err(error) => return Err(error.error).with_context(failed),
            Ok(file) => file,
        };
        sync_folder(folder(&self.target)).with_context(failed)?;
        let metadata = file.metadata().with_context(failed)?;
        let id = FileId::at(&self.target, &metadata).with_context(failed)?;
        Ok(Finished {
            target: self.target,
            id,
            length: metadata.len(),
        })
    }
}

/// Gives the file its name if nothing else has it by now.
fn persist_new(file: NamedTempFile, target: &Path) -> Result<File, PersistError> {
    match file.persist_noclobber(target) {
        // Some file systems cannot do this in one step.
        Err(PersistError { error, file })
            if error.kind() != io::ErrorKind::AlreadyExists && !target.exists() =>
        {
            file.persist(target)
        }
        done => done,
    }
}

/// What the system says of a file that cannot be made. The library adds the name of the passing file, which means nothing to anyone.
fn no_passing_file(error: io::Error, folder: &Path) -> io::Error {
    if error.kind() == io::ErrorKind::NotFound && !folder.exists() {
        let what = format!("there is no folder {}; make it first", shown(folder));
        return io::Error::new(error.kind(), what);
    }
    let text = error.to_string();
    let what = text.split(" at path ").next().unwrap_or_default();
    io::Error::new(error.kind(), what.to_owned())
}

fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A name is safe when its folder is on the disk.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems do not let folders be synced.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

fn cannot_write(target: &Path) -> String {
    format!("cannot write {}", shown(target))
}

fn exists(target: &Path) -> String {
    format!("{} exists already; overwrite it with -f", shown(target))
}
