//! `pgnz optimize`.

use crate::args::Optimize;
use crate::console::Console;
use crate::convert::shown;
use crate::figures::grouped;
use crate::input::Input;
use crate::kept_files::KeptFiles;
use crate::names::is_dash;
use crate::output::{Leftovers, MadeFrom, Manner, Output};
use crate::shape::append::lock;
use anyhow::{Context, Result, bail, ensure};
use pgnz::{Archive, ExpandOptions, Report};
use std::fs::File;
use std::io::BufWriter;

/// Writes an archive with a copy of its index at its beginning.
pub fn run(args: &Optimize, console: &mut Console) -> Result<()> {
    if let Err(error) = optimize(args, console) {
        console.fail_on(shown(&args.archive), &error);
    }
    Ok(())
}

fn optimize(args: &Optimize, console: &mut Console) -> Result<()> {
    let path = &args.archive;
    if is_dash(path) {
        bail!("optimize cannot read from standard input: name a file");
    }
    // Nobody else may change the archive before it is replaced.
    let _locked = match args.output {
        None => Some(lock(path)?),
        Some(_) => None,
    };
    let input = Input::open(path)?;
    if input.length().is_none() {
        bail!("this is not a regular file; copy it to one first");
    }
    let origin = input.origin.context("the file has no name")?;
    if let Some(output) = &args.output {
        KeptFiles::new(std::slice::from_ref(path)).check(output)?;
    }
    let target = args.output.as_ref().unwrap_or(path);
    let manner = Manner {
        binary: true,
        force: args.force || args.output.is_none(),
    };
    let mut archive = Archive::open(File::open(path).context("cannot open the file")?)?;
    let found = archive.report();
    let mut output = Output::create(target, manner, true)?;
    Leftovers::default().clear_away(&output, console);
    let dst = BufWriter::with_capacity(1 << 18, &mut output);
    let bytes = archive.optimize(dst)?;
    if let Some(file) = output.file() {
        check(file, &found, bytes)?;
    }
    output.commit(MadeFrom::One(&origin))?;
    console.done(format_args!(
        "pgnz: {}: {} bytes, {} of them for the index in front",
        shown(target),
        grouped(bytes),
        grouped(bytes.saturating_sub(found.archive_bytes)),
    ));
    Ok(())
}

/// What was written is read again, by both of its indexes.
fn check(file: &File, before: &Report, bytes: u64) -> Result<()> {
    for remote in [false, true] {
        let options = ExpandOptions::new().remote(remote);
        let mut archive = Archive::open_with(file, &options)
            .context("the archive cannot be read again, so it is not kept")?;
        archive.check_streams()?;
        let found = archive.report();
        ensure!(
            (
                found.blocks,
                found.games,
                found.text_bytes,
                found.archive_bytes
            ) == (before.blocks, before.games, before.text_bytes, bytes),
            "the archive on the disk is not what was written, so it is not kept"
        );
    }
    Ok(())
}
