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
            "{command} needs a file, because it looks first at the index at the end; pgnz expand -c reads from a pipe"
        );
    }
    let file = File::open(path).context("cannot open the file")?;
    let metadata = file.metadata().context("cannot look at the file")?;
    if !metadata.is_file() {
        bail!(
            "this is not a regular file, and {command} has to look first at the index at the end of one"
        );
    }
    Ok(Reader::open_damaged(file, models)?)
}
