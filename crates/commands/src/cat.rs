//! `pgnz cat`.

use crate::args::Cat;
use crate::console::Console;
use crate::convert::shown;
use crate::damage;
use crate::open;
use crate::pick::{Fetch, Readers, Wanted};
use crate::sift::{Sieve, ask_index};
use anyhow::{Context, Result, anyhow, ensure};
use archive::{Border, Columns};
use std::collections::HashSet;
use std::io::{self, BufWriter, Write};

/// Writes the games.
pub fn run(args: &Cat, console: &mut Console) -> Result<()> {
    if let Err(error) = write_games(args, console) {
        console.fail_on(shown(&args.file), &error);
    }
    Ok(())
}

fn write_games(args: &Cat, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    ensure!(
        args.pick.is_given() || !filter.is_empty(),
        "no games chosen: use --game N, --games A..B, --numbers FILE, --every K, --random N, --first N, or a filter such as --player NAME"
    );
    let models = args.models.read()?;
    let mut reader = open::archive(&args.file, &models, "cat")?;
    let name = shown(&args.file);
    damage::warn(&name, &reader.report(), console);
    let wanted = Wanted::new(&args.pick, &reader, &name, console)?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    // Games that follow one another are written as they are; those that were not next to each other before are kept apart.
    let mut border = Border::default();
    let blocks = reader.blocks();
    let ends = blocks.windows(2);
    let ends = ends.filter(|pair| pair[0].archive() != pair[1].archive());
    let ends: HashSet<u64> = ends.map(|pair| pair[1].first_game()).collect();
    let mut next = None;
    let mut write = |number: u64, game: &[u8]| {
        if next != Some(number) || ends.contains(&number) {
            out.write_all(border.begin(game))?;
        }
        next = number.checked_add(1);
        border.pass(game);
        out.write_all(game)
    };
    let verdicts = match args.filters.no_index {
        true => None,
        false => {
            let threads = args.threads.get();
            ask_index(&args.file, &mut reader, &filter, threads, console)
        }
    };
    let sieve = Sieve::<()> {
        path: &args.file,
        models: &models,
        command: "cat",
        filter: &filter,
        verdicts: verdicts.as_deref(),
        columns: Columns::TAGS,
        note: None,
        note_unread: None,
        threads: args.threads.get(),
    };
    let readers = Readers {
        path: &args.file,
        models: &models,
        threads: args.threads.get(),
    };
    let fetch = Fetch::new(reader, &mut write).with_readers(readers);
    let mut fetch = fetch.alone(wanted.is_one_range());
    let mut take = |window: &[u64], _| fetch.window(window);
    let sieve = (!filter.is_empty()).then_some(&sieve);
    wanted.each(sieve, &mut take, &name, console)?;
    let lost = fetch.finish();
    out.flush().context("cannot write to standard output")?;
    for damage in lost {
        console.fail_on(&name, &anyhow!("{damage}"));
    }
    Ok(())
}
