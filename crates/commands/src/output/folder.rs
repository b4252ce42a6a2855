//! A folder that gets its name when it is complete.

use super::pending::{folder as parent, sync_folder};
use super::{MadeFrom, attributes, cannot_write, passing};
use crate::interrupt;
use crate::names::shown;
use anyhow::{Context, Result, ensure};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where a folder is to be.
#[derive(Debug)]
pub struct Place {
    target: PathBuf,
    /// Whether a folder is there, which is replaced.
    is_taken: bool,
}

impl Place {
    /// A place that is free, an empty folder, or one that `may_replace` lets be replaced.
    pub fn find(target: &Path, may_replace: impl FnOnce(&Path) -> Result<()>) -> Result<Self> {
        let found = match fs::symlink_metadata(target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            found => Some(found.with_context(|| cannot_write(target))?),
        };
        if found.is_none() {
            let name = || format!("{} is no name for a new folder", shown(target));
            target.file_name().with_context(name)?;
            let parent = parent(target);
            ensure!(
                parent.is_dir(),
                "there is no folder {}; create it first",
                shown(parent)
            );
            let (target, is_taken) = (target.to_path_buf(), false);
            return Ok(Self { target, is_taken });
        }
        // A symbolic link stays, and the folder that it leads to is replaced.
        let folder = fs::canonicalize(target).with_context(|| cannot_write(target))?;
        ensure!(folder.is_dir(), "{} is not a folder", shown(target));
        let mut entries =
            fs::read_dir(&folder).with_context(|| format!("cannot read {}", shown(target)))?;
        if entries.next().is_some() {
            may_replace(&folder)?;
        }
        Ok(Self {
            target: folder,
            is_taken: true,
        })
    }
}

/// A folder that is being written, under a temporary name beside its target. It is gone when this is dropped uncommitted, or when the
/// program is stopped.
pub struct PendingFolder {
    path: PathBuf,
    place: Place,
    /// As long as the folder is written it is locked, so that other runs can tell it from a leftover.
    _lock: Option<File>,
}

impl PendingFolder {
    /// Makes the folder.
    pub fn create(place: Place) -> Result<Self> {
        let make = |path: &Path| fs::create_dir(path);
        let made = passing::named(parent(&place.target), make);
        let ((), path) = made.with_context(|| cannot_write(&place.target))?;
        let mut folder = Self {
            path,
            place,
            _lock: None,
        };
        folder._lock = lock(&folder.path);
        if folder.place.is_taken
            && let Ok(old) = fs::metadata(&folder.place.target)
        {
            // Where this is not permitted, the usual ones do.
            let _ = fs::set_permissions(&folder.path, old.permissions());
        }
        Ok(folder)
    }

    /// Where a file of the folder is for the time being.
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The folder that it is in.
    pub fn parent(&self) -> &Path {
        parent(&self.place.target)
    }

    /// Writes a file, whose name may have folders in it, and returns its bytes. One that is made from others can be opened by nobody else
    /// before it has inherited their permissions.
    pub fn write(
        &self,
        name: &str,
        made_from: MadeFrom,
        write: impl FnOnce(&mut File) -> Result<()>,
    ) -> Result<u64> {
        let failed = || cannot_write(&self.place.target.join(name));
        let path = self.path(name);
        let private = !matches!(made_from, MadeFrom::Several([]));
        // After a signal no more files appear.
        let made = interrupt::undisturbed(|| {
            fs::create_dir_all(parent(&path))?;
            let mut options = OpenOptions::new();
            options.read(true).write(true).create_new(true);
            #[cfg(unix)]
            if private {
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            }
            let _ = private;
            options.open(&path)
        });
        let mut file = made.with_context(failed)?;
        write(&mut file).with_context(failed)?;
        file.flush().with_context(failed)?;
        attributes::inherit(&file, made_from);
        file.sync_all().with_context(failed)?;
        // The entry is safe when its folder is.
        sync_folder(parent(&path)).with_context(failed)?;
        Ok(file.metadata().with_context(failed)?.len())
    }

    /// Gives the folder its name. What was there is removed.
    pub fn commit(self) -> Result<()> {
        let Place { target, is_taken } = &self.place;
        let done = interrupt::undisturbed(|| match is_taken {
            true => replace(&self.path, target),
            // A folder that somebody else has made meanwhile is replaced only if it is empty.
            false => fs::rename(&self.path, target),
        });
        done.and_then(|()| sync_folder(parent(target)))
            .with_context(|| cannot_write(target))
    }
}

impl Drop for PendingFolder {
    fn drop(&mut self) {
        // Without the folder itself, or with the one that it has replaced.
        let _ = fs::remove_dir_all(&self.path);
        interrupt::forget(&self.path);
    }
}

/// Puts a folder in the place of another, which is removed, or goes by the name of the first for the time being.
fn replace(new: &Path, target: &Path) -> io::Result<()> {
    if exchange(new, target).is_ok() {
        return Ok(());
    }
    // Nobody takes this name for a leftover, should the program be killed here.
    let aside = new.with_extension("old");
    fs::rename(target, &aside)?;
    if let Err(error) = fs::rename(new, target) {
        fs::rename(&aside, target)?;
        return Err(error);
    }
    fs::remove_dir_all(aside)
}

/// Two folders change places in one step, so that there is one at every moment.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Locks a folder, where the system has such locks.
#[cfg(unix)]
fn lock(folder: &Path) -> Option<File> {
    let file = File::open(folder).ok()?;
    file.try_lock().ok()?;
    Some(file)
}

#[cfg(not(unix))]
fn lock(_: &Path) -> Option<File> {
    None
}
