//! `pgnz stats`: the games at a glance.

mod engines;
mod html;
mod json;
mod table;

use crate::args::Stats as Args;
use crate::console::Console;
use crate::convert::shown as name_of;
use crate::kept_files::KeptFiles;
use crate::opened::{Opened, Prints};
use crate::output::{MadeFrom, Manner, Output};
use anyhow::{Context, Result};
use pgnz::{Columns, Filter, Game, Model, Record, Stats};
use std::io::{self, Write};
use std::path::Path;

/// What is shown, and of what.
struct Glance<'a> {
    args: &'a Args,
    stats: Stats,
    /// The longest game: its archive, its number there from 1, its plies.
    longest: Option<(String, u64, u32)>,
}

/// Prints it.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    let filter = Filter::of(&args.filters.conditions()?).map_err(crate::args::of_filter)?;
    let models = args.models.read()?;
    let page = args.html.as_ref().map(|path| {
        let manner = Manner {
            binary: false,
            force: args.force,
        };
        KeptFiles::new(&args.files)
            .also(&args.filters.matches)
            .also(&args.models.model_files)
            .check(path)?;
        Output::create(path, manner, false)
    });
    let page = page.transpose()?;
    console.expect(&args.files);
    let made = match args.engines {
        true => engines::made(args, &filter, &models, console)?,
        false => made(args, &filter, &models, console)?,
    };
    let Some(made) = made else {
        return Ok(());
    };
    if let (Some(mut page), Some(text)) = (page, made.page) {
        page.write_all(text.as_bytes())?;
        page.commit(MadeFrom::Several(&[]))?;
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}", made.text.trim_end())
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// What is written.
struct Made {
    /// The page, where one is wanted.
    page: Option<String>,
    /// For standard output.
    text: String,
}

/// The glance; `None` if the command stops after an error.
fn made(
    args: &Args,
    filter: &Filter,
    models: &[Model],
    console: &mut Console,
) -> Result<Option<Made>> {
    let mut glance = Glance {
        args,
        stats: Stats::default(),
        longest: None,
    };
    for path in &args.files {
        if let Err(error) = glance.visit(path, filter, models, console)
            && !console.fail_on(name_of(path), &error)
        {
            return Ok(None);
        }
    }
    let page = args.html.as_ref().map(|_| html::page(&glance));
    Ok(Some(Made {
        page: page.transpose()?,
        text: match args.json {
            true => json::text(&glance)?,
            false => table::text(&glance),
        },
    }))
}

impl Glance<'_> {
    /// Counts the games of an archive.
    fn visit(
        &mut self,
        path: &Path,
        filter: &Filter,
        models: &[Model],
        console: &mut Console,
    ) -> Result<()> {
        let mut opened = Opened::new(
            path,
            models,
            ("stats", Prints::AtTheEnd),
            self.args.threads.get(),
            console,
        )?;
        let (columns, record): (Columns, fn(&Game) -> Record) = match self.args.quick {
            true => (Columns::TAGS, Record::of_tags),
            false => (Record::needs(), Record::of),
        };
        let beside = opened.beside(&self.args.filters, console);
        let verdicts = beside
            .as_ref()
            .and_then(|index| index.judge(filter, console));
        let indexed = beside
            .filter(|_| verdicts.is_some())
            .and_then(|beside| beside.usable(beside.index.records(), console));
        let is_quick = self.args.quick;
        let unread = |number| {
            let record = indexed.as_ref()?.record(number)?;
            Some(match is_quick {
                true => record.without_moves(),
                false => record,
            })
        };
        let search = opened.search(filter, verdicts, columns);
        let note = |number, game: Option<&Game>| match game {
            Some(game) => Some(record(game)),
            None => unread(number),
        };
        let name = opened.name.clone();
        let mut take = |number, record: Record| {
            let before = self.stats.longest;
            self.stats.add(&record);
            if self.stats.longest != before
                && let Some(plies) = self.stats.longest
            {
                self.longest = Some((name.clone(), number + 1, plies));
            }
            Ok(())
        };
        opened.each(opened.all(), &search, &note, &mut take, console)
    }
}
