//! `pgnz merge`, `filter`, `dedupe`, `sort`, `sample` and `split`.

use super::many::{Many, tell_kept};
use super::{Sources, Summary, duplicates, manifest, one};
use crate::args::{Dedupe, Filter, Filters, Merge, Named, Sample, Shaping, Sort, Split};
use crate::console::Console;
use crate::figures::grouped;
use crate::names::{is_dash, shown};
use anyhow::{Context, Result, ensure};
use pgnz::{Reshape, Reshaped, Rule, SharedFile};
use std::path::{Path, PathBuf};

/// Puts archives together.
pub fn merge(args: &Merge, console: &mut Console) -> Result<()> {
    let begun = begin(
        "merge",
        &args.files,
        (None, None),
        &args.shaping,
        Some(&args.output),
        console,
    )?;
    begun.recording(None)?.write(
        &args.output,
        &args.shaping,
        console,
        |reshape, out| match args.repack {
            true => reshape.repack(out),
            false => reshape.merge(out),
        },
    )
}

/// Takes the games that pass filters.
pub fn filter(args: &Filter, console: &mut Console) -> Result<()> {
    let begun = begin(
        "filter",
        &args.files,
        (Some(&args.filters), Some(&args.named)),
        &args.shaping,
        Some(&args.output),
        console,
    )?;
    begun
        .recording(None)?
        .write(&args.output, &args.shaping, console, |reshape, out| {
            reshape.filter(out)
        })
}

/// Leaves out games that are there more than once.
pub fn dedupe(args: &Dedupe, console: &mut Console) -> Result<()> {
    let output = args.output.as_deref();
    let mut begun = begin(
        "dedupe",
        &args.files,
        (Some(&args.filters), None),
        &args.shaping,
        output,
        console,
    )?;
    let rule = Rule {
        by: args.by.into(),
        keep: args.keep.into(),
        strict: args.strict,
    };
    if args.dry_run {
        let found = begun.sources.reshape.duplicates(rule)?;
        duplicates::list(args, begun.sources.reshape.archives(), &found)?;
        let dropped = grouped(found.duplicates.len() as u64);
        let games = grouped(begun.summary.games_in);
        console.note(format_args!(
            "pgnz: {dropped} of {games} games would be removed; nothing was written"
        ));
        return Ok(());
    }
    let output = output.context("name the output with -o FILE")?;
    begun.write(output, &args.shaping, console, |reshape, out| {
        reshape.dedupe(rule, out)
    })
}

/// Puts games in order.
pub fn sort(args: &Sort, console: &mut Console) -> Result<()> {
    pgnz::Order::parse(&args.by).context("--by")?;
    let begun = begin(
        "sort",
        &args.files,
        (Some(&args.filters), None),
        &args.shaping,
        Some(&args.output),
        console,
    )?;
    begun.write(&args.output, &args.shaping, console, |reshape, out| {
        reshape.sort(&args.by, out)
    })
}

/// Draws games.
pub fn sample(args: &Sample, console: &mut Console) -> Result<()> {
    let files = std::slice::from_ref(&args.file);
    let begun = begin(
        "sample",
        files,
        (Some(&args.filters), None),
        &args.shaping,
        Some(&args.output),
        console,
    )?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let begun = begun.recording(Some(seed))?;
    let mut drawn = 0;
    begun.write(&args.output, &args.shaping, console, |reshape, out| {
        let made = reshape.sample(args.size, seed, out)?;
        drawn = made.games_out;
        Ok(made)
    })?;
    if drawn < args.size as u64 {
        let what = format!("there are only {} games to choose from", grouped(drawn));
        console.warn(shown(&args.file), what);
    }
    Ok(())
}

/// Parts games to several archives.
pub fn split(args: &Split, console: &mut Console) -> Result<()> {
    ensure!(
        !is_dash(&args.output),
        "several archives are written to a folder: name it with -o DIR"
    );
    let by = args.part()?;
    let begun = begin(
        "split",
        &args.files,
        (Some(&args.filters), None),
        &args.shaping,
        None,
        console,
    )?;
    let Begun {
        sources, summary, ..
    } = begun.recording(None)?;
    let mut reshape = sources.reshape.temporary(&args.output);
    let parts = reshape.parts(by)?;
    let limits = (args.max_files, args.shaping.force);
    let (origins, kept_files) = (&sources.origins, &sources.kept_files);
    let mut many = Many::new(&args.output, &parts, limits, origins, kept_files, console)?;
    many.summary = summary;
    let done = reshape.split(&parts, &mut many);
    let mut summary = many.summary;
    match done {
        Ok(made) => summary.left_out = made.left_out,
        Err(error) => {
            tell_kept(&summary, &args.output, console);
            return Err(error.into());
        }
    }
    tell(&summary, &args.output, &args.shaping, console)
}

/// The beginning of every such command.
pub struct Begun {
    pub sources: Sources,
    summary: Summary,
    /// Whether the only source is replaced, if anything changes.
    pub in_place: bool,
}

pub fn begin(
    command: &'static str,
    files: &[PathBuf],
    (filters, named): (Option<&Filters>, Option<&Named>),
    args: &Shaping,
    output: Option<&Path>,
    console: &mut Console,
) -> Result<Begun> {
    ensure!(
        !(args.json && output.is_some_and(is_dash)),
        "--json and -o - both go to standard output: write the archive to a file"
    );
    let mut sources = Sources::open(files, filters, args, console)?;
    if let Some(named) = named.filter(|named| named.is_given()) {
        ensure!(
            files.len() == 1,
            "games are named by number in one archive only: name one file, or leave out --games and --numbers"
        );
        sources = sources.only(named, &shown(&files[0]), console)?;
    }
    let mut summary = Summary::new(command);
    summary.games_in = sources.games();
    let lengths = sources.origins.iter().map(|origin| origin.metadata.len());
    summary.bytes_before = lengths.sum();
    Ok(Begun {
        sources,
        summary,
        in_place: false,
    })
}

impl Begun {
    /// Records in the archive how it is made.
    fn recording(mut self, seed: Option<u64>) -> Result<Self> {
        let manifest = manifest::of(&self.sources.from, seed)?;
        self.sources.reshape = self.sources.reshape.manifest(manifest);
        Ok(self)
    }

    /// Writes one archive, and reports it.
    pub fn write(
        mut self,
        output: &Path,
        args: &Shaping,
        console: &mut Console,
        make: impl FnOnce(
            &mut Reshape<SharedFile>,
            &mut one::Writer<'_>,
        ) -> Result<Reshaped, pgnz::Error>,
    ) -> Result<()> {
        if let Some(folder) = one::folder(output) {
            self.sources.reshape = self.sources.reshape.temporary(folder);
        }
        let (sources, summary) = (&mut self.sources, &mut self.summary);
        let place = match self.in_place {
            true => one::Place::InPlace(output),
            false => one::Place::New(output, args.force),
        };
        one::write(place, sources, summary, console, make)?;
        tell(summary, output, args, console)
    }
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
