//! Finds duplicate games.
//!
//! Not part of the format.

mod key;
mod moves;

use crate::{Archives, Error};
use archive::{Columns, Game};
use key::{Seeded, id};
use moves::Played;
use query::Filter;
use std::io::{Read, Seek};

/// What makes two games duplicates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum By {
    /// Players, date, start position and moves agree, and also the times of day if both games have one.
    #[default]
    Usual,
    /// Start position and moves agree.
    Moves,
    /// The texts agree, apart from white space around them.
    Text,
    /// The games have the same identifier.
    Id,
    /// Like `Usual`, but the moves of one game may be the beginning of the other's, if its result is the same or unknown.
    Prefix,
}

/// Which of several duplicates is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Keep {
    /// The first.
    #[default]
    First,
    /// The first of those with the most moves.
    Longest,
    /// The first of those with the most comments, annotations, variations, evaluations and clock times.
    MostAnnotated,
}

/// A game that is removed, and the duplicate that is kept instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duplicate {
    /// The game that is removed.
    pub dropped: u32,
    /// The game that is kept.
    pub kept: u32,
}

/// The result of a search for duplicates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// The games that are kept, in their order.
    pub kept: Vec<u32>,
    /// The games that are removed, in their order.
    pub duplicates: Vec<Duplicate>,
}

/// Computes the key that duplicates share.
type KeyOf<'a> = dyn Fn(&Game) -> Option<u128> + Sync + 'a;

/// Finds the duplicates among the games that pass a filter. Games without moves have no duplicates by moves, games with two unknown players
/// have none by players, and games without an identifier have none by identifier.
///
/// # Errors
///
/// Any error of an archive.
pub fn dedupe<R: Read + Seek>(
    archives: &mut Archives<R>,
    filter: &Filter,
    by: By,
    keep: Keep,
) -> Result<Duplicates, Error> {
    let seeded = Seeded::new();
    let (columns, key): (_, &KeyOf<'_>) = match by {
        By::Usual | By::Prefix => (Columns::TAGS, &|game| seeded.occasion(game)),
        // What cannot be read as moves is a part of the text.
        By::Moves => (Columns::ALL, &|game| seeded.moves(game)),
        By::Text => (Columns::ALL, &|game| {
            Some(seeded.of(game.text().trim_ascii()))
        }),
        By::Id => (Columns::TAGS | Columns::DERIVED_TAGS, &|game| {
            Some(seeded.of(&id(game)?))
        }),
    };
    let found = archives.sift(filter, columns, key)?;
    let games: Vec<u32> = found.iter().map(|(game, _)| *game).collect();
    let mut keyed: Vec<(u128, u32)> = found
        .into_iter()
        .filter_map(|(game, key)| Some((key?, game)))
        .collect();
    keyed.sort_unstable();
    let alike: Vec<&[(u128, u32)]> = keyed
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|alike| alike.len() > 1)
        .collect();
    let mut candidates: Vec<u32> = alike
        .iter()
        .copied()
        .flatten()
        .map(|(_, game)| *game)
        .collect();
    candidates.sort_unstable();
    let mut played = Vec::with_capacity(candidates.len());
    archives.map_games(
        &crate::archives::Wanted::Games(&candidates),
        Columns::ALL,
        Played::of,
        &mut |_, found| played.push(found),
    )?;
    let of = |game: u32| candidates.binary_search(&game).ok().map(|at| &played[at]);
    let mut duplicates = Vec::new();
    for alike in alike {
        let games = alike
            .iter()
            .filter_map(|(_, game)| Some((*game, of(*game)?)));
        moves::find(&games.collect::<Vec<_>>(), by, keep, &mut duplicates);
    }
    duplicates.sort_unstable();
    let goes = |game: &u32| {
        duplicates
            .binary_search_by_key(game, |duplicate| duplicate.dropped)
            .is_ok()
    };
    let kept = games.into_iter().filter(|game| !goes(game)).collect();
    Ok(Duplicates { kept, duplicates })
}
