//! An archive is opened where a command reads from its middle.

use crate::names::is_dash;
use anyhow::{Context, Result, bail};
use archive::{Model, Reader, SharedFile};
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// An archive whose games can be had in any order.
pub fn archive(path: &Path, models: &[Model], command: &str) -> Result<Reader<SharedFile>> {
    if is_dash(path) {
        bail!(
            "{command} needs a file, because it first reads the index at the end; pgnz expand -c can read from a pipe"
        );
    }
    let file = at_once(path).context("cannot open the file")?;
    let metadata = file.metadata().context("cannot access the file")?;
    if !metadata.is_file() {
        bail!(
            "this is not a regular file, but {command} has to read the index at the end first; copy it to a regular file"
        );
    }
    Ok(Reader::open_damaged(SharedFile::new(file), models)?)
}

/// Opens a file to read it, a pipe without waiting for its other end.
fn at_once(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(OFlags::NONBLOCK.bits().cast_signed());
    }
    options.open(path)
}
