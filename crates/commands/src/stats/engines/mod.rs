//! `pgnz stats --engines`: matches between engines.

mod html;
mod json;
mod table;

use super::{Args, Made};
use crate::console::Console;
use crate::convert::shown as name_of;
use crate::opened::{Opened, Prints};
use anyhow::{Error, Result};
use pgnz::{EngineRecord, Engines, Filter, Game, Match, Model, Standing, Standings};
use std::path::Path;

/// What is shown.
struct Seen<'a> {
    args: &'a Args,
    engines: Engines,
    standings: Standings,
}

impl Seen<'_> {
    /// The engines that are listed.
    fn engines(&self) -> &[Standing] {
        let all = &self.standings.engines;
        &all[..self.args.top.map_or(all.len(), |top| top.min(all.len()))]
    }

    /// The matches between these.
    fn matches(&self) -> impl Iterator<Item = &Match> {
        let listed = self.engines().len();
        let matches = self.standings.matches.iter();
        matches.filter(move |one| one.engines.iter().all(|&engine| engine < listed))
    }

    fn name(&self, engine: usize) -> &str {
        &self.standings.engines[engine].name
    }

    /// The player whose rating is given, or what else is 0.
    fn basis(&self) -> String {
        match &self.args.anchor {
            Some(anchor) => format!("{} has {}", anchor.name, anchor.elo),
            None => "the mean of the rated players is 0".to_owned(),
        }
    }
}

/// The texts; `None` if the command stops after an error.
pub fn made(
    args: &Args,
    filter: &Filter,
    models: &[Model],
    console: &mut Console,
) -> Result<Option<Made>> {
    let mut engines = Engines::default();
    for path in &args.files {
        if let Err(error) = visit(&mut engines, args, path, (filter, models), console)
            && !console.fail_on(name_of(path), &error)
        {
            return Ok(None);
        }
    }
    let anchor = args
        .anchor
        .as_ref()
        .map(|anchor| (&*anchor.name, anchor.elo));
    let standings = engines.standings(anchor).map_err(Error::msg)?;
    let seen = Seen {
        args,
        engines,
        standings,
    };
    Ok(Some(Made {
        page: args.html.as_ref().map(|_| html::page(&seen)),
        text: match args.json {
            true => json::text(&seen)?,
            false => table::text(&seen),
        },
    }))
}

/// Counts the games of an archive.
fn visit(
    engines: &mut Engines,
    args: &Args,
    path: &Path,
    (filter, models): (&Filter, &[Model]),
    console: &mut Console,
) -> Result<()> {
    let how = ("stats", Prints::AtTheEnd);
    let mut opened = Opened::new(path, models, how, args.threads.get(), console)?;
    let verdicts = opened.ask_index(&args.filters, filter, console);
    let search = opened.search(filter, verdicts, EngineRecord::needs());
    let note = |_, game: Option<&Game>| game.map(EngineRecord::of);
    let mut take = |_, record: EngineRecord| {
        engines.add(&record);
        Ok(())
    };
    opened.each(opened.all(), &search, &note, &mut take, console)
}
