//! Which archive of a copy is the one of which row of the result: the pairs that have the most in common.
//!
//! Not part of the format.

use super::copy::Copy;
use super::row::{Key, NEAR, Row, contradict, keys, logs, rows_with};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Of the archives that have something in common with another, so many are looked at, those with the most first.
const MOST_ROWS: usize = 8;

/// Pairs, of a row and of the place of an archive in `own`, that ascend in both and have the most in common together.
pub(super) fn common<R>(
    copies: &[Copy<R>],
    rows: &[Row],
    copy: usize,
    own: &[usize],
) -> Vec<(usize, usize)> {
    let rows_with = rows_with(rows.iter().map(|row| logs(copies, row).flat_map(keys)));
    // Archives may be the same on purpose: the n-th of them in one copy is likely to be the n-th in another.
    let mut times_seen: HashMap<Key, usize> = HashMap::new();
    let mut pairs = Vec::new();
    for (at, &archive) in own.iter().enumerate() {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        let keys: HashSet<Key> = keys(&copies[copy].archives[archive]).collect();
        for key in keys {
            let Some(with) = rows_with.get(&key) else {
                continue;
            };
            let seen = times_seen.entry(key).or_default();
            let near = seen.saturating_sub(NEAR)..(*seen + NEAR + 1).min(with.len());
            let near = near.start.min(near.end)..near.end;
            for &row in &with[near] {
                *shared.entry(row).or_default() += 1;
            }
            *seen += 1;
        }
        let mut shared: Vec<(usize, usize)> = shared.into_iter().collect();
        shared.sort_by_key(|&(row, weight)| (std::cmp::Reverse(weight), row));
        shared.truncate(MOST_ROWS);
        let log = &copies[copy].archives[archive];
        shared.retain(|&(row, _)| {
            // A damaged copy may have blocks of another archive among those of a whole one.
            let is_whole = |(copy, own): (&Copy<R>, &Vec<usize>)| copy.is_whole && !own.is_empty();
            let has_whole = !copies[copy].is_whole && copies.iter().zip(&rows[row]).any(is_whole);
            has_whole || !logs(copies, &rows[row]).any(|known| contradict(known, log))
        });
        shared.sort_unstable();
        // Of two that have as much in common, the sound one is it.
        let pair = |(row, shared)| Pair {
            row,
            at,
            weight: 2 * shared + usize::from(log.is_sound),
        };
        pairs.extend(shared.into_iter().map(pair));
    }
    heaviest_ascending(&pairs, rows.len())
}

/// An archive that may be that of a row, and how much they have in common.
#[derive(Debug, Clone, Copy)]
struct Pair {
    row: usize,
    at: usize,
    weight: usize,
}

/// The heaviest part of some pairs that ascends strictly in both numbers. The pairs are in the order of `at`, then of `row`.
fn heaviest_ascending(pairs: &[Pair], rows: usize) -> Vec<(usize, usize)> {
    // A Fenwick tree over rows: in each node the weight and the last pair of the heaviest part that ends there.
    let mut tree: Vec<(usize, Option<usize>)> = vec![(0, None); rows + 1];
    let mut before: Vec<Option<usize>> = vec![None; pairs.len()];
    let best_below = |tree: &[(usize, Option<usize>)], row: usize| {
        let (mut best, mut node) = ((0, None), row);
        while node > 0 {
            if tree[node].0 > best.0 {
                best = tree[node];
            }
            node &= node - 1;
        }
        best
    };
    for (start, same) in pairs.chunk_by(|a, b| a.at == b.at).scan(0, |start, same| {
        let here = *start;
        *start += same.len();
        Some((here, same))
    }) {
        // All are looked up before any is put in, because an archive is in one pair.
        let found: Vec<_> = same
            .iter()
            .map(|pair| best_below(&tree, pair.row))
            .collect();
        for (place, (pair, (weight, last))) in same.iter().zip(found).enumerate() {
            before[start + place] = last;
            let heavier = (weight + pair.weight, Some(start + place));
            let mut node = pair.row + 1;
            while node <= rows {
                if heavier.0 > tree[node].0 {
                    tree[node] = heavier;
                }
                node += node & node.wrapping_neg();
            }
        }
    }
    let mut part = Vec::new();
    let (_, mut next) = best_below(&tree, rows);
    while let Some(place) = next {
        part.push((pairs[place].row, pairs[place].at));
        next = before[place];
    }
    part.reverse();
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_ascending_part_is_found() {
        let heaviest = |pairs: &[(usize, usize, usize)]| {
            let pairs = pairs
                .iter()
                .map(|&(row, at, weight)| Pair { row, at, weight });
            heaviest_ascending(&pairs.collect::<Vec<_>>(), 10)
        };
        assert_eq!(heaviest(&[]), []);
        let of_weight_1 = [(5, 0, 1), (0, 1, 1), (1, 2, 1), (9, 3, 1), (2, 4, 1)];
        assert_eq!(heaviest(&of_weight_1), [(0, 1), (1, 2), (9, 3)]);
        // What is the same by chance gives way to what has more in common.
        assert_eq!(
            heaviest(&[(0, 0, 2), (1, 0, 1), (1, 1, 2)]),
            [(0, 0), (1, 1)]
        );
        assert_eq!(heaviest(&[(3, 0, 1), (3, 1, 1)]).len(), 1);
    }
}
