//! Texts that are packed by a general compressor.

use crate::{Error, Source, SourceDigest};
use std::io::{self, BufReader, Read};
use wrapping::Remarks;

/// The text of an input that may be packed by Zstandard, gzip, bzip2, xz, lz4 or zip, which its first bytes tell: a source for
/// [`compress`](crate::compress).
///
/// All frames, members or streams are read, one after the other. Damage is an [`io::Error`] at its place, and so is a text of more than 4 MiB
/// and 4,096 bytes for each byte of the input.
///
/// ```
/// use pgnz::{CompressOptions, Source, Unwrapped};
///
/// let text = Unwrapped::new(&b"1. e4 *\n"[..])?;
/// assert_eq!(text.source(), Source::Plain);
/// let options = CompressOptions::new().source(text.source());
/// assert_eq!(pgnz::compress(text, Vec::new(), &options)?.games, 1);
/// # Ok::<(), pgnz::Error>(())
/// ```
pub struct Unwrapped<'a> {
    text: Box<dyn Read + Send + 'a>,
    source: Source,
    is_archive: bool,
    remarks: Remarks,
    digest: SourceDigest,
}

impl<'a> Unwrapped<'a> {
    /// Recognises how an input is packed. An archive counts as plain ([`Unwrapped::is_archive`]).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Io`](crate::ErrorKind::Io) if the input fails.
    pub fn new(input: impl Read + Send + 'a) -> Result<Self, Error> {
        let cannot_read = |error| Error::system("cannot read the input", error);
        let input = BufReader::with_capacity(1 << 16, input);
        let (start, input) = wrapping::peek(input).map_err(cannot_read)?;
        let (source, remarks) = (wrapping::recognise(&start), Remarks::default());
        let digest = SourceDigest::default();
        let text = match source {
            // The digest of the text is that of the file.
            Source::Plain => wrapping::unwrap_with(source, input, &remarks),
            _ => wrapping::unwrap_with(source, digest.reader(input), &remarks),
        };
        let text = text.map_err(cannot_read)?;
        Ok(Self {
            text,
            source,
            is_archive: wrapping::is_archive(&start),
            remarks,
            digest,
        })
    }

    /// How the input is packed.
    #[must_use]
    pub fn source(&self) -> Source {
        self.source
    }

    /// The digest of the packed file, once it has been read to its end; for [`CompressOptions::source_digest`](crate::CompressOptions::source_digest).
    /// A file that is not packed has none: its digest is that of the text.
    #[must_use]
    pub fn digest(&self) -> SourceDigest {
        self.digest.clone()
    }

    /// Whether the input is an archive of this library, which is not unpacked.
    #[must_use]
    pub fn is_archive(&self) -> bool {
        self.is_archive
    }

    /// The names of the members of a zip that are not PGN, as far as it was read: their bytes are not part of the text.
    #[must_use]
    pub fn skipped_members(&self) -> Vec<String> {
        self.remarks.skipped_members()
    }
}

impl Read for Unwrapped<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.text.read(out)
    }
}

impl std::fmt::Debug for Unwrapped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Unwrapped");
        shown.field("source", &self.source).finish_non_exhaustive()
    }
}
