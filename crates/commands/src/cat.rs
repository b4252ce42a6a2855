//! `pgnz cat`.

use crate::args::Cat;
use crate::console::Console;
use crate::convert::shown;
use crate::input::Origin;
use crate::kept_files::KeptFiles;
use crate::opened::{Opened, Prints};
use crate::output::{Leftovers, MadeFrom, Manner, Output};
use crate::pick::Wanted;
use anyhow::{Context, Result, ensure};
use pgnz::{Archive, Border, Columns, Filter, Model};
use std::collections::HashSet;
use std::fs;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::Path;

/// Writes the games.
pub fn run(args: &Cat, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    ensure!(
        args.pick.is_given() || !filter.is_empty(),
        "no games chosen: use --game N, --games A..B, --numbers FILE, --every K, --random N, --first N, or a filter such as --player NAME"
    );
    ensure!(
        args.files.len() == 1 || !args.pick.names_games(),
        "--game, --games and --numbers work with one archive only"
    );
    let models = args.models.read()?;
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    KeptFiles::new(&args.files)
        .also(&args.pick.named.numbers)
        .also(&args.filters.matches)
        .also(&args.models.model_files)
        .check(output)?;
    let manner = Manner {
        binary: false,
        force: args.force,
    };
    let out = Output::create(output, manner, true)?;
    Leftovers::default().clear_away(&out, console);
    let mut games = Games {
        out: BufWriter::with_capacity(1 << 16, out),
        border: Border::default(),
    };
    console.expect(&args.files);
    let (mut origins, mut is_whole) = (Vec::new(), true);
    for path in &args.files {
        if let Err(error) = write_games(args, path, &filter, &models, &mut games, console) {
            is_whole = false;
            if !console.fail_on(shown(path), &error) {
                return Ok(());
            }
        } else if let Ok(metadata) = fs::metadata(path) {
            let path = path.clone();
            origins.push(Origin { path, metadata });
        }
    }
    let out = games.out.into_inner().map_err(IntoInnerError::into_error);
    let out = out.context(CANNOT_WRITE)?;
    // A file without the games of an archive that cannot be read is not what was asked for.
    if is_whole || args.output.is_none() {
        out.commit(MadeFrom::Several(&origins))?;
    }
    Ok(())
}

const CANNOT_WRITE: &str = "the games cannot be written";

/// What is written. Games that follow one another are written as they are; those that were not next to each other before are kept apart.
struct Games<W> {
    out: W,
    border: Border,
}

fn write_games(
    args: &Cat,
    path: &Path,
    filter: &Filter,
    models: &[Model],
    games: &mut Games<impl Write>,
    console: &mut Console,
) -> Result<()> {
    let (command, threads) = (("cat", Prints::Meanwhile), args.threads.get());
    let mut opened = Opened::new(path, models, command, threads, console)?;
    // The games of a block are written together.
    let wanted = Wanted::new(&args.pick, &opened.archive, 1, &opened.name, console)?;
    let starts = first_games(&opened.archive);
    let mut next = None;
    let mut write = |number: u64, game: &[u8]| {
        if next != Some(number) || starts.contains(&number) {
            games.out.write_all(games.border.begin(game))?;
        }
        next = number.checked_add(1);
        games.border.pass(game);
        games.out.write_all(game)
    };
    let verdicts = opened.ask_index(&args.filters, filter, console);
    let search = opened.search(filter, verdicts, Columns::TAGS);
    let texts = opened.archive.texts(&mut write);
    let mut texts = texts.each_once(wanted.is_one_range()).threads(threads);
    let mut give = |window: Vec<u64>| Ok(texts.window(&window)?);
    let tally = opened.choose(wanted, &search, &mut give, console)?;
    games.out.flush().context(CANNOT_WRITE)?;
    opened.tell(&search, &tally, console);
    Ok(())
}

/// The first games of archives that follow another in the same file.
fn first_games<R>(archive: &Archive<R>) -> HashSet<u64>
where
    R: io::Read + io::Seek,
{
    let ends = archive.blocks().windows(2);
    let ends = ends.filter(|pair| pair[0].archive() != pair[1].archive());
    ends.map(|pair| pair[1].first_game()).collect()
}
