//! Archives of several copies that are taken for the same, and what tells their blocks apart.
//!
//! Not part of the format.

use super::copy::Copy;
use crate::salvage::ArchiveLog;
use std::collections::HashMap;

/// For each archive of the result, its numbers in each copy that has it: more than one where a part of it stands apart.
pub(super) type Row = Vec<Vec<usize>>;

/// What tells blocks and chunks apart: ordinal and checksum, and for blocks `true`.
pub(super) type Key = (u64, u32, bool);

/// A key that stands in many archives is looked for in so many of them on either side of the likeliest, so that the work stays in
/// proportion to the input.
pub(super) const NEAR: usize = 4;

pub(super) fn keys(log: &ArchiveLog) -> impl Iterator<Item = Key> + '_ {
    let blocks = log.found.iter();
    let chunks = log.chunks.iter();
    let blocks = blocks.map(|block| (block.ordinal, block.check, true));
    blocks.chain(chunks.map(|chunk| (chunk.entry.ordinal, chunk.check, false)))
}

/// The rows with each block and chunk, in ascending order.
pub(super) fn rows_with<K: Iterator<Item = Key>>(
    rows: impl Iterator<Item = K>,
) -> HashMap<Key, Vec<usize>> {
    let mut found: HashMap<Key, Vec<usize>> = HashMap::new();
    for (number, keys) in rows.enumerate() {
        for key in keys {
            let with = found.entry(key).or_default();
            if with.last() != Some(&number) {
                with.push(number);
            }
        }
    }
    found
}

/// What is known of the archives of a row.
pub(super) fn logs<'a, R>(
    copies: &'a [Copy<R>],
    row: &'a Row,
) -> impl Iterator<Item = &'a ArchiveLog> {
    let archives = copies.iter().zip(row);
    archives.flat_map(|(copy, archives)| archives.iter().filter_map(|&at| copy.archives.get(at)))
}

/// Whether two archives have other blocks in one place, or were made with other models.
pub(super) fn contradict(one: &ArchiveLog, other: &ArchiveLog) -> bool {
    let models = |log: &ArchiveLog| {
        let block = log.found.first();
        let of_block = block.map(|block| block.model.id());
        of_block.or(log.named.map(|(id, _)| id))
    };
    let other_model = models(one).zip(models(other)).is_some_and(|(a, b)| a != b);
    let blocks = |log: &ArchiveLog| {
        let found = log.found.iter();
        found
            .map(|block| (block.ordinal, block.check))
            .collect::<Vec<_>>()
    };
    let checks: HashMap<u64, u32> = blocks(one).into_iter().collect();
    let differs = |(ordinal, check)| checks.get(&ordinal).is_some_and(|&known| known != check);
    other_model || blocks(other).into_iter().any(differs)
}
