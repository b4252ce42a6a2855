//! `pgnz test`.

use crate::args::Test;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::figures;
use crate::input::{Input, named};
use crate::names::harmless;
use crate::progress::Bar;
use crate::published_sums::{Match, Sums};
use anyhow::{Context, Result};
use pgnz::{ExpandOptions, Report, test_with_progress};
use std::io::{self, Write};
use std::path::Path;

/// Checks the archives.
pub fn run(args: &Test, console: &mut Console) -> Result<()> {
    let options = args.threads.reading().models(args.models.read()?);
    let sums = args.sha256.as_deref().map(Sums::read).transpose()?;
    let paths = named(&args.files);
    console.expect(&paths);
    for path in paths {
        match read_through(&path, &options, console) {
            Ok(report) => {
                if let Some(sums) = &sums
                    && report.damage.is_empty()
                {
                    compare(&path, sums, &report, console)?;
                }
                figures::tell(&shown(&path), &report, console);
                damage::fail(&shown(&path), &report, console);
            }
            Err(error) => {
                console.fail_on(shown(&path), &error);
            }
        }
    }
    Ok(())
}

/// Says which published sums are those of an archive, or that one is missing.
fn compare(path: &Path, sums: &Sums, report: &Report, console: &mut Console) -> Result<()> {
    let found = match sums.compare(report) {
        Ok(found) => found,
        Err(error) => {
            console.fail_on(shown(path), &error);
            return Ok(());
        }
    };
    let mut out = io::stdout().lock();
    for Match { name, is_text } in found {
        let name = harmless(name, &[]);
        let how = match is_text {
            true => "is the text",
            false => "is the file that the text was packed in, by the archive's record",
        };
        writeln!(out, "{}: OK: {name} {how}", shown(path))
            .context("cannot write to standard output")?;
    }
    Ok(())
}

/// Decodes all undamaged parts of an archive and writes nothing.
pub fn read_through(path: &Path, options: &ExpandOptions, console: &Console) -> Result<Report> {
    let input = Input::open(path)?;
    let bar = Bar::new(&input, console);
    let progress = |done: &_| bar.show(done);
    Ok(test_with_progress(input.into_bytes(), options, progress)?)
}
