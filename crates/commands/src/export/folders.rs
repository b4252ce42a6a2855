//! The folders of a table in parts: none of their files has its name before all are complete.

use super::WRITTEN;
use crate::input::Origin;
use crate::names::shown;
use crate::output::{MadeFrom, Manner, Output};
use anyhow::{Context, Result, ensure};
use pgnz::Format;
use std::cell::RefCell;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The folder of a table, with a folder for each part.
pub struct Folders<'a> {
    folder: &'a Path,
    format: Format,
    manner: Manner,
    files: Vec<Shared>,
    /// Folders that were made for this, which go if it fails.
    made: Vec<PathBuf>,
}

/// The file of a part, which its writer has, too.
#[derive(Clone)]
struct Shared(Rc<RefCell<Option<BufWriter<Output>>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.0.borrow_mut() {
            Some(out) => out.write(bytes),
            None => Err(io::Error::other("the file is complete")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().as_mut().map_or(Ok(()), Write::flush)
    }
}

impl<'a> Folders<'a> {
    /// A folder without parts, which is made.
    pub fn new(folder: &'a Path, format: Format, manner: Manner) -> Result<Self> {
        let mut folders = Self {
            folder,
            format,
            manner,
            files: Vec::new(),
            made: Vec::new(),
        };
        folders.make(folder)?;
        let is_empty = fs::read_dir(folder)
            .with_context(|| format!("cannot read the folder {}", shown(folder)))?
            .next()
            .is_none();
        ensure!(
            is_empty || manner.force,
            "{} is not empty; -f writes the parts into it, over those of the same name",
            shown(folder)
        );
        Ok(folders)
    }

    fn make(&mut self, folder: &Path) -> Result<()> {
        match fs::create_dir(folder) {
            Ok(()) => self.made.push(folder.to_path_buf()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(error) => {
                return Err(error)
                    .with_context(|| format!("cannot make the folder {}", shown(folder)));
            }
        }
        Ok(())
    }

    /// The file of a part, in a folder of this name.
    pub fn begin(&mut self, name: &str) -> Result<Box<dyn Write>> {
        let folder = self.folder.join(name);
        self.make(&folder)?;
        let target = folder.join("games").with_extension(self.format.extension());
        let output = Output::create(&target, self.manner, true)?;
        let file = Shared(Rc::new(RefCell::new(Some(BufWriter::new(output)))));
        self.files.push(file.clone());
        Ok(Box::new(file))
    }

    /// Gives all files their names, when all are complete.
    pub fn finish(mut self, origins: &[Origin]) -> Result<()> {
        let mut outputs = Vec::with_capacity(self.files.len());
        for file in &self.files {
            let file = file.0.borrow_mut().take();
            outputs.extend(file.map(BufWriter::into_inner));
        }
        for output in outputs {
            let output = output
                .map_err(io::IntoInnerError::into_error)
                .context(WRITTEN)?;
            output.commit(MadeFrom::Several(origins))?;
        }
        self.made.clear();
        Ok(())
    }
}

impl Drop for Folders<'_> {
    fn drop(&mut self) {
        // The files that are not complete go first; only empty folders can be removed.
        for file in self.files.drain(..) {
            drop(file.0.borrow_mut().take());
        }
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
