//! An archive is opened where a command reads from its middle.

use crate::names::is_dash;
use anyhow::{Context, Result, bail};
use archive::{Model, Reader};
use std::fs::File;
use std::path::Path;

/// An archive whose games can be had in any order.
pub fn archive(path: &Path, models: &[Model], command: &str) -> Result<Reader<File>> {
    if is_dash(path) {
        bail!(
            "{command} needs a file, because it first reads the index at the end; pgnz expand -c can read from a pipe"
        );
    }
    let file = File::open(path).context("cannot open the file")?;
    let metadata = file.metadata().context("cannot access the file")?;
    if !metadata.is_file() {
        bail!(
            "this is not a regular file, but {command} has to read the index at the end first; copy it to a regular file"
        );
    }
    Ok(Reader::open_damaged(file, models)?)
}
