//! Names that the games contradict go, names that they miss come.

use super::{Named, Opening};
use std::collections::HashMap;

/// Improves names by what they get wrong, in a number of rounds. Of each game only the first positions matter, as many as `lengths` says.
pub(super) fn refine(
    games: &[Opening],
    lengths: &[usize],
    named: &mut Named,
    price: f64,
    rounds: usize,
) {
    for _ in 0..rounds {
        relabel(games, named, price);
        add(games, lengths, named, price);
    }
    relabel(games, named, price);
}

/// The places of the positions with names that a game passes, the deepest first.
fn places<'a>(game: &'a Opening, named: &'a Named) -> impl Iterator<Item = usize> + 'a {
    let positions = game.positions.iter().enumerate().rev();
    positions.filter_map(|(place, position)| named.contains_key(position).then_some(place))
}

/// Gives each position the commonest name of the games that it decides, and takes names away that are not worth their price.
fn relabel(games: &[Opening], named: &mut Named, price: f64) {
    let mut counts: HashMap<(u64, u32), u32> = HashMap::new();
    for game in games {
        if let Some(place) = places(game, named).next() {
            *counts
                .entry((game.positions[place], game.label))
                .or_default() += 1;
        }
    }
    let mut best: HashMap<u64, (u32, std::cmp::Reverse<u32>)> = HashMap::new();
    for ((position, label), count) in counts {
        let found = (count, std::cmp::Reverse(label));
        let known = best.entry(position).or_insert(found);
        *known = found.max(*known);
    }
    named.retain(|position, label| {
        let found = best.get(position);
        *label = found.map_or(*label, |(_, found)| found.0);
        found.is_some()
    });
    let mut gains: HashMap<u64, f64> = HashMap::new();
    for game in games {
        let mut places = places(game, named).map(|place| game.positions[place]);
        let (Some(first), second) = (places.next(), places.next()) else {
            continue;
        };
        let right = |position: &u64| f64::from(u8::from(named[position] == game.label));
        let gain = right(&first) - second.as_ref().map_or(0.0, right);
        *gains.entry(first).or_default() += gain;
    }
    named.retain(|position, _| gains.get(position).is_some_and(|&gain| gain >= price));
}

/// Names the positions that set most games right.
fn add(games: &[Opening], lengths: &[usize], named: &mut Named, price: f64) {
    // After the position that decides: games that are wrong or right so far, by their name, and all that are right.
    let mut wrong: HashMap<(u64, u32), f64> = HashMap::new();
    let mut right: HashMap<(u64, u32), f64> = HashMap::new();
    let mut all_right: HashMap<u64, f64> = HashMap::new();
    let decided: Vec<(usize, bool)> = games
        .iter()
        .map(|game| {
            let place = places(game, named).next();
            let is_right = place.is_some_and(|place| named[&game.positions[place]] == game.label);
            (place.map_or(0, |place| place + 1), is_right)
        })
        .collect();
    let after = |at: usize| {
        let (from, _) = decided[at];
        &games[at].positions[from.min(lengths[at])..lengths[at]]
    };
    for (at, game) in games.iter().enumerate() {
        let counts = if decided[at].1 {
            &mut right
        } else {
            &mut wrong
        };
        for &position in after(at) {
            *counts.entry((position, game.label)).or_default() += 1.0;
            if decided[at].1 {
                *all_right.entry(position).or_default() += 1.0;
            }
        }
    }
    let gain = |position: u64, label: u32, wrong: f64| {
        let all = all_right.get(&position).copied().unwrap_or(0.0);
        wrong - all + right.get(&(position, label)).copied().unwrap_or(0.0)
    };
    // Each game that is wrong votes for the position that would set most right with it.
    let mut votes: HashMap<(u64, u32), f64> = HashMap::new();
    for (at, game) in games.iter().enumerate().filter(|(at, _)| !decided[*at].1) {
        let mut best = (0.0, None);
        for &position in after(at) {
            let gain = gain(position, game.label, wrong[&(position, game.label)]);
            if gain > best.0 {
                best = (gain, Some(position));
            }
        }
        if let Some(position) = best.1 {
            *votes.entry((position, game.label)).or_default() += 1.0;
        }
    }
    let mut votes: Vec<_> = votes.into_iter().collect();
    votes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    for ((position, label), count) in votes {
        if gain(position, label, count) >= price {
            named.entry(position).or_insert(label);
        }
    }
}
