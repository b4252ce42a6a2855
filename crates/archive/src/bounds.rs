//! The worst-case size of an archive.
//!
//! Format: "Limits and costs".

use crate::container::{Provenance, footer, header};
use crate::writer::PROGRAM;
use crate::{CompressOptions, Digest};

/// Header, footer, and the fixed part of an index.
const ARCHIVE_BYTES: u64 = (header::BYTES + footer::BYTES + 4 + 10 + 4) as u64;
/// The overhead of a chunk: its header and checksum, its entry in the index, and part of the number of chunks there.
const CHUNK_BYTES: u64 = 20 + 13 + 1;
/// Header and index entry of a block that is stored as it is, both with every field at its longest.
const BLOCK_BYTES: u64 = 141;

/// The most bytes that an archive of `text_bytes` bytes takes with the default options, whatever the text.
///
/// ```
/// let text = b"not chess at all";
/// let mut packed = Vec::new();
/// archive::compress(&text[..], &mut packed, &archive::CompressOptions::new()).unwrap();
/// assert!(packed.len() as u64 <= archive::worst_case_size(text.len() as u64));
/// // Large files grow by less than 1 %.
/// assert!(archive::worst_case_size(100_000_000) < 101_000_000);
/// ```
#[must_use]
pub fn worst_case_size(text_bytes: u64) -> u64 {
    CompressOptions::new().worst_case_size(text_bytes)
}

impl CompressOptions {
    /// The most bytes that an archive of `text_bytes` bytes takes with these options, whatever the text.
    #[must_use]
    pub fn worst_case_size(&self, text_bytes: u64) -> u64 {
        // The length of a block is measured in UTF-8. The same text takes at least two thirds of that in UTF-16. Where UTF-16 stops being
        // valid, one more block begins.
        let blocks = if text_bytes == 0 {
            0
        } else {
            text_bytes.saturating_mul(3) / (2 * self.min_block_bytes().max(1)) + 2
        };
        let chunk = |held: u64| CHUNK_BYTES.saturating_add(held);
        let file = self
            .file()
            .map_or(0, |file| chunk(file.write().len() as u64));
        let model = self.chosen_model();
        let model = model.file().filter(|_| self.embed);
        let model = model.map_or(0, |weights| chunk(weights.len() as u64));
        let data = match self.embed_data {
            true => self.chosen_model().data_files(),
            false => Vec::new(),
        };
        let data: u64 = data.iter().map(|file| chunk(file.len() as u64)).sum();
        text_bytes
            .saturating_add(file.saturating_add(model))
            .saturating_add(data)
            .saturating_add(self.digesting().map_or(0, |_| chunk(longest_record())))
            .saturating_add(ARCHIVE_BYTES)
            .saturating_add(blocks.saturating_mul(BLOCK_BYTES))
    }
}

/// The most bytes of what an archive records of its text.
fn longest_record() -> u64 {
    let digest = Digest {
        bytes: u64::MAX,
        sha256: [0; 32],
    };
    let longest = Provenance {
        file_name: None,
        text: Some(digest),
        source: Some(digest),
        games: u64::MAX,
        plies: u64::MAX,
        program: PROGRAM.to_owned(),
        manifest: String::new(),
        file_check: 0,
    };
    longest.write().len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::block_header::{Checks, Origin};
    use crate::container::index::Entry;
    use crate::container::summary::MAX_TEXT_BYTES;
    use crate::container::{BlockHeader, IndexBuilder, Summary};
    use crate::{BlockFacts, Stream};

    fn header_bytes(summary: Summary) -> u64 {
        let header = BlockHeader {
            origin: Origin::default(),
            summary,
            checks: Checks::default(),
            text_check: 0,
        };
        header.write(0).len() as u64
    }

    #[test]
    fn no_stored_block_costs_more_than_the_bound() {
        let most = MAX_TEXT_BYTES;
        let facts = BlockFacts {
            text_bytes: most,
            games: most,
            plies: most,
            clocks: most,
            evals: most,
            comments: most,
            dates: Some((u32::MAX / 2, u32::MAX)),
            ratings: Some((u16::MAX / 2, u16::MAX)),
        };
        let mut summary = Summary {
            facts,
            ..Summary::default()
        };
        summary.lengths[usize::from(Stream::Stored.id())] = most;
        let header = header_bytes(summary);
        let index = |blocks: u64| {
            let mut index = IndexBuilder::default();
            (0..blocks).for_each(|_| {
                index.push(&Entry {
                    header_bytes: header,
                    summary,
                    check: 0,
                })
            });
            index.write().len() as u64
        };
        assert!(header + index(3) - index(2) <= BLOCK_BYTES);
        assert!(
            2 * header + index(2) + (header::BYTES + footer::BYTES) as u64
                <= 2 * BLOCK_BYTES + ARCHIVE_BYTES
        );
    }

    #[test]
    fn an_archive_of_one_game_in_nine_streams_has_little_container() {
        let facts = BlockFacts {
            text_bytes: 2500,
            games: 1,
            plies: 90,
            clocks: 90,
            evals: 90,
            comments: 90,
            dates: Some((20_240_101, 20_240_101)),
            ratings: Some((1500, 1750)),
        };
        let mut summary = Summary {
            facts,
            ..Summary::default()
        };
        summary.lengths[..9].copy_from_slice(&[200, 40, 60, 90, 150, 9, 9, 5, 5]);
        let container = (header::BYTES + footer::BYTES) as u64 + header_bytes(summary);
        assert!(container <= 105, "{container}");
    }
}
