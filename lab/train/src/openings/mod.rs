//! Which positions have names: games with the names of their openings to a catalogue.
//!
//! A game's opening is named after the last position with a name that it passes. Which positions those are is not in the games; it is
//! guessed as a phylogeny is: the fewest changes of name that explain the games (Sankoff, "Minimal mutation trees of sequences",
//! 1975), where a wrong guess is allowed and costs less than a change that only one game needs.

mod games;
mod parsimony;
mod refine;

pub use games::{Opening, Openings, Role, read};
pub use parsimony::{Named, names};

use legal::{LegalMoves, Position};
use std::collections::{HashMap, HashSet};
use streams::training::catalogue::{Label, Node, School};

/// The tree of the positions that are to have names, for games of each school; `price` is what a name costs, in games guessed wrong.
#[must_use]
pub fn tree(openings: &Openings, price: [f64; School::ALL.len()]) -> Node {
    let mut root = Node::default();
    for school in School::ALL {
        let games = &openings.games[school as usize];
        let entries = &openings.entries[school as usize];
        let labels = &openings.labels[school as usize];
        let named = names(games, entries, price[school as usize]);
        add(
            &mut root,
            games.iter().chain(entries),
            &named,
            school,
            labels,
        );
    }
    root
}

/// Adds the names of a school to a tree, each by the first game that passes its position.
fn add<'a>(
    root: &mut Node,
    games: impl Iterator<Item = &'a Opening>,
    named: &Named,
    school: School,
    labels: &[Label],
) {
    let mut left: HashSet<u64> = named.keys().copied().collect();
    for game in games {
        if left.is_empty() {
            break;
        }
        let mut node = &mut *root;
        for (depth, position) in game.positions.iter().enumerate() {
            if depth > 0 {
                if !game.positions[depth..]
                    .iter()
                    .any(|position| left.contains(position))
                {
                    break;
                }
                let rank = game.ranks[depth - 1];
                let at = match node.children.binary_search_by_key(&rank, |(rank, _)| *rank) {
                    Ok(at) => at,
                    Err(at) => {
                        node.children.insert(at, (rank, Node::default()));
                        at
                    }
                };
                node = &mut node.children[at].1;
            }
            if left.remove(position) {
                let label = named[position];
                node.labels[school as usize] = Some(labels[label as usize].clone());
            }
        }
    }
}

/// How many of the games a catalogue names rightly, by school.
#[must_use]
pub fn rightly_named(
    openings: &Openings,
    catalogue: &streams::training::catalogue::Catalogue<'_>,
) -> [usize; School::ALL.len()] {
    School::ALL.map(|school| {
        let at = school as usize;
        let right = |game: &&Opening| {
            let (label, _) = catalogue.find(&game.positions)[at]?;
            let label = catalogue.label(school, label)?;
            (label == openings.labels[at][game.label as usize]).then_some(())
        };
        openings.games[at]
            .iter()
            .filter(|game| right(game).is_some())
            .count()
    })
}

/// Plays a line.
#[must_use]
pub fn play(ranks: &[u8]) -> Position {
    let (mut position, mut legal) = (Position::standard(), LegalMoves::new());
    for &rank in ranks {
        position.legal_moves_into(&mut legal);
        position.play(legal[usize::from(rank)]);
    }
    position
}

/// Numbers for labels.
#[derive(Debug, Default)]
pub(crate) struct Numbers(HashMap<Label, u32>);

impl Numbers {
    fn number(&mut self, label: Label, labels: &mut Vec<Label>) -> u32 {
        *self.0.entry(label).or_insert_with_key(|label| {
            labels.push(label.clone());
            labels.len() as u32 - 1
        })
    }
}
