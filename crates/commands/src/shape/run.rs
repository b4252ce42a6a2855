//! `pgnz merge`, `dedupe`, `sort`, `sample` and `split`.

use super::many::{Many, tell_kept};
use super::one::One;
use super::{Sources, Summary, duplicates};
use crate::args::{Dedupe, Merge, Sample, Shaping, Sort, Split};
use crate::console::Console;
use crate::figures::grouped;
use crate::names::{is_dash, shown};
use ::shape::{Order, Outputs, Plan, Rule, Writing};
use anyhow::{Context, Result, ensure};
use archive::Splice;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Puts archives together.
pub fn merge(args: &Merge, console: &mut Console) -> Result<()> {
    let Begun {
        mut sources,
        mut summary,
    } = begin(
        "merge",
        &args.files,
        None,
        &args.shaping,
        Some(&args.output),
    )?;
    let games = summary.games_in;
    let mut one = One::create(&args.output, args.shaping.force, &sources, console)?;
    let file = one.begin(0).context("cannot begin the output")?;
    let mut splice = Splice::new(file, sources.config.clone());
    ::shape::merge(&mut sources.archives, &mut splice)?;
    let (file, spliced) = splice.finish()?;
    one.end(0, file, spliced)
        .context("cannot complete the output")?;
    one.complete(games, &sources, &mut summary)?;
    tell(&summary, &args.output, &args.shaping, console)
}

/// Leaves out games that are there more than once.
pub fn dedupe(args: &Dedupe, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    let output = args.output.as_deref();
    let Begun {
        mut sources,
        mut summary,
    } = begin(
        "dedupe",
        &args.files,
        args.filters.matches.as_ref(),
        &args.shaping,
        output,
    )?;
    let rule = Rule {
        by: args.by.into(),
        keep: args.keep.into(),
        strict: args.strict,
    };
    let found = ::shape::dedupe(&mut sources.archives, &filter, rule)?;
    summary.dropped = found.duplicates.len() as u64;
    summary.left_out = summary.games_in - summary.dropped - found.kept.len() as u64;
    if args.dry_run {
        duplicates::list(args, &mut sources, &found)?;
        let (dropped, games) = (grouped(summary.dropped), grouped(summary.games_in));
        console.note(format_args!(
            "pgnz: {dropped} of {games} games would be removed; nothing was written"
        ));
        return Ok(());
    }
    let output = output.context("name the output with -o FILE")?;
    write_one(
        found.kept,
        true,
        output,
        &mut sources,
        &args.shaping,
        &mut summary,
        console,
    )?;
    tell(&summary, output, &args.shaping, console)
}

/// Puts games in order.
pub fn sort(args: &Sort, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    let order = Order::parse(&args.by).context("--by")?;
    let Begun {
        mut sources,
        mut summary,
    } = begin(
        "sort",
        &args.files,
        args.filters.matches.as_ref(),
        &args.shaping,
        Some(&args.output),
    )?;
    let games = ::shape::sort(&mut sources.archives, &filter, &order)?;
    summary.left_out = summary.games_in - games.len() as u64;
    write_one(
        games,
        false,
        &args.output,
        &mut sources,
        &args.shaping,
        &mut summary,
        console,
    )?;
    tell(&summary, &args.output, &args.shaping, console)
}

/// Draws games.
pub fn sample(args: &Sample, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    let files = std::slice::from_ref(&args.file);
    let Begun {
        mut sources,
        mut summary,
    } = begin(
        "sample",
        files,
        args.filters.matches.as_ref(),
        &args.shaping,
        Some(&args.output),
    )?;
    let games = ::shape::select(&mut sources.archives, &filter)?;
    if games.len() < args.size {
        let what = format!(
            "there are only {} games to choose from",
            grouped(games.len() as u64)
        );
        console.warn(shown(&args.file), what);
    }
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let games = ::shape::sample(games, args.size, seed);
    summary.left_out = summary.games_in - games.len() as u64;
    write_one(
        games,
        true,
        &args.output,
        &mut sources,
        &args.shaping,
        &mut summary,
        console,
    )?;
    tell(&summary, &args.output, &args.shaping, console)
}

/// Parts games to several archives.
pub fn split(args: &Split, console: &mut Console) -> Result<()> {
    let filter = args.filters.filter()?;
    ensure!(
        !is_dash(&args.output),
        "several archives are written to a folder: name it with -o DIR"
    );
    let Begun {
        mut sources,
        mut summary,
    } = begin(
        "split",
        &args.files,
        args.filters.matches.as_ref(),
        &args.shaping,
        None,
    )?;
    let parts = ::shape::split(&mut sources.archives, &filter, args.by)?;
    summary.left_out = summary.games_in - parts.games as u64;
    let config = sources.config.clone();
    let limits = (args.max_files, args.shaping.force);
    let (archives, origins, ledger) = sources.apart();
    let mut many = Many::new(&args.output, &parts, limits, origins, ledger, console)?;
    many.summary = summary;
    let folder = args.output.clone();
    let writing = Writing {
        config,
        keeps_names: false,
        temporary: &|| temporary(&folder),
    };
    let done = ::shape::write(archives, &parts.plan, &writing, &mut many);
    let summary = many.summary;
    if let Err(error) = done {
        tell_kept(&summary, &args.output, console);
        return Err(error.into());
    }
    tell(&summary, &args.output, &args.shaping, console)
}

/// The beginning of every such command.
struct Begun {
    sources: Sources,
    summary: Summary,
}

fn begin(
    command: &'static str,
    files: &[PathBuf],
    matches: Option<&PathBuf>,
    args: &Shaping,
    output: Option<&Path>,
) -> Result<Begun> {
    ensure!(
        !(args.json && output.is_some_and(is_dash)),
        "--json and -o - both go to standard output: write the archive to a file"
    );
    let sources = Sources::open(files, matches, args)?;
    let mut summary = Summary::new(command);
    summary.games_in = sources.archives.games().into();
    summary.bytes_before = sources.bytes;
    Ok(Begun { sources, summary })
}

/// Writes one archive of these games.
fn write_one(
    games: Vec<u32>,
    keeps_names: bool,
    path: &Path,
    sources: &mut Sources,
    args: &Shaping,
    summary: &mut Summary,
    console: &Console,
) -> Result<()> {
    let mut one = One::create(path, args.force, sources, console)?;
    let folder = match path.parent() {
        Some(folder) if !is_dash(path) && !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ if is_dash(path) => std::env::temp_dir(),
        _ => PathBuf::from("."),
    };
    let writing = Writing {
        config: sources.config.clone(),
        keeps_names,
        temporary: &|| temporary(&folder),
    };
    let count = games.len() as u64;
    ::shape::write(&mut sources.archives, &Plan::one(games), &writing, &mut one)?;
    one.complete(count, sources, summary)
}

/// A file without a name, next to where the result will be: as safe from others, and there is room for both.
fn temporary(folder: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder)
}

fn tell(summary: &Summary, output: &Path, args: &Shaping, console: &mut Console) -> Result<()> {
    let name = match is_dash(output) {
        true => "standard output".to_owned(),
        false => shown(output),
    };
    if summary.rescued_blocks > 0 {
        let what = format!(
            "{} blocks could not be decoded correctly, so they are stored uncompressed; nothing is lost, but please report this",
            summary.rescued_blocks
        );
        console.warn(&name, what);
    }
    summary.tell(&name, args.json, console)
}
