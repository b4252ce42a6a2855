//! What a run reads and what it has written, so that it writes over neither.

use crate::file_identity::FileId;
use crate::names;
use crate::names::is_dash;
use crate::output::Finished;
use anyhow::{Result, bail};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of one run.
#[derive(Debug, Default)]
pub struct KeptFiles {
    /// The inputs as they were named, by the file.
    inputs: HashMap<FileId, PathBuf>,
    /// The same by the place, for names that lead to nothing yet or no longer.
    places: HashMap<PathBuf, PathBuf>,
    /// The finished outputs, with what they were made from.
    written: HashMap<FileId, (PathBuf, String)>,
}

impl KeptFiles {
    /// A run that is going to read these files.
    pub fn new(inputs: &[PathBuf]) -> Self {
        Self::default().also(inputs)
    }

    /// The same run, which is going to read these files, too: a repertoire, a list of numbers, models.
    pub fn also<'a>(mut self, files: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        for file in files.into_iter().filter(|file| !is_dash(file)) {
            if let Some(id) = FileId::of(file) {
                self.inputs.insert(id, file.clone());
            }
            if let Some(place) = place(file) {
                self.places.insert(place, file.clone());
            }
        }
        self
    }

    /// Refuses to write to a file that this run has written or has to read, even with `-f`.
    pub fn check(&self, target: &Path) -> Result<()> {
        let shown = names::shown(target);
        let id = FileId::of(target);
        if let Some((name, source)) = id.as_ref().and_then(|id| self.written.get(id)) {
            bail!(
                "this would replace {}, which has just been made from {source}: use -o to give them different names",
                names::shown(name)
            );
        }
        let by_file = id.as_ref().and_then(|id| self.inputs.get(id));
        let input = by_file.or_else(|| self.places.get(&place(target)?));
        match input {
            Some(input) if input == target => {
                bail!("{shown} is both read and written: give the output another name")
            }
            Some(input) => bail!(
                "{shown} is the same file as the input {}: give the output another name",
                names::shown(input)
            ),
            None => Ok(()),
        }
    }

    /// Notes that a file has been made from `source`.
    pub fn wrote(&mut self, finished: &Finished, source: String) {
        let entry = (finished.target.clone(), source);
        self.written.insert(finished.id.clone(), entry);
    }

    /// Notes that an input is gone: the system may give its number to the next file that is made.
    pub fn removed(&mut self, id: Option<&FileId>) {
        id.map(|id| self.inputs.remove(id));
    }
}

/// Where a name lies, whether or not there is a file.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}
