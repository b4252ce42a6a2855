//! Decides which games of a group are duplicates, and which of them is kept.
//!
//! Not part of the format.
//!
//! Games with the same moves are divided field by field: if two of them state different values of a field, those that state a value go apart
//! by it, and those that state none stay by themselves, since they may be either. So any two games of a class agree, the work grows with
//! the number of games, and what is kept has no more duplicates.

use super::facts::{self, Facts, Field};
use super::key::Seeded;
use super::played::Played;
use super::prefix;
use super::{By, Duplicate, Keep, Rule};
use query::{Person, Understood};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// A game with what it states, its names among it.
type Named<'a> = (&'a (u32, Played), Facts);

/// Games any two of which are duplicates.
#[derive(Debug)]
pub struct Class<'a> {
    /// In their order.
    pub games: Vec<&'a (u32, Played)>,
    /// What one of them states.
    pub facts: Facts,
}

/// Finds the duplicates among games in their order, of which some may be compared.
pub fn find(games: &[&(u32, Played)], rule: Rule, seeded: Seeded, duplicates: &mut Vec<Duplicate>) {
    let named = || {
        games
            .iter()
            .flat_map(|(_, played)| played.players.iter().flatten())
    };
    let surnames = Person::surnames(named());
    let mut groups: HashMap<u128, Vec<Named<'_>>> = HashMap::new();
    for game in games {
        let played = &game.1;
        let players = played.players.each_ref();
        let players =
            players.map(|player| player.as_ref().map(|player| player.understood(&surnames)));
        let [white, black] = players.each_ref().map(Option::as_ref);
        let surname = |player: Option<&Understood>| {
            player.map_or(Vec::new(), |player| player.surname.clone().into_bytes())
        };
        let key = seeded.of_parts(&[
            &surname(white),
            &surname(black),
            &played.start.to_le_bytes(),
        ]);
        let facts = played.facts.with_names([white, black]);
        groups.entry(key).or_default().push((game, facts));
    }
    for group in groups.into_values() {
        let classes = classes(group, rule.strict);
        let stays = match rule.by {
            By::Prefix => prefix::longer(&classes, seeded),
            _ => (0..classes.len()).collect(),
        };
        for (class, stays) in classes.iter().zip(stays) {
            let Some(kept) = kept(&classes[stays].games, rule.keep) else {
                continue;
            };
            let dropped = class.games.iter().map(|(game, _)| *game);
            let dropped = dropped.filter(|&game| game != kept);
            duplicates.extend(dropped.map(|dropped| Duplicate { dropped, kept }));
        }
    }
}

/// The game of a class that is kept.
pub fn kept(class: &[&(u32, Played)], keep: Keep) -> Option<u32> {
    let worth = |(_, played): &(u32, Played)| match keep {
        Keep::First => 0,
        Keep::Longest => played.plies,
        Keep::MostAnnotated => played.annotations,
    };
    // Of the greatest, the last: the first game.
    class
        .iter()
        .rev()
        .max_by_key(|game| worth(game))
        .map(|(game, _)| *game)
}

/// The classes of games with the same surnames and the same start.
fn classes<'a>(group: Vec<Named<'a>>, strict: bool) -> Vec<Class<'a>> {
    let mut lines: HashMap<u128, Vec<usize>> = HashMap::new();
    for (at, ((_, played), _)) in group.iter().enumerate() {
        if let Some(line) = played.line.filter(|_| played.is_comparable()) {
            lines.entry(line).or_default().push(at);
        }
    }
    let facts: Vec<&Facts> = group.iter().map(|(_, facts)| facts).collect();
    let mut parts = Vec::new();
    for same in lines.into_values() {
        let is_exact = |played: &Played| strict || !played.is_telling();
        let exact = same.first().is_some_and(|&at| is_exact(&group[at].0.1));
        divide(&facts, same, facts::ALL, exact, &mut parts);
    }
    let class = |part: Vec<usize>| Class {
        facts: Facts::of_all(part.iter().map(|&at| facts[at])),
        games: part.iter().map(|&at| group[at].0).collect(),
    };
    parts.into_iter().map(class).collect()
}

/// Divides games until all of each part agree in these fields. If `exact`, they agree in an essential field only if all or none state it.
pub fn divide(
    facts: &[&Facts],
    games: Vec<usize>,
    fields: Range<Field>,
    exact: bool,
    parts: &mut Vec<Vec<usize>>,
) {
    if games.len() < 2 {
        parts.push(games);
        return;
    }
    for field in fields.clone() {
        let values = || games.iter().map(|&at| facts[at].get(field));
        let is_exact = exact && facts::is_essential(field);
        let mut compared = values().filter(|value| is_exact || value.is_some());
        let first = compared.next();
        if compared.all(|value| Some(value) == first) {
            continue;
        }
        let mut divided: BTreeMap<Option<u64>, Vec<usize>> = BTreeMap::new();
        for (&at, value) in games.iter().zip(values()) {
            divided.entry(value).or_default().push(at);
        }
        for part in divided.into_values() {
            divide(facts, part, field + 1..fields.end, exact, parts);
        }
        return;
    }
    parts.push(games);
}
