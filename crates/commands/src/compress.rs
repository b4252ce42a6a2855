//! `pgnz compress`.

use crate::args::Compress;
use crate::console::Console;
use crate::convert::{self, Conversion, Part};
use crate::figures;
use crate::input::{Input, Origin, is_stdin};
use crate::interrupt::{self, Stop};
use crate::live::{Flush, LiveText, USUAL_FLUSH};
use crate::names;
use crate::output::{GrowingOutput, MadeFrom, Manner, Output};
use crate::progress::Bar;
use crate::published_sums::Sums;
use crate::skip::Skip;
use anyhow::{Context, Result, bail, ensure};
use pgnz::{
    Archive, CompressOptions, JoinedTexts, Progress, Report, Source, compress_with_progress, resume,
};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Compresses the files.
pub fn run(args: &Compress, console: &mut Console) -> Result<()> {
    let mut files = args.files.clone();
    files.inputs.extend(args.follow.clone());
    ensure!(
        !args.resume
            || files
                .output
                .as_deref()
                .is_none_or(|output| !names::is_dash(output)),
        "--resume needs a file to go on with: name it with -o FILE"
    );
    let verify = args.verifying.verify();
    if args.files.rm && !verify.decodes() {
        bail!("--rm removes only what has been verified: leave out --rm or --no-verify");
    }
    let mut options = args
        .threads
        .compressing()
        .block_games(args.block_games)
        .group_games(args.group_games)
        .verify(verify)
        .partial(args.partial)
        .edition(args.edition);
    if let Some(model) = args.knowledge.given()? {
        options = options.model(model);
    }
    let work = Compression {
        options,
        verify: verify.decodes(),
        embed: !args.no_embed,
        embed_data: args.embed,
        partial: args.partial,
        model_files: args.knowledge.model.iter().cloned().collect(),
        unwrap: !args.no_unwrap,
        force: args.files.force,
        expected: Expected {
            games: args.expect_games,
            sums: Sums::of(&args.expect_sha256),
        },
        flush: args.flush,
        follows: args.follow.is_some(),
        resume: args.resume,
        is_alone: files.inputs.len() < 2 && !files.recursive,
        takes_terminal: files.inputs.iter().any(|path| is_stdin(path)),
        stopped: Cell::default(),
    };
    ensure!(
        args.expect_games.is_none() || work.is_alone,
        "--expect-games is for one input: compress the files one by one"
    );
    convert::run(&work, &files, console)
}

/// What to do with a packed file that cannot be read to its end.
const TAKE_WHOLE_GAMES: &str = "--partial compresses the complete games before this place; otherwise get the file again, or keep its bytes as they are with --no-unwrap";
/// The same for a zip, which may hold other things than games.
const KEEP_BYTES: &str = "--no-unwrap keeps the bytes of the file as they are, --partial compresses the complete games before this place";

struct Compression {
    options: CompressOptions,
    verify: bool,
    embed: bool,
    embed_data: bool,
    partial: bool,
    model_files: Vec<PathBuf>,
    unwrap: bool,
    force: bool,
    expected: Expected,
    flush: Option<Flush>,
    /// Whether the input is a file that grows.
    follows: bool,
    resume: bool,
    /// Whether there is one input.
    is_alone: bool,
    /// Whether standard input was named, so that it may be a terminal.
    takes_terminal: bool,
    /// The signal that ended the input.
    stopped: Cell<Option<&'static str>>,
}

impl Compression {
    /// How long complete games of an input may wait to be written, if not until their block is full.
    fn flush(&self, input: &Input, source: Source) -> Option<Duration> {
        match self.flush {
            Some(Flush::Never) => None,
            Some(Flush::After(time)) => Some(time),
            None => {
                let is_live = input.pauses
                    && self.is_alone
                    && source == Source::Plain
                    && self.expected.is_empty();
                (is_live || self.follows).then_some(USUAL_FLUSH)
            }
        }
    }

    /// Compresses to an output that can be read meanwhile where it is a file.
    fn compress_live(
        &self,
        text: impl Read,
        input: Option<&Origin>,
        options: &CompressOptions,
        output: &mut Output,
        bar: &Bar,
    ) -> Result<Report> {
        if output.file().is_none() {
            return Ok(compress_with_progress(text, output, options, |done| {
                bar.show(done)
            })?);
        }
        let made_from = match input {
            Some(origin) => MadeFrom::One(origin),
            None => MadeFrom::Several(&[]),
        };
        let output = RefCell::new(output);
        let mut failed = None;
        let mut progress =
            |done: &Progress| match output.borrow_mut().show(made_from, done.games > 0) {
                Ok(()) => bar.show(done),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            };
        let done = resume(text, GrowingOutput(&output), options, &mut progress);
        match failed {
            Some(error) => Err(error),
            None => Ok(done?),
        }
    }
}

/// What the text or its file must be.
struct Expected {
    games: Option<u64>,
    sums: Sums,
}

impl Expected {
    fn is_empty(&self) -> bool {
        self.games.is_none() && self.sums.is_empty()
    }

    fn check(&self, report: &Report) -> Result<()> {
        if let Some(games) = self.games {
            let found = report.games;
            ensure!(
                found == games,
                "the text has {found} games, and {games} are expected, so no archive is made"
            );
        }
        if !self.sums.is_empty() {
            self.sums.compare(report).context("no archive is made")?;
        }
        Ok(())
    }
}

impl Conversion for Compression {
    const BINARY: bool = true;
    type Found = Source;

    fn takes(path: &Path) -> bool {
        names::is_games(path)
    }

    fn model_files(&self) -> &[PathBuf] {
        &self.model_files
    }

    fn open(&self, path: &Path) -> Result<Input> {
        match () {
            () if self.follows => Input::follow(path),
            () if self.takes_terminal => Input::open_live(path),
            () => Input::open(path),
        }
    }

    fn create(&self, target: &Path, manner: Manner, private: bool) -> Result<Output> {
        match self.resume {
            true => Output::resume(target, manner, private),
            false => Output::create(target, manner, private),
        }
    }

    fn inspect(&self, input: &Input) -> Result<Source> {
        // Whoever pipes an archive in knows what it is.
        if !self.force && input.origin.is_some() && input.is_archive() {
            return Err(Skip(
                "skipped, because it is already an archive (cat a.pgnz b.pgnz > c.pgnz joins archives, -f compresses it again)",
            )
            .into());
        }
        Ok(if self.unwrap {
            input.source()
        } else {
            Source::Plain
        })
    }

    fn target(&self, path: &Path, source: Source) -> Result<PathBuf> {
        Ok(names::archive_of(path, source))
    }

    fn convert(
        &self,
        input: Input,
        source: Source,
        part: &Part,
        output: &mut Output,
        joined: &JoinedTexts,
        bar: &Bar,
    ) -> Result<Report> {
        let advice = match source {
            Source::Zip => KEEP_BYTES,
            _ => TAKE_WHOLE_GAMES,
        };
        let flush = self.flush(&input, source);
        ensure!(
            part.name.is_none() && !part.follows || !(self.resume || flush.is_some()),
            "with --resume, --flush and --follow each file needs an archive of its own"
        );
        let origin = input.origin.clone();
        let digest = input.digest();
        let mut text = input.into_text(source, advice)?;
        let stop = flush.map(|_| Stop::on_signal());
        let is_live = flush.is_some() || self.resume;
        if is_live {
            let flush = flush.unwrap_or(USUAL_FLUSH);
            let stop = stop.clone().unwrap_or_default();
            text = match LiveText::start(text, flush, stop.clone(), self.partial) {
                Ok(live) => Box::new(live),
                // Without a thread it is read as any other, and nobody could end it.
                Err(text) => {
                    stop.release();
                    text
                }
            };
        }
        let (text, border_bytes) = joined.reader(text);
        let options = self.options.clone().source(source).source_digest(digest);
        let options = options.file_name(part.name.as_deref());
        let options = options.border_bytes(border_bytes).flush(flush);
        // What the first archive brings serves those after it.
        let options = options
            .embed(self.embed && !part.follows)
            .embed_data(self.embed_data && !part.follows);
        let done = if is_live {
            let words = "pgnz: stopped; what was finished is in the output, which says that it is unfinished";
            interrupt::say_when_stopped(output.file().map(|_| words.to_owned()));
            self.compress_live(text, origin.as_ref(), &options, output, bar)
        } else {
            let progress = |done: &_| bar.show(done);
            let done = compress_with_progress(text, &mut *output, &options, progress);
            done.map_err(anyhow::Error::from)
        };
        interrupt::say_when_stopped(None);
        if let Some(stop) = stop {
            stop.release();
            self.stopped.set(stop.signal());
        }
        let mut report = done?;
        if let Some(signal) = self.stopped.get().filter(|_| report.text_bytes == 0) {
            bail!("stopped by {signal} before anything came");
        }
        if let Some(cut_off) = report.cut_off.as_ref().filter(|_| report.games == 0) {
            bail!("no complete game could be read: {}", cut_off.cause);
        }
        self.expected.check(&report)?;
        // Whoever keeps the bytes of a packed file knows that they are not games.
        report.holds_chess |= !self.unwrap;
        Ok(report)
    }

    fn tell_end(&self, path: &Path, report: &Report, console: &mut Console) {
        let Some(signal) = self.stopped.take() else {
            return;
        };
        let games = figures::grouped(report.games);
        let what = format!(
            "stopped by {signal}; the archive is complete, with the {games} games read until then"
        );
        match self.follows {
            true => console.note(format_args!("{}: {what}", convert::shown(path))),
            false => console.warn(convert::shown(path), what),
        }
    }

    fn kept_name(&self, path: &Path, source: Source) -> Option<String> {
        names::kept(&names::text_of(&names::archive_of(path, source))?)
    }

    /// The blocks were verified one by one; what is left is how they lie in the file.
    fn check(&self, file: &File, written: &[Report], _: &JoinedTexts) -> Result<()> {
        if !self.verify {
            return Ok(());
        }
        let found = Archive::open(file)
            .context("the archive cannot be read again, so it is not kept")?
            .report();
        let sum = |figure: fn(&Report) -> u64| written.iter().map(figure).sum::<u64>();
        ensure!(
            (found.games, found.text_bytes, found.archive_bytes)
                == (
                    sum(|r| r.games),
                    sum(|r| r.text_bytes),
                    sum(|r| r.archive_bytes)
                ),
            "the archive on the disk is not what was written, so it is not kept"
        );
        Ok(())
    }

    /// What each tag costs.
    fn tell(&self, file: &File, console: &Console) -> Result<()> {
        let tags = Archive::open(file)?.tag_costs()?;
        let table = figures::tag_table(&tags);
        console.note(table.strip_prefix('\n').unwrap_or(&table));
        Ok(())
    }
}
