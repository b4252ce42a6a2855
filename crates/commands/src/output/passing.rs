//! The names that files and folders go by until they are complete, where they cannot do without one.

use super::nameless;
use crate::interrupt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{PathPersistError, TempPath};

const PREFIX: &str = ".pgnz-";
const RANDOM: usize = 6;
const SUFFIX: &str = ".part";
/// Each time another name; with 62 to the sixth of them, a second attempt is rare.
const ATTEMPTS: usize = 100;

/// Whether a file may be what a run that was killed has left.
pub fn is_passing(name: &str) -> bool {
    let middle = name.strip_prefix(PREFIX);
    let middle = middle.and_then(|rest| rest.strip_suffix(SUFFIX));
    middle.is_some_and(|letters| {
        letters.len() == RANDOM && letters.chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// A file's name until it is complete. The file is removed when this is dropped, or when the program is stopped by a
/// signal that can be caught. As long as it is worked on it is locked, so that other runs can tell it from a leftover.
pub struct Passing {
    file: Option<TempPath>,
    path: PathBuf,
}

impl Passing {
    /// Makes a file in the folder.
    pub fn create(folder: &Path, mode: u32) -> io::Result<(File, Self)> {
        for _ in 0..ATTEMPTS {
            let (file, passing) = Self::new(folder, |path| open(path, mode))?;
            match file.try_lock() {
                // Another run looks for leftovers at this very moment.
                Err(TryLockError::WouldBlock) => {}
                // It has looked, and the file is gone.
                _ if !passing.path.exists() => {}
                // Without locks nobody takes it for a leftover either.
                _ => return Ok((file, passing)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Gives a file without a name one for the time being.
    pub fn link(file: &File, folder: &Path) -> io::Result<Self> {
        Self::new(folder, |path| nameless::name(file, path)).map(|((), passing)| passing)
    }

    fn new<T>(folder: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, Self)> {
        let (made, path) = named(folder, make)?;
        let file = Some(TempPath::try_from_path(&path)?);
        Ok((made, Self { file, path }))
    }

    /// Gives the file its own name, in place of what has that name if `force`.
    pub fn rename(mut self, target: &Path, force: bool) -> io::Result<()> {
        let Some(file) = self.file.take() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let renamed = if force {
            file.persist(target)
        } else {
            match file.persist_noclobber(target) {
                // Some file systems cannot do this in one step.
                Err(PathPersistError { error, path })
                    if error.kind() != io::ErrorKind::AlreadyExists && !target.exists() =>
                {
                    path.persist(target)
                }
                done => done,
            }
        };
        renamed.map_err(|failed| failed.error)
    }
}

/// Makes something in the folder under a temporary name, which is returned. It is removed if the program is stopped.
pub fn named<T>(folder: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, PathBuf)> {
    for _ in 0..ATTEMPTS {
        let letters: String = (0..RANDOM).map(|_| fastrand::alphanumeric()).collect();
        let path = folder.join(format!("{PREFIX}{letters}{SUFFIX}"));
        match interrupt::watch(&path, || make(&path)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return Ok((made?, path)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

impl Drop for Passing {
    fn drop(&mut self) {
        // Not the other way round: a signal between the two would leave the file.
        self.file.take();
        interrupt::forget(&self.path);
    }
}

fn open(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    let _ = mode;
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_our_own_are_taken_for_leftovers() {
        assert!(is_passing(".pgnz-a1B2c3.part"));
        for other in [
            "games.pgn",
            ".pgnz-.part",
            ".pgnz-backup-of-games.part",
            ".pgnz-a1B2c3.part.gz",
            "my.pgnz-a1B2c3.part",
        ] {
            assert!(!is_passing(other), "{other}");
        }
    }
}
