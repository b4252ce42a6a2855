//! `pgnz export`.

mod folders;

use crate::args::Export;
use crate::console::Console;
use crate::convert::shown;
use crate::figures::grouped;
use crate::input::Origin;
use crate::kept_files::KeptFiles;
use crate::open;
use crate::opened::{Opened, Prints};
use crate::output::{Leftovers, MadeFrom, Manner, Output};
use crate::pick::Wanted;
use anyhow::{Context, Result, anyhow, bail, ensure};
use folders::Folders;
use pgnz::{Column, Filter, Format, Game, Model, Partitions, Row, Rows, TableWriter, index_path};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes the table.
pub fn run(args: &Export, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    let format = format(args, output)?;
    let columns = columns(args, format)?;
    ensure!(
        args.files.len() == 1 || !args.pick.names_games(),
        "--game, --games and --numbers work with one archive only"
    );
    let models = args.models.read()?;
    let manner = Manner {
        binary: format.is_binary(),
        force: args.force,
    };
    let indexes: Vec<PathBuf> = args.files.iter().map(|path| index_path(path)).collect();
    KeptFiles::new(&args.files)
        .also(indexes.iter().filter(|_| !args.filters.no_index))
        .also(&args.pick.named.numbers)
        .also(&args.filters.matches)
        .also(&args.models.model_files)
        .check(output)?;
    let mut origins = Vec::new();
    for path in &args.files {
        // An input that is not a file is refused here, before anything is made.
        open::regular(path, "export").with_context(|| shown(path))?;
        let metadata = fs::metadata(path).context("cannot access the file");
        origins.push(Origin {
            path: path.clone(),
            metadata: metadata.with_context(|| shown(path))?,
        });
    }
    if let Some(by) = &args.by {
        return in_parts(
            args,
            &filter,
            by,
            (format, &columns),
            &models,
            manner,
            &origins,
            console,
        );
    }
    let mut out = Output::create(output, manner, true)?;
    Leftovers::default().clear_away(&out, console);
    let games = {
        let mut buffer = BufWriter::with_capacity(1 << 16, &mut out);
        let games = (|| {
            let mut writer = TableWriter::new(format, &columns, &mut buffer).context(WRITTEN)?;
            let rows = Rows::new(columns.clone(), Model::of(args.level.unwrap_or_default()));
            let mut add = |row: Row| writer.add(&row).context(WRITTEN);
            let games = each_row(args, &filter, &rows, &models, &mut add, console)?;
            writer.finish().context(WRITTEN)?;
            Ok(games)
        })();
        match games.and_then(|games| buffer.flush().context(WRITTEN).map(|()| games)) {
            Ok(games) => games,
            Err(error) => {
                console.fail(&error);
                return Ok(());
            }
        }
    };
    let finished = out.commit(MadeFrom::Several(&origins))?;
    if console.is_verbose()
        && let Some(finished) = finished
    {
        let name = crate::names::shown(&finished.target);
        console.note(format_args!("{name}: {} games", grouped(games)));
    }
    Ok(())
}

/// Writes a file for each value of a column.
#[allow(clippy::too_many_arguments, reason = "they are what `run` has")]
fn in_parts(
    args: &Export,
    filter: &Filter,
    by: &str,
    (format, columns): (Format, &[Column]),
    models: &[Model],
    manner: Manner,
    origins: &[Origin],
    console: &mut Console,
) -> Result<()> {
    let output = args.output.as_deref().context("--by needs -o FOLDER")?;
    ensure!(
        !crate::names::is_dash(output),
        "--by needs a folder to write to: -o FOLDER"
    );
    let mut folders = Folders::new(output, format, manner)?;
    let mut begin = |name: &str| folders.begin(name);
    let parts = Partitions::new(by, columns, format, &mut begin);
    let mut parts = parts.map_err(|error| anyhow!("--by: {error}"))?;
    let model = Model::of(args.level.unwrap_or_default());
    let rows = Rows::new(parts.columns().to_vec(), model);
    let mut add = |row: Row| parts.add(&row);
    let games = each_row(args, filter, &rows, models, &mut add, console)?;
    let count = parts.finish()?;
    folders.finish(origins)?;
    console.done(format_args!(
        "pgnz: {}: {} games in {} files",
        shown(output),
        grouped(games),
        grouped(count as u64)
    ));
    Ok(())
}

const WRITTEN: &str = "cannot write the table";

fn format(args: &Export, output: &Path) -> Result<Format> {
    let format = args.to.or_else(|| Format::of_file(output));
    let Some(format) = format else {
        bail!(
            "the name of the output does not determine the format: use --to with one of {}",
            names()
        );
    };
    // What goes through a pipe has to be readable without its end.
    if format == Format::Arrow && crate::names::is_dash(output) {
        return Ok(Format::ArrowStream);
    }
    Ok(format)
}

fn names() -> String {
    let names: Vec<_> = Format::NAMED.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

fn columns(args: &Export, format: Format) -> Result<Vec<Column>> {
    if format == Format::Uci {
        ensure!(
            args.columns.is_none(),
            "--to uci writes only moves: it has no columns to choose"
        );
        return Ok(Column::for_uci());
    }
    let names = args.columns.as_deref().unwrap_or("usual");
    let mut columns = Column::parse(names).map_err(|error| anyhow!("--columns: {error}"))?;
    if args.files.len() > 1 && !columns.contains(&Column::path()) {
        columns.insert(0, Column::path());
    }
    Ok(columns)
}

/// Gives the row of each game to `add`; how many they are.
fn each_row(
    args: &Export,
    filter: &Filter,
    rows: &Rows,
    models: &[Model],
    add: &mut dyn FnMut(Row) -> Result<()>,
    console: &mut Console,
) -> Result<u64> {
    let mut games = 0;
    let command = ("export", Prints::Meanwhile);
    let threads = args.threads.into();
    console.expect(&args.files);
    for path in &args.files {
        let opened = Opened::new(path, models, command, threads, console);
        let mut opened = opened.with_context(|| shown(path))?;
        let wanted = Wanted::new(&args.pick, &opened.archive, threads, &opened.name, console)?;
        let verdicts = opened.ask_index(&args.filters, filter, console);
        let search = opened.search(filter, verdicts, rows.needs());
        let full_name = path.to_string_lossy();
        let note = |number, game: Option<&Game>| Some(rows.row(&full_name, number + 1, game?));
        let mut take = |_, row: Row| {
            games += 1;
            add(row)
        };
        let done = opened.each(wanted, &search, &note, &mut take, console);
        done.with_context(|| shown(path))?;
    }
    Ok(games)
}
