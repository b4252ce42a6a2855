//! Which archives of several damaged copies are the same, though some may be missing in one copy, or be there twice.
//!
//! Not part of the format.

use super::copy::{ArchiveLog, Copy};
use crate::Error;
use std::collections::HashMap;

/// For each archive of the result, its number in each copy that has it.
pub(super) type Row = Vec<Option<usize>>;

/// What tells blocks apart: ordinal, and checksum of the header.
type Key = (u64, u32);

fn keys(log: &ArchiveLog) -> impl Iterator<Item = Key> + '_ {
    log.found.iter().map(|block| (block.ordinal, block.check))
}

/// Puts the archives of all copies in one order. Archives are the same if they have a block in common. Others between two such pairs are
/// taken for the same in their order, unless they contradict each other.
///
/// # Errors
///
/// Copies that contradict each other.
pub(super) fn rows<R>(copies: &[Copy<R>]) -> Result<Vec<Row>, Error> {
    let mut rows: Vec<Row> = Vec::new();
    for (number, copy) in copies.iter().enumerate() {
        let own: Vec<usize> = (0..copy.archives.len())
            .filter(|&archive| !copy.archives[archive].is_fragment())
            .collect();
        let pairs = common(copies, &rows, number, &own);
        let mut merged = Vec::new();
        let (mut row, mut at) = (0, 0);
        for (pair_row, pair_at) in pairs.into_iter().chain([(rows.len(), own.len())]) {
            between(
                copies,
                &rows[row..pair_row],
                number,
                &own[at..pair_at],
                &mut merged,
            )?;
            if let (Some(known), Some(&archive)) = (rows.get(pair_row), own.get(pair_at)) {
                merged.push(joined(known, number, archive));
            }
            (row, at) = (pair_row + 1, pair_at + 1);
            if row > rows.len() || at > own.len() {
                break;
            }
        }
        rows = merged;
    }
    Ok(rows)
}

/// A row with the archive of one more copy.
fn joined(row: &[Option<usize>], copy: usize, archive: usize) -> Row {
    let mut row = row.to_vec();
    row.resize(copy, None);
    row.push(Some(archive));
    row
}

fn logs<'a, R>(copies: &'a [Copy<R>], row: &'a Row) -> impl Iterator<Item = &'a ArchiveLog> {
    let archives = copies.iter().zip(row);
    archives.filter_map(|(copy, archive)| copy.archives.get((*archive)?))
}

/// The longest run of pairs, of a row and of the place of an archive in `own`, that have a block in common and ascend in both.
fn common<R>(copies: &[Copy<R>], rows: &[Row], copy: usize, own: &[usize]) -> Vec<(usize, usize)> {
    let mut rows_with: HashMap<Key, Vec<usize>> = HashMap::new();
    for (number, row) in rows.iter().enumerate() {
        for key in logs(copies, row).flat_map(keys) {
            let with = rows_with.entry(key).or_default();
            if with.last() != Some(&number) {
                with.push(number);
            }
        }
    }
    // Archives may be the same on purpose: the n-th of them in one copy is the n-th in another.
    let mut times_seen: HashMap<Key, usize> = HashMap::new();
    let mut pairs = Vec::new();
    for (at, &archive) in own.iter().enumerate() {
        let mut found = keys(&copies[copy].archives[archive]);
        let found = found.find_map(|key| rows_with.get(&key).map(|with| (key, with)));
        let Some((key, with)) = found else {
            continue;
        };
        let seen = times_seen.entry(key).or_default();
        if let Some(&row) = with.get(*seen).or(with.last()) {
            pairs.push((row, at));
        }
        *seen += 1;
    }
    longest_ascending(&pairs)
}

/// The longest part of some pairs, which ascend in the second value, that ascends strictly in the first.
fn longest_ascending(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length of such a part, the place of the least last pair; and for each pair, the one before it in its part.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    for (place, &(row, _)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].0 < row);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    let mut part = Vec::new();
    let mut next = ends.last().copied();
    while let Some(place) = next {
        part.push(pairs[place]);
        next = before[place];
    }
    part.reverse();
    part
}

/// Adds what lies between two pairs: rows and archives that have no block in common.
fn between<R>(
    copies: &[Copy<R>],
    rows: &[Row],
    copy: usize,
    own: &[usize],
    merged: &mut Vec<Row>,
) -> Result<(), Error> {
    for number in 0..rows.len().max(own.len()) {
        merged.push(match (rows.get(number), own.get(number)) {
            (Some(row), Some(&archive)) => {
                let log = &copies[copy].archives[archive];
                if logs(copies, row).any(|known| contradict(known, log)) {
                    return Err(not_of_the_same());
                }
                joined(row, copy, archive)
            }
            (Some(row), None) => {
                let mut row = row.clone();
                row.resize(copy + 1, None);
                row
            }
            (None, Some(&archive)) => joined(&[], copy, archive),
            (None, None) => break,
        });
    }
    Ok(())
}

/// Whether two archives have other blocks in one place, or were made with other models.
fn contradict(one: &ArchiveLog, other: &ArchiveLog) -> bool {
    let models = |log: &ArchiveLog| {
        let block = log.found.first();
        let of_block = block.map(|block| block.model.id());
        of_block.or(log.named.map(|(id, _)| id))
    };
    let other_model = models(one).zip(models(other)).is_some_and(|(a, b)| a != b);
    let checks: HashMap<u64, u32> = keys(one).collect();
    let mut others = keys(other);
    other_model
        || others.any(|(ordinal, check)| checks.get(&ordinal).is_some_and(|&known| known != check))
}

pub(super) fn not_of_the_same() -> Error {
    Error::argument(
        "the two files are not copies of the same archive: give two damaged copies of one, or one alone",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_ascending_part_is_found() {
        assert_eq!(longest_ascending(&[]), []);
        assert_eq!(
            longest_ascending(&[(5, 0), (0, 1), (1, 2), (9, 3), (2, 4)]),
            [(0, 1), (1, 2), (2, 4)]
        );
        assert_eq!(longest_ascending(&[(0, 0), (0, 1)]).len(), 1);
    }
}
