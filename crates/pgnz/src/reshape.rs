//! Archives made of archives: merged, filtered, sorted, split, edited, without duplicates, or samples of them.

mod written;

use crate::{Archive, CompressOptions, Error};
use archive::{Model, Reader, Source, Splice, Spliced};
use query::{Filter, Verdict};
use shape::{
    Archives, Duplicates, Edits, Order, Outputs, Part, Parts, Plan, Respelled, Rule, Step,
};
use std::io::{Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use written::{Counted, cannot_write};

/// Makes archives of archives. Blocks whose games all stay together are copied, and the games of all other blocks are compressed again.
///
/// The games of all archives are one sequence, one archive after the other. The text of each game stays as it is, byte for byte; where games
/// meet that did not follow each other before, line ends may come between them. Memory grows by about ten bytes per game; games that
/// change their order wait in a temporary file if there are many.
///
/// ```
/// use pgnz::{Archive, CompressOptions, Filter, Reshape};
/// use std::io::Cursor;
///
/// let pack = |text: &str| {
///     let mut packed = Vec::new();
///     pgnz::compress(text.as_bytes(), &mut packed, &CompressOptions::new())?;
///     Archive::open(Cursor::new(packed))
/// };
/// let anna = pack("[White \"Anna\"]\n[Date \"2024.05.01\"]\n\n1. e4 *\n\n")?;
/// let emil = pack("[White \"Emil\"]\n[Date \"2023.01.01\"]\n\n1. d4 *\n")?;
///
/// let mut sorted = Vec::new();
/// let made = Reshape::new([anna, emil])?.sort("date", &mut sorted)?;
/// assert_eq!((made.games_in, made.games_out), (2, 2));
/// let mut sorted = Archive::open(Cursor::new(sorted))?;
/// assert!(sorted.text(0..1)?.starts_with(b"[White \"Emil\"]"));
///
/// let mut filtered = Vec::new();
/// let mut reshape = Reshape::new([sorted])?.only(Filter::parse("white = 'Anna'")?);
/// assert_eq!(reshape.filter(&mut filtered)?.games_out, 1);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub struct Reshape<R> {
    archives: Archives<R>,
    filter: Filter,
    options: CompressOptions,
    /// The model of the games that come first, which codes those that are compressed again.
    model: Model,
    source: Source,
    /// Length of all archives, in bytes.
    bytes: u64,
    folder: PathBuf,
    manifest: String,
}

/// What a [`Reshape`] has written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reshaped {
    /// Games of the archives.
    pub games_in: u64,
    /// Games that were written; with [`Part::Player`], a game counts for each of its archives.
    pub games_out: u64,
    /// Duplicates that were left out.
    pub dropped: u64,
    /// Games that do not pass the filter, were not drawn, or were deleted.
    pub left_out: u64,
    /// Games whose text was changed.
    pub changed: u64,
    /// Names that got another spelling.
    pub respelled: Respelled,
    /// Length of the archives, in bytes.
    pub bytes_before: u64,
    /// What was written: its text, its blocks, its length.
    pub written: Spliced,
}

impl<R: Read + Seek + Clone + Send> Reshape<R> {
    /// Takes the games of archives, in this order. Several threads read clones of the sources; for files use
    /// [`SharedFile`](crate::SharedFile) or [`Shared`](crate::Shared).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if there are 2³² games or more, or an archive has text without a
    /// game, or a part that this release does not know and would leave out; the error of its first damage, if an archive is known to be
    /// damaged: what is missing would be lost for good ([`repair`](crate::repair) makes an undamaged one).
    pub fn new(archives: impl IntoIterator<Item = Archive<R>>) -> Result<Self, Error> {
        let mut readers: Vec<Reader<R>> = Vec::new();
        let (mut bytes, mut source) = (0_u64, None::<Source>);
        for archive in archives {
            let reader = archive.into_reader();
            let report = reader.report();
            if let Some(damage) = report.damage.into_iter().next() {
                return Err(damage.into());
            }
            bytes = bytes.saturating_add(report.archive_bytes);
            source = Some(source.map_or(report.source, |source| source.and(report.source)));
            readers.push(reader);
        }
        let model = readers.first_mut().map_or(Ok(None), Reader::last_model)?;
        Ok(Self {
            archives: Archives::new(readers)?,
            filter: Filter::default(),
            options: CompressOptions::new(),
            model: model.unwrap_or_default(),
            source: source.unwrap_or_default(),
            bytes,
            folder: std::env::temp_dir(),
            manifest: String::new(),
        })
    }

    /// What errors call the archives, in their order.
    #[must_use]
    pub fn names(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.archives.names = names.into_iter().map(Into::into).collect();
        self
    }

    /// How the archives that are written are made of these, in lines of the form `name: value`: their [`Provenance`](crate::Provenance) records it.
    /// [`Reshape::merge`] keeps the records of files with names instead, if there are any.
    #[must_use]
    pub fn manifest(mut self, manifest: impl Into<String>) -> Self {
        self.manifest = manifest.into();
        self
    }

    /// Only games that pass this filter. [`Reshape::merge`] takes all in any case.
    #[must_use]
    pub fn only(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Only games with these numbers, from 0, in any order: those of the second archive follow those of the first.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if there is no such game.
    pub fn numbers(mut self, numbers: impl IntoIterator<Item = u64>) -> Result<Self, Error> {
        self.archives.only(numbers)?;
        Ok(self)
    }

    /// What an index says of the filter for each game of each archive ([`Archive::ask_index`]), in the order of the archives; nothing for an
    /// archive without an index. The games that are found are the same.
    #[must_use]
    pub fn verdicts(mut self, verdicts: impl IntoIterator<Item = Option<Vec<Verdict>>>) -> Self {
        let each = verdicts.into_iter().map(Option::unwrap_or_default);
        self.archives.verdicts = each.collect();
        self
    }

    /// Calls `progress` from time to time: with what is done, the number of games that are done, and the number of all. Each step begins with
    /// 0. If it breaks off, the work ends with the error [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled).
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Reshape, Step};
    /// # use std::ops::ControlFlow;
    /// # let mut packed = Vec::new();
    /// # pgnz::compress(&b"1. e4 *\n"[..], &mut packed, &CompressOptions::new())?;
    /// let archive = Archive::open(std::io::Cursor::new(packed))?;
    /// let mut reshape = Reshape::new([archive])?.progress(|step, done, all| {
    ///     eprintln!("{step:?}: {done} of {all} games");
    ///     ControlFlow::Continue(())
    /// });
    /// reshape.sort("date", std::io::sink())?;
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    #[must_use]
    pub fn progress(
        mut self,
        progress: impl FnMut(Step, u64, u64) -> ControlFlow<()> + Send + 'static,
    ) -> Self {
        self.archives.watch(progress);
        self
    }

    /// How games are compressed that are not copied with their block, on how many threads, and in how much memory. The default is the model
    /// of the first archive. File names are those of the archives.
    #[must_use]
    pub fn options(mut self, options: CompressOptions) -> Self {
        self.archives.resources = options.resources();
        self.options = options;
        self
    }

    /// The folder for temporary files without a name (default: that of the system). They take as much room as the text of the games.
    #[must_use]
    pub fn temporary(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = folder.into();
        self
    }

    /// The archives whose games these are: to read them, and to find the archive of a game.
    pub fn archives(&mut self) -> &mut Archives<R> {
        &mut self.archives
    }

    /// All games of all archives, one after the other. All blocks are copied, and recorded file names are kept.
    ///
    /// # Errors
    ///
    /// Any error of an archive or of `dst`.
    pub fn merge(&mut self, dst: impl Write) -> Result<Reshaped, Error> {
        let mut splice = Splice::new(dst, &self.writing());
        shape::merge(&mut self.archives, &mut splice)?;
        self.record_in(&mut splice)?;
        let (mut dst, spliced) = splice.finish()?;
        dst.flush().map_err(cannot_write)?;
        self.made(spliced, self.games())
    }

    /// As [`Reshape::merge`], but blocks that are not full are put together: their games are coded anew, in full blocks. An archive that was written
    /// with many flushes becomes smaller.
    ///
    /// # Errors
    ///
    /// As for [`Reshape::merge`].
    ///
    /// ```
    /// use pgnz::{Archive, CompressOptions, Encoder, Reshape};
    /// use std::io::{Cursor, Write};
    ///
    /// let mut encoder = Encoder::new(Vec::new(), &CompressOptions::new())?;
    /// for game in ["[White \"Anna\"]\n\n1. e4 *\n\n", "[White \"Emil\"]\n\n1. d4 *\n\n"] {
    ///     encoder.write_all(game.as_bytes())?;
    ///     encoder.flush()?;
    /// }
    /// let (packed, report) = encoder.finish()?;
    /// assert_eq!(report.blocks, 2);
    /// let mut repacked = Vec::new();
    /// Reshape::new([Archive::open(Cursor::new(packed))?])?.repack(&mut repacked)?;
    /// assert_eq!(Archive::open(Cursor::new(repacked))?.report().blocks, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn repack(&mut self, dst: impl Write) -> Result<Reshaped, Error> {
        let mut splice = Splice::new(dst, &self.writing());
        shape::repack(&mut self.archives, &mut splice)?;
        self.record_in(&mut splice)?;
        let (mut dst, spliced) = splice.finish()?;
        dst.flush().map_err(cannot_write)?;
        self.made(spliced, self.games())
    }

    /// The games that pass the filter, in their order.
    ///
    /// # Errors
    ///
    /// As for [`Reshape::merge`].
    pub fn filter(&mut self, dst: impl Write) -> Result<Reshaped, Error> {
        let games = shape::select(&mut self.archives, &self.filter)?;
        self.write(&Plan::one(games), true, None, dst)
    }

    /// All games, of which some are changed: [`Edits`] says what is changed in the games that pass the filter, and which games are replaced or
    /// deleted. Blocks without such games are copied, recorded file names are kept, and of a changed game all bytes but those of the
    /// changed tags stay.
    ///
    /// # Errors
    ///
    /// As for [`Reshape::merge`], and [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if a game that is to be replaced or
    /// deleted is not there, or a game cannot be changed because its text is in UTF-16, or is the rest of a game that was too long for a block.
    ///
    /// ```
    /// use pgnz::{Archive, CompressOptions, Edits, Filter, Reshape};
    /// use std::io::Cursor;
    ///
    /// let text = b"[White \"Carlsen,M\"]\n\n1. e4 *\n\n[White \"Anna\"]\n\n1. d4 *\n";
    /// let mut packed = Vec::new();
    /// pgnz::compress(&text[..], &mut packed, &CompressOptions::new())?;
    /// let mut reshape = Reshape::new([Archive::open(Cursor::new(packed))?])?.only(Filter::parse("white = 'Carlsen,M'")?);
    /// let edits = Edits::new().set("White", "Carlsen, Magnus")?;
    /// let mut edited = Vec::new();
    /// assert_eq!(reshape.edit(&edits, &mut edited)?.changed, 1);
    /// let text = Archive::open(Cursor::new(edited))?.text(..)?;
    /// assert_eq!(text, b"[White \"Carlsen, Magnus\"]\n\n1. e4 *\n\n[White \"Anna\"]\n\n1. d4 *\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit(&mut self, edits: &Edits, dst: impl Write) -> Result<Reshaped, Error> {
        let edited = shape::edit(&mut self.archives, &self.filter, edits)?;
        let made = self.write(&edited.plan, true, Some(edited.changes(edits)), dst)?;
        Ok(Reshaped {
            changed: edited.changed.len() as u64,
            respelled: edited.respelled,
            ..made
        })
    }

    /// The games that pass the filter, sorted: `by` has names of fields with commas between, the most important first, each with `-` before
    /// it for the reverse order; `tag:Name` is a tag. Games that compare equal keep their order.
    ///
    /// # Errors
    ///
    /// As for [`Reshape::merge`], and [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a name that is not that of a
    /// field with a single value.
    pub fn sort(&mut self, by: &str, dst: impl Write) -> Result<Reshaped, Error> {
        let order = Order::parse(by)?;
        let games = shape::sort(&mut self.archives, &self.filter, &order)?;
        self.write(&Plan::one(games), false, None, dst)
    }

    /// `count` games drawn at random from those that pass the filter, or all if there are fewer, in their order. The same seed draws the
    /// same games.
    ///
    /// # Errors
    ///
    /// As for [`Reshape::merge`].
    pub fn sample(&mut self, count: usize, seed: u64, dst: impl Write) -> Result<Reshaped, Error> {
        let games = shape::select(&mut self.archives, &self.filter)?;
        self.write(
            &Plan::one(shape::sample(games, count, seed)),
            true,
            None,
            dst,
        )
    }

    /// The games that pass the filter, without those that are there more than once.
    ///
    /// # Errors
    ///
    /// As for [`Reshape::merge`].
    pub fn dedupe(&mut self, rule: Rule, dst: impl Write) -> Result<Reshaped, Error> {
        let found = self.duplicates(rule)?;
        let (plan, dropped) = (Plan::one(found.kept), found.duplicates.len() as u64);
        let made = self.write(&plan, true, None, dst)?;
        Ok(Reshaped {
            dropped,
            left_out: made.left_out.saturating_sub(dropped),
            ..made
        })
    }

    /// The games of all but the first `known` archives that are neither in those nor twice in the others: by their identifiers
    /// ([`DuplicatesBy::Id`](crate::DuplicatesBy::Id)), as [`DuplicatesBy::Usual`](crate::DuplicatesBy::Usual) says, or by their texts. The
    /// filter does not matter.
    ///
    /// # Errors
    ///
    /// As for [`Reshape::merge`].
    ///
    /// ```
    /// # use pgnz::{Archive, CompressOptions, Reshape};
    /// # use std::io::Cursor;
    /// # let pack = |text: &str| {
    /// #     let mut packed = Vec::new();
    /// #     pgnz::compress(text.as_bytes(), &mut packed, &CompressOptions::new())?;
    /// #     Archive::open(Cursor::new(packed))
    /// # };
    /// let old = pack("[Site \"https://lichess.org/abcdefgh\"]\n\n1. e4 *\n\n")?;
    /// let new = pack("[Site \"https://lichess.org/abcdefgh\"]\n\n1. e4 *\n\n[Site \"https://lichess.org/abcdefgi\"]\n\n1. d4 *\n")?;
    /// let mut added = Vec::new();
    /// let made = Reshape::new([old, new])?.new_only(1, &mut added)?;
    /// assert_eq!((made.games_out, made.dropped), (1, 1));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn new_only(&mut self, known: usize, dst: impl Write) -> Result<Reshaped, Error> {
        let from = self.archives.first_of(known);
        let plan = Plan::one(shape::new_only(&mut self.archives, from)?);
        let made = self.write(&plan, true, None, dst)?;
        Ok(Reshaped {
            games_in: self.games(),
            dropped: self.games() - u64::from(from) - made.games_out,
            left_out: 0,
            ..made
        })
    }

    /// The duplicates among the games that pass the filter. Nothing is written.
    ///
    /// # Errors
    ///
    /// Any error of an archive.
    pub fn duplicates(&mut self, rule: Rule) -> Result<Duplicates, Error> {
        Ok(shape::dedupe(&mut self.archives, &self.filter, rule)?)
    }

    /// Divides the games that pass the filter: for [`Reshape::split`]. Nothing is written.
    ///
    /// # Errors
    ///
    /// Any error of an archive.
    pub fn parts(&mut self, by: Part) -> Result<Parts, Error> {
        Ok(shape::split(&mut self.archives, &self.filter, by)?)
    }

    /// Writes each of the parts to an archive of its own, one after the other, to the output with its number.
    ///
    /// # Errors
    ///
    /// As for [`Reshape::merge`], and any error of the outputs.
    ///
    /// ```
    /// use pgnz::{Archive, CompressOptions, Outputs, Part, Reshape, Spliced};
    /// use std::io;
    ///
    /// struct InMemory(Vec<Vec<u8>>);
    ///
    /// impl Outputs for InMemory {
    ///     type File = Vec<u8>;
    ///
    ///     fn begin(&mut self, _part: usize) -> io::Result<Vec<u8>> {
    ///         Ok(Vec::new())
    ///     }
    ///
    ///     fn end(&mut self, _part: usize, archive: Vec<u8>, _written: Spliced) -> io::Result<()> {
    ///         self.0.push(archive);
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let text = b"[Date \"2023.05.01\"]\n\n1. e4 *\n\n[Date \"2024.01.01\"]\n\n1. d4 *\n";
    /// let mut packed = Vec::new();
    /// pgnz::compress(&text[..], &mut packed, &CompressOptions::new())?;
    /// let mut reshape = Reshape::new([Archive::open(io::Cursor::new(packed))?])?;
    /// let years = reshape.parts(Part::Year)?;
    /// assert_eq!(years.names, ["2023", "2024"]);
    /// let mut archives = InMemory(Vec::new());
    /// reshape.split(&years, &mut archives)?;
    /// assert_eq!(archives.0.len(), 2);
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn split(&mut self, parts: &Parts, outputs: &mut impl Outputs) -> Result<Reshaped, Error> {
        let mut outputs = Counted {
            outputs,
            written: Spliced::default(),
        };
        self.carry_out(&parts.plan, false, None, &mut outputs)?;
        let made = self.made(outputs.written, parts.plan.order.len() as u64)?;
        Ok(Reshaped {
            left_out: made.games_in.saturating_sub(parts.games as u64),
            ..made
        })
    }
}

impl<R> std::fmt::Debug for Reshape<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reshape").finish_non_exhaustive()
    }
}
