//! Compresses several texts to one archive.

use crate::{
    CompressOptions, Error, JoinedTexts, Progress, Report, Source, SourceDigest,
    compress_with_progress,
};
use std::io::{Read, Write};
use std::ops::ControlFlow;

/// Compresses several texts, one after the other. Texts with a name come back as files of their own with `pgnz expand`; all games are one
/// sequence. After an error no more texts can be added. A line end comes before a text if its first game would otherwise become a part of the last game before it.
///
/// ```
/// use pgnz::{Archive, CompressOptions, CompressSeveral, Source};
///
/// let mut packed = Vec::new();
/// let mut several = CompressSeveral::new(&mut packed, &CompressOptions::new());
/// several.text(Some("anna.pgn"), Source::Plain, &b"[White \"Anna\"]\n\n1. e4 *"[..])?;
/// several.text(Some("emil.pgn"), Source::Plain, &b"[White \"Emil\"]\n\n1. d4 *\n"[..])?;
/// let archive = Archive::open(std::io::Cursor::new(packed))?;
/// let names: Vec<String> = archive.report().files.into_iter().map(|file| file.name).collect();
/// assert_eq!((archive.len(), names), (2, vec!["anna.pgn".to_owned(), "emil.pgn".to_owned()]));
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Debug)]
pub struct CompressSeveral<W> {
    dst: W,
    options: CompressOptions,
    joined: JoinedTexts,
    source_digest: Option<SourceDigest>,
    /// Whether a text has failed, so that a part of it may have been written.
    has_failed: bool,
}

impl<W: Write> CompressSeveral<W> {
    /// Texts that are compressed with these options, except the file name and the source, which each text has of its own.
    pub fn new(dst: W, options: &CompressOptions) -> Self {
        Self {
            dst,
            options: options.clone(),
            joined: JoinedTexts::default(),
            source_digest: None,
            has_failed: false,
        }
    }

    /// Compresses the next text.
    ///
    /// # Errors
    ///
    /// As for [`compress`](crate::compress).
    pub fn text(
        &mut self,
        file_name: Option<&str>,
        source: Source,
        src: impl Read,
    ) -> Result<Report, Error> {
        self.text_with_progress(file_name, source, src, |_| ControlFlow::Continue(()))
    }

    /// Like [`CompressSeveral::text`], and calls `progress` as [`compress_with_progress`](crate::compress_with_progress) does.
    ///
    /// # Errors
    ///
    /// As for [`compress_with_progress`](crate::compress_with_progress).
    pub fn text_with_progress(
        &mut self,
        file_name: Option<&str>,
        source: Source,
        src: impl Read,
        progress: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Report, Error> {
        if std::mem::replace(&mut self.has_failed, true) {
            let what =
                "a text before this one has failed, so the archive is not complete: begin again";
            return Err(Error::argument(what));
        }
        let (text, border_bytes) = self.joined.reader(src);
        let options = self.options.clone().source(source).file_name(file_name);
        let options = options
            .border_bytes(border_bytes)
            .source_digest(self.source_digest.take());
        let report = compress_with_progress(text, &mut self.dst, &options, progress)?;
        // What the first archive brings serves those after it.
        self.options = std::mem::take(&mut self.options)
            .embed(false)
            .embed_data(false);
        self.has_failed = false;
        Ok(report)
    }

    /// The digest of the packed file that the next text is read from; see [`CompressOptions::source_digest`].
    pub fn source_digest(&mut self, digest: SourceDigest) {
        self.source_digest = Some(digest);
    }

    /// The destination.
    pub fn into_inner(self) -> W {
        self.dst
    }
}
