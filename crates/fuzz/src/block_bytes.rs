//! A block in bytes that can be mutated: what the container says of it and its streams, without checksums.
//!
//! The level (one byte), text length, games, plies, clocks, evaluations, comments (two bytes each, little-endian), then for each stream its
//! number (one byte), its length (two bytes) and its bytes. What is cut short ends where it is cut.

use archive::block::Grouping;
use archive::{BlockFacts, Level, Model, Stream};

/// Blocks claim no more text than this: junk takes time for each byte that is claimed, and nothing new comes of it.
const MOST_TEXT: u64 = 8000;

/// A block as such bytes have it.
#[derive(Debug, Clone)]
pub struct BlockBytes {
    /// What codes the moves.
    pub level: Level,
    /// What the block's header would say.
    pub facts: BlockFacts,
    /// Its streams, in the order of their numbers, each once.
    pub streams: Vec<(Stream, Vec<u8>)>,
}

impl BlockBytes {
    /// The block of a text, if its lengths fit.
    #[must_use]
    pub fn of(text: &[u8], level: Level) -> Option<Self> {
        let encoded = archive::block::encode_in_groups(text, &Model::of(level), Grouping::of(1));
        let fits = |(_, bytes): &(Stream, Vec<u8>)| u16::try_from(bytes.len()).is_ok();
        (text.len() as u64 <= MOST_TEXT && encoded.streams.iter().all(fits)).then_some(Self {
            level,
            facts: encoded.facts,
            streams: encoded.streams,
        })
    }

    /// Reads any bytes.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let mut rest = bytes;
        let level = Level::ALL[usize::from(byte(&mut rest)) % Level::ALL.len()];
        let text_bytes = number(&mut rest).min(MOST_TEXT);
        let mut count = || number(&mut rest).min(text_bytes);
        let mut facts = BlockFacts::default();
        facts.text_bytes = text_bytes;
        facts.games = count();
        facts.plies = count();
        facts.clocks = count();
        facts.evals = count();
        facts.comments = count();
        let mut streams: Vec<(Stream, Vec<u8>)> = Vec::new();
        while !rest.is_empty() {
            let stream = Stream::ALL[usize::from(byte(&mut rest)) % Stream::ALL.len()];
            let length = (number(&mut rest) as usize).min(rest.len());
            let (payload, after) = rest.split_at(length);
            rest = after;
            // The container refuses empty streams, and gives each once and in order.
            if !payload.is_empty() && streams.iter().all(|(other, _)| *other != stream) {
                streams.push((stream, payload.to_vec()));
            }
        }
        streams.sort_by_key(|(stream, _)| *stream);
        Self {
            level,
            facts,
            streams,
        }
    }

    /// The bytes that are read as this block.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let level = Level::ALL.iter().position(|level| *level == self.level);
        let mut bytes = vec![level.unwrap_or_default() as u8];
        let facts = &self.facts;
        for count in [
            facts.text_bytes,
            facts.games,
            facts.plies,
            facts.clocks,
            facts.evals,
            facts.comments,
        ] {
            bytes.extend_from_slice(&(count as u16).to_le_bytes());
        }
        for (stream, payload) in &self.streams {
            bytes.push(stream.id());
            bytes.extend_from_slice(&(payload.len() as u16).to_le_bytes());
            bytes.extend_from_slice(payload);
        }
        bytes
    }
}

fn byte(rest: &mut &[u8]) -> u8 {
    rest.split_off_first().copied().unwrap_or(0)
}

fn number(rest: &mut &[u8]) -> u64 {
    u64::from(u16::from_le_bytes([byte(rest), byte(rest)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_of_a_text_comes_back_from_its_bytes() {
        let text = b"[White \"Anna\"]\n\n1. e4 { [%clk 0:01:00] } e5 *\n";
        for level in Level::ALL {
            let block = BlockBytes::of(text, level).unwrap();
            let back = BlockBytes::read(&block.write());
            assert_eq!((back.level, back.streams), (level, block.streams));
            assert_eq!(back.facts.plies, 2);
        }
    }
}
