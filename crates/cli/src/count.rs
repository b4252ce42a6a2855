//! `pgnz count`.

use crate::args::{Choice, Count};
use crate::cat;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::figures::{SCHEMA, grouped};
use crate::pick::{Wanted, Work};
use crate::sift::Sift;
use anyhow::{Context, Result};
use archive::{Columns, Model, Reader};
use query::Filter;
use serde_json::json;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Counts the games of the archives.
pub fn run(args: &Count, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    let models = args.models.read()?;
    let is_one = args.files.len() == 1;
    let mut total = 0;
    for path in &args.files {
        let done = count(path, &filter, &models, console).and_then(|games| {
            total += games;
            let line = match (args.json, is_one) {
                (true, _) => {
                    json!({"schema": SCHEMA, "path": path.to_string_lossy(), "games": games})
                        .to_string()
                }
                (false, true) => games.to_string(),
                (false, false) => row(games, &shown(path)),
            };
            print(&line)
        });
        if let Err(error) = done
            && !console.fail_on(shown(path), &error)
        {
            return Ok(());
        }
    }
    if !is_one && !args.json {
        print(&row(
            total,
            &format!("total of {} archives", args.files.len()),
        ))?;
    }
    Ok(())
}

fn row(games: u64, name: &str) -> String {
    format!("{:>15}  {name}", grouped(games))
}

fn print(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// How many games of an archive pass.
fn count(path: &Path, filter: &Filter, models: &[Model], console: &mut Console) -> Result<u64> {
    let reader = cat::open(path, models, "count")?;
    let (name, games) = (shown(path), reader.games());
    let report = reader.report();
    damage::warn(&name, &report, console);
    if filter.is_empty() {
        return Ok(report.games);
    }
    let wanted = Wanted::among_all(&Choice::default(), &reader);
    let mut counted = Counted {
        sift: Sift::new(filter.clone()),
        reader,
        games: 0,
    };
    wanted.each(&mut counted, &name, console)?;
    counted.sift.finish(&name, games, console);
    Ok(counted.games)
}

struct Counted {
    sift: Sift,
    reader: Reader<File>,
    games: u64,
}

impl Work for Counted {
    fn sift(&mut self, window: Vec<u64>) -> Result<Vec<u64>> {
        self.sift
            .window(&mut self.reader, window, Columns::TAGS, &mut |_, _| {})
    }

    fn take(&mut self, window: &[u64]) -> Result<()> {
        self.games += window.len() as u64;
        Ok(())
    }
}
