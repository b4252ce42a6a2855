//! `pgnz list`.

mod games;

use crate::args::List;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::figures::{self, Figures, Totals};
use crate::input::named;
use crate::json;
use crate::names::is_dash;
use crate::open;
use crate::test::read_through;
use anyhow::{Context, Result};
use pgnz::{ExpandOptions, Model, Report, TagCost};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Lists the archives.
pub fn run(args: &List, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    let models = args.models.read()?;
    let paths = named(&args.files);
    if args.wants_games(&filter) {
        return games::run(args, &filter, &paths, &models, console);
    }
    let rows = paths.len() > 1 && !console.is_verbose() && !args.json && !args.tags;
    let mut shown_before = false;
    let mut totals = Totals::default();
    for path in &paths {
        let done = report(path, &models, console).and_then(|report| {
            let tags = args.tags.then(|| tag_costs(path, console)).transpose()?;
            let mut text = if args.json {
                let name = path.to_string_lossy();
                let mut figures = Figures::new(&name, &report);
                figures.tags = tags.as_deref();
                json::line(&figures)?
            } else if rows {
                totals.add(&report);
                figures::row(&shown(path), &report)
            } else {
                let tags = tags.as_deref().map(figures::tag_table).unwrap_or_default();
                figures::table(&shown(path), &report)
                    + &figures::file_table(&report.files)
                    + &figures::provenance_table(&report.provenance)
                    + &tags
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
                .context("cannot write to standard output")?;
            damage::warn_unfinished(path, &report, console);
            damage::warn(&shown(path), &report, console);
            Ok(())
        });
        if let Err(error) = done
            && !console.fail_on(shown(path), &error)
        {
            break;
        }
    }
    if rows && totals.archives > 1 {
        writeln!(io::stdout(), "{}", totals.row()).context("cannot write to standard output")?;
    }
    Ok(())
}

/// What each tag costs in an archive.
fn tag_costs(path: &Path, console: &Console) -> Result<Vec<TagCost>> {
    let (mut archive, _) = open::archive(path, &[], "list --tags", console)?;
    Ok(archive.tag_costs()?)
}

/// What an archive holds: from its index if it can be sought, otherwise by reading it through.
fn report(path: &Path, models: &[Model], console: &mut Console) -> Result<Report> {
    if !is_dash(path) {
        let metadata = fs::metadata(path).context("cannot open the file")?;
        if metadata.is_file() {
            let (mut archive, is_text) = open::archive(path, models, "list", console)?;
            if is_text {
                let what =
                    "this is no archive: the figures are those of one of its games at level fast";
                console.note(format_args!("{}: {what}", shown(path)));
            }
            let mut report = archive.report();
            match archive.provenance() {
                Ok(records) => report.provenance = records.into_iter().flatten().collect(),
                Err(error) => console.warn(shown(path), error),
            }
            return Ok(report);
        }
    }
    let options = ExpandOptions::new().models(models.to_vec());
    read_through(path, &options, console)
}
