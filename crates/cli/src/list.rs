//! `pgnz list`.

use crate::args::List;
use crate::console::Console;
use crate::convert::shown;
use crate::figures::{self, Figures};
use crate::input::{is_dash, named};
use crate::test::read_through;
use anyhow::{Context, Result};
use archive::{Model, Reader, Report};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Lists the archives.
pub fn run(args: &List, console: &mut Console) -> Result<()> {
    let models = args.models.read()?;
    let paths = named(&args.files);
    let rows = paths.len() > 1 && !console.is_verbose() && !args.json;
    let mut shown_before = false;
    for path in &paths {
        let done = report(path, &models, console).and_then(|report| {
            let mut text = if args.json {
                serde_json::to_string(&Figures::new(&path.to_string_lossy(), &report))?
            } else if rows {
                figures::row(&shown(path), &report)
            } else {
                figures::table(&shown(path), &report)
            };
            if !shown_before && rows {
                text = format!("{}\n{text}", figures::ROW_HEAD);
            } else if shown_before && !rows && !args.json {
                text.insert(0, '\n');
            }
            shown_before = true;
            let mut out = io::stdout().lock();
            writeln!(out, "{text}")
                .and_then(|()| out.flush())
                .context("cannot write to standard output")
        });
        if let Err(error) = done
            && !console.fail_on(shown(path), &error)
        {
            break;
        }
    }
    Ok(())
}

/// What an archive holds: from its index if it can be sought, otherwise by reading it through.
fn report(path: &Path, models: &[Model], console: &Console) -> Result<Report> {
    if !is_dash(path) {
        let file = File::open(path).context("cannot open the file")?;
        if file
            .metadata()
            .context("cannot look at the file")?
            .is_file()
        {
            return Ok(Reader::open(file)?.report());
        }
    }
    read_through(path, 0, models, console)
}
