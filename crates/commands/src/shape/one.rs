//! An archive that is written from others.

use crate::console::Console;
use crate::names::is_dash;
use crate::output::{Leftovers, MadeFrom, Manner, Output};
use crate::shape::{Sources, Summary};
use anyhow::{Context, Result, ensure};
use pgnz::{Archive, Error, Report, Reshape, Reshaped, SharedFile, Spliced};
use std::io::BufWriter;
use std::path::Path;

/// The destination of an archive.
pub type Writer<'a> = BufWriter<&'a mut Output>;

/// Where an archive is written.
pub enum Place<'a> {
    /// To a file of its own, and whether to overwrite one.
    New(&'a Path, bool),
    /// In the place of its only source, if anything changes.
    InPlace(&'a Path),
}

/// Writes an archive that appears under its name when it is complete and has been read again.
pub fn write(
    place: Place<'_>,
    sources: &mut Sources,
    summary: &mut Summary,
    console: &Console,
    make: impl FnOnce(&mut Reshape<SharedFile>, &mut Writer<'_>) -> Result<Reshaped, Error>,
) -> Result<()> {
    let (path, force, in_place) = match place {
        Place::New(path, force) => (path, force, false),
        Place::InPlace(path) => (path, true, true),
    };
    sources.kept_files.check(path)?;
    let manner = Manner {
        binary: true,
        force,
    };
    let mut output = Output::create(path, manner, true)?;
    Leftovers::default().clear_away(&output, console);
    let made = {
        let mut writer = BufWriter::with_capacity(1 << 18, &mut output);
        make(&mut sources.reshape, &mut writer)?
    };
    let found = check(&output, &made.written)?;
    if !in_place || made.changed + made.left_out > 0 {
        output.commit(MadeFrom::Several(&sources.origins))?;
    }
    summary.add(path, &made.written, found.as_ref());
    (summary.dropped, summary.left_out) = (made.dropped, made.left_out);
    (summary.changed, summary.respelled) = (made.changed, made.respelled.into());
    Ok(())
}

/// The folder for temporary files: next to where the result will be, as safe from others, and there is room for both.
pub fn folder(output: &Path) -> Option<&Path> {
    match output.parent() {
        _ if is_dash(output) => None,
        Some(folder) if !folder.as_os_str().is_empty() => Some(folder),
        _ => Some(Path::new(".")),
    }
}

/// What was written is read again, where that is possible.
pub fn check(output: &Output, written: &Spliced) -> Result<Option<Report>> {
    const NOT_KEPT: &str = "so it is not kept";
    let Some(file) = output.file() else {
        return Ok(None);
    };
    let mut archive = Archive::open(file)
        .with_context(|| format!("the archive cannot be read again, {NOT_KEPT}"))?;
    archive.check_streams()?;
    let found = archive.report();
    ensure!(
        (found.games, found.text_bytes, found.archive_bytes)
            == (written.games, written.text_bytes, written.archive_bytes),
        "the archive on the disk is not what was written, {NOT_KEPT}"
    );
    Ok(Some(found))
}
