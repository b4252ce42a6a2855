//! `pgnz test`.

use crate::args::Test;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::figures;
use crate::input::{Input, named};
use crate::progress::Bar;
use anyhow::Result;
use archive::{Handling, Model, Report, Resources};
use std::io;
use std::path::Path;

/// Checks the archives.
pub fn run(args: &Test, console: &mut Console) -> Result<()> {
    let models = args.models.read()?;
    let paths = named(&args.files);
    console.expect(&paths);
    for path in paths {
        match read_through(&path, args.threads.resources(), &models, console) {
            Ok(report) => {
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

/// Decodes all undamaged parts of an archive and writes nothing.
pub fn read_through(
    path: &Path,
    resources: impl Into<Resources>,
    models: &[Model],
    console: &Console,
) -> Result<Report> {
    let input = Input::open(path)?;
    let bar = Bar::new(&input, console);
    Ok(archive::salvage(
        input.into_bytes(),
        io::sink(),
        resources,
        models,
        Handling::KeepGoing,
        &mut |done| bar.show(done),
    )?)
}
