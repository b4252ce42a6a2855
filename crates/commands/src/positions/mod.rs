//! `pgnz positions`.

mod shown;

use crate::args::Positions as Args;
use crate::console::Console;
use crate::convert::shown as name_of;
use crate::json;
use crate::opened::{Opened, Prints};
use anyhow::{Context, Result};
use pgnz::{Columns, Facts, Filter, FrequentPositions, Game, Model, Position};
use std::io::{self, Write};
use std::path::Path;

/// Prints the positions.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    let filter = Filter::of(&args.filters.conditions()?).map_err(crate::args::of_filter)?;
    let models = args.models.read()?;
    let mut counts = FrequentPositions::default();
    console.expect(&args.files);
    for (number, path) in args.files.iter().enumerate() {
        let archive = (number, path.as_path());
        if let Err(error) = count(args, archive, (&filter, &models), &mut counts, console)
            && !console.fail_on(name_of(path), &error)
        {
            return Ok(());
        }
    }
    let text = match args.json {
        true => json::harmless(&shown::json(args, &counts)),
        false => shown::table(args, &counts),
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// Counts the positions of an archive: its place among all, and its path.
fn count(
    args: &Args,
    (number, path): (usize, &Path),
    (filter, models): (&Filter, &[Model]),
    counts: &mut FrequentPositions,
    console: &mut Console,
) -> Result<()> {
    let command = ("positions", Prints::AtTheEnd);
    let mut opened = Opened::new(path, models, command, args.threads.get(), console)?;
    let verdicts = opened.ask_index(&args.filters, filter, console);
    let search = opened.search(filter, verdicts, Columns::TAGS | Columns::MOVES);
    let note = |_, game: Option<&Game>| Some((args.ply.positions(game?), Facts::of(game?)));
    let mut take = |game, (positions, facts): (Vec<(usize, Position)>, Facts)| {
        counts.add((number, game), &positions, &facts);
        Ok(())
    };
    opened.each(opened.all(), &search, &note, &mut take, console)
}
