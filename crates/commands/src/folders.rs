//! Folders as inputs and as places for results.

use crate::args::Files;
use crate::console::Console;
use crate::input::named;
use crate::names::is_dash;
use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub path: PathBuf,
    /// The folders between the one that was named and the file.
    pub below: PathBuf,
}

/// What is read, in order, and where results go.
#[derive(Debug)]
pub struct Plan {
    /// The files.
    pub items: Vec<Item>,
    /// The folder for results; `None` for next to each file, or into one file.
    pub folder: Option<PathBuf>,
    /// Whether folders were gone through.
    pub recursive: bool,
}

impl Plan {
    /// What is asked for. In folders, files whose names `takes` are read.
    pub fn of(files: &Files, takes: fn(&Path) -> bool, console: &mut Console) -> Result<Self> {
        ensure!(
            !files.recursive || !files.inputs.is_empty(),
            "-r reads folders: name one"
        );
        let mut items = Vec::new();
        for path in named(&files.inputs) {
            if !files.recursive || is_dash(&path) || !path.is_dir() {
                let below = PathBuf::new();
                items.push(Item { path, below });
                continue;
            }
            let before = items.len();
            walk(&path, Path::new(""), takes, &mut items)?;
            match items.len() - before {
                0 => console.warn(path.display(), "no file in this folder has a suitable name"),
                1 => console.done(format_args!("{}: 1 file", path.display())),
                found => console.done(format_args!("{}: {found} files", path.display())),
            }
        }
        Ok(Self {
            items,
            folder: folder(files)?,
            recursive: files.recursive,
        })
    }

    /// Whether each file has a result of its own in a place that follows from the folders, so that two may meet.
    pub fn has_folders(&self) -> bool {
        self.folder.is_some() || self.recursive
    }

    /// Where the result of an item goes that would otherwise be at `beside`, next to it.
    pub fn target(&self, item: &Item, beside: PathBuf) -> PathBuf {
        match (&self.folder, beside.file_name()) {
            (Some(folder), Some(name)) => folder.join(&item.below).join(name),
            _ => beside,
        }
    }

    /// Makes the folders that a target is in.
    pub fn make_room(&self, target: &Path) -> Result<()> {
        if let (Some(_), Some(parent)) = (&self.folder, target.parent()) {
            fs::create_dir_all(parent)
                .with_context(|| format!("cannot create the folder {}", parent.display()))?;
        }
        Ok(())
    }
}

/// Refuses two files whose results would be one.
pub fn ensure_apart<'a>(pairs: impl Iterator<Item = (&'a Path, PathBuf)>) -> Result<()> {
    let mut sources: HashMap<PathBuf, &Path> = HashMap::new();
    for (source, target) in pairs {
        if let Some(other) = sources.insert(target.clone(), source) {
            bail!(
                "{} and {} would both become {}: nothing was written",
                other.display(),
                source.display(),
                target.display()
            );
        }
    }
    Ok(())
}

/// The folder for results that is asked for.
fn folder(files: &Files) -> Result<Option<PathBuf>> {
    if let Some(folder) = &files.output_dir {
        ensure!(
            !folder.exists() || folder.is_dir(),
            "{} is a file, not a folder",
            folder.display()
        );
        return Ok(Some(folder.clone()));
    }
    let Some(output) = files.output.as_ref().filter(|output| !is_dash(output)) else {
        return Ok(None);
    };
    if output.is_dir() {
        return Ok(Some(output.clone()));
    }
    let is_folder = output.to_string_lossy().ends_with(std::path::is_separator);
    ensure!(
        !is_folder,
        "there is no folder {}: --output-dir creates it",
        output.display()
    );
    Ok(None)
}

/// Adds the files of a folder and of those in it, by name. Links are not followed: they may lead out of the folder, or in a circle.
fn walk(
    folder: &Path,
    below: &Path,
    takes: fn(&Path) -> bool,
    items: &mut Vec<Item>,
) -> Result<()> {
    let cannot_read = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot_read)?;
    let mut entries = entries
        .collect::<Result<Vec<_>, _>>()
        .with_context(cannot_read)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let kind = entry.file_type().with_context(cannot_read)?;
        let path = entry.path();
        if kind.is_dir() {
            walk(&path, &below.join(entry.file_name()), takes, items)?;
        } else if kind.is_file() && takes(&path) {
            let below = below.to_path_buf();
            items.push(Item { path, below });
        }
    }
    Ok(())
}
