//! Adds games to the end of an archive, in place.

use crate::{
    CompressOptions, Error, ExpandOptions, Growing, Progress, Report, SourceDigest,
    compress_with_progress,
};
use archive::Reader;
use std::io::{self, Read, SeekFrom, Write};
use std::ops::ControlFlow;

/// Adds texts and archives to the end of an archive file. Nothing is added before [`Append::finish`]: if this value is dropped without that, the
/// file is as it was before, and readers never see a part of an addition.
///
/// What was added is read again before it is made part of the archive. After an error nothing can be added any more. No other process may add to the file at the same time.
///
/// ```
/// use pgnz::{Append, Archive, CompressOptions};
/// use std::io::Cursor;
///
/// let mut file = Cursor::new(Vec::new());
/// pgnz::compress(&b"[White \"Anna\"]\n\n1. e4 *\n"[..], &mut file, &CompressOptions::new())?;
///
/// let mut append = Append::begin(&mut file, &CompressOptions::new())?;
/// append.text(&b"[White \"Emil\"]\n\n1. d4 *\n"[..])?;
/// let added = append.finish()?;
/// assert_eq!(added.iter().map(|report| report.games).sum::<u64>(), 1);
/// assert_eq!(Archive::open(&mut file)?.len(), 2);
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Debug)]
pub struct Append<'a, F: Growing> {
    append: archive::Append<'a, F>,
    before: Report,
    options: CompressOptions,
    /// Whether the model is in the archive already, as far as what is added next is concerned.
    has_model: bool,
    removed: u64,
    added: Vec<Report>,
    source_digest: Option<SourceDigest>,
    /// Whether an addition has failed, so that a part of it may have been written.
    has_failed: bool,
}

impl<'a, F: Growing> Append<'a, F> {
    /// Prepares an archive for additions, and removes what an interrupted run has left behind it. An empty file becomes an archive. Without a model among the options, games are
    /// coded with the model of the last games of the archive.
    ///
    /// # Errors
    ///
    /// What is wrong with the archive: nothing is added to a damaged one.
    pub fn begin(file: &'a mut F, options: &CompressOptions) -> Result<Self, Error> {
        let mut removed = 0;
        if Reader::open(&mut *file, &ExpandOptions::new()).is_err() {
            // This removes what is unfinished, or says what is wrong.
            removed = archive::Append::begin(&mut *file)?.removed();
        }
        let length = file.seek(SeekFrom::End(0));
        let length = length.map_err(|error| Error::system("cannot read the archive", error))?;
        let (before, inside, last) = match length {
            0 => (Report::default(), None, None),
            _ => {
                let mut reader = Reader::open(&mut *file, &ExpandOptions::new())?;
                let inside = reader.model_inside()?;
                (reader.report(), inside, reader.last_model()?)
            }
        };
        let options = match last {
            Some(last) => options.clone().usual_model(last),
            None => options.clone(),
        };
        let has_model = inside.is_some_and(|inside| inside == options.chosen_model());
        Ok(Self {
            append: archive::Append::begin(file)?,
            before,
            options,
            has_model,
            removed,
            added: Vec::new(),
            source_digest: None,
            has_failed: false,
        })
    }

    /// The archive before the additions.
    #[must_use]
    pub fn before(&self) -> &Report {
        &self.before
    }

    /// Bytes of an interrupted addition that were found and removed.
    #[must_use]
    pub fn removed(&self) -> u64 {
        self.removed
    }

    /// How the next text was packed, and the name of its file, if the archive keeps one ([`CompressOptions::source`],
    /// [`CompressOptions::file_name`]).
    pub fn describe(&mut self, source: crate::Source, file_name: Option<String>) {
        let options = std::mem::take(&mut self.options).source(source);
        self.options = options.file_name(file_name.as_deref());
    }

    /// The digest of the packed file that the next text is read from; see [`CompressOptions::source_digest`].
    pub fn source_digest(&mut self, digest: SourceDigest) {
        self.source_digest = Some(digest);
    }

    /// Compresses a text and adds it.
    ///
    /// # Errors
    ///
    /// As for [`compress`](crate::compress); or what was added cannot be read again.
    pub fn text(&mut self, src: impl Read) -> Result<Report, Error> {
        self.text_with_progress(src, |_| ControlFlow::Continue(()))
    }

    /// Like [`Append::text`], and calls `progress` as [`compress_with_progress`](crate::compress_with_progress) does.
    ///
    /// # Errors
    ///
    /// As for [`Append::text`], and [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled).
    pub fn text_with_progress(
        &mut self,
        src: impl Read,
        progress: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Report, Error> {
        self.begin_addition()?;
        let start = self.append.written();
        let options = self.next().source_digest(self.source_digest.take());
        let report = compress_with_progress(src, &mut self.append, &options, progress)?;
        if let Some(cut_off) = report.cut_off.as_ref().filter(|_| report.games == 0) {
            let what = format!("no complete game could be read: {}", cut_off.cause);
            return Err(Error::argument(what));
        }
        self.has_model = true;
        let found = self.read_again(start)?;
        let same = |of: &Report| (of.games, of.text_bytes, of.archive_bytes);
        if same(&found) != same(&report) {
            return Err(not_kept(io::Error::other("they are not what was written")));
        }
        self.added.push(report.clone());
        self.has_failed = false;
        Ok(report)
    }

    /// Compresses a text as [`Append::text_with_progress`] does, to a destination of its own: for texts of which not all games are added
    /// (`Reshape::new_only`).
    ///
    /// # Errors
    ///
    /// As for [`compress_with_progress`](crate::compress_with_progress).
    pub fn text_apart(
        &self,
        src: impl Read,
        dst: impl Write,
        progress: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Report, Error> {
        // What is taken from it is recorded nowhere.
        compress_with_progress(src, dst, &self.next().provenance(false), progress)
    }

    /// Adds an archive as it is, and returns what it contains.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) if `src` fails; what is wrong with the archive.
    pub fn archive(&mut self, mut src: impl Read) -> Result<Report, Error> {
        self.begin_addition()?;
        let start = self.append.written();
        io::copy(&mut src, &mut self.append)
            .map_err(|error| Error::system("cannot copy the archive", error))?;
        // It may bring a model that serves what follows it.
        self.has_model = false;
        let found = self.read_again(start)?;
        self.added.push(found.clone());
        self.has_failed = false;
        Ok(found)
    }

    /// Makes what was added a part of the archive. All of it is on the disk when this returns. Returns a report for each addition.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Io`](crate::ErrorKind::Io), and [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if an addition has failed.
    /// Nothing is added then.
    pub fn finish(mut self) -> Result<Vec<Report>, Error> {
        self.begin_addition()?;
        self.append.finish()?;
        Ok(self.added)
    }

    /// The options of the next text.
    fn next(&self) -> CompressOptions {
        let options = self.options.clone();
        match self.has_model {
            true => options.embed(false),
            false => options,
        }
    }

    /// Until it is complete, an addition counts as failed.
    fn begin_addition(&mut self) -> Result<(), Error> {
        match std::mem::replace(&mut self.has_failed, true) {
            true => Err(Error::argument(
                "an addition has failed, so nothing is added: begin again",
            )),
            false => Ok(()),
        }
    }

    fn read_again(&mut self, start: u64) -> Result<Report, Error> {
        let found = Reader::open(self.append.read_again(start), &ExpandOptions::new()).and_then(
            |mut reader| {
                reader.check_streams()?;
                Ok(reader.report())
            },
        );
        found.map_err(|error| not_kept(io::Error::other(error)))
    }
}

fn not_kept(error: io::Error) -> Error {
    Error::system(
        "the added games cannot be read again, so they are not kept",
        error,
    )
}
