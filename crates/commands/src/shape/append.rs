//! `pgnz append`.

use super::Summary;
use crate::args::Append as Args;
use crate::console::Console;
use crate::convert::{Parts, shown, tell_of};
use crate::figures::grouped;
use crate::identity::FileId;
use crate::input::{Input, named};
use crate::ledger::Ledger;
use crate::names;
use crate::names::is_dash;
use crate::open;
use crate::progress::Bar;
use anyhow::{Context, Result, bail, ensure};
use archive::{Append, Config, Reader, Report, SharedFile, Source};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
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
    Ledger::new(&files)
        .also(&args.knowledge.model)
        .check(&args.archive)?;
    let mut file = open(&args.archive)?;
    // A second way to the file: each has a place of its own in it.
    let mut reader = open::archive(&args.archive, &[], "append")?;
    let before = reader.report();
    let mut append = Append::begin(&mut file)?;
    if append.removed() > 0 {
        let what = format!(
            "{} bytes at its end, left by an interrupted run, were removed",
            grouped(append.removed())
        );
        console.warn(shown(&args.archive), what);
    }
    let names = before.files.iter().map(|file| file.name.clone());
    let mut work = Work {
        args,
        config: config(args, &mut reader)?,
        keeps_names: !before.files.is_empty(),
        parts: Parts::after(names),
        copied: 0,
    };
    console.expect(&files);
    let mut added = Vec::new();
    for path in &files {
        let start = append.written();
        let report = work.add(path, &mut append, console);
        let report = report.with_context(|| shown(path))?;
        let found = Reader::open(append.read_again(start)).and_then(|mut reader| {
            reader.check_streams()?;
            Ok(reader.report())
        });
        let found = found.with_context(|| {
            format!(
                "{}: the added games cannot be read again, so they are not kept",
                shown(path)
            )
        })?;
        if let Some(report) = &report {
            ensure!(
                (found.games, found.text_bytes, found.archive_bytes)
                    == (report.games, report.text_bytes, report.archive_bytes),
                "the added games on the disk are not what was written, so they are not kept"
            );
        }
        added.push(found);
    }
    append.finish()?;
    tell(args, &before, &added, work.copied, console)
        .context("the games were added, but this cannot be reported")
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
fn config(args: &Args, reader: &mut Reader<SharedFile>) -> Result<Config> {
    let inside = reader.model_inside()?;
    let model = match args.knowledge.given()? {
        Some(model) => model,
        None => reader.last_model()?.unwrap_or_default(),
    };
    let resources = args.threads.resources();
    Ok(Config {
        block_games: args.block_games,
        group_games: args.group_games,
        threads: resources.threads,
        memory: resources.memory,
        verify: !args.no_verify,
        partial: args.partial,
        embed: !args.no_embed && inside.as_ref() != Some(&model),
        ..Config::of(model)
    })
}

struct Work<'a> {
    args: &'a Args,
    config: Config,
    keeps_names: bool,
    parts: Parts,
    /// Blocks that were copied as they are.
    copied: u64,
}

impl Work<'_> {
    /// Adds a file. Returns what was coded.
    fn add(
        &mut self,
        path: &Path,
        append: &mut Append<'_, File>,
        console: &mut Console,
    ) -> Result<Option<Report>> {
        let input = Input::open(path)?;
        let bar = Bar::new(&input, console);
        if input.is_archive() {
            let start = append.written();
            io::copy(&mut input.into_bytes(), append).context("cannot copy the archive")?;
            self.copied += Reader::open(append.read_again(start))?.blocks().len() as u64;
            // It may bring a model that serves what follows it.
            self.config.embed = !self.args.no_embed;
            return Ok(None);
        }
        let found_beside = input.remarks();
        let source = input.source();
        let advice =
            "--partial adds the complete games before this place; otherwise get the file again";
        let config = Config {
            source,
            file_name: self.name(path, source),
            ..self.config.clone()
        };
        let text = input.into_text(source, advice)?;
        let report = archive::compress(text, append, &config, &mut |done| bar.show(done))?;
        drop(bar);
        if let Some(cut_off) = report.cut_off.as_ref().filter(|_| report.games == 0) {
            bail!("no complete game could be read: {}", cut_off.cause);
        }
        self.config.embed = false;
        tell_of(path, &report, &found_beside, console);
        Ok(Some(report))
    }

    /// The name by which a file comes back, where the archive keeps names.
    fn name(&mut self, path: &Path, source: Source) -> Option<String> {
        let asked = names::text_of(&names::archive_of(path, source));
        let asked = asked.and_then(|asked| names::kept(&asked));
        self.parts.next(asked.filter(|_| self.keeps_names)).name
    }
}
