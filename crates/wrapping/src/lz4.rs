//! LZ4 frames one after the other.

use lz4_flex::frame::FrameDecoder;
use std::io::{self, BufRead, Read};

/// The first bytes of a frame.
pub(crate) const MAGIC: [u8; 4] = [0x04, 0x22, 0x4D, 0x18];

/// Reads all frames.
///
/// The decoder ends without an error where the input ends between two blocks of a frame. That would lose text without a word, so
/// the frame's own structure is followed beside it.
pub(crate) struct Lz4<R: BufRead> {
    decoder: FrameDecoder<Followed<R>>,
}

impl<R: BufRead> Lz4<R> {
    pub(crate) fn new(input: R) -> Self {
        let followed = Followed {
            input,
            place: Place::default(),
        };
        Self {
            decoder: FrameDecoder::new(followed),
        }
    }
}

impl<R: BufRead> Read for Lz4<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            let count = self.decoder.read(out)?;
            if count > 0 {
                return Ok(count);
            }
            let Followed { input, place } = self.decoder.get_mut();
            if !input.fill_buf()?.is_empty() {
                // The decoder stops at the end of a frame; the next one follows.
                continue;
            }
            if place.is_between_frames() {
                return Ok(0);
            }
            let what = "the last frame is not complete";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, what));
        }
    }
}

struct Followed<R> {
    input: R,
    place: Place,
}

impl<R: BufRead> Read for Followed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(out)?;
        self.place.pass(&out[..count]);
        Ok(count)
    }
}

/// Where in a frame the input stands, by the LZ4 frame format: magic number, header, blocks, end mark, checksum.
#[derive(Debug, Default)]
struct Place {
    /// The bytes of the field that is being read, as far as they are needed.
    field: Vec<u8>,
    part: Part,
    has_block_checksums: bool,
    has_content_checksum: bool,
    /// Bytes to pass over.
    skip: u64,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Part {
    #[default]
    Magic,
    Flags,
    BlockSize,
}

impl Place {
    fn is_between_frames(&self) -> bool {
        self.part == Part::Magic && self.field.is_empty() && self.skip == 0
    }

    fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.skip > 0 {
                let skipped = self.skip.min(bytes.len() as u64);
                self.skip -= skipped;
                bytes = &bytes[skipped as usize..];
                continue;
            }
            self.field.push(bytes[0]);
            bytes = &bytes[1..];
            self.advance();
        }
    }

    /// Goes on to the next part if the field is complete.
    fn advance(&mut self) {
        match (self.part, &self.field[..]) {
            (Part::Magic, [_, _, _, _]) => self.part = Part::Flags,
            (Part::Flags, &[flags]) => {
                self.has_block_checksums = flags & 0x10 != 0;
                self.has_content_checksum = flags & 0x04 != 0;
                let content_size = if flags & 0x08 != 0 { 8 } else { 0 };
                let dictionary = if flags & 0x01 != 0 { 4 } else { 0 };
                // The block size and the header's checksum are a byte each.
                self.skip = 1 + content_size + dictionary + 1;
                self.part = Part::BlockSize;
            }
            (Part::BlockSize, &[a, b, c, d]) => {
                let size = u32::from_le_bytes([a, b, c, d]);
                if size == 0 {
                    self.skip = if self.has_content_checksum { 4 } else { 0 };
                    self.part = Part::Magic;
                } else {
                    let checksum = if self.has_block_checksums { 4 } else { 0 };
                    self.skip = u64::from(size & 0x7FFF_FFFF) + checksum;
                }
            }
            _ => return,
        }
        self.field.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lz4_flex::frame::{BlockMode, BlockSize, FrameEncoder, FrameInfo};
    use std::io::Write;

    fn frame(text: &[u8], info: FrameInfo) -> Vec<u8> {
        let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn frames_of_every_kind_come_back_and_a_cut_is_an_error_wherever_it_is() {
        let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n".repeat(5000);
        for mode in [BlockMode::Independent, BlockMode::Linked] {
            for checksums in [false, true] {
                let info = FrameInfo::new()
                    .block_size(BlockSize::Max64KB)
                    .block_mode(mode)
                    .block_checksums(checksums)
                    .content_checksum(checksums)
                    .content_size(checksums.then_some(text.len() as u64));
                let one = frame(&text, info);
                let two = one.repeat(2);
                let back = io::read_to_string(Lz4::new(&two[..])).unwrap();
                assert!(back.into_bytes() == text.repeat(2));
                for length in (1..two.len()).filter(|&length| length != one.len()) {
                    let read = io::copy(&mut Lz4::new(&two[..length]), &mut io::sink());
                    assert!(read.is_err(), "{length} of twice {}", one.len());
                }
            }
        }
    }
}
