//! An input that is read once, front to back, with as many of its next bytes in memory as somebody wants to look at.
//!
//! Not part of the format.

use crate::Error;
use std::io::Read;

/// The bytes of an input from some place on.
#[derive(Debug)]
pub(crate) struct Window<R> {
    src: R,
    /// What has been read; all before `start` has been passed.
    bytes: Vec<u8>,
    start: usize,
    /// The place in the input of the first of `bytes`.
    offset: u64,
    ended: bool,
}

impl<R: Read> Window<R> {
    pub fn new(src: R) -> Self {
        Self {
            src,
            bytes: Vec::new(),
            start: 0,
            offset: 0,
            ended: false,
        }
    }

    /// The place in the input at which the window begins.
    pub fn at(&self) -> u64 {
        self.offset + self.start as u64
    }

    /// The next `count` bytes, or all there are. Memory grows with what is there, not with what is asked for.
    pub fn ahead(&mut self, count: u64) -> Result<&[u8], Error> {
        let have = (self.bytes.len() - self.start) as u64;
        if have < count && !self.ended {
            // A byte is moved only after as many have been passed, so that all moves together cost no more than reading.
            if self.start as u64 >= have {
                self.bytes.drain(..self.start);
                self.offset += self.start as u64;
                self.start = 0;
            }
            let wanted = count - have;
            let read = self
                .src
                .by_ref()
                .take(wanted)
                .read_to_end(&mut self.bytes)
                .map_err(|error| Error::system("the archive cannot be read", error))?;
            self.ended = (read as u64) < wanted;
        }
        let ahead = &self.bytes[self.start..];
        let count = usize::try_from(count).map_or(ahead.len(), |count| count.min(ahead.len()));
        Ok(&ahead[..count])
    }

    /// Passes `count` bytes that have been looked at.
    pub fn pass(&mut self, count: usize) {
        self.start = (self.start + count).min(self.bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_moves_over_the_input() {
        let input: Vec<u8> = (0..=255).cycle().take(5000).collect();
        let mut window = Window::new(&input[..]);
        let mut at = 0;
        for (ahead, pass) in [(10, 3), (4000, 1000), (500, 500), (9000, 2000), (1, 0)] {
            let end = input.len().min(at + ahead);
            assert_eq!(window.ahead(ahead as u64).unwrap(), &input[at..end]);
            window.pass(pass);
            at += pass;
            assert_eq!(window.at(), at as u64);
        }
        window.pass(1 << 20);
        assert_eq!(window.at(), 5000);
        assert!(window.ahead(1).unwrap().is_empty());
    }

    #[test]
    fn a_claimed_length_allocates_no_more_than_what_is_there_justifies() {
        let source = [7u8; 1000];
        let mut window = Window::new(&source[..]);
        assert_eq!(window.ahead(u64::MAX).unwrap().len(), 1000);
        assert!(window.bytes.capacity() < 1 << 16);
    }
}
