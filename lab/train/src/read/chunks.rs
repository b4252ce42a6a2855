//! A file's text in chunks that end where games end.

use crossbeam_channel::Sender;
use pgn::Splitter;
use std::io::{self, Write};

/// A chunk closes at the first game end past this.
const CHUNK_BYTES: usize = 1 << 20;
/// A game that does not end is cut here, so that a file that is no PGN does not fill the memory.
const LONGEST_BYTES: usize = 1 << 26;

/// Some whole games of a file.
pub(super) struct Chunk {
    /// Counts all chunks in the order of the text.
    pub number: u64,
    pub file: u16,
    pub text: Vec<u8>,
}

/// Takes the text of one file after the other, in pieces of any size, and sends it in chunks.
pub(super) struct Chunks {
    sender: Sender<Chunk>,
    sent: u64,
    file: u16,
    splitter: Splitter,
    buffer: Vec<u8>,
    ends: Vec<usize>,
}

impl Chunks {
    pub fn new(sender: Sender<Chunk>) -> Self {
        Self {
            sender,
            sent: 0,
            file: 0,
            splitter: Splitter::new(),
            buffer: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Begins the text of a file.
    pub fn open(&mut self, file: u16) {
        self.file = file;
        self.splitter = Splitter::new();
        self.buffer.clear();
    }

    /// Ends the text of a file.
    pub fn close(&mut self) -> io::Result<()> {
        self.send(self.buffer.len())
    }

    /// Sends the first `bytes` bytes of the buffer.
    fn send(&mut self, bytes: usize) -> io::Result<()> {
        let rest = self.buffer.split_off(bytes);
        self.splitter.consume(bytes);
        let chunk = Chunk {
            number: self.sent,
            file: self.file,
            text: std::mem::replace(&mut self.buffer, rest),
        };
        self.sent += 1;
        let no_thread = |_| io::Error::other("the threads that read the games have ended");
        self.sender.send(chunk).map_err(no_thread)
    }
}

impl Write for Chunks {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(text);
        self.ends.clear();
        self.splitter.feed(&self.buffer, false, &mut self.ends);
        match self.ends.last() {
            Some(&end) if end >= CHUNK_BYTES => self.send(end)?,
            _ if self.buffer.len() >= LONGEST_BYTES => self.send(self.buffer.len())?,
            _ => {}
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
