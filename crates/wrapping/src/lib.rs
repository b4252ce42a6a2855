//! Inputs that are compressed already: recognised by their first bytes, read through.
//!
//! ```
//! use std::io::Read;
//!
//! let (start, input) = wrapping::peek(&b"1. e4 e5 *"[..])?;
//! let source = wrapping::recognise(&start);
//! let mut text = String::new();
//! wrapping::unwrap(source, input)?.read_to_string(&mut text)?;
//! assert_eq!((source, text.as_str()), (archive::Source::Plain, "1. e4 e5 *"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod bounded;
mod gzip;
mod lz4;
mod zip;

use archive::Source;
use bounded::{Bounded, Taken};
use std::io::{self, BufRead, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// The longest beginning that [`recognise`] and [`is_archive`] look at.
pub const MAGIC_BYTES: usize = 10;

/// The first bytes of every archive (`docs/format.md`).
const ARCHIVE_MAGIC: [u8; 8] = *b"\x89PGNZ\r\n\x1A";

/// Frames of up to 2 GiB of history (`zstd --long=31`), where an address has room for them.
const ZSTD_WINDOW_LOG: u32 = if usize::BITS > 32 { 31 } else { 30 };

/// The first [`MAGIC_BYTES`] of an input, or all there are, and the input with them still in front.
///
/// # Errors
///
/// Those of reading the input.
pub fn peek<R: BufRead>(mut input: R) -> io::Result<(Vec<u8>, Peeked<R>)> {
    // A pipe may give fewer bytes at a time than are asked for, so the start is read and put back, not just looked at.
    let mut start = Vec::new();
    input
        .by_ref()
        .take(MAGIC_BYTES as u64)
        .read_to_end(&mut start)?;
    let whole = io::Cursor::new(start.clone()).chain(input);
    Ok((start, whole))
}

/// An input whose start has been looked at by [`peek`].
pub type Peeked<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

/// Whether an input that begins like this is an archive.
pub fn is_archive(start: &[u8]) -> bool {
    start.starts_with(&ARCHIVE_MAGIC)
}

/// How an input that begins like this is wrapped. An archive counts as plain: see [`is_archive`].
pub fn recognise(start: &[u8]) -> Source {
    match start {
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Source::Zstd,
        // A frame to be skipped: dumps split for parallel decoding may begin with one.
        [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Source::Zstd,
        [0x1F, 0x8B, 0x08, ..] => Source::Gzip,
        // The level, then the number that starts a block, or, if there is none, the one that ends the stream.
        [
            b'B',
            b'Z',
            b'h',
            b'1'..=b'9',
            0x31,
            0x41,
            0x59,
            0x26,
            0x53,
            0x59,
            ..,
        ]
        | [
            b'B',
            b'Z',
            b'h',
            b'1'..=b'9',
            0x17,
            0x72,
            0x45,
            0x38,
            0x50,
            0x90,
            ..,
        ] => Source::Bzip2,
        [0xFD, b'7', b'z', b'X', b'Z', 0x00, ..] => Source::Xz,
        // A member, or the end of a zip that has none.
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Source::Zip,
        start if start.starts_with(&lz4::MAGIC) => Source::Lz4,
        _ => Source::Plain,
    }
}

/// What is worth knowing of an input beside its text, as it comes up while the text is read.
#[derive(Debug, Clone, Default)]
pub struct Remarks(Arc<Mutex<Found>>);

#[derive(Debug, Default)]
struct Found {
    skipped: Vec<String>,
    joined: u64,
}

impl Remarks {
    /// The names of the members of a zip that are not PGN, so that their bytes are not among the text.
    #[must_use]
    pub fn skipped_members(&self) -> Vec<String> {
        self.with(|found| found.skipped.clone())
    }

    /// How often a line end was added between two members of a zip ([`archive::Border`]).
    #[must_use]
    pub fn line_ends_added(&self) -> u64 {
        self.with(|found| found.joined)
    }

    fn skipped(&self, name: String) {
        self.with(|found| found.skipped.push(name));
    }

    fn joined(&self) {
        self.with(|found| found.joined += 1);
    }

    fn with<T>(&self, act: impl FnOnce(&mut Found) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The text inside an input that is wrapped like this, over all of its frames, members or streams.
///
/// # Errors
///
/// Those of setting up a decoder; damage shows as errors of the reader that is returned, and so does a text of more than 4 MiB and 4,096
/// bytes for each byte of the input.
pub fn unwrap<'a>(
    source: Source,
    input: impl BufRead + Send + 'a,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    unwrap_with(source, input, &Remarks::default())
}

/// Like [`unwrap`], and tells in `remarks` what became of the parts that are no text.
///
/// # Errors
///
/// As [`unwrap`].
pub fn unwrap_with<'a>(
    source: Source,
    input: impl BufRead + Send + 'a,
    remarks: &Remarks,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    if source == Source::Plain {
        return Ok(Box::new(input));
    }
    let taken = Arc::default();
    let input = Taken::new(input, &taken);
    let text: Box<dyn Read + Send + 'a> = match source {
        Source::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(input)?;
            decoder.window_log_max(ZSTD_WINDOW_LOG)?;
            Box::new(decoder)
        }
        Source::Gzip => Box::new(gzip::Gzip::new(input)),
        Source::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(input)),
        Source::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(input)),
        Source::Lz4 => Box::new(lz4::Lz4::new(input)),
        Source::Zip => Box::new(zip::Zip::new(input, remarks.clone())),
        _ => Box::new(input),
    };
    Ok(Box::new(Bounded::new(text, taken)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_to_be_skipped_is_zstd() {
        for low in 0x50..=0x5F {
            assert_eq!(recognise(&[low, 0x2A, 0x4D, 0x18]), Source::Zstd);
        }
        assert_eq!(recognise(&[0x60, 0x2A, 0x4D, 0x18]), Source::Plain);
    }

    #[test]
    fn an_archive_is_recognised() {
        let mut packed = Vec::new();
        let config = archive::CompressOptions::new();
        archive::compress(&b"1. e4 *"[..], &mut packed, &config).unwrap();
        let (start, _) = peek(&packed[..]).unwrap();
        assert!(is_archive(&start));
        assert!(!is_archive(b"\x89PNG\r\n\x1A\n"));
    }

    #[test]
    fn text_is_plain_even_if_it_begins_with_letters_of_a_magic() {
        for text in ["", "BZh", "BZh9 is no block", "[Event \"?\"]", "\u{1F}"] {
            assert_eq!(recognise(text.as_bytes()), Source::Plain);
        }
    }

    #[test]
    fn what_is_cut_short_anywhere_is_an_error() {
        let text = b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n".repeat(20);
        for (source, wrapped) in wrapped(&text) {
            let two = wrapped.repeat(2);
            for length in (MAGIC_BYTES..two.len()).filter(|&length| length != wrapped.len()) {
                let read = io::read_to_string(unwrap(source, &two[..length]).unwrap());
                assert!(
                    read.is_err(),
                    "{source:?} cut to {length} of twice {}",
                    wrapped.len()
                );
            }
            let whole = io::read_to_string(unwrap(source, &two[..]).unwrap()).unwrap();
            assert_eq!(whole.into_bytes(), text.repeat(2));
        }
    }

    #[test]
    fn what_follows_the_wrapping_is_an_error_not_lost() {
        for (source, mut wrapped) in wrapped(b"1. e4 e5 *\n") {
            wrapped.extend_from_slice(b"1. d4 d5 *\n");
            let read = io::read_to_string(unwrap(source, &wrapped[..]).unwrap());
            assert!(read.is_err(), "{source:?}: {read:?}");
        }
    }

    fn wrapped(text: &[u8]) -> [(Source, Vec<u8>); 5] {
        let read = |mut encoder: Box<dyn Read + '_>| {
            let mut out = Vec::new();
            encoder.read_to_end(&mut out).unwrap();
            out
        };
        [
            (Source::Zstd, zstd::encode_all(text, 1).unwrap()),
            (
                Source::Gzip,
                read(Box::new(flate2::read::GzEncoder::new(
                    text,
                    flate2::Compression::fast(),
                ))),
            ),
            (
                Source::Bzip2,
                read(Box::new(bzip2::read::BzEncoder::new(
                    text,
                    bzip2::Compression::fast(),
                ))),
            ),
            (
                Source::Xz,
                read(Box::new(liblzma::read::XzEncoder::new(text, 1))),
            ),
            (Source::Lz4, {
                let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
                io::Write::write_all(&mut encoder, text).unwrap();
                encoder.finish().unwrap()
            }),
        ]
    }
}
