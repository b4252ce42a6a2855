//! `pgnz compress`.

use crate::args::Compress;
use crate::console::Console;
use crate::convert::{self, Conversion, Part};
use crate::figures;
use crate::input::Input;
use crate::names;
use crate::output::Output;
use crate::progress::Bar;
use crate::published_sums::Sums;
use crate::skip::Skip;
use anyhow::{Context, Result, bail, ensure};
use archive::{Config, JoinedTexts, Reader, Report, Source};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Compresses the files.
pub fn run(args: &Compress, console: &mut Console) -> Result<()> {
    if args.files.rm && args.no_verify {
        bail!("--rm removes only what has been verified: leave out --rm or --no-verify");
    }
    let resources = args.threads.resources();
    let config = Config {
        block_games: args.block_games,
        group_games: args.group_games,
        threads: resources.threads,
        memory: resources.memory,
        verify: !args.no_verify,
        partial: args.partial,
        embed: !args.no_embed,
        ..Config::of(args.knowledge.model()?)
    };
    let work = Compression {
        config,
        model_files: args.knowledge.model.iter().cloned().collect(),
        unwrap: !args.no_unwrap,
        force: args.files.force,
        expected: Expected {
            games: args.expect_games,
            sums: Sums::of(&args.expect_sha256),
        },
    };
    ensure!(
        args.expect_games.is_none() || args.files.inputs.len() <= 1 && !args.files.recursive,
        "--expect-games is for one input: compress the files one by one"
    );
    convert::run(&work, &args.files, console)
}

/// What to do with a packed file that cannot be read to its end.
const TAKE_WHOLE_GAMES: &str = "--partial compresses the complete games before this place; otherwise get the file again, or keep its bytes as they are with --no-unwrap";
/// The same for a zip, which may hold other things than games.
const KEEP_BYTES: &str = "--no-unwrap keeps the bytes of the file as they are, --partial compresses the complete games before this place";

struct Compression {
    config: Config,
    model_files: Vec<PathBuf>,
    unwrap: bool,
    force: bool,
    expected: Expected,
}

/// What the text or its file must be.
struct Expected {
    games: Option<u64>,
    sums: Sums,
}

impl Expected {
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
        let provenance = Some(input.digest());
        let (text, border_bytes) = joined.reader(input.into_text(source, advice)?);
        let config = Config {
            source,
            file_name: part.name.clone(),
            border_bytes,
            provenance,
            // What the first archive brings serves those after it.
            embed: self.config.embed && !part.follows,
            ..self.config.clone()
        };
        let mut report = archive::compress(text, output, &config, &mut |done| bar.show(done))?;
        if let Some(cut_off) = report.cut_off.as_ref().filter(|_| report.games == 0) {
            bail!("no complete game could be read: {}", cut_off.cause);
        }
        self.expected.check(&report)?;
        // Whoever keeps the bytes of a packed file knows that they are not games.
        report.holds_chess |= !self.unwrap;
        Ok(report)
    }

    fn kept_name(&self, path: &Path, source: Source) -> Option<String> {
        names::kept(&names::text_of(&names::archive_of(path, source))?)
    }

    /// The blocks were verified one by one; what is left is how they lie in the file.
    fn check(&self, file: &File, written: &[Report], _: &JoinedTexts) -> Result<()> {
        if !self.config.verify {
            return Ok(());
        }
        let found = Reader::open(file)
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
        let tags = Reader::open(file)?.tag_costs()?;
        let table = figures::tag_table(&tags);
        console.note(table.strip_prefix('\n').unwrap_or(&table));
        Ok(())
    }
}
