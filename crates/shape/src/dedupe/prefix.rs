//! Games that stop earlier than another game with the same beginning.
//!
//! Not part of the format.

use super::classes::{Class, divide};
use super::facts::{self, Facts};
use super::key::Seeded;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most sets of fields for which longer games are kept in order. A game that states another set finds only games that state the same.
const MOST_SETS: usize = 16;

/// For each class, the class that is kept instead: one that goes on longer, or has the same moves, and states the same in all fields that
/// the class states; otherwise itself. The classes have the same surnames and the same start.
pub fn longer(classes: &[Class<'_>], seeded: Seeded) -> Vec<usize> {
    let mut stays: Vec<usize> = (0..classes.len()).collect();
    let facts: Vec<&Facts> = classes.iter().map(|class| &class.facts).collect();
    let mut parts = Vec::new();
    // A short game may be the beginning of many, so that names and dates must be equally well known.
    divide(&facts, stays.clone(), facts::OCCASION, true, &mut parts);
    for part in parts {
        of_part(classes, part, seeded, &mut stays);
    }
    stays
}

fn of_part(classes: &[Class<'_>], mut part: Vec<usize>, seeded: Seeded, stays: &mut [usize]) {
    let moves = |at: usize| -> &[u8] {
        classes[at]
            .games
            .first()
            .map_or(&[], |(_, played)| &played.moves)
    };
    let fields = |at: usize| classes[at].facts.evidence();
    let mut sets: Vec<u64> = part.iter().map(|&at| fields(at)).collect();
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    sets.truncate(MOST_SETS);
    // Of classes with the same moves, those that state less come last, so that they find the others.
    part.sort_by_key(|&at| {
        (
            Reverse(moves(at).len()),
            Reverse(fields(at).count_ones()),
            first(&classes[at]),
        )
    });
    // The classes that are kept, for each set of fields by their values and by moves. In this order, games that go on come after the one
    // that stops.
    let mut ends: BTreeMap<(u64, u128, &[u8]), usize> = BTreeMap::new();
    for at in part {
        let (line, own) = (moves(at), fields(at));
        let key = |set: u64| (set, classes[at].facts.hash_of(set, seeded), line);
        // What cannot be read says how the game goes on.
        if line.ends_with(b"\n")
            && let (set, values, _) = key(own)
            && let Some((found, &end)) = ends.range(key(own)..).next()
            && (found.0, found.1) == (set, values)
            && found.2.starts_with(line)
        {
            stays[at] = end;
            continue;
        }
        let others = sets
            .iter()
            .copied()
            .filter(|set| set & !own == 0 && *set != own);
        for set in others.chain([own]) {
            ends.entry(key(set)).or_insert(at);
        }
    }
}

fn first(class: &Class<'_>) -> Option<u32> {
    class.games.first().map(|(game, _)| *game)
}
