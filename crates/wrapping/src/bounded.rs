//! A bound for how much text an input may stand for, so that a few bytes cannot keep a machine busy.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many bytes of text a byte of an input may stand for: as many as a byte of an archive may.
const MOST_TEXT_PER_BYTE: u64 = 4096;
/// An input of any length may stand for this much, in bytes.
const FREE_TEXT: u64 = 4 << 20;

/// Counts the bytes that a decoder takes.
pub(crate) struct Taken<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: BufRead> Taken<R> {
    pub fn new(input: R, count: &Arc<AtomicU64>) -> Self {
        let count = count.clone();
        Self { input, count }
    }
}

impl<R: BufRead> Read for Taken<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(out)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Taken<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.input.consume(count);
        self.count.fetch_add(count as u64, Ordering::Relaxed);
    }
}

/// The text of a decoder; an error once it is out of proportion to what the decoder has taken.
pub(crate) struct Bounded<R> {
    text: R,
    given: u64,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Bounded<R> {
    pub fn new(text: R, taken: Arc<AtomicU64>) -> Self {
        let given = 0;
        Self { text, given, taken }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(out)?;
        self.given += count as u64;
        let taken = self.taken.load(Ordering::Relaxed);
        if self.given
            > taken
                .saturating_mul(MOST_TEXT_PER_BYTE)
                .saturating_add(FREE_TEXT)
        {
            return Err(io::Error::other(format!(
                "{taken} bytes stand for more than {} bytes of text, as in a file that is made to keep machines busy; if it is not one, unpack it with its own program first",
                self.given - count as u64
            )));
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use crate::unwrap;
    use archive::Source;
    use std::io::{self, Read};

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = bzip2::read::BzEncoder::new(text, bzip2::Compression::best());
        encoder.read_to_end(&mut out).unwrap();
        out
    }

    #[test]
    fn few_bytes_that_stand_for_much_text_are_an_error_and_a_part_of_it_is_read_at_most() {
        let bomb = packed(&vec![b' '; 40_000_000]);
        assert!(bomb.len() < 100, "{}", bomb.len());
        let mut text = Vec::new();
        let read = unwrap(Source::Bzip2, &bomb[..])
            .unwrap()
            .read_to_end(&mut text);
        let error = read.unwrap_err();
        assert!(error.to_string().contains("unpack it"), "{error}");
        assert!(text.len() < 6_000_000, "{}", text.len());
    }

    #[test]
    fn texts_that_repeat_are_read_in_whole() {
        let text = b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(100_000);
        let read = io::read_to_string(unwrap(Source::Bzip2, &packed(&text)[..]).unwrap());
        assert!(read.unwrap().into_bytes() == text);
    }
}
