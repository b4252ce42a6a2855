//! `pgnz append`.

use super::{Summary, one};
use crate::args::Append as Args;
use crate::console::Console;
use crate::convert::{Parts, shown, tell_of};
use crate::figures::grouped;
use crate::file_identity::FileId;
use crate::input::{Input, Origin, named};
use crate::kept_files::KeptFiles;
use crate::names;
use crate::names::is_dash;
use crate::output::{MadeFrom, Manner, Output};
use crate::progress::{Bar, Steps};
use anyhow::{Context, Result, bail, ensure};
use pgnz::{
    Append, Archive, CompressOptions, ExpandOptions, Report, Reshape, Reshaped, SharedFile, Source,
};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

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
    console.expect(&files);
    if !is_dash(&args.archive) && fs::metadata(&args.archive).is_ok_and(|found| found.len() > 0) {
        let mut file = lock(&args.archive)?;
        let added = add_all(args, &files, &mut file, console)?;
        return added
            .tell(args, console)
            .context("the games were added, but this cannot be reported");
    }
    // It appears under its name when it is complete.
    let manner = Manner {
        binary: true,
        force: true,
    };
    let private = !files.iter().all(|file| is_dash(file));
    let output = match is_dash(&args.archive) {
        true => bail!("the archive to add to must be a file"),
        false => Output::create(&args.archive, manner, private)?,
    };
    let file = output.file().context("this is not a regular file")?;
    let mut file = file.try_clone().context("cannot write the archive")?;
    let added = add_all(args, &files, &mut file, console)?;
    drop(file);
    let mut origins = Vec::new();
    for path in files.iter().filter(|file| !is_dash(file)) {
        let metadata = fs::metadata(path).with_context(|| shown(path))?;
        let path = path.clone();
        origins.push(Origin { path, metadata });
    }
    output.commit(MadeFrom::Several(&origins))?;
    added
        .tell(args, console)
        .context("the archive was written, but this cannot be reported")
}

/// What was added to an archive.
struct Added {
    before: Report,
    reports: Vec<Report>,
    /// Blocks that were copied as they were.
    copied: u64,
    /// Games that were there already.
    dropped: u64,
}

/// Adds all files, or none.
fn add_all(
    args: &Args,
    files: &[PathBuf],
    file: &mut File,
    console: &mut Console,
) -> Result<Added> {
    let options = options(args)?;
    let mut append = Append::begin(file, &options)?;
    if append.removed() > 0 {
        let what = format!(
            "{} bytes at its end, left by an interrupted run, were removed",
            grouped(append.removed())
        );
        console.warn(shown(&args.archive), what);
    }
    let before = append.before().clone();
    let names = before.files.iter().map(|file| file.name.clone());
    let keeps_names = !before.files.is_empty() || before.archives == 0 && files.len() > 1;
    let mut names = Names {
        parts: Parts::after(names),
        keeps_names,
    };
    let (mut copied, mut dropped) = (0, 0);
    if args.new_only {
        let candidates = temporary(&args.archive)?;
        let mut to = BufWriter::new(
            candidates
                .try_clone()
                .context("cannot use a temporary file")?,
        );
        for path in files {
            let gathered = gather(path, &mut append, &mut names, &mut to, console);
            gathered.with_context(|| shown(path))?;
        }
        to.into_inner().map_err(io::IntoInnerError::into_error)?;
        // Nobody can read the archive while something is being added.
        drop(append);
        let (mut new, made) = new_only(args, &options, before.archives > 0, candidates, console)?;
        append = Append::begin(file, &options)?;
        dropped = made.dropped;
        if made.games_out > 0 || before.archives == 0 {
            copied += append.archive(&mut new)?.blocks;
        }
    } else {
        for path in files {
            let added = add(path, &mut append, &mut names, console);
            copied += added.with_context(|| shown(path))?;
        }
    }
    Ok(Added {
        reports: append.finish()?,
        before,
        copied,
        dropped,
    })
}

/// A temporary file without a name, next to the archive.
fn temporary(archive: &Path) -> Result<File> {
    let folder = one::folder(archive).unwrap_or(Path::new("."));
    tempfile::tempfile_in(folder).context("cannot make a temporary file beside the archive")
}

/// The games of candidates that are not in the archive, as an archive.
fn new_only(
    args: &Args,
    options: &CompressOptions,
    is_there: bool,
    candidates: File,
    console: &Console,
) -> Result<(File, Reshaped)> {
    let mut archives = Vec::new();
    let reading = match args.knowledge.given()? {
        Some(model) => ExpandOptions::new().model(model),
        None => ExpandOptions::new(),
    };
    if is_there {
        let file = File::open(&args.archive).context("cannot open the file")?;
        archives.push(Archive::open_with(SharedFile::new(file), &reading)?);
    }
    let known = archives.len();
    let candidates = Archive::open_with(SharedFile::new(candidates), &reading);
    archives.push(candidates.context("the games that are to be added")?);
    let folder = one::folder(&args.archive).unwrap_or(Path::new("."));
    let mut steps = Steps::new(console);
    let mut reshape = Reshape::new(archives)?
        .options(options.clone())
        .temporary(folder)
        .progress(move |step, done, all| {
            steps.show(step, done, all);
            ControlFlow::Continue(())
        });
    let mut new = temporary(&args.archive)?;
    let made = reshape.new_only(known, BufWriter::new(&mut new))?;
    new.rewind().context("cannot use a temporary file")?;
    Ok((new, made))
}

/// The names of added files, where the archive keeps names.
struct Names {
    parts: Parts,
    keeps_names: bool,
}

/// Adds a file. Returns how many blocks were copied as they are.
fn add(
    path: &Path,
    append: &mut Append<'_, File>,
    names: &mut Names,
    console: &mut Console,
) -> Result<u64> {
    let input = Input::open(path)?;
    let bar = Bar::new(&input, console);
    if input.is_archive() {
        return Ok(append.archive(&mut input.into_bytes())?.blocks);
    }
    let found_beside = input.remarks();
    let text = described(path, input, append, names)?;
    let report = append.text_with_progress(text, |done| bar.show(done))?;
    drop(bar);
    tell_of(path, &report, &found_beside, console);
    Ok(0)
}

/// Puts a file, of which not all games may be added, to those before it, as an archive.
fn gather(
    path: &Path,
    append: &mut Append<'_, File>,
    names: &mut Names,
    to: &mut impl Write,
    console: &mut Console,
) -> Result<()> {
    let input = Input::open(path)?;
    let bar = Bar::new(&input, console);
    if input.is_archive() {
        io::copy(&mut input.into_bytes(), to).context("cannot copy the archive")?;
        return Ok(());
    }
    let found_beside = input.remarks();
    let text = described(path, input, append, names)?;
    let report = append.text_apart(text, to, |done| bar.show(done))?;
    drop(bar);
    tell_of(path, &report, &found_beside, console);
    Ok(())
}

/// The text of a file, after the addition was told where it comes from.
fn described(
    path: &Path,
    input: Input,
    append: &mut Append<'_, File>,
    names: &mut Names,
) -> Result<impl Read + use<>> {
    let source = input.source();
    append.describe(source, name(path, source, names));
    append.source_digest(input.digest());
    let advice =
        "--partial adds the complete games before this place; otherwise get the file again";
    input.into_text(source, advice)
}

/// The name by which a file comes back, where the archive keeps names.
fn name(path: &Path, source: Source, names: &mut Names) -> Option<String> {
    let asked = names::text_of(&names::archive_of(path, source));
    let asked = asked.and_then(|asked| names::kept(&asked));
    let asked = asked.filter(|_| names.keeps_names);
    names.parts.next(asked).name
}

impl Added {
    fn tell(&self, args: &Args, console: &Console) -> Result<()> {
        let Self {
            before,
            reports,
            copied,
            dropped,
        } = self;
        let sum = |figure: fn(&Report) -> u64| reports.iter().map(figure).sum::<u64>();
        let mut summary = Summary::new("append");
        let games = before.games + sum(|report| report.games);
        (summary.games_in, summary.games_out) = (games + dropped, games);
        summary.dropped = *dropped;
        summary.bytes_before = before.archive_bytes;
        summary.blocks_copied = *copied;
        summary.blocks_coded = sum(|report| report.blocks) - copied;
        let mut whole = before.clone();
        whole.games = games;
        whole.text_bytes += sum(|report| report.text_bytes);
        whole.archive_bytes += sum(|report| report.archive_bytes);
        summary.made(&args.archive, &whole);
        summary.tell(&shown(&args.archive), args.json, console)
    }
}

/// The archive, which no other run may change from now on.
pub fn lock(path: &Path) -> Result<File> {
    if is_dash(path) {
        bail!("the archive that is changed must be a file");
    }
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).open(path);
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("there is no such archive"),
        _ => anyhow::Error::from(error).context("cannot open the archive to change it"),
    })?;
    let metadata = file.metadata().context("cannot access the file")?;
    ensure!(metadata.is_file(), "this is not a regular file");
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("another run of pgnz is changing this archive; try again when it is done")
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
    let options = args
        .threads
        .compressing()
        .block_games(args.block_games)
        .group_games(args.group_games)
        .verify(args.verifying.verify())
        .partial(args.partial)
        .embed(!args.no_embed);
    Ok(match args.knowledge.given()? {
        Some(model) => options.model(model),
        None => options,
    })
}
