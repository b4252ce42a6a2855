//! `pgnz append`.

use super::Summary;
use crate::args::Append as Args;
use crate::console::Console;
use crate::convert::{Parts, shown, tell_of};
use crate::figures::grouped;
use crate::file_identity::FileId;
use crate::input::{Input, named};
use crate::kept_files::KeptFiles;
use crate::names;
use crate::names::is_dash;
use crate::progress::Bar;
use anyhow::{Context, Result, bail, ensure};
use archive::{Report, Source};
use pgnz::{Append, CompressOptions};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

/// Adds the files to the archive.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    if let Err(error) = append(args, console) {
        console.fail_on(shown(&args.archive), &error);
    }
    Ok(())
}

fn append(args: &Args, console: &mut Console) -> Result<()> {
    let files = named(&args.files);
    KeptFiles::new(&files)
        .also(&args.knowledge.model)
        .check(&args.archive)?;
    let mut file = open(&args.archive)?;
    let mut append = Append::begin(&mut file, &options(args)?)?;
    if append.removed() > 0 {
        let what = format!(
            "{} bytes at its end, left by an interrupted run, were removed",
            grouped(append.removed())
        );
        console.warn(shown(&args.archive), what);
    }
    let before = append.before().clone();
    let names = before.files.iter().map(|file| file.name.clone());
    let mut parts = Parts::after(names);
    let mut copied = 0;
    console.expect(&files);
    for path in &files {
        let added = add(path, &mut append, &mut parts, console);
        copied += added.with_context(|| shown(path))?;
    }
    let added = append.finish()?;
    tell(args, &before, &added, copied, console)
        .context("the games were added, but this cannot be reported")
}

/// Adds a file. Returns how many blocks were copied as they are.
fn add(
    path: &Path,
    append: &mut Append<'_, File>,
    parts: &mut Parts,
    console: &mut Console,
) -> Result<u64> {
    let input = Input::open(path)?;
    let bar = Bar::new(&input, console);
    if input.is_archive() {
        return Ok(append.archive(&mut input.into_bytes())?.blocks);
    }
    let found_beside = input.remarks();
    let source = input.source();
    let keeps_names = !append.before().files.is_empty();
    append.describe(source, name(path, source, parts, keeps_names));
    append.source_digest(input.digest());
    let advice =
        "--partial adds the complete games before this place; otherwise get the file again";
    let text = input.into_text(source, advice)?;
    let report = append.text_with_progress(text, |done| {
        bar.show(done);
        ControlFlow::Continue(())
    })?;
    drop(bar);
    tell_of(path, &report, &found_beside, console);
    Ok(0)
}

/// The name by which a file comes back, where the archive keeps names.
fn name(path: &Path, source: Source, parts: &mut Parts, keeps_names: bool) -> Option<String> {
    let asked = names::text_of(&names::archive_of(path, source));
    let asked = asked.and_then(|asked| names::kept(&asked));
    parts.next(asked.filter(|_| keeps_names)).name
}

fn tell(
    args: &Args,
    before: &Report,
    added: &[Report],
    copied: u64,
    console: &Console,
) -> Result<()> {
    let sum = |figure: fn(&Report) -> u64| added.iter().map(figure).sum::<u64>();
    let mut summary = Summary::new("append");
    let games = before.games + sum(|report| report.games);
    (summary.games_in, summary.games_out) = (games, games);
    summary.bytes_before = before.archive_bytes;
    summary.blocks_copied = copied;
    summary.blocks_coded = sum(|report| report.blocks) - copied;
    let mut whole = before.clone();
    whole.games = games;
    whole.text_bytes += sum(|report| report.text_bytes);
    whole.archive_bytes += sum(|report| report.archive_bytes);
    summary.made(&args.archive, &whole);
    summary.tell(&shown(&args.archive), args.json, console)
}

/// The archive, which nobody else may add to from now on.
fn open(path: &Path) -> Result<File> {
    if is_dash(path) {
        bail!("the archive to add to must be a file");
    }
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).open(path);
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            anyhow::anyhow!("there is no such archive; pgnz compress makes one")
        }
        _ => anyhow::Error::from(error).context("cannot open the archive to add to it"),
    })?;
    let metadata = file.metadata().context("cannot access the file")?;
    ensure!(metadata.is_file(), "this is not a regular file");
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("another run of pgnz is adding to this archive; try again when it is done")
        }
        // Some file systems know no locks: then it is up to the user.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    ensure!(
        FileId::of(path) == FileId::at(path, &metadata),
        "the archive has just been replaced by another; try again"
    );
    Ok(file)
}

/// How games are coded: as the last of the archive were, unless something else is asked for.
fn options(args: &Args) -> Result<CompressOptions> {
    let resources = args.threads.resources();
    let mut options = CompressOptions::new()
        .block_games(args.block_games)
        .group_games(args.group_games)
        .threads(resources.threads)
        .verify(!args.no_verify)
        .partial(args.partial)
        .embed(!args.no_embed);
    if let Some(bytes) = resources.memory {
        options = options.memory(bytes);
    }
    Ok(match args.knowledge.given()? {
        Some(model) => options.model(model),
        None => options,
    })
}
