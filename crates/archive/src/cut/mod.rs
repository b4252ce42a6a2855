//! Cuts a text into blocks, at the ends of games.
//!
//! Format: "What a writer chooses".

use crate::container::summary::MAX_TEXT_BYTES;
use crate::digest::Digesting;
use crate::encoding::{BlockText, Encoding, recognise};
use crate::pipeline::Next;
use crate::{CompressOptions, CutOff, Digest, Error};
use pgn::{Splitter, TokenKind};
use std::collections::VecDeque;
use std::io::{ErrorKind, Read};

/// How much is read at once. Fixed, so that cuts do not depend on how the source hands out its bytes.
pub(crate) const CHUNK_BYTES: usize = 1 << 20;
/// No more bytes after the last character of a UTF-16 text than this are kept with its last block.
const LONGEST_TAIL: usize = 16;

/// The blocks of a text that is read once, front to back.
pub(crate) struct Cutter<R> {
    pub(crate) src: R,
    splitter: Splitter,
    found: Vec<usize>,
    /// What has been read; all before `given` has been given out. UTF-8 where there is an encoding.
    buffer: Vec<u8>,
    given: usize,
    /// Bytes at the end of what has been read that nobody has looked at: those of a chunk that has been read in part.
    begun: usize,
    /// How the text is spelled, if it is recoded on its way into the buffer.
    encoding: Option<Encoding>,
    /// With an encoding: what has been read and not been recoded yet.
    raw: Vec<u8>,
    /// Ends of games in `buffer` that have not been looked at.
    ends: VecDeque<usize>,
    /// Games that end in the block that is being gathered, and the last of their ends, counted from `given`.
    games: u64,
    last_end: usize,
    /// Nothing has been read.
    at_start: bool,
    /// The source has nothing more.
    at_eof: bool,
    /// Nothing more comes into the buffer in this encoding.
    at_end: bool,
    /// With an encoding: what has not been recoded is none of its characters.
    is_broken: bool,
    /// Why the source has nothing more, if it failed.
    cut_off: Option<CutOff>,
    /// The digest of the text that has been given out, if it is recorded.
    digesting: Option<Digesting>,
    options: CompressOptions,
}

impl<R: Read> Cutter<R> {
    pub(crate) fn new(src: R, options: CompressOptions) -> Self {
        Self {
            src,
            splitter: Splitter::new(),
            found: Vec::new(),
            buffer: Vec::new(),
            given: 0,
            begun: 0,
            encoding: None,
            raw: Vec::new(),
            ends: VecDeque::new(),
            games: 0,
            last_end: 0,
            at_start: true,
            at_eof: false,
            at_end: false,
            is_broken: false,
            cut_off: None,
            digesting: options.digesting(),
            options,
        }
    }

    /// The text of the next block, never empty. There is a pause where the source has nothing for now.
    pub(crate) fn next_block(&mut self) -> Result<Next<BlockText>, Error> {
        loop {
            if let Some(length) = self.cut() {
                return Ok(Next::Job(self.block(length)));
            }
            if !self.at_end {
                if !self.read_chunk()? {
                    return Ok(Next::Pause);
                }
                continue;
            }
            if self.begun > 0 {
                self.look_at_what_is_there();
                continue;
            }
            let rest = self.buffer.len() - self.given;
            if rest > 0 {
                let mut block = self.block(rest);
                if self.at_eof && self.raw.len() <= LONGEST_TAIL {
                    block.tail = std::mem::take(&mut self.raw);
                    if let Some(digesting) = &mut self.digesting {
                        digesting.update(&block.tail);
                    }
                }
                return Ok(Next::Job(block));
            }
            if self.raw.is_empty() {
                return Ok(Next::End);
            }
            self.go_on_plain();
        }
    }

    /// Whether text has been read that is in no block yet.
    pub(crate) fn holds_text(&self) -> bool {
        self.buffer.len() > self.given || !self.raw.is_empty()
    }

    /// During a pause: the complete games that have been read, as a block of their own.
    pub(crate) fn flush(&mut self) -> Option<BlockText> {
        self.look_at_what_is_there();
        if let Some(length) = self.cut() {
            return Some(self.block(length));
        }
        let all = self.buffer.len() - self.given;
        if !self.splitter.is_between_games(&self.buffer) {
            let length = self.last_end;
            return (length > 0).then(|| self.block(length));
        }
        (all > 0).then(|| self.block_apart(all))
    }

    /// The next so many bytes of text as a block, or all there are; `None` for a text in an encoding.
    pub(crate) fn exact_block(&mut self, length: usize) -> Result<Option<Next<BlockText>>, Error> {
        while self.buffer.len() - self.given < length && !self.at_end {
            if !self.read_chunk()? {
                return Ok(Some(Next::Pause));
            }
        }
        let all = self.buffer.len() - self.given;
        Ok(match (self.encoding, all.min(length)) {
            (Some(_), _) => None,
            (None, 0) => Some(Next::End),
            (None, length) => Some(Next::Job(self.block_apart(length))),
        })
    }

    fn look_at_what_is_there(&mut self) {
        if std::mem::take(&mut self.begun) > 0 {
            self.take_in();
        }
    }

    /// A block that ends where no rule says so: what follows is looked at as a text of its own.
    fn block_apart(&mut self, length: usize) -> BlockText {
        let block = self.block(length);
        self.buffer.drain(..self.given);
        self.given = 0;
        self.ends.clear();
        self.splitter = Splitter::new();
        if self.encoding.is_none() {
            self.begun = self.buffer.len();
        }
        block
    }

    /// How much of the buffer nobody has looked at.
    fn begun_in_buffer(&self) -> usize {
        match self.encoding {
            None => self.begun,
            Some(_) => 0,
        }
    }

    fn block(&mut self, length: usize) -> BlockText {
        let text = self.take(length);
        let block = self.spelled_alike(text);
        if let Some(digesting) = &mut self.digesting
            && let Some(original) = block.original()
        {
            digesting.update(&original);
        }
        block
    }

    /// A text in the encoding of this one.
    fn spelled_alike(&self, text: Vec<u8>) -> BlockText {
        BlockText {
            text,
            encoding: self.encoding,
            tail: Vec::new(),
        }
    }

    /// Reads the rest of a chunk. Returns whether the source had that much.
    fn read_chunk(&mut self) -> Result<bool, Error> {
        self.buffer.drain(..self.given);
        self.splitter.consume(self.given);
        // All ends have been looked at: only that lets more be read.
        self.given = 0;
        let into = match self.encoding {
            None => &mut self.buffer,
            Some(_) => &mut self.raw,
        };
        let (before, wanted) = (into.len(), CHUNK_BYTES.saturating_sub(self.begun));
        let mut chunk = self.src.by_ref().take(wanted as u64);
        let read = chunk.read_to_end(into);
        self.begun += into.len() - before;
        match read {
            Ok(read) => self.at_eof = read < wanted,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
            // What was read before the failure is there.
            Err(error) if self.options.partial => {
                self.at_eof = true;
                self.cut_off = Some(CutOff {
                    cause: error.to_string(),
                    left_out_bytes: 0,
                });
            }
            Err(error) => return Err(Error::system("the text cannot be read", error)),
        }
        self.begun = 0;
        self.take_in();
        Ok(true)
    }

    /// Looks at what has been read.
    fn take_in(&mut self) {
        if std::mem::take(&mut self.at_start) {
            self.encoding = recognise(&self.buffer);
            if self.encoding.is_some() {
                self.raw = std::mem::take(&mut self.buffer);
            }
        }
        self.at_end = match self.encoding {
            None => self.at_eof,
            Some(encoding) => self.recode(encoding),
        };
        self.find_ends();
    }

    /// Recodes what has been read; returns whether that was the last in this encoding.
    fn recode(&mut self, encoding: Encoding) -> bool {
        let before = self.buffer.len();
        let taken = encoding.read(&self.raw, &mut self.buffer);
        let mut again = Vec::with_capacity(taken.bytes);
        // What does not come back to the byte is not recoded.
        let comes_back = encoding.write(&self.buffer[before..], &mut again).is_some()
            && again == self.raw[..taken.bytes];
        if !comes_back {
            self.buffer.truncate(before);
            self.is_broken = true;
            return true;
        }
        self.raw.drain(..taken.bytes);
        self.is_broken = taken.is_broken;
        self.is_broken || self.at_eof
    }

    /// Goes on after UTF-16 text with what is none, as it is.
    fn go_on_plain(&mut self) {
        self.encoding = None;
        self.is_broken = false;
        self.buffer = std::mem::take(&mut self.raw);
        self.given = 0;
        self.splitter = Splitter::new();
        self.at_end = self.at_eof;
        self.find_ends();
    }

    fn find_ends(&mut self) {
        if self.at_end && !self.is_broken && self.cut_off.is_some() {
            self.leave_out_part_of_game();
        }
        self.splitter
            .feed(&self.buffer, self.at_end, &mut self.found);
        self.ends.extend(self.found.drain(..));
    }

    /// Ends the text, which goes on in truth, after the last game that is there as a whole.
    fn leave_out_part_of_game(&mut self) {
        self.splitter.feed(&self.buffer, false, &mut self.found);
        self.ends.extend(self.found.drain(..));
        let whole = self.ends.back().map_or(self.last_end, |&end| end);
        let rest = &self.buffer[whole..];
        if !is_whole_game(rest) {
            let spelled = self
                .spelled_alike(rest.to_vec())
                .original()
                .map_or(0, |text| text.len());
            if let Some(cut_off) = &mut self.cut_off {
                cut_off.left_out_bytes = (spelled + self.raw.len()) as u64;
            }
            self.buffer.truncate(whole);
        }
        self.raw.clear();
    }

    /// The digest of the text that has been given out, if it is recorded.
    pub(crate) fn digest(&self) -> Option<Digest> {
        self.digesting.as_ref().map(Digesting::digest)
    }

    /// Where the text ends early, if it could not be read to its end.
    pub(crate) fn into_cut_off(self) -> Option<CutOff> {
        self.cut_off
    }

    /// The length of the next block, if enough has been read to tell.
    fn cut(&mut self) -> Option<usize> {
        // At most what the format allows, by the check of the configuration; UTF-16 takes up to twice as much as the UTF-8 that is measured.
        let longest = match self.encoding {
            None => self.options.block_bytes * 2,
            Some(_) => (self.options.block_bytes * 2)
                .min((MAX_TEXT_BYTES - LONGEST_TAIL as u64) / 2)
                .max(4),
        } as usize;
        let (most, least) = (
            (self.options.block_bytes as usize).min(longest),
            self.options.min_block_bytes() as usize,
        );
        while let Some(&end) = self.ends.front() {
            let length = end.saturating_sub(self.given);
            if length > longest {
                break;
            }
            self.ends.pop_front();
            if length == 0 {
                continue;
            }
            self.games += 1;
            self.last_end = length;
            let has_games = self.games >= self.options.block_games.into() && length >= least;
            if has_games || length >= most {
                return Some(self.whole_characters(length));
            }
        }
        // A game that does not end: it gets blocks of its own, unless so little stands before it that a block is not worth it.
        let seen = self.buffer.len() - self.begun_in_buffer() - self.given;
        let is_full = seen >= longest;
        is_full.then_some(if self.last_end >= least {
            self.whole_characters(self.last_end)
        } else {
            self.whole_characters(longest)
        })
    }

    /// The length, or a little less where that would cut a character that is to be spelled again.
    fn whole_characters(&self, length: usize) -> usize {
        let begins_character = |at: &usize| {
            let byte = self.buffer.get(self.given + at);
            byte.is_none_or(|byte| byte & 0xC0 != 0x80)
        };
        match self.encoding {
            None => length,
            Some(_) => (1..=length).rev().find(begins_character).unwrap_or(length),
        }
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        (self.games, self.last_end) = (0, 0);
        let end = self.given + length;
        if self.given == 0 && length > self.buffer.len() / 2 {
            // The buffer becomes the block, and the little that is left is copied.
            let rest = self.buffer.split_off(length);
            self.splitter.consume(length);
            self.ends
                .iter_mut()
                .for_each(|end| *end = end.saturating_sub(length));
            return std::mem::replace(&mut self.buffer, rest);
        }
        let block = self.buffer[self.given..end].to_vec();
        self.given = end;
        block
    }
}

/// Whether a game that the text ends in is complete: it ends with its termination.
fn is_whole_game(text: &[u8]) -> bool {
    let last = pgn::lex(text)
        .filter(|token| token.kind != TokenKind::Whitespace)
        .last();
    last.is_some_and(|token| token.kind == TokenKind::Termination)
}

#[cfg(test)]
mod tests;
