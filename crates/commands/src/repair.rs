//! `pgnz repair`.

use crate::args::Repair;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::figures::grouped;
use crate::input::{Input, Origin};
use crate::kept_files::KeptFiles;
use crate::names::is_dash;
use crate::output::{MadeFrom, Manner, Output};
use anyhow::{Context, Result, anyhow, bail, ensure};
use pgnz::{Archive, Error, ErrorKind, Repaired};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// Writes an undamaged archive of the undamaged blocks of one or two copies.
pub fn run(args: &Repair, console: &mut Console) -> Result<()> {
    let mut paths = vec![args.damaged.clone()];
    paths.extend(args.other.clone());
    if let Err(error) = repair(args, &paths, console) {
        console.fail_on(shown(&args.damaged), &error);
    }
    Ok(())
}

fn repair(args: &Repair, paths: &[PathBuf], console: &mut Console) -> Result<()> {
    let options = args.threads.reading().models(args.models.read()?);
    if is_dash(&args.output) {
        bail!("a repaired archive is written to a file: give its name with -o FILE");
    }
    let (mut copies, mut origins) = (Vec::new(), Vec::new());
    for path in paths {
        let (copy, origin) = open(path).with_context(|| shown(path))?;
        copies.push(copy);
        origins.push(origin);
    }
    KeptFiles::new(paths)
        .also(&args.models.model_files)
        .check(&args.output)?;
    let manner = Manner {
        binary: true,
        force: args.force,
    };
    let mut output = Output::create(&args.output, manner, true)?;
    let dst = BufWriter::with_capacity(1 << 18, &mut output);
    let repaired = pgnz::repair(copies, dst, &options).map_err(nothing_left)?;
    if let Some(file) = output.file() {
        check(file, &repaired)?;
    }
    let made_from = match &origins[..] {
        [origin] => MadeFrom::One(origin),
        origins => MadeFrom::Several(origins),
    };
    output.commit(made_from)?;
    tell(args, paths, &repaired, console);
    Ok(())
}

/// The error as it is, or, if damage is all that was found, without the advice to repair it.
fn nothing_left(error: Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::Corruption | ErrorKind::InsufficientData => {
            anyhow!("no block is undamaged, so no archive can be made: {error}")
        }
        _ => error.into(),
    }
}

/// A copy, which has to be a file: it is read more than once.
fn open(path: &Path) -> Result<(File, Origin)> {
    if is_dash(path) {
        bail!("repair cannot read from standard input: name a file");
    }
    let input = Input::open(path)?;
    if input.length().is_none() {
        bail!("this is not a regular file; copy it to one first");
    }
    let origin = input.origin.context("the file has no name")?;
    let file = File::open(path).context("cannot open the file")?;
    Ok((file, origin))
}

/// What was written is read again from its index.
fn check(file: &File, repaired: &Repaired) -> Result<()> {
    let found = Archive::open(file)
        .context("the repaired archive cannot be read again, so it is not kept")?
        .report();
    let written = &repaired.report;
    ensure!(
        (found.blocks, found.games, found.archive_bytes)
            == (written.blocks, written.games, written.archive_bytes),
        "the repaired archive on the disk is not what was written, so it is not kept"
    );
    Ok(())
}

fn tell(args: &Repair, paths: &[PathBuf], repaired: &Repaired, console: &mut Console) {
    let from: Vec<String> = paths
        .iter()
        .zip(&repaired.taken)
        .map(|(path, &blocks)| format!("{} from {}", grouped(blocks), shown(path)))
        .collect();
    console.done(format_args!(
        "pgnz: {}: {} games; blocks: {} ({}); blocks missing: {}",
        shown(&args.output),
        grouped(repaired.report.games),
        grouped(repaired.report.blocks),
        from.join(", "),
        grouped(repaired.missing_blocks),
    ));
    // With two copies, the report is about what neither of them has.
    let damaged = match paths {
        [path] => path,
        _ => &args.output,
    };
    damage::warn(&shown(damaged), &repaired.report, console);
    if repaired.missing_blocks > 0 {
        console.note(format_args!(
            "pgnz: some games of a missing block may be undamaged: pgnz expand --keep-going {} writes them, too",
            shown(&args.damaged)
        ));
    }
}
