//! Compresses several texts to one archive.

use crate::{CompressOptions, Error, Progress, Report, Source};
use archive::{Border, Config};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

/// The first bytes of a text that show whether a line end must come before it.
const HEAD_BYTES: usize = 64;

/// Compresses several texts, one after the other. Texts with a name come back as files of their own with `pgnz expand`; all games are one
/// sequence. A line end comes before a text if its first game would otherwise become a part of the last game before it.
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
    config: Config,
    border: Border,
}

impl<W: Write> CompressSeveral<W> {
    /// Texts that are compressed with these options, except the file name and the source, which each text has of its own.
    pub fn new(dst: W, options: &CompressOptions) -> Self {
        Self {
            dst,
            config: options.config(),
            border: Border::default(),
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
        mut src: impl Read,
        mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Report, Error> {
        let mut head = Vec::new();
        let read = src.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head);
        let line_end = self.border.begin(&head);
        let config = Config {
            source,
            file_name: file_name.map(str::to_owned),
            border_bytes: line_end.len() as u64,
            ..self.config.clone()
        };
        self.border.pass(&head);
        head.splice(..0, line_end.iter().copied());
        let text = Bordered {
            head: io::Cursor::new(head),
            failed: read.err(),
            src,
            border: &mut self.border,
        };
        let report = archive::compress_watched(text, &mut self.dst, &config, &mut progress)?;
        // What the first archive brings serves those after it.
        self.config.embed = false;
        Ok(report)
    }

    /// The destination.
    pub fn into_inner(self) -> W {
        self.dst
    }
}

/// A text after a line end, whose bytes pass the border.
struct Bordered<'a, R> {
    head: io::Cursor<Vec<u8>>,
    /// The error after the beginning.
    failed: Option<io::Error>,
    src: R,
    border: &'a mut Border,
}

impl<R: Read> Read for Bordered<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.head.read(out)?;
        if count > 0 || out.is_empty() {
            return Ok(count);
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let count = self.src.read(out)?;
        self.border.pass(&out[..count]);
        Ok(count)
    }
}
