//! Which archives of several damaged copies are the same, though some may be missing in one copy, or be there twice.
//!
//! Not part of the format.

use super::copy::Copy;
use super::pairs::common;
use super::row::{Key, NEAR, Row, contradict, keys, logs, rows_with};
use crate::Error;
use std::collections::{HashMap, HashSet};

/// The archives of the result.
pub(super) struct Rows {
    pub rows: Vec<Row>,
    /// Archives of damaged copies that are in no row: a whole copy does not have them, and nothing of them is left.
    pub left_out: usize,
    /// Blocks that lie in an archive of a damaged copy and belong to another, with the rows in which they do not belong.
    pub misplaced: HashSet<(usize, Key)>,
    /// Archives without a header that have no block which another has not: they may be a part of that, which is there twice.
    pub again: usize,
}

/// Puts the archives of all copies in one order. Archives are the same if they have blocks or chunks in common, as many as possible in all.
/// Others between two such pairs are taken for the same in their order, unless they contradict each other.
///
/// A copy with nothing wrong between its blocks says which archives there are: what a damaged copy has of them again is no archive more.
///
/// # Errors
///
/// Copies that contradict each other.
pub(super) fn rows<R>(copies: &[Copy<R>]) -> Result<Rows, Error> {
    let mut rows: Vec<Row> = Vec::new();
    let mut left_out = 0;
    let mut order: Vec<usize> = (0..copies.len()).collect();
    order.sort_by_key(|&number| !copies[number].is_whole);
    for number in order {
        let copy = &copies[number];
        let mut own: Vec<usize> = (0..copy.archives.len())
            .filter(|&archive| !copy.archives[archive].is_fragment())
            .collect();
        let mut pairs = common(copies, &rows, number, &own);
        if !copy.is_whole && copies.iter().any(|copy| copy.is_whole) {
            left_out += take_parts(copies, &mut rows, number, &mut own, &pairs);
            pairs = common(copies, &rows, number, &own);
        }
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
                merged.push(joined(known.clone(), number, archive));
            }
            (row, at) = (pair_row + 1, pair_at + 1);
            if row > rows.len() || at > own.len() {
                break;
            }
        }
        rows = merged;
    }
    let again = again(copies, &rows);
    let misplaced = misplaced(copies, &rows);
    Ok(Rows {
        rows,
        left_out,
        misplaced,
        again,
    })
}

/// The blocks of a row that belong to another: those with which an index agrees that lies among blocks of another archive.
fn misplaced<R>(copies: &[Copy<R>], rows: &[Row]) -> HashSet<(usize, Key)> {
    let rows_with = rows_with(rows.iter().map(|row| logs(copies, row).flat_map(keys)));
    let mut misplaced = HashSet::new();
    for (number, row) in rows.iter().enumerate() {
        let mixed = logs(copies, row).filter(|log| log.is_mixed());
        let blocks = mixed.flat_map(|log| log.found.iter().filter(|block| log.holds(block)));
        let keys = blocks.map(|block| (block.ordinal, block.check, true));
        let elsewhere = |key: &Key| rows_with.get(key).is_some_and(|with| with.len() > 1);
        misplaced.extend(keys.filter(elsewhere).map(|key| (number, key)));
    }
    misplaced.extend(too_often(copies, rows, &rows_with));
    misplaced
}

/// The blocks that are in more rows than any copy has them, in the rows where only archives have them whose index says otherwise: part of an archive was lost
/// together with the beginning of the next, so that the rest of that lies in it.
fn too_often<R>(
    copies: &[Copy<R>],
    rows: &[Row],
    rows_with: &HashMap<Key, Vec<usize>>,
) -> Vec<(usize, Key)> {
    let mut most: HashMap<Key, usize> = HashMap::new();
    for copy in copies {
        let mut times: HashMap<Key, usize> = HashMap::new();
        for key in copy.archives.iter().flat_map(keys) {
            *times.entry(key).or_default() += 1;
        }
        for (key, times) in times {
            let most = most.entry(key).or_default();
            *most = times.max(*most);
        }
    }
    let mut misplaced = Vec::new();
    for (key, with) in rows_with {
        let most = most.get(key).copied().unwrap_or(0);
        if !key.2 || with.len() <= most {
            continue;
        }
        let is_doubtful = |&&row: &&usize| {
            let of_row = rows.get(row).into_iter();
            let mut logs = of_row.flat_map(|row| logs(copies, row));
            logs.all(|log| keys(log).all(|other| other != *key) || log.is_contradicted())
        };
        let doubtful = with.iter().filter(is_doubtful);
        misplaced.extend(doubtful.take(with.len() - most).map(|&row| (row, *key)));
    }
    misplaced
}

/// How many archives without a header have no block that another has not.
fn again<R>(copies: &[Copy<R>], rows: &[Row]) -> usize {
    let rows_with = rows_with(rows.iter().map(|row| logs(copies, row).flat_map(keys)));
    let is_again = |(number, row): &(usize, &Row)| {
        let has_header = logs(copies, row).any(|log| !log.header.is_empty());
        let home = home(&rows_with, logs(copies, row).flat_map(keys), |other| {
            other != *number
        });
        !has_header && home.is_some()
    };
    rows.iter().enumerate().filter(is_again).count()
}

/// A row that has all of these keys, of which there must be one.
fn home(
    rows_with: &HashMap<Key, Vec<usize>>,
    keys: impl Iterator<Item = Key>,
    is_possible: impl Fn(usize) -> bool,
) -> Option<usize> {
    let keys: Vec<Key> = keys.collect();
    let with = |key: &Key| rows_with.get(key).map_or(&[][..], |with| &with[..]);
    let near = with(keys.first()?)
        .iter()
        .copied()
        .filter(|&row| is_possible(row));
    let has = |row: usize| keys.iter().all(|key| with(key).binary_search(&row).is_ok());
    near.take(NEAR).find(|&row| has(row))
}

/// A row with one more archive of a copy.
fn joined(mut row: Row, copy: usize, archive: usize) -> Row {
    row[copy].push(archive);
    row
}

/// Adds to rows, and takes from the archives of a damaged copy that are in no pair, those of which all stands in an archive of a whole copy.
/// Those of which nothing is left are taken, too. Returns how many they are.
fn take_parts<R>(
    copies: &[Copy<R>],
    rows: &mut [Row],
    copy: usize,
    own: &mut Vec<usize>,
    pairs: &[(usize, usize)],
) -> usize {
    let paired: HashSet<usize> = pairs.iter().map(|&(_, at)| own[at]).collect();
    let of_whole = |row: &Row| {
        let whole = copies.iter().zip(row).filter(|(copy, _)| copy.is_whole);
        let logs = whole.flat_map(|(copy, own)| own.iter().map(|&at| &copy.archives[at]));
        logs.flat_map(keys).collect::<Vec<_>>().into_iter()
    };
    let rows_with = rows_with(rows.iter().map(of_whole));
    let mut left_out = 0;
    own.retain(|&archive| {
        let log = &copies[copy].archives[archive];
        if keys(log).next().is_none() {
            // An archive of nothing has nothing to add.
            left_out += usize::from(!log.is_sound);
            return false;
        }
        match home(&rows_with, keys(log), |_| true) {
            Some(row) if !paired.contains(&archive) => {
                rows[row][copy].push(archive);
                false
            }
            _ => true,
        }
    });
    left_out
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
                joined(row.clone(), copy, archive)
            }
            (Some(row), None) => row.clone(),
            (None, Some(&archive)) => joined(vec![Vec::new(); copies.len()], copy, archive),
            (None, None) => break,
        });
    }
    Ok(())
}

pub(super) fn not_of_the_same() -> Error {
    Error::argument(
        "the two files are not copies of the same archive: give two damaged copies of one, or one alone",
    )
}
