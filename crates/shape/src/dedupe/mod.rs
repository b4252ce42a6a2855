//! Finds duplicate games.
//!
//! Not part of the format.

mod blocking;
mod classes;
mod facts;
mod key;
mod played;
mod prefix;

use crate::{Archives, Error};
use archive::{Columns, Game};
use blocking::{Occasion, linked};
use key::Seeded;
use played::Played;
use query::{Filter, GameId};
use std::io::{Read, Seek};

/// What makes two games duplicates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// The names of the players agree, start position and moves are the same, and nothing that both games state differs: date, round,
    /// board, times of day, result, identifiers.
    #[default]
    Usual,
    /// Start position and moves agree.
    Moves,
    /// The texts agree, apart from white space around them.
    Text,
    /// The games have the same identifier.
    Id,
    /// Like `Usual`, but the moves of one game may be the beginning of the other's, if the other states all that it states.
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

/// Which games are duplicates, and which of them is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rule {
    /// What makes two games duplicates.
    pub by: By,
    /// Which of them is kept.
    pub keep: Keep,
    /// With [`By::Usual`] and [`By::Prefix`]: names agree only if they are written alike, and dates only if the same parts are known.
    pub strict: bool,
}

/// A game that is removed, and the duplicate that is kept instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Duplicate {
    /// The game that is removed.
    pub dropped: u32,
    /// The game that is kept.
    pub kept: u32,
}

/// The result of a search for duplicates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
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
pub fn dedupe<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
    rule: Rule,
) -> Result<Duplicates, Error> {
    dedupe_from(archives, filter, rule, 0)
}

/// The games from this number on that are neither before it nor twice after it: by their identifiers, as [`By::Usual`] says, or by their texts.
///
/// # Errors
///
/// Any error of an archive.
pub fn new_only<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    from: u32,
) -> Result<Vec<u32>, Error> {
    let mut known: Vec<u32> = Vec::new();
    for by in [By::Id, By::Usual, By::Text] {
        let rule = Rule {
            by,
            ..Rule::default()
        };
        let found = dedupe_from(archives, &Filter::default(), rule, from)?;
        known.extend(found.duplicates.iter().map(|pair| pair.dropped));
    }
    known.sort_unstable();
    let is_new = |game: &u32| known.binary_search(game).is_err();
    Ok((from..archives.games()).filter(is_new).collect())
}

/// As [`dedupe`], but only games are compared of which one may be a duplicate that has this number or a greater one.
fn dedupe_from<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
    rule: Rule,
    from: u32,
) -> Result<Duplicates, Error> {
    let seeded = Seeded::new();
    let matters = |alike: &Vec<u32>| alike.iter().any(|game| *game >= from);
    let (columns, key): (_, &KeyOf<'_>) = match rule.by {
        By::Usual | By::Prefix => return by_players(archives, filter, rule, seeded, &matters),
        // What cannot be read as moves is a part of the text.
        By::Moves => (Columns::ALL, &|game| seeded.moves(game)),
        // Games with the same text have the same roster, too.
        By::Text => (Columns::TAGS, &|game| Some(seeded.roster(game))),
        By::Id => (Columns::TAGS, &|game| {
            Some(seeded.of(GameId::of(game)?.to_string().as_bytes()))
        }),
    };
    let found = archives.sift(filter, columns, |game| Some(key(game?)))?;
    let games: Vec<u32> = found.iter().map(|(game, _)| *game).collect();
    let keyed = found
        .into_iter()
        .filter_map(|(game, key)| Some((key?, game)));
    let mut alike = groups(keyed.collect(), &matters);
    if rule.by == By::Text {
        let mut candidates: Vec<u32> = alike.into_iter().flatten().collect();
        candidates.sort_unstable();
        let (mut keyed, text) = (Vec::new(), |game: &Game| {
            seeded.of(game.text().trim_ascii())
        });
        archives.each(&candidates, Columns::ALL, text, &mut |game, key| {
            keyed.push((key, game));
        })?;
        alike = groups(keyed, &matters);
    }
    let candidates: Vec<u32> = alike.iter().flatten().copied().collect();
    let played = read(archives, candidates, Played::figures)?;
    let mut duplicates = Vec::new();
    for alike in alike {
        let class: Vec<&(u32, Played)> = alike
            .iter()
            .filter_map(|game| played.get(place(&played, *game)?))
            .collect();
        let kept = classes::kept(&class, rule.keep);
        let dropped = class.iter().map(|(game, _)| *game);
        let dropped = dropped.filter(|game| Some(*game) != kept);
        duplicates.extend(dropped.filter_map(|dropped| {
            Some(Duplicate {
                dropped,
                kept: kept?,
            })
        }));
    }
    Ok(without(games, duplicates))
}

/// The games that have the same key, in their order, for each key of several games that matter.
fn groups(mut keyed: Vec<(u128, u32)>, matters: &dyn Fn(&Vec<u32>) -> bool) -> Vec<Vec<u32>> {
    keyed.sort_unstable();
    let alike = keyed.chunk_by(|a, b| a.0 == b.0);
    alike
        .filter(|alike| alike.len() > 1)
        .map(|alike| alike.iter().map(|(_, game)| *game).collect())
        .filter(matters)
        .collect()
}

/// Duplicates by players, moves and all that games state.
fn by_players<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    filter: &Filter,
    rule: Rule,
    seeded: Seeded,
    matters: &dyn Fn(&Vec<u32>) -> bool,
) -> Result<Duplicates, Error> {
    let of = |game: Option<&Game>| Some(Occasion::of(game?, rule.strict, seeded));
    let found = archives.sift(filter, Columns::TAGS, of)?;
    let games: Vec<u32> = found.iter().map(|(game, _)| *game).collect();
    let groups = linked(found).into_iter().filter(matters);
    let groups: Vec<Vec<u32>> = groups.collect();
    let candidates: Vec<u32> = groups.iter().flatten().copied().collect();
    let played = read(archives, candidates, |game| Played::of(game, rule, seeded))?;
    let mut duplicates = Vec::new();
    for group in groups {
        let group: Vec<&(u32, Played)> = group
            .iter()
            .filter_map(|game| played.get(place(&played, *game)?))
            .collect();
        classes::find(&group, rule, seeded, &mut duplicates);
    }
    Ok(without(games, duplicates))
}

/// What is needed of these games, in their order.
fn read<R: Read + Seek + Clone + Send>(
    archives: &mut Archives<R>,
    mut games: Vec<u32>,
    of: impl Fn(&Game) -> Played + Sync,
) -> Result<Vec<(u32, Played)>, Error> {
    games.sort_unstable();
    let mut played = Vec::with_capacity(games.len());
    let mut note = |game, found| played.push((game, found));
    archives.each(&games, Columns::ALL, of, &mut note)?;
    Ok(played)
}

fn place(played: &[(u32, Played)], game: u32) -> Option<usize> {
    played.binary_search_by_key(&game, |(game, _)| *game).ok()
}

fn without(games: Vec<u32>, mut duplicates: Vec<Duplicate>) -> Duplicates {
    duplicates.sort_unstable();
    let goes = |game: &u32| {
        duplicates
            .binary_search_by_key(game, |duplicate| duplicate.dropped)
            .is_ok()
    };
    let kept = games.into_iter().filter(|game| !goes(game)).collect();
    Duplicates { kept, duplicates }
}

#[cfg(test)]
mod tests;
