//! What runs that were killed have left in a folder.

use super::Output;
use super::passing::is_passing;
use crate::console::Console;
use crate::figures::grouped;
use crate::names::shown;
use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

/// Removes them, once in each folder.
#[derive(Debug, Default)]
pub struct Leftovers {
    looked: HashSet<PathBuf>,
}

impl Leftovers {
    /// Removes what was left where this output is going to be, and says so.
    pub fn clear_away(&mut self, output: &Output, console: &Console) {
        if let Some(folder) = output.folder() {
            self.clear_folder(folder, console);
        }
    }

    /// Removes what was left in a folder, and says so.
    pub fn clear_folder(&mut self, folder: &Path, console: &Console) {
        if !self.looked.insert(folder.to_path_buf()) {
            return;
        }
        let removed = remove_in(folder);
        if let (files @ 1.., bytes) = removed {
            let (files, them) = match files {
                1 => ("an unfinished file".to_owned(), "it"),
                _ => (format!("{files} unfinished files"), "them"),
            };
            console.note(format_args!(
                "pgnz: {}: removed {files} ({} bytes); a run that was killed had left {them}",
                shown(folder),
                grouped(bytes)
            ));
        }
    }
}

/// How many files were removed, and their bytes.
fn remove_in(folder: &Path) -> (usize, u64) {
    let Ok(entries) = fs::read_dir(folder) else {
        return (0, 0);
    };
    let removed = entries.flatten().filter_map(|entry| remove(&entry));
    removed.fold((0, 0), |(files, bytes), more| (files + 1, bytes + more))
}

/// Removes a file, or a folder, that nobody works on any more, and says how many bytes it had.
#[cfg(unix)]
fn remove(entry: &DirEntry) -> Option<u64> {
    use crate::file_identity::FileId;
    use rustix::fs::{Mode, OFlags};
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;

    if !is_passing(entry.file_name().to_str()?) {
        return None;
    }
    let path = entry.path();
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    // Where a lock needs it, the file is opened for writing; one that may only be read can be locked elsewhere.
    let open = |access| rustix::fs::open(&path, flags | access, Mode::empty());
    let file = File::from(open(OFlags::RDWR).or_else(|_| open(OFlags::RDONLY)).ok()?);
    let metadata = file.metadata().ok()?;
    let user = rustix::process::geteuid();
    let ours = user.is_root() || metadata.uid() == user.as_raw();
    // Whoever works on it holds the lock, and it ends with him.
    let is_file = metadata.is_file();
    if !is_file && !metadata.is_dir() || !ours || file.try_lock().is_err() {
        return None;
    }
    let now = fs::symlink_metadata(&path).ok()?;
    if FileId::at(&path, &now) != FileId::at(&path, &metadata) {
        return None;
    }
    if is_file {
        fs::remove_file(&path).ok()?;
        return Some(metadata.len());
    }
    let bytes = bytes_below(&path);
    fs::remove_dir_all(&path).ok()?;
    Some(bytes)
}

/// The bytes of the files in a folder and in those in it.
#[cfg(unix)]
fn bytes_below(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => bytes_below(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    });
    bytes.sum()
}

/// Elsewhere an open file cannot be removed, so the attempt is enough.
#[cfg(not(unix))]
fn remove(entry: &DirEntry) -> Option<u64> {
    if !is_passing(entry.file_name().to_str()?) {
        return None;
    }
    let length = entry.metadata().ok()?.len();
    fs::remove_file(entry.path()).ok()?;
    Some(length)
}
