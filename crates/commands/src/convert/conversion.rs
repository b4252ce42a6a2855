//! What the two directions differ in.

use super::Part;
use crate::console::Console;
use crate::input::Input;
use crate::output::{Manner, Output};
use crate::progress::Bar;
use anyhow::{Result, bail};
use pgnz::{JoinedTexts, NamedTexts, Report};
use std::fs::File;
use std::path::{Path, PathBuf};

/// One direction of the work.
pub trait Conversion {
    /// Whether the output is binary data, not text.
    const BINARY: bool;
    /// What is learned about an input before it is read.
    type Found: Copy;

    /// Whether a file that is found in a folder is to be read, by its name.
    fn takes(path: &Path) -> bool;
    /// The files of models that are read beside the inputs.
    fn model_files(&self) -> &[PathBuf];
    /// Opens an input.
    fn open(&self, path: &Path) -> Result<Input> {
        Input::open(path)
    }
    /// Opens an output, which stays private until it has inherited permissions.
    fn create(&self, target: &Path, manner: Manner, private: bool) -> Result<Output> {
        Output::create(target, manner, private)
    }
    /// Looks at the beginning of an input.
    fn inspect(&self, input: &Input) -> Result<Self::Found>;
    /// The name of the file to write next to the input.
    fn target(&self, path: &Path, found: Self::Found) -> Result<PathBuf>;
    /// Reads the input and writes the result.
    fn convert(
        &self,
        input: Input,
        found: Self::Found,
        part: &Part,
        output: &mut Output,
        joined: &JoinedTexts,
        bar: &Bar,
    ) -> Result<Report>;
    /// Says how the reading of an input ended, if that is worth a word.
    fn tell_end(&self, _: &Path, _: &Report, _: &mut Console) {}
    /// The name by which an input comes back that is one of several in an output.
    fn kept_name(&self, _: &Path, _: Self::Found) -> Option<String> {
        None
    }
    /// The names of the files that an input is to be taken apart to; none if it is one text.
    fn names_inside(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }
    /// Reads an input with names inside and writes the files.
    fn spread(&self, _: Input, _: &mut impl NamedTexts, _: &Bar) -> Result<Report> {
        bail!("this contains no files")
    }
    /// Checks a file that was written from inputs with these reports, joined by this.
    fn check(&self, file: &File, written: &[Report], joined: &JoinedTexts) -> Result<()>;
    /// Says more of a file that was written, to who wants to know more.
    fn tell(&self, file: &File, console: &Console) -> Result<()>;
}
