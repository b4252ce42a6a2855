//! An archive is opened where a command reads from its middle. A file with games in PGN takes its place: it is compressed to a temporary file first.

use crate::console::Console;
use crate::input::Input;
use crate::names::{self, is_dash};
use crate::progress::Bar;
use anyhow::{Context, Result, bail};
use pgnz::{
    Archive, CompressOptions, ExpandOptions, Level, Model, SharedFile, Source,
    compress_with_progress,
};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A file that was opened.
pub struct Opening {
    /// The archive: the file itself, or one that was made of its text.
    pub file: File,
    /// Whether it was a text.
    pub is_text: bool,
}

/// An archive whose games can be had in any order, however damaged it is, and whether it was made of a text.
pub fn archive(
    path: &Path,
    models: &[Model],
    command: &str,
    console: &Console,
) -> Result<(Archive<SharedFile>, bool)> {
    // Nobody keeps it, so the quickest way to make it is the best.
    let options = CompressOptions::new().level(Level::Fast).verify(false);
    let Opening { file, is_text } = file(path, command, &options, console)?;
    let options = ExpandOptions::new()
        .models(models.to_vec())
        .keep_going(true);
    let archive = Archive::open_with(SharedFile::new(file), &options)?;
    Ok((archive, is_text))
}

/// The file, if it is an archive; otherwise an archive without a name that is made of its games with these options.
pub fn file(
    path: &Path,
    command: &str,
    options: &CompressOptions,
    console: &Console,
) -> Result<Opening> {
    let file = regular(path, command)?;
    let input = Input::open(path)?;
    let has_games = names::is_games(path) || input.begins_with_a_tag();
    if input.is_archive() || !has_games {
        let is_text = false;
        return Ok(Opening { file, is_text });
    }
    let source = input.source();
    let bar = Bar::new(&input, console);
    let advice = "get the file again, or compress what is there with pgnz compress --partial";
    let text = input.into_text(source, advice)?;
    let file = temporary(text, source, options, &bar).context(
        "the games cannot be compressed to a temporary file, which is needed to read them",
    )?;
    Ok(Opening {
        file,
        is_text: true,
    })
}

fn temporary(
    text: impl io::Read,
    source: Source,
    options: &CompressOptions,
    bar: &Bar,
) -> Result<File> {
    let mut file = tempfile::tempfile()?;
    let options = options.clone().source(source).provenance(false);
    let mut out = BufWriter::with_capacity(1 << 16, &mut file);
    compress_with_progress(text, &mut out, &options, |done| bar.show(done))?;
    out.flush()?;
    drop(out);
    Ok(file)
}

/// Opens a file to read from its middle.
pub fn regular(path: &Path, command: &str) -> Result<File> {
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
    Ok(file)
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
