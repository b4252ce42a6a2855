//! Inputs that are compressed already: recognised by their first bytes, read through.

use archive::Source;
use std::io::{self, BufRead, Read};

/// The longest beginning that [`recognise`] looks at.
pub const MAGIC_BYTES: usize = 10;

/// Frames of up to 2 GiB of history (`zstd --long=31`), where an address has room for them.
const ZSTD_WINDOW_LOG: u32 = if usize::BITS > 32 { 31 } else { 30 };

/// How an input that begins like this is wrapped.
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
        _ => Source::Plain,
    }
}

/// The text inside an input that is wrapped like this, over all of its frames, members or streams.
pub fn unwrap<'a>(
    source: Source,
    input: impl BufRead + Send + 'a,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    Ok(match source {
        Source::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(input)?;
            decoder.window_log_max(ZSTD_WINDOW_LOG)?;
            Box::new(decoder)
        }
        Source::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(input)),
        Source::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(input)),
        Source::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(input)),
        _ => Box::new(input),
    })
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
    fn text_is_plain_even_if_it_begins_with_letters_of_a_magic() {
        for text in ["", "BZh", "BZh9 is no block", "[Event \"?\"]", "\u{1F}"] {
            assert_eq!(recognise(text.as_bytes()), Source::Plain);
        }
    }
}
