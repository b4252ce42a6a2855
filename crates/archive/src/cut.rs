//! Cuts a text into blocks, at the ends of games.

use crate::{Config, Error};
use pgn::Splitter;
use std::collections::VecDeque;
use std::io::Read;

/// How much is read at once. Fixed, so that cuts do not depend on how the source hands out its bytes.
const CHUNK_BYTES: usize = 1 << 20;

/// The blocks of a text that is read once, front to back.
pub(crate) struct Cutter<R> {
    src: R,
    splitter: Splitter,
    found: Vec<usize>,
    /// What has been read; all before `given` has been given out.
    buffer: Vec<u8>,
    given: usize,
    /// Ends of games in `buffer` that have not been looked at.
    ends: VecDeque<usize>,
    /// Games that end in the block that is being gathered, and the last of their ends, counted from `given`.
    games: u64,
    last_end: usize,
    at_eof: bool,
    config: Config,
}

impl<R: Read> Cutter<R> {
    pub(crate) fn new(src: R, config: Config) -> Self {
        Self {
            src,
            splitter: Splitter::new(),
            found: Vec::new(),
            buffer: Vec::new(),
            given: 0,
            ends: VecDeque::new(),
            games: 0,
            last_end: 0,
            at_eof: false,
            config,
        }
    }

    /// The text of the next block, never empty.
    pub(crate) fn next_block(&mut self) -> Result<Option<Vec<u8>>, Error> {
        loop {
            if let Some(length) = self.cut() {
                return Ok(Some(self.take(length)));
            }
            if self.at_eof {
                let rest = self.buffer.len() - self.given;
                return Ok((rest > 0).then(|| self.take(rest)));
            }
            self.read_chunk()?;
        }
    }

    fn read_chunk(&mut self) -> Result<(), Error> {
        self.buffer.drain(..self.given);
        self.splitter.consume(self.given);
        // All ends have been looked at: only that lets more be read.
        self.given = 0;
        let mut chunk = self.src.by_ref().take(CHUNK_BYTES as u64);
        let read = chunk
            .read_to_end(&mut self.buffer)
            .map_err(|error| Error::io("the text cannot be read", error))?;
        self.at_eof = read < CHUNK_BYTES;
        self.splitter
            .feed(&self.buffer, self.at_eof, &mut self.found);
        self.ends.extend(self.found.drain(..));
        Ok(())
    }

    /// The length of the next block, if enough has been read to tell.
    fn cut(&mut self) -> Option<usize> {
        // At most 1 GiB, by the check of the configuration.
        let longest = (self.config.block_bytes * 2) as usize;
        let (most, least) = (
            self.config.block_bytes as usize,
            self.config.min_block_bytes() as usize,
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
            let has_games = self.games >= self.config.block_games.into() && length >= least;
            if has_games || length >= most {
                return Some(length);
            }
        }
        // A game that does not end: it gets blocks of its own, unless so little stands before it that a block is not worth it.
        let is_full = self.buffer.len() - self.given >= longest;
        is_full.then_some(if self.last_end >= least {
            self.last_end
        } else {
            longest
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &[u8], config: Config) -> Vec<Vec<u8>> {
        let mut cutter = Cutter::new(text, config);
        let blocks: Vec<_> = std::iter::from_fn(|| cutter.next_block().unwrap()).collect();
        assert_eq!(blocks.concat(), text);
        blocks
    }

    fn text(games: usize) -> Vec<u8> {
        (0..games)
            .flat_map(|n| {
                format!("[Event \"Game {n:5}\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n").into_bytes()
            })
            .collect()
    }

    #[test]
    fn a_block_closes_at_the_first_game_end_past_its_games() {
        let config = Config {
            block_games: 7,
            ..Config::default()
        };
        let blocks = blocks(&text(100), config);
        assert_eq!(blocks.len(), 15);
        assert!(
            blocks[..14]
                .iter()
                .all(|block| pgn::games(block).count() == 7)
        );
    }

    #[test]
    fn a_block_closes_at_the_first_game_end_past_its_bytes() {
        let config = Config {
            block_bytes: 1000,
            ..Config::default()
        };
        let game = text(1).len();
        for block in &blocks(&text(100_000), config)[..100] {
            assert_eq!(block.len(), 1000_usize.next_multiple_of(game));
        }
    }

    #[test]
    fn a_game_that_never_ends_is_cut() {
        let config = Config {
            block_bytes: 1000,
            ..Config::default()
        };
        let mut text = text(3);
        text.extend_from_slice(&[b'x'; 10_500]);
        let lengths: Vec<usize> = blocks(&text, config).iter().map(Vec::len).collect();
        assert!(lengths.iter().all(|&length| length <= 2000), "{lengths:?}");
        assert_eq!(lengths.len(), 6, "{lengths:?}");
    }

    #[test]
    fn an_empty_text_has_no_blocks() {
        assert!(blocks(b"", Config::default()).is_empty());
    }
}
