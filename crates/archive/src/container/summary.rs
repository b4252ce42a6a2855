//! What a block's header and the index both say about a block: its facts and the lengths of its streams.
//!
//! Format: "Summary".

use super::fields::{Fault, Fields, put_varint};
use crate::{BlockFacts, Stream};

/// The most text that a block may hold: 64 MiB. No length or count in a block exceeds the length of its text.
pub const MAX_TEXT_BYTES: u64 = 64 << 20;
/// The most text that a byte of the streams may stand for. Text that would need less is padded, so that what a reader must allocate
/// and do is in proportion to what there is.
pub const MAX_TEXT_PER_BYTE: u64 = 1 << 12;

const HAS_DATES: u8 = 1;
const HAS_RATINGS: u8 = 2;

/// The facts of a block and the lengths of its streams in bytes, by the number of the stream.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// The facts.
    pub facts: BlockFacts,
    /// Length of each stream, 0 where it is absent.
    pub lengths: [u64; Stream::ALL.len()],
}

impl Summary {
    /// The streams that are present, with their lengths.
    pub fn present(&self) -> impl Iterator<Item = (Stream, u64)> + '_ {
        Stream::ALL
            .into_iter()
            .zip(self.lengths)
            .filter(|&(_, length)| length > 0)
    }

    /// Length of all streams together.
    pub fn payload_bytes(&self) -> u64 {
        self.lengths.iter().sum()
    }

    /// Bytes that the streams take in an archive: themselves, and the summary in the block's header and in the index.
    pub fn archive_bytes(&self) -> u64 {
        let mut summary = Vec::new();
        self.write(&mut summary);
        self.payload_bytes() + 2 * summary.len() as u64
    }

    /// Whether the payload is the text itself.
    pub fn is_raw(&self) -> bool {
        self.lengths[usize::from(Stream::Stored.id())] == self.facts.text_bytes
    }

    /// Appends the summary.
    pub fn write(&self, out: &mut Vec<u8>) {
        let facts = &self.facts;
        let mut flags = 0;
        flags |= if facts.dates.is_some() { HAS_DATES } else { 0 };
        flags |= if facts.ratings.is_some() {
            HAS_RATINGS
        } else {
            0
        };
        out.push(flags);
        for count in [
            facts.text_bytes,
            facts.games,
            facts.plies,
            facts.clocks,
            facts.evals,
            facts.comments,
        ] {
            put_varint(out, count);
        }
        if let Some((first, last)) = facts.dates {
            put_varint(out, first.into());
            put_varint(out, (last - first).into());
        }
        if let Some((lowest, highest)) = facts.ratings {
            put_varint(out, lowest.into());
            put_varint(out, (highest - lowest).into());
        }
        put_varint(
            out,
            self.present().map(|(stream, _)| 1u64 << stream.id()).sum(),
        );
        for (_, length) in self.present() {
            put_varint(out, length);
        }
    }

    /// Reads a summary and checks it against the limits of the format.
    pub fn read(fields: &mut Fields<'_>) -> Result<Self, Fault> {
        let flags = fields.u8()?;
        if flags & !(HAS_DATES | HAS_RATINGS) != 0 {
            return Err(Fault::Broken(
                "a block has flags that the format does not define",
            ));
        }
        let text_bytes =
            fields.varint_up_to(MAX_TEXT_BYTES, "a block claims more than 64 MiB of text")?;
        let mut count = || {
            fields.varint_up_to(
                text_bytes,
                "a block claims more items than its text has bytes",
            )
        };
        let (games, plies, clocks, evals, comments) =
            (count()?, count()?, count()?, count()?, count()?);
        let dates = if flags & HAS_DATES != 0 {
            Some(range(fields, u32::MAX.into())?)
        } else {
            None
        };
        let ratings = if flags & HAS_RATINGS != 0 {
            Some(range(fields, u16::MAX.into())?)
        } else {
            None
        };
        let lengths = lengths(fields, text_bytes)?;
        let dates = dates.map(|(first, last)| (first as u32, last as u32));
        let ratings = ratings.map(|(lowest, highest)| (lowest as u16, highest as u16));
        let facts = BlockFacts {
            text_bytes,
            games,
            plies,
            clocks,
            evals,
            comments,
            dates,
            ratings,
        };
        Ok(Self { facts, lengths })
    }
}

/// Two values, the second as its distance from the first, both at most `limit`.
fn range(fields: &mut Fields<'_>, limit: u64) -> Result<(u64, u64), Fault> {
    const WHAT: &str = "a range of dates or ratings is out of bounds";
    let low = fields.varint_up_to(limit, WHAT)?;
    let span = fields.varint_up_to(limit - low, WHAT)?;
    Ok((low, low + span))
}

/// Which streams there are, and their lengths.
fn lengths(fields: &mut Fields<'_>, text_bytes: u64) -> Result<[u64; Stream::ALL.len()], Fault> {
    let present = fields.varint()?;
    if present >> Stream::ALL.len() != 0 {
        return Err(Fault::Unknown(
            "a block has a stream that this release does not know".to_owned(),
        ));
    }
    let mut lengths = [0; Stream::ALL.len()];
    let mut left = text_bytes;
    for stream in Stream::ALL
        .into_iter()
        .filter(|stream| present >> stream.id() & 1 == 1)
    {
        let length =
            fields.varint_up_to(left, "the streams of a block are longer than its text")?;
        if length == 0 {
            return Err(Fault::Broken("a stream is present but empty"));
        }
        left -= length;
        lengths[usize::from(stream.id())] = length;
    }
    if present == 0 {
        return Err(Fault::Broken("a block has no streams"));
    }
    if (text_bytes - left) * MAX_TEXT_PER_BYTE < text_bytes {
        return Err(Fault::Broken(
            "a block claims more text than its streams may stand for",
        ));
    }
    Ok(lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Summary {
        let facts = BlockFacts {
            text_bytes: 100_000,
            games: 40,
            plies: 3000,
            clocks: 2999,
            evals: 0,
            comments: 17,
            dates: Some((20_130_100, 20_130_131)),
            ratings: Some((800, 2900)),
        };
        let mut lengths = [0; Stream::ALL.len()];
        (lengths[0], lengths[2], lengths[9]) = (900, 1200, 3);
        Summary { facts, lengths }
    }

    #[test]
    fn a_summary_comes_back() {
        for summary in [
            sample(),
            Summary {
                facts: BlockFacts {
                    dates: None,
                    ratings: None,
                    ..sample().facts
                },
                ..sample()
            },
        ] {
            let mut bytes = Vec::new();
            summary.write(&mut bytes);
            let mut fields = Fields::new(&bytes);
            assert_eq!(Summary::read(&mut fields), Ok(summary));
            fields.finish().unwrap();
        }
    }

    #[test]
    fn claims_beyond_the_text_are_refused() {
        let mut streams_too_long = sample();
        streams_too_long.lengths[1] = 100_000;
        let mut too_many_games = sample();
        too_many_games.facts.games = 100_001;
        let mut too_much_text = sample();
        too_much_text.facts.text_bytes = MAX_TEXT_BYTES + 1;
        let no_streams = Summary {
            lengths: [0; Stream::ALL.len()],
            ..sample()
        };
        let mut too_little_payload = no_streams;
        too_little_payload.lengths[2] = 1;
        for summary in [
            streams_too_long,
            too_many_games,
            too_much_text,
            no_streams,
            too_little_payload,
        ] {
            let mut bytes = Vec::new();
            summary.write(&mut bytes);
            assert!(
                matches!(
                    Summary::read(&mut Fields::new(&bytes)),
                    Err(Fault::Broken(_))
                ),
                "{summary:?}"
            );
        }
    }
}
